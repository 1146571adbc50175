#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the built files promise beyond what they do: how they are hardened, and that loading the
library runs no code of it.

    binaries_test.py ARCHIVE... -- FILE...

The archives hold the library's objects; the files are the shared libraries and programs that are installed.
"""
import pathlib
import platform
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import cases_for, equal, need, run  # noqa: E402

need("readelf", "nm")
SEPARATOR = sys.argv.index("--")
ARCHIVES = [pathlib.Path(a) for a in sys.argv[1:SEPARATOR]]
FILES = {pathlib.Path(f).name: pathlib.Path(f) for f in sys.argv[SEPARATOR + 1:]}
IS_X86 = platform.machine() in ("x86_64", "i686")


def output(*words):
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, check=True).stdout


def told_of_objects(option):
    """What readelf says, object by object."""
    told = {}
    for archive in ARCHIVES:
        for part in output("readelf", "-W", option, archive).split("File: ")[1:]:
            name, _, text = part.partition("\n")
            told[pathlib.Path(name).name] = text
    return told


NOTES, SECTIONS = told_of_objects("-n"), told_of_objects("-S")


@cases_for("the stack can't be executed in", FILES)
def stack(name):
    segments = output("readelf", "-lW", FILES[name])
    (stack_flags,) = re.findall(r"GNU_STACK.* 0x\w+ ([RWE]+) +0x", segments)
    equal(stack_flags, "RW", "flags of the stack")
    assert not re.search(r"LOAD.* RWE ", segments), "a segment is writable and executable"


@cases_for("all relocations are read-only in", FILES)
def relocations(name):
    assert "GNU_RELRO" in output("readelf", "-lW", FILES[name])
    assert "BIND_NOW" in output("readelf", "-dW", FILES[name])


@cases_for("the address is random of", FILES)
def position(name):
    assert "Type: DYN" in re.sub(" +", " ", output("readelf", "-hW", FILES[name]))


@cases_for("the stack is protected in", FILES)
def protector(name):
    assert "__stack_chk_fail" in output("nm", "-D", "--undefined-only", FILES[name])


@cases_for("branches land where they may in", NOTES if IS_X86 else [])
def control_flow(name):
    # The linker drops the mark where a part of the C library lacks it, so each object is asked.
    assert "IBT" in NOTES[name] and "SHSTK" in NOTES[name], NOTES[name]


@cases_for("nothing runs at the start of the program in", SECTIONS)
def initialisers(name):
    assert ".text" in SECTIONS[name]
    assert not re.search(r"\.(init_array|ctors|preinit_array)", SECTIONS[name]), "a static initialiser"


assert NOTES and FILES
run()
