#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every cause of an error or a note has a row of texts, a number for C, and a test that provokes it.

    errors_test.py SOURCE_ROOT
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, cases_for, run  # noqa: E402

ROOT = pathlib.Path(sys.argv[1])
HEADER = (ROOT / "include/osshkey/error.hpp").read_text(encoding="utf-8")
(ENUMERATORS,) = re.findall(r"enum class errc[^{]*\{(.*?)\};", HEADER, re.S)
CAUSES = re.findall(r"^  (\w+)(?: = 1)?,", ENUMERATORS, re.M)
TABLE = (ROOT / "src/base/error.cpp").read_text(encoding="utf-8")
STATUSES = (ROOT / "include/osshkey/status.h").read_text(encoding="utf-8")
# The programs that look at outcomes. Those that walk all causes, or only render them, provoke nothing.
LISTS = {"error_test.cpp", "status_test.cpp", "errors_test.py", "properties.cpp"}
TESTS = "\n".join(p.read_text(encoding="utf-8") for p in sorted((ROOT / "tests").rglob("*"))
                  if p.suffix in (".cpp", ".py", ".c") and p.name not in LISTS)


@case
def there_are_causes():
    assert len(CAUSES) > 60, CAUSES


@cases_for("has texts", CAUSES)
def row(cause):
    assert re.search(rf"\berrc::{cause}\b", TABLE), "no row in src/base/error.cpp"


@cases_for("has a number for C", CAUSES)
def number(cause):
    assert re.search(rf"\bOSSHKEY_{cause.upper()} = -\d+", STATUSES), "no status in status.h"


@cases_for("is provoked", CAUSES)
def provoked(cause):
    word = cause.replace("_", "-")
    assert re.search(rf"\berrc::{cause}\b|(?<![\w-]){word}(?![\w-])|\bOSSHKEY_{cause.upper()}\b", TESTS), "no test names it"


run()
