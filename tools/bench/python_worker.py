#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""bcrypt_pbkdf from Python, timed for compare_bindings.py.

    python_worker.py osshkey|bcrypt

Says what it is in its first line, then answers lines: "PASSPHRASE SALT ROUNDS SIZE" (the first two in
hexadecimal) with "CPU-SECONDS KEY", and "guesses COUNT THREADS ROUNDS SIZE" with "SECONDS" on the wall.
"""
import concurrent.futures
import importlib
import platform
import sys
import time

module = importlib.import_module(sys.argv[1])
names = {"osshkey": "osshkey's binding", "bcrypt": "bcrypt.kdf of python3-bcrypt (OpenSSH's C)"}


def guesses(count, threads, rounds, size):
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda i: module.kdf(b"guess %d" % i, b"salt", size, rounds, True), range(count)))


print(f"{names[sys.argv[1]]}, Python {platform.python_version()}", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "guesses":
        start = time.perf_counter()
        guesses(*map(int, words[1:]))
        print(time.perf_counter() - start, flush=True)
    else:
        passphrase, salt = bytes.fromhex(words[0]), bytes.fromhex(words[1])
        start = time.thread_time()
        key = module.kdf(passphrase, salt, int(words[3]), int(words[2]), True)
        print(time.thread_time() - start, key.hex(), flush=True)
