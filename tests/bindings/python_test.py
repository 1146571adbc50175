#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python binding: files, keys, errors and wrong arguments. Its derivations are in python_kdf_test.py.

    python_test.py KEYS_FOLDER

KEYS_FOLDER holds keys of the types that ssh-keygen doesn't make. OSSHKEY_LIBRARY, OSSHKEY_TESTDATA and
PYTHONPATH come from Meson.
"""
import base64
import errno
import itertools
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import SKIP, case, cases_for, equal, need, run  # noqa: E402
from servers import Agent  # noqa: E402
from shared import DEMO_PASSPHRASE, TESTDATA, make_keys  # noqa: E402

need("ssh-keygen", "ssh-agent", "ssh-add")
try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, dsa
except ImportError:
    print("skipped, missing: python3-cryptography")
    sys.exit(SKIP)

import osshkey  # noqa: E402

OTHERS = pathlib.Path(sys.argv[1])
SCRATCH = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(SCRATCH.name)
PASSPHRASE = b"a passphrase"
KEYS = make_keys(FOLDER, PASSPHRASE.decode())
DEMO = TESTDATA / "keys/id_ed25519.rounds-1"
PLAIN = TESTDATA / "keys/id_ed25519.none"
_numbers = itertools.count()


def raises(kind, call, *arguments, **named):
    """The exception of exactly this class that a call must raise."""
    try:
        call(*arguments, **named)
    except BaseException as raised:  # KeyboardInterrupt is one of those that are looked for
        equal(type(raised), kind, f"the exception ({raised})")
        return raised
    raise AssertionError(f"nothing raised, wanted {kind.__name__}")


def public_line(name):
    return KEYS[name].with_suffix(".pub").read_text(encoding="utf-8").split(maxsplit=2)


def new_file(content):
    path = FOLDER / f"file{next(_numbers)}"
    path.write_bytes(content)
    path.chmod(0o600)
    return path


def changed(path, old, new):
    """An openssh-key-v1 file with other bytes inside its base64."""
    body = base64.b64decode(b"".join(path.read_bytes().splitlines()[1:-1]))
    assert old in body
    return (b"-----BEGIN OPENSSH PRIVATE KEY-----\n" + base64.b64encode(body.replace(old, new)) +
            b"\n-----END OPENSSH PRIVATE KEY-----\n")


def verify(public, signature, data):
    """Verification by the package cryptography, in the way that belongs to the type."""
    if isinstance(public, rsa.RSAPublicKey):
        public.verify(signature, data, padding.PKCS1v15(), hashes.SHA256())
    elif isinstance(public, ec.EllipticCurvePublicKey):
        public.verify(signature, data, ec.ECDSA(hashes.SHA256()))
    elif isinstance(public, dsa.DSAPublicKey):
        public.verify(signature, data, hashes.SHA256())
    else:
        public.verify(signature, data)


def sign(private, data):
    if isinstance(private, rsa.RSAPrivateKey):
        return private.sign(data, padding.PKCS1v15(), hashes.SHA256())
    if isinstance(private, ec.EllipticCurvePrivateKey):
        return private.sign(data, ec.ECDSA(hashes.SHA256()))
    if isinstance(private, dsa.DSAPrivateKey):
        return private.sign(data, hashes.SHA256())
    return private.sign(data)


# ---- inspection

@cases_for("inspect", sorted(KEYS))
def a_file_is_shown_as_ssh_keygen_made_it(name):
    info = osshkey.inspect(KEYS[name])
    equal((info.error, info.path, info.container, info.cipher, info.kdf, info.rounds, info.encrypted, len(info.salt)),
          (None, str(KEYS[name]), "openssh-key-v1", "aes256-ctr", "bcrypt", 1, True, 16))
    (key,) = info.keys
    kind, blob, _ = public_line(name)
    equal((key.public.type, key.public.blob, key.comment), (kind, base64.b64decode(blob), None))
    shown = subprocess.run(["ssh-keygen", "-l", "-f", KEYS[name]], capture_output=True, check=True).stdout.split()
    equal([str(key.public.bits), key.public.fingerprint], [word.decode() for word in shown[:2]])
    equal(osshkey.inspect(KEYS[name].read_bytes()).keys, info.keys, "the same from bytes")


@case
def bytes_of_every_kind_are_a_file():
    content = PLAIN.read_bytes()
    wanted = osshkey.inspect(content)
    for same in (bytearray(content), memoryview(content), memoryview(bytearray(content))):
        equal(osshkey.inspect(same), wanted)
    spread = memoryview(bytes(itertools.chain.from_iterable((byte, 0) for byte in content)))[::2]
    equal(osshkey.inspect(spread), wanted, "a view with gaps")


@case
def notes_name_what_is_irregular():
    content = PLAIN.read_bytes().replace(b"\n", b"\r\n")
    notes = {note.word: note for note in osshkey.inspect(content).notes}
    assert {"crlf", "unencrypted"} <= set(notes), notes
    assert notes["crlf"].text and notes["crlf"].hint and notes["crlf"].line == 1, notes["crlf"]


@case
def a_file_that_is_no_key_is_no_exception_of_inspect():
    info = osshkey.inspect(b"hello\n")
    equal((type(info.error), info.container, info.keys), (osshkey.NotAPrivateKeyError, "", ()))
    missing = osshkey.inspect(FOLDER / "none").error
    equal((type(missing), missing.word, missing.errno), (osshkey.EnvironmentFailedError, "io-error", errno.ENOENT))
    equal(osshkey.inspect(b"").error.word, "empty")


@case
def raw_bytes_of_a_comment_survive():
    content = (OTHERS / "ssh-ed25519").read_bytes()
    with osshkey.unlock(content) as keys:
        line = keys[0].public.authorized_key("caf\udce9")
    equal(line.encode("utf-8", "surrogateescape").split(maxsplit=2)[2], b"caf\xe9")


# ---- keys

@cases_for("unlock", sorted(KEYS))
def a_key_agrees_with_cryptography(name):
    with osshkey.unlock(KEYS[name], PASSPHRASE) as (key,):
        kind, blob, comment = public_line(name)
        equal((key.public.type, key.public.blob, key.comment, key.proved),
              (kind, base64.b64decode(blob), comment.strip(), True))
        theirs = serialization.load_ssh_public_key(f"{kind} {blob}".encode())
        private = key.to_cryptography()
        verify(theirs, sign(private, b"data"), b"data")
        equal(key.public.authorized_key("new"), f"{kind} {blob} new")
        signature = key.sign(b"data")
        key.public.verify(b"data", signature)
        equal(raises(osshkey.MalformedError, key.public.verify, b"other", signature).word, "bad-signature")
        if name == "ed25519":
            theirs.verify(signature[-64:], b"data")
        if name == "rsa":
            theirs.verify(key.sign(b"data", "rsa-sha2-256")[-256:], b"data", padding.PKCS1v15(), hashes.SHA256())


@case
def an_ed448_key_is_one_of_cryptography_s():
    (key,) = osshkey.unlock(OTHERS / "ssh-ed448")
    private = key.to_cryptography()
    verify(private.public_key(), sign(private, b"data"), b"data")
    raw = private.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    equal(key.public.blob[-57:], raw)
    private.public_key().verify(key.sign(b"data")[-114:], b"data")
    raises(InvalidSignature, private.public_key().verify, key.sign(b"data")[-114:], b"other")


@case
def a_security_key_has_no_private_half_here():
    (key,) = osshkey.unlock(OTHERS / "sk-ssh-ed25519@openssh.com")
    equal(key.proved, False)
    for call in (key.to_cryptography, key.to_pkcs8, key.to_pem, lambda: key.sign(b"data")):
        equal(raises(osshkey.UnsupportedError, call).word, "unsupported-key-type")


@case
def a_certificate_is_shown():
    (key,) = osshkey.unlock(OTHERS / "certified")
    assert key.public.certificate is not None and key.public.certificate != key.public.blob


@cases_for("exports", sorted(KEYS))
def what_is_written_opens_again(name):
    with osshkey.unlock(KEYS[name], PASSPHRASE) as (key,):
        written = [(key.to_openssh(), b""), (key.to_openssh(b"new", "aes256-gcm@openssh.com", 1), b"new"),
                   (key.to_pkcs8(), b""), (key.to_pkcs8(b"new", "aes128-cbc", 1), b"new"), (key.to_pkcs8_der(), b"")]
        if name != "ed25519":
            written += [(key.to_pem(), b""), (key.to_pem(b"new"), b"new")]
        for text, passphrase in written:
            equal(type(text), bytearray, "what holds a secret can be wiped:")
            (again,) = osshkey.unlock(text, passphrase)
            equal(again.public, key.public)
        read = subprocess.run(["ssh-keygen", "-y", "-P", "new", "-f", new_file(written[1][0])], capture_output=True,
                              check=True).stdout.decode().split()
        equal(read[:2], public_line(name)[:2], "ssh-keygen -y")


@case
def an_agent_takes_the_key():
    with Agent() as agent, osshkey.unlock(KEYS["ed25519"], PASSPHRASE) as (key,):
        equal(agent.send(key.to_agent_message()), 6, "SSH_AGENT_SUCCESS")
        equal(agent.send(key.to_agent_message(lifetime_seconds=100, confirm=True)), 6)
        assert key.public.fingerprint in agent.listed()


@case
def an_x25519_key_belongs_to_an_ed25519_key():
    (key,) = osshkey.unlock(PLAIN)
    equal(len(key.to_x25519()), 32)
    (other,) = osshkey.unlock(KEYS["rsa"], PASSPHRASE)
    raises(osshkey.UnsupportedError, other.to_x25519)


@case
def closed_keys_are_refused():
    keys = osshkey.unlock(PLAIN)
    key = keys[0]
    keys.close()
    keys.close()
    for call in (key.to_openssh, key.to_cryptography, lambda: key.sign(b"data")):
        raises(ValueError, call)
    assert key.public.fingerprint in repr(key)


@case
def a_key_outlives_the_sequence_that_it_came_from():
    key = osshkey.unlock(PLAIN)[0]
    key.public.verify(b"data", key.sign(b"data"))


@case
def closing_waits_for_threads_that_use_the_key():
    for _ in range(20):
        keys = osshkey.unlock(PLAIN)
        started, outcomes = threading.Barrier(3), []

        def sign_until_closed(key=keys[0], started=started, outcomes=outcomes):
            started.wait()
            try:
                while True:
                    key.public.verify(b"data", key.sign(b"data"))
            except ValueError as closed:
                outcomes.append(str(closed))

        threads = [threading.Thread(target=sign_until_closed) for _ in range(2)]
        for thread in threads:
            thread.start()
        started.wait()
        keys.close()
        for thread in threads:
            thread.join()
        equal(outcomes, ["the keys are closed"] * 2)


# ---- errors

@case
def a_wrong_and_a_missing_passphrase_differ():
    wrong = raises(osshkey.WrongPassphraseError, osshkey.unlock, DEMO, b"wrong")
    equal((wrong.word, wrong.code, str(wrong), wrong.offset), ("wrong-passphrase", -502, "the passphrase is wrong", None))
    assert wrong.hint
    for nothing in (None, b""):
        equal(raises(osshkey.NeedsPassphraseError, osshkey.unlock, DEMO, nothing).word, "needs-passphrase")
    assert issubclass(osshkey.WrongPassphraseError, osshkey.PassphraseError)


@case
def an_error_says_where_it_is():
    broken = changed(PLAIN, b"\0\0\0\1", b"\0\0\0\0")
    error = raises(osshkey.MalformedError, osshkey.unlock, broken)
    assert error.field and error.offset is not None and 0 < error.offset < len(broken), vars(error)
    equal(osshkey.inspect(broken).error.word, error.word)
    damaged = raises(osshkey.MalformedError, osshkey.unlock, PLAIN.read_bytes().replace(b"\nb3Bl", b"\nb3*l"))
    equal((damaged.word, damaged.line), ("bad-base64", 2))


@case
def an_error_has_the_hint_that_belongs_to_the_file():
    assert "xxd" in osshkey.inspect(PLAIN.read_bytes().hex().encode()).error.hint
    assert "NFC" in raises(osshkey.WrongPassphraseError, osshkey.unlock, DEMO, "p\u00e4ssword".encode()).hint


@case
def an_error_can_be_pickled():
    error = raises(osshkey.WrongPassphraseError, osshkey.unlock, DEMO, b"wrong")
    again = pickle.loads(pickle.dumps(error))
    equal((type(again), again.args, vars(again)), (type(error), error.args, vars(error)))


@case
def every_kind_has_a_class():
    equal(raises(osshkey.LimitExceededError, osshkey.unlock, DEMO.with_suffix(".rounds-16"), b"x",
                 policy=osshkey.Policy(max_rounds=1)).word, "rounds-too-large")
    equal(raises(osshkey.IrregularError, osshkey.unlock, PLAIN.read_bytes().replace(b"\n", b"\r\n"),
                 policy=osshkey.Policy(strict=True)).word, "crlf")
    equal(raises(osshkey.UnsupportedError, osshkey.unlock, changed(DEMO, b"aes256-ctr", b"rot13-ctr!"), b"x").word,
          "unsupported-cipher")
    equal(raises(osshkey.NotAPrivateKeyError, osshkey.unlock, KEYS["rsa"].with_suffix(".pub")).word, "public-key-given")
    missing = raises(osshkey.EnvironmentFailedError, osshkey.unlock, "/no such file")
    equal(missing.errno, errno.ENOENT)
    usage = raises(osshkey.UsageError, osshkey.unlock, DEMO, lambda *_: b"x", attempts=0)
    assert isinstance(usage, ValueError) and usage.word == "invalid-argument", usage.word


# ---- the passphrase callback

@case
def a_callback_is_asked_until_it_is_right():
    asked = []

    def ask(info, attempt):
        asked.append((info.keys[0].public.type, attempt))
        return bytearray(DEMO_PASSPHRASE) if attempt == 3 else b"wrong"

    with osshkey.unlock(DEMO, ask) as keys:
        equal(len(keys), 1)
    equal(asked, [("ssh-ed25519", 1), ("ssh-ed25519", 2), ("ssh-ed25519", 3)])
    raises(osshkey.WrongPassphraseError, osshkey.unlock, DEMO, ask, attempts=2)


@case
def a_callback_is_not_asked_without_need():
    def ask(*_):
        raise AssertionError("asked")

    osshkey.unlock(PLAIN, ask).close()
    raises(osshkey.NotAPrivateKeyError, osshkey.unlock, b"no key", ask)


@cases_for("callback raises", [ZeroDivisionError, KeyboardInterrupt, SystemExit, osshkey.WrongPassphraseError])
def an_exception_in_a_callback_comes_out_as_itself(kind):
    raised = kind(-502) if issubclass(kind, osshkey.OsshkeyError) else kind("mine")

    def ask(*_):
        raise raised

    assert raises(kind, osshkey.unlock, DEMO, ask) is raised


@case
def answers_that_are_none():
    equal(raises(osshkey.UsageError, osshkey.unlock, DEMO, lambda *_: None).word, "callback-failed")
    raises(ValueError, osshkey.unlock, DEMO, lambda *_: b"x" * 1025)
    raises(TypeError, osshkey.unlock, DEMO, lambda *_: "text")
    raises(TypeError, osshkey.unlock, DEMO, lambda: b"takes no arguments")
    raises(osshkey.NeedsPassphraseError, osshkey.unlock, DEMO, lambda *_: b"")


@case
def a_callback_may_use_the_library():
    def ask(*_):
        osshkey.unlock(PLAIN).close()
        return DEMO_PASSPHRASE

    osshkey.unlock(DEMO, ask).close()


@case
def what_only_a_passphrase_shows_is_noted():
    with osshkey.unlock(DEMO, DEMO_PASSPHRASE + b"\n") as keys:
        assert "passphrase-newline" in [note.word for note in keys.info.notes]


# ---- many

@case
def many_files_at_once():
    requests = [(DEMO, DEMO_PASSPHRASE), (DEMO.read_bytes(), b"wrong"), (PLAIN, None), (FOLDER / "none", b"x"),
                (KEYS["rsa"], bytearray(PASSPHRASE))]
    for threads in (1, 2, 0):
        results = osshkey.unlock_many(requests, threads=threads)
        equal([type(one) for one in results], [osshkey.Keys, osshkey.WrongPassphraseError, osshkey.Keys,
                                               osshkey.EnvironmentFailedError, osshkey.Keys])
        equal(results[3].errno, errno.ENOENT)
        equal([results[i][0].public.type for i in (0, 2, 4)], ["ssh-ed25519", "ssh-ed25519", "ssh-rsa"])
    equal(osshkey.unlock_many([]), [])


@case
def keys_that_nobody_gets_are_closed():
    def progress(*_):
        raise ZeroDivisionError

    raised = raises(ZeroDivisionError, osshkey.unlock_many, [(PLAIN, None), (DEMO, DEMO_PASSPHRASE)], progress=progress)
    frame = raised.__traceback__  # keeps what the call has made
    while frame.tb_frame.f_code.co_name != "unlock_many":
        frame = frame.tb_next
    opened = [one for one in frame.tb_frame.f_locals["results"] if isinstance(one, osshkey.Keys)]
    assert opened, "no keys: the callback came too early to tell"
    for keys in opened:
        raises(ValueError, keys[0].sign, b"data")


# ---- wrong types

@case
def wrong_types_are_refused():
    key = osshkey.unlock(PLAIN)[0]
    for call in (lambda: osshkey.unlock(DEMO, "text"), lambda: osshkey.unlock(DEMO, 1), lambda: osshkey.unlock(1, b"x"),
                 lambda: osshkey.unlock(None), lambda: osshkey.inspect(3.5), lambda: osshkey.unlock([DEMO]),
                 lambda: key.sign("text"), lambda: key.sign(None), lambda: key.to_openssh("text"),
                 lambda: key.public.verify(b"data", "text"), lambda: osshkey.unlock_many([(DEMO, "text")]),
                 lambda: osshkey.unlock(DEMO, b"x", policy=osshkey.Policy(max_rounds="1"))):
        raises(TypeError, call)
    assert "encode" in str(raises(TypeError, osshkey.unlock, DEMO, "text"))


@case
def numbers_that_c_would_cut_off_are_refused():
    key = osshkey.unlock(PLAIN)[0]
    for call in (lambda: osshkey.inspect(DEMO, osshkey.Policy(max_rounds=2**32)),
                 lambda: osshkey.inspect(DEMO, osshkey.Policy(max_file_size=-1)),
                 lambda: osshkey.unlock(DEMO, DEMO_PASSPHRASE, threads=-1),
                 lambda: osshkey.unlock(DEMO, lambda *_: b"x", attempts=2**32 + 1),
                 lambda: key.to_openssh(b"new", rounds=2**32 + 1), lambda: key.to_agent_message(2**32)):
        raises(OverflowError, call)


@case
def a_nul_ends_no_name():
    raises(ValueError, osshkey.inspect, str(DEMO) + "\0.txt")
    key = osshkey.unlock(KEYS["rsa"], PASSPHRASE)[0]
    raises(ValueError, key.sign, b"data", "rsa-sha2-256\0x")
    raises(ValueError, key.to_openssh, b"new", "aes256-ctr\0x")


run()
