#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""keyload's bytes on the agent's socket: the same as ssh-add's, and bad answers named one by one.

    protocol_test.py KEYLOAD FOLDER_OF_WRITTEN_KEYS
"""
import base64
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]
from cases import cases_for, case, equal, need, run  # noqa: E402
from fake_agent import FAILURE, NO_IDENTITIES, SUCCESS, FakeAgent  # noqa: E402
from key_files import make_key  # noqa: E402

need("ssh-keygen", "ssh-add")
KEYLOAD = str(pathlib.Path(sys.argv[1]).resolve())
WRITTEN = pathlib.Path(sys.argv[2]).resolve()
SCRATCH = tempfile.TemporaryDirectory()
os.chdir(SCRATCH.name)
REQUEST_IDENTITIES = 11


def make_keys():
    make_key("ed25519")
    make_key("rsa", "rsa", more=("-b", "2048"))
    for bits in ("256", "384", "521"):
        make_key(f"ecdsa{bits}", "ecdsa", more=("-b", bits))
    make_key("uncommented", comment="")
    make_key("pem", "rsa", more=("-b", "2048", "-m", "PEM"))
    make_key("authority")
    make_key("certified")
    subprocess.run(["ssh-keygen", "-q", "-s", "authority", "-I", "id", "certified.pub"], check=True)
    shutil.copyfile(WRITTEN / "sk-ssh-ed25519@openssh.com", "sk")
    os.chmod("sk", 0o600)


make_keys()


def run_on(agent, *words):
    return subprocess.run(words, env={**agent.environment, "LC_ALL": "C"}, stdin=subprocess.DEVNULL,
                          capture_output=True, start_new_session=True, timeout=60, check=False)


def messages(program, *arguments):
    """What a program sends to an agent that agrees to everything."""
    with FakeAgent() as agent:
        done = run_on(agent, program, *arguments)
        assert done.returncode == 0, done
        assert agent.messages, "nothing was sent"
        return agent.messages


@cases_for("the same as ssh-add", [
    "ed25519", "rsa", "ecdsa256", "ecdsa384", "ecdsa521", "uncommented", "pem", "certified", "sk", "ed25519 rsa",
    "-c ed25519", "-t 90 ed25519", "-t 90s ed25519", "-t 1h30m rsa", "-t 1H30 rsa", "-t 2d1w ed25519", "-t 5M -c rsa",
    "-t 0 ed25519", "-t 2147483647 ed25519", "-c certified", "-c sk", "-d ed25519", "-d certified", "-D"])
def messages_are_those_of_ssh_add(arguments):
    theirs = messages("ssh-add", *arguments.split())
    ours = messages(KEYLOAD, *arguments.split())
    if arguments == "-D":  # ssh-add also removes the keys of protocol 1
        theirs = theirs[:1]
    equal(ours, theirs, "messages")


def length(size):
    return size.to_bytes(4, "big")


IDENTITY = length(4) + b"blob" + length(1) + b"c"

# (what the agent answers, what keyload says of it, for adding a key)
BAD_ANSWERS = {
    "no answer": (None, "closed the connection without an answer"),
    "half a length": ((b"\0\0",), "closed the connection within its answer's length"),
    "half an answer": ((length(10) + b"\6",), "closed the connection within its answer: 1 of 10 bytes came"),
    "empty": (length(0), "the agent's answer is empty"),
    "huge": (b"\xff\xff\xff\xff", "the agent's answer is too long: 4294967295 bytes, where 262144 are allowed"),
    "one byte over the limit": (length((256 << 10) + 1), "the agent's answer is too long: 262145 bytes"),
    "one byte too many": (length(2) + b"\6\0", "the agent's answer is too long by 1 byte"),
    "bytes behind the answer": (SUCCESS + SUCCESS, "the agent sent more than its answer"),
    "another number": (length(1) + b"\x63", "message number 99"),
    "a list": (NO_IDENTITIES, "message number 12"),
}

# The same for listing.
BAD_LISTS = {
    "refused": (FAILURE, "the agent refused to list its keys"),
    "success": (SUCCESS, "message number 6"),
    "no count": (length(1) + b"\x0c", "the agent's answer is too short for its keys"),
    "no keys": (length(5) + b"\x0c" + length(1), "the agent's answer is too short for its keys"),
    "a key cut off": (length(10) + b"\x0c" + length(1) + length(9) + b"x", "too short for its keys"),
    "more than claimed": (length(5 + 13) + b"\x0c" + length(0) + IDENTITY, "the agent's answer is too long by 13 bytes"),
    "a huge count": (length(5 + 13) + b"\x0c" + length(2**32 - 1) + IDENTITY, "too short for its keys"),
    "a blob that is no key": (length(5 + 13) + b"\x0c" + length(1) + IDENTITY, "c: truncated:"),
    "closed": (None, "closed the connection without an answer"),
}


def says(done, text):
    equal(done.returncode, 1, f"exit status of {done}")
    assert text.encode() in done.stderr, (text, done.stderr)


@cases_for("added by", list(BAD_ANSWERS))
def a_bad_answer_is_named(name):
    answer, text = BAD_ANSWERS[name]
    with FakeAgent(answer) as agent:
        says(run_on(agent, KEYLOAD, "ed25519"), text)


@cases_for("listed by", list(BAD_LISTS))
def a_bad_list_is_named(name):
    answer, text = BAD_LISTS[name]
    with FakeAgent(answer) as agent:
        says(run_on(agent, KEYLOAD, "-l"), text)


@case
def after_a_broken_connection_the_next_key_goes_in_on_a_new_one():
    answers = iter([None, SUCCESS, (length(9),), SUCCESS])
    with FakeAgent(lambda message: next(answers)) as agent:
        done = run_on(agent, KEYLOAD, "ed25519", "rsa", "ecdsa256", "ecdsa384")
        equal(done.returncode, 1, "exit status")
        lines = [line.split(b":")[1] for line in done.stderr.splitlines() if line.startswith(b"keyload: ")]
        equal(lines, [b" ed25519", b" added rsa", b" ecdsa256", b" added ecdsa384"], "what is said")


@case
def a_refusal_tells_whether_the_agent_may_be_locked():
    listed = length(5 + 13) + b"\x0c" + length(1) + IDENTITY
    for answer, wanted in ((NO_IDENTITIES, True), (listed, False)):
        with FakeAgent(lambda message: answer if message[0] == REQUEST_IDENTITIES else FAILURE) as agent:
            done = run_on(agent, KEYLOAD, "-c", "ed25519")
            says(done, "ed25519: the agent refused the key")
            equal(b"ssh-add -X" in done.stderr, wanted, "the hint on a lock")
            assert b"or not the constraints" in done.stderr, done


def with_comment(path, new, comment):
    """A copy of an unencrypted ssh-ed25519 key with another comment."""
    lines = pathlib.Path(path).read_bytes().split(b"\n")
    blob = base64.b64decode(b"".join(lines[1:-2]))
    section = blob.index(b"ssh-ed25519", blob.index(b"ssh-ed25519") + 1) - 8 - 4  # behind the length
    fields = section + 8 + (4 + 11) + (4 + 32) + (4 + 64)  # check values, type, public and private half
    private = blob[section:fields] + length(len(comment)) + comment
    private += bytes(range(1, 9))[:-len(private) % 8]
    text = base64.encodebytes(blob[:section - 4] + length(len(private)) + private)
    pathlib.Path(new).write_bytes(lines[0] + b"\n" + text + lines[-2] + b"\n")
    os.chmod(new, 0o600)


@case
def an_agent_that_closes_while_it_is_sent_a_key_is_named():
    with_comment("ed25519", "long", b"x" * (1 << 20))  # more than a socket holds
    path = pathlib.Path("deaf").resolve()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        with subprocess.Popen([KEYLOAD, "long"], env={**os.environ, "SSH_AUTH_SOCK": str(path)},
                              stderr=subprocess.PIPE) as process:
            connection, _ = listener.accept()
            connection.recv(100)
            connection.close()
            _, errors = process.communicate(timeout=60)
    equal(process.returncode, 1, "exit status")
    assert b"long: the agent closed the connection before it had the message" in errors, errors


run()
