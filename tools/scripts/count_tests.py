#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the test cases that ran, from Meson's testlog.json files.

Test programs end with doctest's summary or with a line `N passed, N failed`; the count is the sum of
these. A program that failed without saying which case (a crash, a time-out) counts as one failed case,
and one that printed no summary as one case. What failed is shown once more, above the count: of a long
log often the end alone is kept.
"""
import json
import pathlib
import re
import sys

DOCTEST = re.compile(r"^\[doctest\] test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed", re.M)
PLAIN = re.compile(r"^(\d+) passed, (\d+) failed", re.M)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
LINES_SHOWN = 40


def count(test):
    """The passed and failed cases of one test program."""
    text = COLOUR.sub("", test.get("stdout", ""))
    summaries = DOCTEST.findall(text) or PLAIN.findall(text)[-1:]
    passed = sum(int(p) for p, _ in summaries)
    failed = sum(int(f) for _, f in summaries)
    if test["result"] == "SKIP":
        return 0, 0
    good = test["result"] == "OK"
    if good and not summaries:
        passed = 1
    if not good and failed == 0:
        failed = 1
    return passed, failed


def show(path, test):
    """Prints the end of what a failed test program said, and in which build's log the whole stands."""
    build = pathlib.Path(path).parent.parent.name
    print(f"failed: {test['name']} in {build}, {test['result']}, status {test['returncode']}, {test['duration']:.0f} s")
    for stream in ("stdout", "stderr"):
        lines = COLOUR.sub("", test.get(stream, "")).splitlines()
        for line in lines[-LINES_SHOWN:]:
            print(f"    {line[:500]}")


def main():
    passed = failed = 0
    skipped = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as log:
            for line in log:
                test = json.loads(line)
                if test["result"] == "SKIP":
                    skipped.append(test["name"])
                p, f = count(test)
                if f:
                    show(path, test)
                passed += p
                failed += f
    if skipped:
        print("skipped:", ", ".join(sorted(set(skipped))))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
