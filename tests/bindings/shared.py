# SPDX-License-Identifier: MIT
"""What the tests of the bindings share: the known answers of testdata, and keys of every type."""
import os
import pathlib
import subprocess

TESTDATA = pathlib.Path(os.environ["OSSHKEY_TESTDATA"])
DEMO_PASSPHRASE = b"correct horse battery staple"


def known_answers():
    """(label, passphrase, salt, rounds, output) of each paragraph of bcrypt_pbkdf.txt."""
    found = []
    for paragraph in (TESTDATA / "vectors/bcrypt_pbkdf.txt").read_text(encoding="utf-8").split("\n\n"):
        fields = dict(line.split(" = ", 1) for line in paragraph.splitlines() if not line.startswith("#"))
        if fields:
            found.append((fields["label"], *(bytes.fromhex(fields[name]) for name in ("passphrase", "salt")),
                          int(fields["rounds"]), bytes.fromhex(fields["output"])))
    return found


def make_keys(folder, passphrase):
    """A file of each type that ssh-keygen makes without a device, named by its type, with its .pub beside it."""
    kinds = {"rsa": ["rsa", "-b", "2048"], "dsa": ["dsa"], "ed25519": ["ed25519"],
             **{f"ecdsa{bits}": ["ecdsa", "-b", bits] for bits in ("256", "384", "521")}}
    for name, words in kinds.items():
        subprocess.run(["ssh-keygen", "-q", "-t", *words, "-a", "1", "-N", passphrase, "-C", f"a comment of {name}",
                        "-f", folder / name], check=True)
    return {name: folder / name for name in kinds}
