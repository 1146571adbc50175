#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The Python binding's derivations: known answers, bcrypt.kdf's manners, threads, cancellation.

That the interpreter's lock is released is proved by derivations which only another thread can end: were the
lock held, they would go on for days. None of them looks at a clock.
"""
import base64
import contextlib
import ctypes
import os
import pathlib
import signal
import struct
import subprocess
import sys
import threading
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, cases_for, equal, run  # noqa: E402
from shared import DEMO_PASSPHRASE, TESTDATA, known_answers  # noqa: E402

import osshkey  # noqa: E402
from osshkey import KdfRequest, kdf, kdf_into, kdf_many  # noqa: E402

try:
    import bcrypt
except ImportError:
    bcrypt = None
    print("not compared with bcrypt.kdf, missing: python3-bcrypt")

ENDLESS = 2**32 - 1
NO_LIMIT = osshkey.Policy(max_rounds=ENDLESS)
ANSWERS = known_answers()


def endless_file():
    """A key file whose derivation takes days, because its number of rounds was changed."""
    lines = (TESTDATA / "keys/id_ed25519.rounds-16").read_bytes().splitlines()
    body = base64.b64decode(b"".join(lines[1:-1]))
    options = body.index(b"bcrypt") + 6 + 4 + 4 + 16
    assert body[options:options + 4] == struct.pack(">I", 16)
    body = body[:options] + struct.pack(">I", ENDLESS) + body[options + 4:]
    return b"\n".join([lines[0], base64.b64encode(body), lines[-1], b""])


def outcome(call, *arguments):
    """What a call comes to: (class of its exception or of its result, its value, classes of warnings)."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            value = call(*arguments)
            kind = type(value)
        except Exception as error:
            value, kind = None, type(error)
    return kind, value, [(one.category, one.filename) for one in warned]


# ---- answers

@case
def known_answers_one_by_one():
    for label, passphrase, salt, rounds, output in ANSWERS:
        if len(output) <= 512:
            equal(kdf(passphrase, salt, len(output), rounds, True), output, label)


@case
def known_answers_into_the_caller_s_buffer():
    for label, passphrase, salt, rounds, output in ANSWERS[:4]:
        for out in (bytearray(len(output)), memoryview(bytearray(len(output)))):
            kdf_into(bytearray(passphrase), memoryview(salt), out, rounds)
            equal(bytes(out), output, label)
    within = bytearray(40)
    _, passphrase, salt, rounds, output = ANSWERS[0]
    kdf_into(passphrase, salt, memoryview(within)[4:4 + len(output)], rounds)
    equal(bytes(within), bytes(4) + output + bytes(36 - len(output)), "a part of a buffer")


@cases_for("known answers in a batch, threads", [0, 1, 2])
def known_answers_in_a_batch(threads):
    fitting = [answer for answer in ANSWERS if len(answer[4]) <= 512]
    keys = kdf_many([KdfRequest(passphrase, salt, len(output), rounds)
                     for _, passphrase, salt, rounds, output in fitting], threads=threads)
    equal(keys, [answer[4] for answer in fitting])


# ---- bcrypt.kdf's manners

BAD = [
    (("text", b"salt", 32, 50), TypeError), ((b"p", "text", 32, 50), TypeError), ((None, b"salt", 32, 50), TypeError),
    ((1, b"salt", 32, 50), TypeError), ((["p"], b"salt", 32, 50), TypeError), ((b"p", None, 32, 50), TypeError),
    ((b"", b"salt", 32, 50), ValueError), ((b"p", b"", 32, 50), ValueError),
    ((b"p", b"salt", 0, 50), ValueError), ((b"p", b"salt", -1, 50), ValueError), ((b"p", b"salt", 513, 50), ValueError),
    ((b"p", b"salt", 32.5, 50), TypeError), ((b"p", b"salt", "32", 50), TypeError), ((b"p", b"salt", None, 50), TypeError),
    ((b"p", b"salt", 32, 0), ValueError), ((b"p", b"salt", 32, -5), ValueError), ((b"p", b"salt", 32, 50.5), TypeError),
    ((b"p", b"salt", 32, "50"), TypeError), ((b"p", b"salt", 32, None), TypeError), ((b"p", b"salt", 32), TypeError),
    ((b"p", b"salt", 32, 2**32 + 1), OverflowError),
]


@cases_for("refused", [arguments for arguments, _ in BAD])
def what_bcrypt_refuses_is_refused_alike(arguments):
    wanted = dict((repr(bad), kind) for bad, kind in BAD)[repr(arguments)]
    equal(outcome(kdf, *arguments)[0], wanted)
    if bcrypt is not None:
        equal(outcome(bcrypt.kdf, *arguments)[0], wanted, "bcrypt.kdf")


@case
def what_bcrypt_takes_comes_out_alike():
    for arguments in ((b"p", b"s", 1, 1), (b"p\0q", b"s\0", 33, 2, True), (b"p" * 100, b"s" * 300, 512, 1, True),
                      (b"p", b"s", 32, 49), (b"p", b"s", 32, 50), (b"p", b"s", 32, True)):
        ours = outcome(kdf, *arguments)
        few = arguments[3] < 50 and len(arguments) == 4
        equal((ours[0], ours[2]), (bytes, [(UserWarning, __file__)] if few else []))
        if bcrypt is not None:
            theirs = outcome(bcrypt.kdf, *arguments)
            equal(ours[1:2] + ours[2:], theirs[1:2] + theirs[2:], f"beside bcrypt.kdf {arguments[2:]}")
    kdf(password=b"p", salt=b"s", desired_key_bytes=8, rounds=1, ignore_few_rounds=True)


@case
def the_batch_and_the_buffer_refuse_the_same():
    for arguments, kind in BAD:
        if len(arguments) == 4:
            equal(outcome(lambda: kdf_many([KdfRequest(b"p", b"s", 8, 1), KdfRequest(*arguments)]))[0], kind, arguments)
    for out, kind in ((b"frozen", TypeError), (memoryview(b"frozen"), TypeError), (bytearray(), ValueError),
                      (None, TypeError), (memoryview(bytearray(8))[::2], TypeError)):
        equal(outcome(kdf_into, b"p", b"s", out, 1)[0], kind, repr(out))
    equal(outcome(lambda: kdf_many([], threads=-1))[0], OverflowError)
    equal(outcome(kdf, b"p", b"s" * (2**20 + 1), 8, 50)[0], osshkey.UsageError, "a salt of more than 1 MiB")


# ---- threads

@contextlib.contextmanager
def nobody_interrupts():
    """No thread has to give the lock away in this block: who runs was let in by the one that had it."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


def ended_by_a_counter(work):
    """The outcome of work(token), whose token is cancelled by a thread that counts while work has let it in."""
    token, entered, counted = osshkey.CancelToken(), threading.Event(), []

    def count_then_cancel():
        entered.wait()
        counted.extend(range(100000))
        token.cancel()

    counter = threading.Thread(target=count_then_cancel)
    counter.start()
    with nobody_interrupts():
        entered.set()
        ended = outcome(work, token)
    counter.join()
    assert token.cancelled and len(counted) == 100000
    return ended


@case
def a_counter_advances_during_an_endless_derivation():
    equal(ended_by_a_counter(lambda token: kdf_many([KdfRequest(b"p", b"s", 48, ENDLESS)], cancel=token))[0],
          osshkey.CancelledError)


@case
def a_counter_advances_while_a_file_is_unlocked():
    for work in (lambda token: osshkey.unlock(endless_file(), DEMO_PASSPHRASE, cancel=token, policy=NO_LIMIT),
                 lambda token: osshkey.unlock(endless_file(), lambda *_: DEMO_PASSPHRASE, cancel=token, policy=NO_LIMIT)):
        equal(ended_by_a_counter(work)[0], osshkey.CancelledError)
    requests = [(endless_file(), DEMO_PASSPHRASE), (b"no key", None)]
    _, results, _ = ended_by_a_counter(
        lambda token: osshkey.unlock_many(requests, cancel=token, policy=NO_LIMIT, threads=2))
    equal([type(one) for one in results], [osshkey.CancelledError, osshkey.NotAPrivateKeyError])


@case
def kdf_releases_the_lock_as_well():
    entered, left = threading.Event(), threading.Event()

    def derive():
        entered.set()
        kdf(b"p", b"s", 48, 500)
        left.set()

    thread = threading.Thread(target=derive)
    with nobody_interrupts():
        thread.start()
        entered.wait()
        ran_meanwhile = not left.is_set()
    thread.join()
    assert ran_meanwhile, "nobody ran before kdf was done"


@case
def two_derivations_run_at_once():
    # Each can only be ended when both were seen inside the library.
    inside, outcomes = threading.Barrier(3), []

    def derive(token):
        told = []

        def progress(_done, _total):
            if not told:
                told.append(True)
                inside.wait()

        outcomes.append(outcome(lambda: kdf_many([KdfRequest(b"p", b"s", 48, ENDLESS)], cancel=token,
                                                 progress=progress))[0])

    tokens = [osshkey.CancelToken() for _ in range(2)]
    threads = [threading.Thread(target=derive, args=(token,)) for token in tokens]
    for thread in threads:
        thread.start()
    inside.wait()
    for token in tokens:
        token.cancel()
    for thread in threads:
        thread.join()
    equal(outcomes, [osshkey.CancelledError] * 2)


@case
def an_exception_in_the_progress_ends_the_derivation():
    def fail(done, total):
        raise LookupError(f"{done} of {total}")

    for work in (lambda: kdf_many([KdfRequest(b"p", b"s", 48, ENDLESS)], progress=fail),
                 lambda: osshkey.unlock(endless_file(), DEMO_PASSPHRASE, progress=fail, policy=NO_LIMIT),
                 lambda: osshkey.unlock_many([(endless_file(), DEMO_PASSPHRASE)], progress=fail, policy=NO_LIMIT)):
        equal(outcome(work)[0], LookupError)


@case
def control_c_ends_a_derivation_with_progress():
    main, sent = threading.main_thread().ident, []

    def progress(_done, _total):
        if not sent:
            sent.append(True)
            signal.pthread_kill(main, signal.SIGINT)

    try:
        osshkey.unlock(endless_file(), DEMO_PASSPHRASE, progress=progress, policy=NO_LIMIT)
    except KeyboardInterrupt:
        return
    raise AssertionError("not interrupted")


@case
def progress_counts_to_its_end():
    told = []
    kdf_many([KdfRequest(b"p", b"s", 48, 20)] * 3, progress=lambda *numbers: told.append(numbers))
    equal(told[-1], (120, 120))
    equal(told, sorted(told))


@case
def a_thread_that_is_killed_ends_after_its_derivation():
    # Python delivers an exception from outside when the call has returned; the library must not mind.
    entered, caught = threading.Event(), []

    def derive():
        try:
            entered.set()
            for _ in range(1000):
                kdf(b"p", b"s", 48, 50)
        except SystemExit as killed:
            caught.append(type(killed))

    thread = threading.Thread(target=derive)
    thread.start()
    entered.wait()
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit))
    thread.join()
    equal(caught, [SystemExit])
    _, passphrase, salt, rounds, output = ANSWERS[0]
    equal(kdf(passphrase, salt, len(output), rounds, True), output, "afterwards")


@case
def a_program_ends_while_a_daemon_thread_derives():
    program = """
import threading, osshkey
request = osshkey.KdfRequest(b"p", b"s", 48, 2**32 - 1)
threading.Thread(daemon=True, target=osshkey.kdf_many, args=([request],), kwargs={"cancel": osshkey.CancelToken()}).start()
osshkey.kdf(b"p", b"s", 48, 50)
print("ends")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    equal((done.returncode, done.stdout, done.stderr), (0, "ends\n", ""))


@case
def a_buffer_in_use_can_t_be_resized():
    out, refused = bytearray(48), []

    def resize(_done, _total):
        try:
            passphrase.extend(b"more")
        except BufferError:
            refused.append(True)

    passphrase = bytearray(b"p")
    kdf_many([KdfRequest(passphrase, b"s", 48, 20)], progress=resize)
    assert refused
    passphrase.extend(b"more")
    kdf_into(passphrase, b"s", out, 1)
    out.extend(b"more")


@case
def a_library_that_is_missing_is_an_import_error():
    done = subprocess.run([sys.executable, "-c", "import osshkey"], capture_output=True, text=True, check=False,
                          env={**os.environ, "OSSHKEY_LIBRARY": "/none.so"})
    assert done.returncode == 1 and "ImportError" in done.stderr and "OSSHKEY_LIBRARY" in done.stderr, done


run()
