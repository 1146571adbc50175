# SPDX-License-Identifier: MIT
"""bcrypt_pbkdf: a function that takes the place of bcrypt.kdf, one that fills the caller's buffer, and batches."""
from __future__ import annotations

import ctypes
import operator
import warnings
from dataclasses import dataclass
from typing import Iterable, Optional, Union

from . import _native
from ._errors import check
from ._native import Borrowed, BytesLike, call
from ._work import CancelToken, Progress, Work

# What bcrypt.kdf allows, and from where on it doesn't warn.
_LARGEST_KEY = 512
_ENOUGH_ROUNDS = 50


def _refuse_bad(password: BytesLike, salt: BytesLike, desired_key_bytes: int, rounds: int) -> None:
    for data, what in ((password, "password"), (salt, "salt")):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"{what} must be bytes, not {type(data).__name__}"
                            + ("; encode it first" if isinstance(data, str) else ""))
        if len(data) == 0:
            raise ValueError(f"{what} must not be empty")
    if not 1 <= operator.index(desired_key_bytes) <= _LARGEST_KEY:
        raise ValueError(f"desired_key_bytes must be from 1 to {_LARGEST_KEY}")
    if operator.index(rounds) < 1:
        raise ValueError("rounds must be at least 1")
    _native.number(rounds, 2**32 - 1, "rounds")


def kdf(password: BytesLike, salt: BytesLike, desired_key_bytes: int, rounds: int,
        ignore_few_rounds: bool = False) -> bytes:
    """The key derived by bcrypt_pbkdf; takes the place of bcrypt.kdf.

    Raises TypeError and ValueError, and warns of fewer than 50 rounds, where bcrypt.kdf does. A bytearray is
    taken as well. The bytes that are returned can't be wiped: kdf_into writes where the caller can.
    """
    _refuse_bad(password, salt, desired_key_bytes, rounds)
    if rounds < _ENOUGH_ROUNDS and not ignore_few_rounds:
        warnings.warn(f"{rounds} round(s) of bcrypt_pbkdf are few: the cost grows with the number of rounds, "
                      "not with its power of two as in bcrypt", UserWarning, stacklevel=2)
    key = bytearray(desired_key_bytes)
    try:
        _derive(password, salt, key, rounds)
        return bytes(key)
    finally:
        _native.wipe(key)


def kdf_into(password: BytesLike, salt: BytesLike, out: Union[bytearray, memoryview], rounds: int) -> None:
    """Fills all of `out`, a bytearray or another writable buffer, with the derived key, without a copy."""
    if not isinstance(out, (bytearray, memoryview)) or isinstance(out, memoryview) and (out.readonly
                                                                                       or not out.contiguous):
        raise TypeError("out must be a bytearray or a writable, contiguous memoryview")
    size = out.nbytes if isinstance(out, memoryview) else len(out)
    _refuse_bad(password, salt, size, rounds)
    _derive(password, salt, out, rounds)


def _derive(password: BytesLike, salt: BytesLike, out: Union[bytearray, memoryview], rounds: int) -> None:
    secret, public, key = Borrowed(password, "password"), Borrowed(salt, "salt"), Borrowed(out, "out")
    check(call.bcrypt_pbkdf(secret.address, secret.size, public.address, public.size, rounds, key.address, key.size))


@dataclass(frozen=True)
class KdfRequest:
    """One derivation of a batch: the arguments of kdf."""

    password: BytesLike
    salt: BytesLike
    desired_key_bytes: int
    rounds: int


def kdf_many(requests: Iterable[KdfRequest], *, threads: int = 1, cancel: Optional[CancelToken] = None,
             progress: Optional[Progress] = None) -> list[bytes]:
    """The keys of many requests, derived together, which takes half the time of one by one.

    `threads` is how many the library starts, 0 for one each processor. `progress(done, total)` is called on
    this thread some milliseconds apart; what it raises cancels the batch. Raises what kdf raises, before
    anything is derived, and CancelledError.
    """
    wanted = list(requests)
    for one in wanted:
        _refuse_bad(one.password, one.salt, one.desired_key_bytes, one.rounds)
    work = Work(threads, cancel, progress)
    lent = [(Borrowed(one.password, "password"), Borrowed(one.salt, "salt")) for one in wanted]
    keys = [bytearray(one.desired_key_bytes) for one in wanted]
    lent_keys = [Borrowed(key, "out") for key in keys]
    batch = (_native.KdfRequest * len(wanted))(*[
        _native.KdfRequest(secret.address, secret.size, salt.address, salt.size, one.rounds, out.address, out.size)
        for one, (secret, salt), out in zip(wanted, lent, lent_keys)])
    try:
        status = call.bcrypt_pbkdf_batch(ctypes.addressof(batch), len(wanted), work.pointer())
        work.reraise()
        check(status)
        return [bytes(key) for key in keys]
    finally:
        for key in keys:
            _native.wipe(key)
