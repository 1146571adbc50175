#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles and runs the C++ blocks of README.md against the built library.

    readme_test.py SOURCE_ROOT LIBRARY KDF_LIBRARY COMPILER...
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import cases_for, equal, run  # noqa: E402

ROOT = pathlib.Path(sys.argv[1])
LIBRARIES = [pathlib.Path(p).resolve() for p in sys.argv[2:4]]
COMPILER = sys.argv[4:]
BLOCKS = re.findall(r"```cpp\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
assert BLOCKS, "README.md has no C++ block"


@cases_for("block", range(len(BLOCKS)))
def block_compiles_and_opens_the_demo_key(number):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "example.cpp"
        program = pathlib.Path(folder) / "example"
        source.write_text(BLOCKS[number], encoding="utf-8")
        subprocess.run([*COMPILER, "-std=c++2b", f"-I{ROOT}/include", source, "-o", program,
                        *LIBRARIES, *[f"-Wl,-rpath,{p.parent}" for p in LIBRARIES]], check=True)
        shown = subprocess.run([program, ROOT / "testdata/keys/id_ed25519.rounds-16",
                                "correct horse battery staple"],
                               capture_output=True, text=True, check=True).stdout
        wanted = (ROOT / "testdata/keys/id_ed25519.fingerprint").read_text(encoding="utf-8").split()[1]
        equal(shown.split(), ["ssh-ed25519", wanted], "output")


run()
