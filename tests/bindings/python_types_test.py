#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python binding's types, checked by mypy: those of the package, and those that a program sees.

    python_types_test.py PACKAGE_FOLDER
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import SKIP, case, equal, run  # noqa: E402

try:
    import mypy  # noqa: F401
except ImportError:
    print("skipped, missing: mypy")
    sys.exit(SKIP)

PACKAGE = pathlib.Path(sys.argv[1])
SCRATCH = tempfile.TemporaryDirectory()


def checked(*words):
    """mypy's verdict."""
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--python-version", "3.9", "--cache-dir",
                           SCRATCH.name + "/cache", *map(str, words)], capture_output=True, text=True, check=False,
                          env={**os.environ, "MYPYPATH": str(PACKAGE)})
    return done.returncode, done.stdout


def checked_program(text):
    program = pathlib.Path(SCRATCH.name) / "program.py"
    program.write_text(text, encoding="utf-8")
    return checked(program)


@case
def the_package_is_typed():
    equal(checked(PACKAGE / "osshkey"), (0, "Success: no issues found in 8 source files\n"))


@case
def a_program_sees_the_types():
    equal(checked_program("""
import osshkey
def ask(info: osshkey.FileInfo, attempt: int) -> bytes: return b""
with osshkey.unlock("path", ask) as keys:
    signature: bytes = keys[0].sign(b"data")
    fingerprint: str = keys[0].public.fingerprint
words: list[str] = [note.word for note in osshkey.inspect(b"bytes").notes]
key: bytes = osshkey.kdf(b"password", b"salt", 32, 100)
""")[0], 0)


@case
def the_readme_s_example_is_typed():
    (example,) = re.findall(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.S)
    equal(checked_program(example), (0, "Success: no issues found in 1 source file\n"))


@case
def a_wrong_type_is_seen():
    status, said = checked_program('import osshkey\nosshkey.unlock("path", "text")\nx: str = osshkey.kdf(b"", b"", 1, 1)\n')
    equal((status, said.count("error:")), (1, 2), said)


run()
