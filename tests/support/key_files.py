# SPDX-License-Identifier: MIT
"""Key files of the forms that other programs write, made by ssh-keygen and puttygen from one key.

Costs are as low as the programs allow, so that a test may open many.
"""
import pathlib
import shutil
import subprocess

PASSPHRASE = "correct horse"
ROUNDS = 2
CIPHERS = {"chacha20-poly1305": "chacha20-poly1305@openssh.com", "aes256-gcm": "aes256-gcm@openssh.com",
           "aes256-ctr": "aes256-ctr"}


def _run(*words):
    subprocess.run([str(w) for w in words], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def make_key(path, kind="ed25519", passphrase="", comment="user@example", more=()):
    """A key of ssh-keygen's and its .pub file; yields the path."""
    _run("ssh-keygen", "-q", "-t", kind, "-N", passphrase, "-C", comment, "-a", ROUNDS, "-f", path, *more)
    return pathlib.Path(path)


def encrypted_with(plain, path, cipher, passphrase=PASSPHRASE):
    """A copy of an unencrypted key, encrypted by a cipher of OpenSSH's."""
    shutil.copy2(plain, path)
    _run("ssh-keygen", "-q", "-p", "-Z", CIPHERS[cipher], "-a", ROUNDS, "-P", "", "-N", passphrase, "-f", path)
    return pathlib.Path(path)


def with_crlf(plain, path, passphrase=PASSPHRASE):
    """An encrypted copy with the line ends of Windows."""
    encrypted_with(plain, path, "aes256-ctr", passphrase)
    path = pathlib.Path(path)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    return path


def ppk3(plain, path, passphrase=PASSPHRASE):
    """PuTTY's file of version 3, encrypted."""
    path = pathlib.Path(path)
    secret = path.with_name(path.name + ".passphrase")
    secret.write_text(passphrase, encoding="utf-8")
    try:
        _run("puttygen", plain, "-O", "private", "--ppk-param", "version=3,memory=64,passes=1", "--new-passphrase",
             secret, "-o", path)
    finally:
        secret.unlink()
    path.chmod(0o600)
    return path


def pkcs8(plain, path, passphrase=PASSPHRASE):
    """PKCS#8 as ssh-keygen writes it, of RSA and ECDSA keys."""
    shutil.copy2(plain, path)
    _run("ssh-keygen", "-q", "-p", "-m", "PKCS8", "-P", "", "-N", passphrase, "-f", path)
    return pathlib.Path(path)


def public_line(plain):
    """The line of the key's .pub file."""
    return pathlib.Path(f"{plain}.pub").read_text(encoding="utf-8").strip()


def fingerprint_line(plain):
    """What `ssh-keygen -l` prints of the key."""
    return subprocess.run(["ssh-keygen", "-l", "-f", f"{plain}.pub"], check=True, capture_output=True,
                          text=True).stdout
