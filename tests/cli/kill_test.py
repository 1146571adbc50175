#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""keyinfo --rewrite, killed before each call that changes a file, and with each of these calls failing.

    kill_test.py KEYINFO PRELOADED_LIBRARY
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, equal, need, run  # noqa: E402

need("ssh-keygen")
KEYINFO, LIBRARY = sys.argv[1:3]
SCRATCH = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(SCRATCH.name)
KEY = FOLDER / "place" / "key"
OLD, NEW = "the old passphrase", "the new passphrase"

subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-a", "1", "-N", OLD, "-C", "kept",
                "-f", FOLDER / "original"], check=True)
(FOLDER / "old").write_text(OLD, encoding="utf-8")
(FOLDER / "new").write_text(NEW, encoding="utf-8")


def rewrite(variable, number):
    """Rewrites a fresh copy with the library told a call number; returns the finished process."""
    shutil.rmtree(KEY.parent, ignore_errors=True)
    KEY.parent.mkdir()
    shutil.copy(FOLDER / "original", KEY)
    return subprocess.run([KEYINFO, "--rewrite", "--quiet", "--passphrase-file", FOLDER / "old",
                           "--new-passphrase-file", FOLDER / "new", "--rounds", "1", KEY],
                          env={**os.environ, "LD_PRELOAD": LIBRARY, variable: str(number)},
                          capture_output=True, check=False)


def opens_with(passphrase):
    return subprocess.run(["ssh-keygen", "-y", "-P", passphrase, "-f", KEY],
                          capture_output=True, check=False).returncode == 0


def every_call(variable, ended):
    """Runs rewrite for each call number until one is past the last call; yields the outcomes."""
    for number in range(1, 100):
        done = rewrite(variable, number)
        if not ended(done):
            return
        yield number, done
    raise AssertionError("more calls than expected")


@case
def a_kill_before_each_call_leaves_the_old_or_the_new_file():
    outcomes = []
    for number, _ in every_call("KILL_AT_CALL", lambda done: done.returncode == -signal.SIGKILL):
        old, new = opens_with(OLD), opens_with(NEW)
        equal(old + new, 1, f"files that open after call {number}")
        outcomes.append(new)
    assert len(outcomes) >= 4, outcomes  # write, fsync, rename, fsync of the folder at the least
    equal(outcomes, sorted(outcomes), "old files, then new ones")


@case
def a_failure_of_each_call_leaves_a_whole_file_and_says_so():
    failed = 0
    for number, done in every_call("FAIL_AT_CALL", lambda done: done.returncode == 1):
        failed += 1
        equal(opens_with(OLD) + opens_with(NEW), 1, f"files that open after call {number}")
        equal([p.name for p in KEY.parent.iterdir()], ["key"], f"files after call {number}")
        assert b"No space left" in done.stdout + done.stderr, (number, done)
    assert failed >= 2, failed


run()
