#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keys freshly made by the local ssh-keygen, opened by keyinfo and compared with what ssh-keygen says.

    ssh_keygen_test.py KEYINFO
"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, cases_for, equal, need, run  # noqa: E402

need("ssh", "ssh-keygen")
KEYINFO = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(SCRATCH.name)
_count = 0


def command(*words, stdin=None):
    """The standard output of a program that must succeed."""
    done = subprocess.run(words, input=stdin, capture_output=True, check=False)
    assert done.returncode == 0, (words[0], done.returncode, done.stderr)
    return done.stdout


def make_key(passphrase=b"", cipher="aes256-ctr", rounds=1, comment="", key_type="ed25519"):
    """A new key file, its path."""
    global _count
    _count += 1
    path = FOLDER / f"key{_count}"
    words = ["ssh-keygen", "-q", "-t", key_type, "-C", comment, "-N", passphrase, "-f", str(path)]
    if passphrase:
        words += ["-Z", cipher, "-a", str(rounds)]
    command(*words)
    return path


def keyinfo(*paths, passphrase=None):
    """The exit status and the JSON objects that keyinfo prints for files."""
    words = [KEYINFO, "--json"]
    if passphrase is not None:
        words += ["--passphrase-file", "-"]
    done = subprocess.run(words + [str(p) for p in paths], capture_output=True, check=False,
                          input=b"" if passphrase is None else passphrase + b"\n")
    assert done.returncode in (0, 1), (done.returncode, done.stderr)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def opens(path, passphrase, comment):
    """Checks that keyinfo opens a file and agrees with ssh-keygen on all that both tell."""
    public = pathlib.Path(f"{path}.pub").read_text(encoding="utf-8").split()
    fingerprint = command("ssh-keygen", "-l", "-f", f"{path}.pub").split()[1].decode()
    status, (shown,) = keyinfo(path, passphrase=passphrase)
    equal(shown["error"], None, "error")
    equal(status, 0, "exit status")
    (key,) = shown["keys"]
    equal(key["public_key"].split()[:2], public[:2], "public key")
    equal(key["fingerprint"], fingerprint, "fingerprint")
    equal(key["comment"], comment, "comment")
    equal(key["proved"], True, "proved")
    return shown


def offered_ciphers():
    """The ciphers that the local ssh-keygen writes."""
    return command("ssh", "-Q", "cipher").decode().split()


@cases_for("cipher", offered_ciphers())
def each_cipher(cipher):
    path = make_key(b"a passphrase", cipher=cipher, rounds=2, comment="cipher test")
    shown = opens(path, b"a passphrase", "cipher test")
    equal(shown["cipher"], cipher, "cipher")
    equal(shown["kdf"], "bcrypt", "kdf")


@cases_for("wrong passphrase", offered_ciphers())
def wrong_passphrase(cipher):
    path = make_key(b"right", cipher=cipher)
    status, (shown,) = keyinfo(path, passphrase=b"wrong")
    equal(status, 1, "exit status")
    equal(shown["error"]["code"], "wrong-passphrase", "word")
    equal(len(shown["keys"]), 1, "keys still shown")


@cases_for("rounds", [1, 2, 16, 24, 100])
def rounds(number):
    path = make_key(b"secret", rounds=number)
    equal(opens(path, b"secret", "")["rounds"], number, "rounds")


@cases_for("comment", ["", "user@example.org", "J\u00fcrgen \u952e \U0001f511", "a" * 300])
def comments(comment):
    opens(make_key(comment=comment), None, comment)
    opens(make_key(b"secret", comment=comment), b"secret", comment)


@cases_for("passphrase", [b"x", b"p" * 72, b"p" * 73, b"long " * 200, "p\u00e4ss\u952e".encode(), b" blanks "])
def passphrases(passphrase):
    opens(make_key(passphrase), passphrase, "")


@case
def passphrase_of_72_bytes_is_not_the_one_of_73():
    path = make_key(b"p" * 73)
    _, (shown,) = keyinfo(path, passphrase=b"p" * 72)
    equal(shown["error"]["code"], "wrong-passphrase", "word")


@case
def no_passphrase_is_asked_for_by_inspection():
    path = make_key(b"secret", comment="hidden")
    status, (shown,) = keyinfo(path)
    equal(status, 0, "exit status")
    equal(shown["encrypted"], True, "encrypted")
    equal(shown["unlocked"], False, "unlocked")
    equal(shown["keys"][0]["comment"], None, "comment")


@case
def unlocking_without_a_passphrase_says_so():
    path = make_key(b"secret")
    done = subprocess.run([KEYINFO, "--json", "--unlock", str(path)], stdin=subprocess.DEVNULL,
                          capture_output=True, check=False, start_new_session=True,
                          env={k: v for k, v in os.environ.items() if k != "SSH_ASKPASS"})
    equal(done.returncode, 1, "exit status")
    equal(json.loads(done.stdout)["error"]["code"], "needs-passphrase", "word")


def damaged_copies(path, folder, change):
    """Writes one file for each (name, bytes) of change(content), returns their paths in order."""
    folder.mkdir()
    paths = []
    for name, content in change(path.read_bytes()):
        copy = folder / name
        copy.write_bytes(content)
        copy.chmod(0o600)
        paths.append(copy)
    return paths


def fingerprint_of(path):
    return command("ssh-keygen", "-l", "-f", f"{path}.pub").split()[1].decode()


def never_another_key(path, copies, passphrase):
    """No damaged copy crashes keyinfo, and none opens as another key; returns how many opened."""
    wanted = fingerprint_of(path)
    opened = 0
    for start in range(0, len(copies), 200):
        _, shown = keyinfo(*copies[start:start + 200], passphrase=passphrase)
        equal(len(shown), len(copies[start:start + 200]), "objects")
        for one in shown:
            if one["ok"]:
                opened += 1
                equal(one["keys"][0]["fingerprint"], wanted, "fingerprint")
            else:
                assert one["error"]["code"], one
    return opened


@cases_for("every truncation", [b"", b"secret"])
def truncations(passphrase):
    path = make_key(passphrase)
    size = path.stat().st_size

    def cut(content):
        return [(f"{n:04}", content[:n]) for n in range(size)]

    copies = damaged_copies(path, FOLDER / f"cut{len(passphrase)}", cut)
    never_another_key(path, copies, passphrase or None)


def body_of(content):
    return base64.b64decode(b"".join(content.splitlines()[1:-1]))


def armored(body):
    text = base64.b64encode(body)
    lines = [text[i:i + 70] for i in range(0, len(text), 70)]
    return b"\n".join([b"-----BEGIN OPENSSH PRIVATE KEY-----", *lines,
                       b"-----END OPENSSH PRIVATE KEY-----", b""])


@cases_for("every flipped bit of the decoded bytes", ["none", "aes256-ctr", "aes256-gcm@openssh.com"])
def flipped_bits(cipher):
    passphrase = b"" if cipher == "none" else b"secret"
    path = make_key(passphrase, cipher=cipher)

    def flip(content):
        body = body_of(content)
        for bit in range(len(body) * 8):
            changed = bytearray(body)
            changed[bit // 8] ^= 1 << bit % 8
            yield f"{bit:05}", armored(bytes(changed))

    copies = damaged_copies(path, FOLDER / f"flip-{cipher.partition('@')[0]}", flip)
    if passphrase:
        # A changed number of rounds only costs time. It stands behind the salt of 16 bytes.
        body = body_of(path.read_bytes())
        rounds_at = body.index(b"bcrypt") + 6 + 4 + 4 + 16
        copies = [c for c in copies if not rounds_at <= int(c.name) // 8 < rounds_at + 4]
    # The comment is empty: there is no byte that nothing reads.
    equal(never_another_key(path, copies, passphrase or None), 0, "opened")


@cases_for("every truncation of the decoded bytes", ["none", "aes256-ctr", "chacha20-poly1305@openssh.com"])
def body_truncations(cipher):
    passphrase = b"" if cipher == "none" else b"secret"
    path = make_key(passphrase, cipher=cipher)

    def cut(content):
        body = body_of(content)
        return [(f"{n:04}", armored(body[:n])) for n in range(len(body))]

    copies = damaged_copies(path, FOLDER / f"body-{cipher.partition('@')[0]}", cut)
    equal(never_another_key(path, copies, passphrase or None), 0, "opened")
    _, shown = keyinfo(*copies[20:], passphrase=passphrase or None)
    for one in shown:
        equal(one["error"]["code"], "truncated", "word")
        assert "missing" in one["error"]["message"], one["error"]


run()
