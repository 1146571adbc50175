#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the C interface with abi.txt, which holds what programs were compiled against.

    abi_test.py SOURCE_ROOT LIBRARY COMPILER...
    abi_test.py --update SOURCE_ROOT LIBRARY COMPILER...    writes abi.txt anew

A line of abi.txt is a declaration, the size of a struct, the place of a member or the value of a
constant. New lines are fine and are added by --update; a line that changes or goes breaks programs that
exist, and needs a new soname. What the compiler says of the headers is the same for every compiler of a
platform, unlike a description of the library's debug information.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import SKIP, case, equal, need, run  # noqa: E402

need("nm")
UPDATE = sys.argv[1] == "--update"
ROOT, LIBRARY, *COMPILER = sys.argv[2:] if UPDATE else sys.argv[1:]
ROOT = pathlib.Path(ROOT)
BASELINE = pathlib.Path(__file__).parent / "abi.txt"
HEADERS = "".join(re.sub(r"/\*.*?\*/", " ", (ROOT / "include/osshkey" / name).read_text(encoding="utf-8"), flags=re.S)
                  for name in ("status.h", "osshkey.h"))


def on_one_line(declaration):
    return re.sub(r"\s+", " ", declaration).replace("( ", "(")


DECLARATIONS = [on_one_line(text) for text in re.findall(r"OSSHKEY_EXPORT (?!__)([^;#]*?\));", HEADERS)]
FUNCTIONS = {re.search(r"(osshkey_\w+)\(", text)[1] for text in DECLARATIONS}


def read_headers():
    """The interface as the headers and the compiler say it, one line a fact."""
    callbacks = [on_one_line(text) for text in re.findall(r"typedef (int \(\*[^;]*);", HEADERS)]
    constants = re.findall(r"^\s*(OSSHKEY_\w+) = ", HEADERS, re.M) + ["OSSHKEY_PASSPHRASE_SIZE"]
    code = ["#include <osshkey/osshkey.h>", "#include <stdio.h>", "int main(void) {"]
    for body, name in re.findall(r"typedef struct \{(.*?)\} (\w+);", HEADERS, re.S):
        code.append(f'  printf("struct {name}: %zu bytes\\n", sizeof({name}));')
        for member in re.findall(r"(\w+)(?:\[\d+\])?;", body):
            code.append(f'  printf("struct {name}: {member} at %zu, %zu bytes\\n", offsetof({name}, {member}), '
                        f"sizeof((({name}*)0)->{member}));")
    code += [f'  printf("{name} = %d\\n", (int){name});' for name in constants]
    code += ['  printf("pointer: %zu bytes\\n", sizeof(void*));', "  return 0;", "}"]
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "layout.c"), pathlib.Path(folder, "layout")
        source.write_text("\n".join(code) + "\n", encoding="utf-8")
        subprocess.run([*COMPILER, "-std=c99", f"-I{ROOT}/include", source, "-o", program], check=True)
        layout = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    return DECLARATIONS + callbacks + layout


INTERFACE = read_headers()
if UPDATE:
    BASELINE.write_text("\n".join(INTERFACE) + "\n", encoding="utf-8")
PROMISED = BASELINE.read_text(encoding="utf-8").splitlines()
if INTERFACE[-1] != PROMISED[-1]:
    print("skipped: the sizes in abi.txt are those of another platform")
    sys.exit(SKIP)


@case
def what_was_promised_is_kept():
    equal([line for line in PROMISED if line not in INTERFACE], [], "lines that changed or went")


@case
def what_is_new_is_promised():
    equal([line for line in INTERFACE if line not in PROMISED], [], "lines that abi_test.py --update would add")


@case
def the_library_exports_what_the_headers_declare():
    symbols = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True).stdout
    exported = {name for name in (line.split()[-1] for line in symbols.splitlines()) if name.startswith("osshkey_")}
    equal(exported ^ FUNCTIONS, set(), "exported or declared, but not both")


@case
def every_function_is_called_by_a_test():
    tests = "".join(path.read_text(encoding="utf-8") for path in BASELINE.parent.glob("*.c"))
    equal([name for name in sorted(FUNCTIONS) if name + "(" not in tests and name + "," not in tests], [],
          "functions without a test")


run()
