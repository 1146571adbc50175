#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""keyload with real ssh-agents: which keys they then have, what was asked, what is said of failures.

    keyload_test.py KEYLOAD FOLDER_OF_WRITTEN_KEYS
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]
from cases import case, cases_for, equal, need, run  # noqa: E402
from key_files import (PASSPHRASE, encrypted_with, fingerprint_line, make_key, pkcs8, ppk3,  # noqa: E402
                       public_line, with_crlf)
from servers import Agent, Sshd  # noqa: E402
from terminal import Terminal  # noqa: E402

need("ssh-keygen", "ssh-add", "ssh-agent", "puttygen", "/usr/sbin/sshd")
KEYLOAD = str(pathlib.Path(sys.argv[1]).resolve())
WRITTEN = pathlib.Path(sys.argv[2]).resolve()
SCRATCH = tempfile.TemporaryDirectory()
os.chdir(SCRATCH.name)
HOME = pathlib.Path("home")


def make_keys():
    for kind, more in {"ed25519": (), "ecdsa": ("-b", "384"), "rsa": ("-b", "2048")}.items():
        make_key(kind, kind, more=more)
    encrypted_with("ed25519", "chacha", "chacha20-poly1305")
    encrypted_with("ecdsa", "gcm", "aes256-gcm")
    encrypted_with("rsa", "ctr", "aes256-ctr")
    ppk3("rsa", "key.ppk")
    ppk3("ed25519", "ed.ppk")
    pkcs8("ecdsa", "pkcs8")
    pkcs8("rsa", "rsa.pkcs8")
    with_crlf("ed25519", "crlf")
    make_key("other", passphrase="another one")
    make_key("slow", passphrase=PASSPHRASE, more=("-a", "600"))
    make_key("uncommented", comment="")
    make_key("authority")
    subprocess.run(["ssh-keygen", "-q", "-s", "authority", "-I", "an id", "ed25519.pub"], check=True)
    pathlib.Path("chacha-cert.pub").write_bytes(pathlib.Path("ed25519-cert.pub").read_bytes())
    pathlib.Path("ed25519-cert.pub").unlink()
    data = pathlib.Path("ed25519").read_bytes()  # cut where whole groups of base64 end
    pathlib.Path("truncated").write_bytes(data[:36 + 71 + 14] + b"\n-----END OPENSSH PRIVATE KEY-----\n")
    pathlib.Path("right.pass").write_text(PASSPHRASE + "\n", encoding="utf-8")
    pathlib.Path("other.pass").write_text("another one\n", encoding="utf-8")
    pathlib.Path("wrong.pass").write_text("incorrect\n", encoding="utf-8")
    (HOME / ".ssh").mkdir(parents=True)
    encrypted_with("ed25519", HOME / ".ssh/id_ed25519", "aes256-ctr")
    encrypted_with("rsa", HOME / ".ssh/id_work", "chacha20-poly1305")
    (HOME / ".ssh/id_work.pub").write_text(public_line("rsa") + "\n", encoding="utf-8")
    (HOME / ".ssh/id_notes.txt").write_text("nothing secret\n", encoding="utf-8")
    encrypted_with("ecdsa", HOME / ".ssh/not_an_id", "aes256-ctr")


make_keys()


def environment(agent, more=None):
    base = {"PATH": os.environ["PATH"], "HOME": str(HOME.resolve()), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    if agent is not None:
        base["SSH_AUTH_SOCK"] = str(agent.socket)
    return {**base, **(more or {})}


def keyload(agent, *arguments, more=None, stdin=b""):
    """Runs keyload where it has no terminal."""
    return subprocess.run([KEYLOAD, *arguments], env=environment(agent, more), input=stdin, capture_output=True,
                          start_new_session=True, timeout=120, check=False)


def on_terminal(agent, *arguments, more=None):
    return Terminal([KEYLOAD, *arguments], environment(agent, more), 80, os.getcwd())


def succeeds(done):
    assert done.returncode == 0, done
    return done


def fails(done, *texts, status=1):
    equal(done.returncode, status, f"exit status of {done}")
    for text in texts:
        assert text.encode() in done.stderr, (text, done.stderr)
    return done


def fingerprints(*plain):
    """What the agent lists when it has these keys, in this order."""
    return "".join(fingerprint_line(key) for key in plain)


NO_KEYS = "The agent has no identities.\n"


def loaded(agent, *plain):
    equal(agent.listed(), fingerprints(*plain) or NO_KEYS, "the agent's keys")


# Files and passphrases.

@case
def one_passphrase_opens_files_of_every_kind_at_once():
    with Agent() as agent:
        succeeds(keyload(agent, "--passphrase-file", "right.pass", "gcm", "ctr", "crlf"))
        loaded(agent, "ecdsa", "rsa", "ed25519")
    with Agent() as agent:
        succeeds(keyload(agent, "--passphrase-file", "right.pass", "ed.ppk", "chacha", "pkcs8"))
        # The batch comes first in time, but the keys go in by the order of the files. A PKCS#8 file
        # has no comment, so that its name takes the place.
        lines = agent.listed().splitlines()
        equal(lines[0] + "\n", fingerprint_line("ed25519"), "PuTTY's key")
        assert lines[-1].endswith(" pkcs8 (ECDSA)"), lines


@case
def without_files_the_private_keys_of_the_home_go_in():
    with Agent() as agent:
        done = succeeds(keyload(agent, "-v", "--passphrase-file", "right.pass"))
        loaded(agent, "ed25519", "rsa")
        assert b"id_notes.txt: passed over" in done.stderr, done
        assert b"unlocked 2 files in " in done.stderr, done


@case
def an_unencrypted_key_needs_no_passphrase():
    with Agent() as agent:
        done = succeeds(keyload(agent, "ed25519"))
        loaded(agent, "ed25519")
        assert fingerprint_line("ed25519").split()[1].encode() in done.stderr, done


@case
def standard_input_can_be_a_key_or_the_passphrase():
    with Agent() as agent:
        succeeds(keyload(agent, "-", stdin=pathlib.Path("ed25519").read_bytes()))
        succeeds(keyload(agent, "--passphrase-file", "-", "gcm", stdin=PASSPHRASE.encode()))
        succeeds(keyload(agent, "--passphrase-fd", "0", "ctr", stdin=PASSPHRASE.encode() + b"\n"))
        loaded(agent, "ed25519", "ecdsa", "rsa")


@case
def passphrase_files_are_one_for_each_key_file():
    with Agent() as agent:
        succeeds(keyload(agent, "--passphrase-file", "right.pass", "--passphrase-file", "other.pass", "gcm", "other"))
        loaded(agent, "ecdsa", "other")


@case
def a_wrong_passphrase_is_named_and_the_others_go_in():
    with Agent() as agent:
        fails(keyload(agent, "--passphrase-file", "right.pass", "gcm", "other", "chacha"),
              "other: wrong-passphrase: the passphrase is wrong")
        equal(agent.listed().splitlines()[0] + "\n", fingerprint_line("ecdsa"), "the first key")
        assert fingerprint_line("ed25519") in agent.listed()


@case
def a_file_that_cannot_be_opened_gives_its_reason_and_the_others_go_in():
    with Agent() as agent:
        fails(keyload(agent, "--passphrase-file", "right.pass", "missing", "truncated", "ed25519.pub", "gcm", "."),
              "missing: io-error: the file can't be accessed", "truncated: truncated:", "ed25519.pub: public-key-given:",
              ".: io-error:")
        loaded(agent, "ecdsa")


@case
def no_key_at_all_is_a_failure():
    with Agent() as agent, tempfile.TemporaryDirectory() as empty:
        fails(keyload(agent, more={"HOME": empty}), "no private key among", "/.ssh/id_*")


@case
def a_file_that_others_may_read_goes_in_with_a_note():
    with Agent() as agent:
        data = pathlib.Path("ed25519").read_bytes()
        open_file = pathlib.Path("readable")
        open_file.write_bytes(data)
        open_file.chmod(0o644)
        done = succeeds(keyload(agent, "readable"))
        assert b"readable: note: " in done.stderr, done
        equal(succeeds(keyload(agent, "-q", "readable")).stderr, b"", "what -q says")


@case
def a_name_with_control_characters_is_escaped():
    with Agent() as agent:
        make_key("evil", comment="a\x1b]0;owned\x07b")
        done = succeeds(keyload(agent, "evil"))
        assert b"\x1b" not in done.stderr and b"\\x1b" in done.stderr, done
        assert b"\x1b" not in keyload(agent, "-l").stdout + keyload(agent, "-L").stdout


# Questions.

@case
def one_question_serves_all_files():
    with Agent() as agent:
        terminal = on_terminal(agent, "gcm", "ctr", "ed.ppk")
        terminal.wait_for(b"Passphrase for gcm and 2 files more: ")
        assert not terminal.echoes()
        terminal.type(PASSPHRASE.encode() + b"\n")
        shown, status = terminal.finish()
        equal(status, 0, f"exit status after {shown}")
        assert PASSPHRASE.encode() not in shown, shown
        loaded(agent, "ecdsa", "rsa", "ed25519")


@case
def a_file_with_another_passphrase_is_asked_about_on_its_own():
    with Agent() as agent:
        terminal = on_terminal(agent, "gcm", "other", "ctr")
        terminal.wait_for(b"Passphrase for gcm and 2 files more: ")
        terminal.type(PASSPHRASE.encode() + b"\n")
        terminal.wait_for(b"Passphrase for other: ")
        loaded(agent, "ecdsa", "rsa")  # they don't wait for the next answer
        terminal.type(b"incorrect\n")
        terminal.wait_for(b"Wrong, try again. Passphrase for other: ")
        terminal.type(b"another one\n")
        equal(terminal.finish()[1], 0, "exit status")
        loaded(agent, "ecdsa", "rsa", "other")


@case
def each_file_is_asked_about_before_the_first_derivation():
    with Agent() as agent:
        terminal = on_terminal(agent, "--each", "gcm", "other")
        terminal.wait_for(b"Passphrase for gcm: ")
        terminal.type(PASSPHRASE.encode() + b"\n")
        terminal.wait_for(b"Passphrase for other: ")
        loaded(agent)
        terminal.type(b"incorrect\n")
        terminal.wait_for(b"Wrong, try again. Passphrase for other: ")
        terminal.type(b"another one\n")
        equal(terminal.finish()[1], 0, "exit status")
        loaded(agent, "ecdsa", "other")


@case
def three_wrong_answers_give_a_file_up():
    with Agent() as agent:
        terminal = on_terminal(agent, "other")
        for _ in range(3):
            terminal.wait_for(b"assphrase for other: ")
            terminal.seen = b""
            terminal.type(b"incorrect\n")
        shown, status = terminal.finish()
        assert status == 1 and b"other: wrong-passphrase" in shown, shown
        loaded(agent)


@case
def an_empty_answer_gives_a_file_up():
    with Agent() as agent:
        terminal = on_terminal(agent, "other", "gcm")
        terminal.wait_for(b"Passphrase for other and 1 file more: ")
        terminal.type(b"\n")
        terminal.wait_for(b"Passphrase for gcm: ")
        terminal.type(PASSPHRASE.encode() + b"\n")
        shown, status = terminal.finish()
        assert status == 1 and b"other: needs-passphrase" in shown, shown
        loaded(agent, "ecdsa")


@case
def nobody_is_asked_about_a_file_that_no_passphrase_opens():
    with Agent() as agent:
        damaged = pathlib.Path("gcm").read_bytes().replace(b"b3BlbnNzaC1rZXktdjEA", b"b3BlbnNzaC1rZXktdjIA")
        pathlib.Path("damaged").write_bytes(damaged)
        shown, status = on_terminal(agent, "damaged").finish()
        assert status == 1 and b"damaged: bad-magic" in shown and b"Passphrase" not in shown, shown


@case
def askpass_answers_where_there_is_no_terminal():
    askpass = pathlib.Path("askpass").resolve()
    askpass.write_text(f"#!/bin/sh\necho \"$1\" >>asked\necho '{PASSPHRASE}'\n", encoding="utf-8")
    askpass.chmod(0o755)
    with Agent() as agent:
        succeeds(keyload(agent, "gcm", "ctr", more={"SSH_ASKPASS": str(askpass)}))
        loaded(agent, "ecdsa", "rsa")
        equal(pathlib.Path("asked").read_text(encoding="utf-8"), "Passphrase for gcm and 1 file more: \n", "questions")
        fails(keyload(agent, "gcm"), "gcm: needs-passphrase", "there is no terminal to ask on")
        fails(keyload(agent, "gcm", more={"SSH_ASKPASS": "/bin/false"}), "gcm: needs-passphrase")


# Signals.

@case
def interrupt_at_the_question_restores_the_terminal_and_keeps_what_is_in():
    with Agent() as agent:
        terminal = on_terminal(agent, "ed25519", "gcm")
        terminal.wait_for(b"Passphrase for gcm: ")
        terminal.type(b"\x03")
        terminal.wait_for_echo(True)
        equal(terminal.finish()[1], -signal.SIGINT, "exit status")
        loaded(agent, "ed25519")


@case
def interrupt_during_the_derivation_adds_nothing_and_shows_progress_before():
    with Agent() as agent:
        terminal = on_terminal(agent, "slow", "gcm")
        terminal.wait_for(b"Passphrase for slow and 1 file more: ")
        terminal.type(PASSPHRASE.encode() + b"\n")
        terminal.wait_for(b"deriving [")
        terminal.type(b"\x03")
        shown, status = terminal.finish()
        equal(status, -signal.SIGINT, "exit status")
        assert b"cancelled: 2 files not unlocked" in shown, shown
        loaded(agent)


# What the agent is told beside the key.

@case
def a_lifetime_ends():
    with Agent() as agent:
        done = succeeds(keyload(agent, "-t", "1h", "ed25519"))
        assert b", for 3600 s" in done.stderr, done
        loaded(agent, "ed25519")
        # The agent takes the new lifetime of a key that it holds; whether it has ended when
        # somebody looks depends on how busy the machine is, so nothing is said about the time until then.
        succeeds(keyload(agent, "-t", "1", "ed25519"))
        end = time.monotonic() + 30
        while agent.listed() != NO_KEYS:
            assert time.monotonic() < end, "the key stays"
            time.sleep(0.2)


@cases_for("no lifetime", ["", "x", "5x", "-1", "1h-5", "2147483648", "1.5h", "99999999999999999999"])
def a_bad_lifetime_is_a_usage_error(text):
    fails(keyload(None, f"-t={text}" if text.startswith("-") else "-t", *([] if text.startswith("-") else [text]),
                  "ed25519"), status=2)


def login(agent, sshd, *options):
    """The ssh client's login with a key of the agent; yields the finished process."""
    words = ["ssh", "-F", "none", "-o", f"UserKnownHostsFile={sshd.known_hosts}", "-o", "StrictHostKeyChecking=yes",
             "-o", "PasswordAuthentication=no", "-o", "KbdInteractiveAuthentication=no", "-p", str(sshd.port), *options,
             f"{sshd.user}@127.0.0.1", "echo", "logged", "in"]
    return subprocess.run(words, env=environment(agent), stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                          check=False)


@cases_for("login", [("chacha", "ed25519"), ("gcm", "ecdsa"), ("key.ppk", "rsa"), ("ed.ppk", "ed25519"),
                     ("pkcs8", "ecdsa"), ("rsa.pkcs8", "rsa"), ("crlf", "ed25519")])
def the_ssh_client_logs_in_through_the_agent(value):
    file, plain = value
    with Agent() as agent, Sshd(public_line(plain)) as sshd:
        equal(login(agent, sshd).returncode, 255, "exit status without the key")
        succeeds(keyload(agent, "-q", "--passphrase-file", "right.pass", file))
        equal(login(agent, sshd).stdout, b"logged in\n", f"what the command printed: {sshd.log()}")


@case
def a_certificate_beside_the_file_logs_in():
    with Agent() as agent, Sshd(f'cert-authority,principals="somebody" {public_line("authority")}') as sshd:
        subprocess.run(["ssh-keygen", "-q", "-s", "authority", "-I", "an id", "-n", "somebody", "ecdsa.pub"], check=True)
        pathlib.Path("gcm-cert.pub").write_bytes(pathlib.Path("ecdsa-cert.pub").read_bytes())
        pathlib.Path("ecdsa-cert.pub").unlink()
        try:
            done = succeeds(keyload(agent, "--passphrase-file", "right.pass", "gcm"))
            assert b"added gcm-cert.pub: certificate of ECDSA 384 " in done.stderr, done
            equal(login(agent, sshd).stdout, b"logged in\n", f"what the command printed: {sshd.log()}")
            assert "(ECDSA-CERT)" in agent.listed(), agent.listed()
            for option in ("-l", "-L"):
                equal(keyload(agent, option).stdout, ssh_add(agent, option), option)
            succeeds(keyload(agent, "-d", "gcm"))
            loaded(agent)
        finally:
            pathlib.Path("gcm-cert.pub").unlink()


@case
def confirmation_is_asked_for_at_each_use():
    for answer, wanted in (("true", b"logged in\n"), ("false", b"")):
        program = pathlib.Path(f"confirm-{answer}").resolve()
        program.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
        program.chmod(0o755)
        with mock.patch.dict(os.environ, {"SSH_ASKPASS": str(program), "SSH_ASKPASS_REQUIRE": "force"}):
            with Agent() as agent, Sshd(public_line("ed25519")) as sshd:
                done = succeeds(keyload(agent, "-c", "ed25519"))
                assert b"to be confirmed at each use" in done.stderr, done
                equal(login(agent, sshd).stdout, wanted, f"what the command printed where asking is {answer}")


@case
def a_certificate_of_another_key_or_a_damaged_one_is_named():
    with Agent() as agent:
        wrong = pathlib.Path("uncommented-cert.pub")
        wrong.write_bytes(pathlib.Path("chacha-cert.pub").read_bytes())
        fails(keyload(agent, "uncommented"), "added uncommented: ",
              "uncommented-cert.pub: the certificate is another key's")
        wrong.write_text(public_line("uncommented"), encoding="utf-8")
        fails(keyload(agent, "uncommented"), "uncommented-cert.pub: malformed:", "there is a plain public key")
        wrong.write_text("nothing\n", encoding="utf-8")
        fails(keyload(agent, "uncommented"), "uncommented-cert.pub: ", "TYPE BASE64")
        wrong.unlink()


# Lists and removal.

def ssh_add(agent, *arguments):
    return subprocess.run(["ssh-add", *arguments], env=environment(agent), capture_output=True, check=False).stdout


@case
def lists_are_those_of_ssh_add():
    with Agent() as agent:
        fails(keyload(agent, "-l"), "the agent has no keys, or is locked")
        succeeds(keyload(agent, "--passphrase-file", "right.pass", "chacha", "ecdsa", "key.ppk", "pkcs8", "uncommented"))
        for option in ("-l", "-L"):
            equal(keyload(agent, option).stdout, ssh_add(agent, option), option)
            assert ssh_add(agent, option).count(b"\n") == 5, ssh_add(agent, option)  # pkcs8 is ecdsa again


@case
def a_list_that_cannot_be_written_is_a_failure():
    with Agent() as agent, open("/dev/full", "wb") as full:
        succeeds(keyload(agent, "ed25519"))
        done = subprocess.run([KEYLOAD, "-l"], env=environment(agent), stdout=full, stderr=subprocess.PIPE, check=False)
        fails(done, "standard output: No space left on device")


@cases_for("removal by", ["gcm", "ecdsa.pub", "ecdsa", "pem"])
def removal_needs_no_passphrase(file):
    with Agent() as agent:
        succeeds(keyload(agent, "ecdsa", "ed25519"))
        if file == "pem":  # nothing in the file tells its public half, but the one beside it does
            pkcs8("ecdsa", "pem")
            fails(keyload(agent, "-d", "pem"), "pem: only its passphrase shows which key it is")
            pathlib.Path("pem.pub").write_text(public_line("ecdsa"), encoding="utf-8")
        succeeds(keyload(agent, "-d", file))
        loaded(agent, "ed25519")


@case
def removal_of_the_default_files_of_a_missing_key_and_of_all():
    with Agent() as agent:
        succeeds(keyload(agent, "ed25519", "rsa", "ecdsa"))
        succeeds(keyload(agent, "-d"))
        loaded(agent, "ecdsa")
        fails(keyload(agent, "-d", "rsa", "missing", "ecdsa"), "rsa: the agent didn't remove the key",
              "missing: the file can't be accessed")
        loaded(agent)
        succeeds(keyload(agent, "ed25519", "rsa"))
        succeeds(keyload(agent, "-D"))
        loaded(agent)


# The agent refuses.

@case
def a_locked_agent_is_named():
    with Agent() as agent:
        succeeds(keyload(agent, "rsa"))
        lock = pathlib.Path("lock-passphrase").resolve()
        lock.write_text("#!/bin/sh\necho lock\n", encoding="utf-8")
        lock.chmod(0o755)
        by_askpass = {"SSH_ASKPASS": str(lock), "SSH_ASKPASS_REQUIRE": "force"}
        subprocess.run(["ssh-add", "-x"], env=environment(agent, by_askpass), check=True, capture_output=True)
        for arguments in (["ed25519"], ["-t", "5", "ed25519"], ["-d", "rsa"], ["-D"]):
            fails(keyload(agent, *arguments), "ssh-add -X unlocks it")
        fails(keyload(agent, "-l"), "or is locked")
        subprocess.run(["ssh-add", "-X"], env=environment(agent, by_askpass), check=True, capture_output=True)
        loaded(agent, "rsa")


@case
def a_key_that_the_agent_does_not_know_is_refused_and_the_others_go_in():
    with Agent() as agent:
        fails(keyload(agent, "rsa", str(WRITTEN / "ssh-ed448"), "ed25519"), "ssh-ed448: ")
        loaded(agent, "rsa", "ed25519")


@case
def without_an_agent_the_status_is_2():
    fails(keyload(None, "ed25519"), "there is no agent: SSH_AUTH_SOCK isn't set", "ssh-agent", status=2)
    fails(keyload(None, "ed25519", more={"SSH_AUTH_SOCK": "nowhere"}), "no agent answers at nowhere: No such file",
          status=2)
    fails(keyload(None, "ed25519", more={"SSH_AUTH_SOCK": "x" * 300}), "has 300 bytes", status=2)
    with Agent() as agent:
        path = pathlib.Path("left behind").resolve()
        os.rename(agent.socket, path)
        agent.process.terminate()
        agent.process.wait()
        fails(keyload(None, "ed25519", more={"SSH_AUTH_SOCK": str(path)}), "left behind: Connection refused", status=2)


# The command line.

@cases_for("usage", ["--nonsense", "-t", "-l -L", "-d -D", "-l ed25519", "-D ed25519", "-q -v", "-l -t 5", "-d -c x",
                     "--each --passphrase-fd 0 x", "--passphrase-file a --passphrase-file b x",
                     "--passphrase-file a --passphrase-fd 0", "--passphrase-fd 0 -", "--passphrase-file - -",
                     "--passphrase-fd -1 x"])
def a_wrong_command_line_is_refused(arguments):
    done = fails(keyload(None, *arguments.split()), "keyload: ", "Try 'keyload --help'", status=2)
    equal(done.stdout, b"", "standard output")


@case
def a_passphrase_file_that_cannot_be_read_is_a_usage_error():
    with Agent() as agent:
        fails(keyload(agent, "--passphrase-file", "missing", "gcm"), "missing", status=2)


@case
def help_fits_a_screen():
    text = succeeds(keyload(None, "--help")).stdout.decode()
    assert text.count("\n") <= 24 and max(map(len, text.split("\n"))) <= 80, text
    equal(text, keyload(None, "-h").stdout.decode(), "-h")
    assert succeeds(keyload(None, "--version")).stdout.startswith(b"keyload "), "--version"


run()
