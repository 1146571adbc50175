#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mutated files of unencrypted openssh-key-v1: what a strict policy opens, ssh-keygen opens, as the same
key; and what it refuses, ssh-keygen refuses, with the exceptions named below.

    differential.py MUTANTS [COUNT]
"""
import base64
import collections
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, equal, need, run  # noqa: E402

need("ssh-keygen")
MUTANTS = sys.argv[1]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 300
KEPT = os.environ.get("OSSHKEY_DIFFERENTIAL_FOLDER")
SCRATCH = None if KEPT else tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(KEPT or SCRATCH.name)

# What a strict policy refuses though OpenSSH opens it, with the reason.
PROOFS = "OpenSSH derives nothing again from the private half, so it can't see that the halves differ"
FORM = "a form that no writer produces and that OpenSSH's decoder reads past"
EXCEPTIONS = {
    "key-mismatch Ed25519 secret key": PROOFS,
    "key-mismatch Ed25519 public key": PROOFS,
    "key-mismatch RSA modulus": PROOFS,
    "key-mismatch RSA private exponent": PROOFS,
    "bad-number RSA prime p": PROOFS,
    "bad-number RSA prime q": PROOFS,
    "invalid-key RSA coefficient": PROOFS,
    "key-mismatch DSA public key": PROOFS,
    "invalid-key DSA generator": PROOFS,
    "invalid-key DSA prime q": PROOFS,
    "bad-number DSA private key": PROOFS,
    "key-mismatch point": PROOFS,
    "blank-lines": FORM,
    "cr-only": FORM,
    "crlf": FORM,
    "indented": FORM,
    "trailing-kdf-options": FORM,
    "extra-padding": FORM,
}


def ssh_keygen(path):
    """The fingerprint of the key that ssh-keygen finds in a file, or None."""
    done = subprocess.run(["ssh-keygen", "-y", "-P", "", "-f", str(path)], capture_output=True,
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0 or not done.stdout.strip():
        return None
    blob = base64.b64decode(done.stdout.split()[1])
    return "SHA256:" + base64.b64encode(hashlib.sha256(plain(blob)).digest()).decode().rstrip("=")


def plain(blob):
    """The blob of the key that a certificate is for, as fingerprints speak of that key."""
    def string(at):
        size = int.from_bytes(blob[at:at + 4], "big")
        return blob[at + 4:at + 4 + size], at + 4 + size

    name, at = string(0)
    if name != b"ssh-ed25519-cert-v01@openssh.com":
        return blob
    _, at = string(at)
    key, _ = string(at)
    return b"".join(len(part).to_bytes(4, "big") + part for part in (b"ssh-ed25519", key))


def compared():
    """For each file: its name, our verdict's words, and ssh-keygen's fingerprint."""
    done = subprocess.run([MUTANTS, str(COUNT), str(FOLDER)], capture_output=True, check=True)
    for line in done.stdout.decode().splitlines():
        name, verdict, rest = (line + " ").split(" ", 2)
        path = FOLDER / name
        path.chmod(0o600)
        yield name, verdict, rest.strip(), ssh_keygen(path)


RESULTS = list(compared())


@case
def what_strict_opens_is_the_same_key_for_ssh_keygen():
    differing = [r for r in RESULTS if r[1] == "opens" and r[2] != r[3]]
    equal(differing, [], "opened here and not, or otherwise, there")


@case
def a_certified_key_is_the_same_key_where_ssh_keygen_takes_the_certificate():
    # The one thing that OpenSSH checks and strict doesn't: whether the authority's key and signature in
    # a certificate are good. Who opens a key doesn't trust its certificate.
    certified = [r for r in RESULTS if r[1] == "certified"]
    assert any(r[2] == r[3] for r in certified), "not even the good one"
    equal([r for r in certified if r[3] not in (r[2], None)], [], "another key")


@case
def what_strict_refuses_is_refused_by_ssh_keygen():
    refused = [r for r in RESULTS if r[1] == "fails" and r[3] is not None]
    unknown = [r for r in refused if r[2] not in EXCEPTIONS]
    counts = collections.Counter(r[2] for r in refused)
    print("refused here alone:", dict(counts))
    equal(unknown, [], "refused here and not there")


@case
def both_open_and_both_refuse_many():
    opened = sum(1 for r in RESULTS if r[1] != "fails")
    print(f"{len(RESULTS)} files, {opened} opened")
    assert opened > COUNT // 50 and opened < COUNT // 2, opened


run()
