# SPDX-License-Identifier: MIT
"""The frame of the test programs written in Python: named cases, counted and reported.

A case is a function registered by @case; it fails by raising. run() ends the program with the line
`N passed, N failed` that tools/scripts/count_tests.py reads, and the exit status Meson understands.
"""
import shutil
import sys
import traceback

SKIP = 77
_cases = []


def case(function):
    """Registers a test case under the function's name."""
    _cases.append((function.__name__, function))
    return function


def cases_for(name, values):
    """Registers one case a value: the decorated function is called with each."""

    def register(function):
        for value in values:
            _cases.append((f"{name} {value!r}", lambda value=value: function(value)))
        return function

    return register


def need(*programs):
    """Skips the whole program where one of the programs is missing."""
    missing = [p for p in programs if shutil.which(p) is None]
    if missing:
        print("skipped, missing:", ", ".join(missing))
        sys.exit(SKIP)


def equal(got, wanted, what="value"):
    """Fails unless got equals wanted."""
    assert got == wanted, f"{what}: got {got!r}, wanted {wanted!r}"


def run():
    """Runs all cases and exits."""
    failed = 0
    for name, function in _cases:
        try:
            function()
        except Exception:  # every kind of failure is reported, none ends the run
            failed += 1
            print(f"FAILED: {name}")
            traceback.print_exc(file=sys.stdout)
    print(f"{len(_cases) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
