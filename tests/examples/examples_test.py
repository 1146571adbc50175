#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the programs of tools/examples on keys of testdata.

    examples_test.py SOURCE_ROOT INSPECT UNLOCK BATCH SIGN
"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, equal, run  # noqa: E402

KEYS = pathlib.Path(sys.argv[1]) / "testdata/keys"
INSPECT, UNLOCK, BATCH, SIGN = sys.argv[2:6]
KEY = KEYS / "id_ed25519.rounds-16"
PASSPHRASE = "correct horse battery staple\n"
FINGERPRINT = (KEYS / "id_ed25519.fingerprint").read_text(encoding="utf-8").split()[1]


def example(*words, stdin=""):
    done = subprocess.run(words, input=stdin, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


@case
def inspect_shows_what_the_file_tells():
    status, shown, _ = example(INSPECT, KEY)
    equal(status, 0, "exit status")
    equal(shown.splitlines()[:4], ["container openssh-key-v1", "cipher    aes256-ctr", "kdf       bcrypt, 16 rounds",
                                   f"key       ssh-ed25519 {FINGERPRINT}"], "output")
    status, shown, _ = example(INSPECT, "/nowhere")
    assert status == 1 and "error     the file can't be accessed" in shown, shown


@case
def unlock_asks_until_the_passphrase_is_right():
    status, shown, progress = example(UNLOCK, KEY, stdin="incorrect\n" + PASSPHRASE)
    equal((status, shown), (0, "ssh-ed25519, proved\n"), "status and output")
    assert "100 %" in progress, progress
    status, shown, _ = example(UNLOCK, KEY, stdin="a\nb\nc\n" + PASSPHRASE)
    equal((status, shown.split(":")[0]), (1, "wrong-passphrase"), "after three wrong ones")
    equal(example(UNLOCK, KEY)[0], 1, "exit status where nobody answers")


@case
def batch_opens_what_it_can():
    status, shown, _ = example(BATCH, KEY, KEYS / "id_ed25519.rounds-1", "/nowhere", stdin=PASSPHRASE)
    equal(status, 1, "exit status")
    lines = [line.split(": ", 1)[1] for line in shown.splitlines()]
    equal(lines[:2], [FINGERPRINT, FINGERPRINT], "fingerprints")
    assert lines[2].startswith("the file can't be accessed"), lines


@case
def sign_makes_a_signature_that_verifies():
    status, shown, said = example(SIGN, KEY, KEYS / "id_ed25519.pub", "a text", stdin=PASSPHRASE)
    equal((status, shown), (0, "signature of 83 bytes\nverified\n"), f"status and output ({said})")
    status, _, said = example(SIGN, KEY, KEYS / "id_ed25519.fingerprint", "a text", stdin=PASSPHRASE)
    assert status == 1 and said, said


run()
