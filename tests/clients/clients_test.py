#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""libssh2 and libssh log in to an sshd with keys that osshkey opens for them.

    clients_test.py libssh2|libssh CLIENT ALONE

CLIENT is the example program, ALONE one without osshkey. That the library can't read a file by itself
is shown before the client logs in with it.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, cases_for, equal, need, run  # noqa: E402
from key_files import PASSPHRASE, encrypted_with, make_key, ppk3, public_line, with_crlf  # noqa: E402
from servers import Sshd  # noqa: E402

need("ssh-keygen", "puttygen", "/usr/sbin/sshd")
LIBRARY, CLIENT, ALONE = sys.argv[1], *(str(pathlib.Path(p).resolve()) for p in sys.argv[2:4])
SCRATCH = tempfile.TemporaryDirectory()
os.chdir(SCRATCH.name)


def quoted(plain, path):
    """A key as a reply to a mail brings it: CRLF, and `> ` before each line."""
    lines = with_crlf(plain, path).read_bytes().splitlines(keepends=True)
    pathlib.Path(path).write_bytes(b"".join(b"> " + line for line in lines))


KINDS = {"ed25519": (), "rsa": ("-b", "2048"), "ecdsa": ("-b", "256")}
# What none of them reads by itself but for the last, CRLF, which both do.
FORMS = {
    "chacha20-poly1305": lambda plain, path: encrypted_with(plain, path, "chacha20-poly1305"),
    "aes256-gcm": lambda plain, path: encrypted_with(plain, path, "aes256-gcm"),
    "ppk3": ppk3,
    "quoted": quoted,
    "crlf": with_crlf,
}
# libssh2 before 1.11 signs with ssh-rsa alone, which sshd takes only where it is told to.
CONFIG = "PubkeyAcceptedAlgorithms +ssh-rsa\n" if LIBRARY == "libssh2" else ""

for kind, options in KINDS.items():
    make_key(kind, kind, more=options)
    encrypted_with(kind, f"{kind}.aes256-ctr", "aes256-ctr")
    for form, write in FORMS.items():
        write(kind, f"{kind}.{form}")


def alone(sshd, path, passphrase=PASSPHRASE):
    """The library's own attempt with a file."""
    words = [ALONE, str(sshd.port), sshd.user, path, passphrase] if LIBRARY == "libssh2" else [ALONE, path, passphrase]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def client(sshd, path, *more, passphrase=PASSPHRASE, known_hosts=None):
    return subprocess.run([CLIENT, "127.0.0.1", str(sshd.port), sshd.user, path, str(known_hosts or sshd.known_hosts),
                           "echo logged in as $(id -un)", *more], input=passphrase + "\n", capture_output=True,
                          text=True, timeout=60, check=False)


def logs_in(sshd, done, algorithms):
    equal((done.returncode, done.stdout), (0, f"logged in as {sshd.user}\n"),
          f"status and output ({done.stderr}; {sshd.log()})")
    if LIBRARY == "libssh2":
        assert done.stderr in [f"signed with {algorithm}\n" for algorithm in algorithms], done


@cases_for("by itself", list(KINDS))
def the_library_reads_an_ordinary_file_by_itself(kind):
    with Sshd(public_line(kind), extra_config=CONFIG) as sshd:
        done = alone(sshd, f"{kind}.aes256-ctr")
        equal(done.returncode, 0, f"exit status ({done.stdout} {sshd.log()})")
        equal(alone(sshd, f"{kind}.aes256-ctr", "incorrect").returncode, 1, "exit status with a wrong passphrase")


ALGORITHMS = {"ed25519": ["ssh-ed25519"], "ecdsa": ["ecdsa-sha2-nistp256"],
              "rsa": ["ssh-rsa", "rsa-sha2-256", "rsa-sha2-512"]}


@cases_for("login", [(kind, form) for kind in KINDS for form in FORMS])
def the_client_logs_in_where_the_library_cannot(value):
    kind, form = value
    with Sshd(public_line(kind), extra_config=CONFIG) as sshd:
        # libssh 0.10 doesn't refuse AEAD ciphers but calls a NULL pointer: any failure counts.
        equal(alone(sshd, f"{kind}.{form}").returncode == 0, form == "crlf", "the library reads it by itself")
        logs_in(sshd, client(sshd, f"{kind}.{form}"), ALGORITHMS[kind])


if LIBRARY == "libssh":

    @cases_for("RSA by", ["rsa-sha2-256", "rsa-sha2-512"])
    def rsa_signs_with_either_digest(algorithm):
        with Sshd(public_line("rsa"), extra_config=f"PubkeyAcceptedAlgorithms {algorithm}\n") as sshd:
            logs_in(sshd, client(sshd, "rsa.ppk3", algorithm), [algorithm])


@case
def a_failure_is_told():
    with Sshd(public_line("ed25519")) as sshd:
        for words, text in [((sshd, "ed25519.ppk3", "incorrect"), "the passphrase is wrong"),
                            ((sshd, "missing", ""), "the file can't be accessed"),
                            ((sshd, "ecdsa.ppk3", PASSPHRASE), "no login"),
                            ((sshd, "ed25519.ppk3", PASSPHRASE, "/dev/null"), "the host key isn't known")]:
            done = client(*words[:2], passphrase=words[2], known_hosts=words[3] if len(words) > 3 else None)
            assert done.returncode == 1 and text in done.stderr, (text, done)


run()
