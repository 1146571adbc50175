#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""keyinfo under valgrind: no byte is read before it is written, none past its end, and none is lost.

    valgrind_test.py KEYINFO

A smoke set: sanitizers run over all tests, but see neither libcrypto's inside nor uninitialised bytes.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import cases_for, equal, need, run  # noqa: E402

need("valgrind", "ssh-keygen", "openssl", "puttygen")
KEYINFO = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(SCRATCH.name)
PASSPHRASE = "a passphrase"
FAULT = 99  # valgrind's exit status for an error of memory


def make(name, *command):
    """Runs a program that writes the file of that name, and yields its path."""
    path = FOLDER / name
    subprocess.run([str(word).replace("FILE", str(path)) for word in command], check=True, capture_output=True,
                   input=b"")
    path.chmod(0o600)
    return path


def openssh(name, *options):
    return make(name, "ssh-keygen", "-q", "-a", 2, "-N", PASSPHRASE, "-f", "FILE", *options)


def written(name, content):
    path = FOLDER / name
    path.write_bytes(content)
    return path


(FOLDER / "passphrase").write_text(PASSPHRASE, encoding="utf-8")
ED25519 = openssh("ed25519", "-t", "ed25519", "-Z", "chacha20-poly1305@openssh.com")
GOOD = {
    "ed25519": ED25519,
    "ecdsa": openssh("ecdsa", "-t", "ecdsa", "-Z", "aes256-gcm@openssh.com"),
    "rsa": openssh("rsa", "-t", "rsa", "-b", 2048),
    "pem": openssh("pem", "-t", "ecdsa", "-m", "PEM"),
    "pkcs8": make("pkcs8", "openssl", "genpkey", "-algorithm", "ed25519", "-aes-256-cbc", "-pass",
                  f"pass:{PASSPHRASE}", "-out", "FILE"),
    "ppk": make("ppk", "puttygen", "-t", "ed25519", "--new-passphrase", FOLDER / "passphrase", "-O", "private",
                "--ppk-param", "memory=64,passes=1", "-o", "FILE"),
}
TEXT = ED25519.read_bytes()
BAD = {
    "truncated": written("truncated", TEXT[: len(TEXT) // 2]),
    "changed": written("changed", TEXT[:330] + b"AAAA" + TEXT[334:]),
    "a public key": pathlib.Path(f"{ED25519}.pub"),
    "nothing": written("nothing", b""),
}


def run_keyinfo(path):
    done = subprocess.run(["valgrind", "-q", f"--error-exitcode={FAULT}", "--leak-check=full",
                           "--errors-for-leak-kinds=definite", KEYINFO, "--passphrase-file", FOLDER / "passphrase",
                           "--json", path], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@cases_for("unlock", GOOD)
def unlocks(name):
    status, shown, errors = run_keyinfo(GOOD[name])
    equal((status, errors), (0, ""), "exit status and what valgrind says")
    assert '"unlocked":true' in shown, shown


@cases_for("refuse", BAD)
def refuses(name):
    status, _, errors = run_keyinfo(BAD[name])
    equal((status, errors), (1, ""), "exit status and what valgrind says")


run()
