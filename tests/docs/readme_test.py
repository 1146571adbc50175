#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles and runs the C++ and the C blocks of README.md against the built library.

    readme_test.py SOURCE_ROOT LIBRARY KDF_LIBRARY C++ COMPILER... -- C COMPILER...
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
SEPARATOR = sys.argv.index("--")
COMPILERS = {"cpp": [*sys.argv[4:SEPARATOR], "-std=c++2b"], "c": [*sys.argv[SEPARATOR + 1:], "-std=c99", "-Wall", "-Werror"]}
BLOCKS = re.findall(r"```(cpp|c)\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
assert {language for language, _ in BLOCKS} == set(COMPILERS), "README.md lacks an example"


@cases_for("block", range(len(BLOCKS)))
def block_compiles_and_opens_the_demo_key(number):
    language, code = BLOCKS[number]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / f"example.{language}"
        program = pathlib.Path(folder) / "example"
        source.write_text(code, encoding="utf-8")
        subprocess.run([*COMPILERS[language], f"-I{ROOT}/include", source, "-o", program,
                        *LIBRARIES, *[f"-Wl,-rpath,{p.parent}" for p in LIBRARIES]], check=True)
        passphrase = "correct horse battery staple"
        shown = subprocess.run([program, ROOT / "testdata/keys/id_ed25519.rounds-16", passphrase],
                               capture_output=True, text=True, check=True).stdout
        failed = subprocess.run([program, "/nowhere", passphrase], capture_output=True, text=True, check=False)
        wanted = (ROOT / "testdata/keys/id_ed25519.fingerprint").read_text(encoding="utf-8").split()[1]
        equal(shown.split(), ["ssh-ed25519", wanted], "output")
        equal((failed.returncode, failed.stdout), (1, ""), "of a missing file")
        text, hint = failed.stderr.splitlines()
        assert text == "the file can't be accessed: No such file or directory" and hint, failed.stderr


run()
