# SPDX-License-Identifier: MIT
"""Files unlocked: with a passphrase, with one that is asked for, and many at once."""
from __future__ import annotations

import ctypes
from contextlib import ExitStack
from typing import Any, Callable, Iterable, Optional, Sequence, Union

from . import _native
from ._errors import OsshkeyError
from ._file import FileInfo, Policy, Source, info_of, opened, path_of, unlock_error_of
from ._keys import Keys
from ._native import Borrowed, BytesLike, call
from ._work import CancelToken, Progress, Work

# Is told the file and the attempt, from 1; above that, the passphrase before was wrong. None gives up.
Ask = Callable[[FileInfo, int], Optional[BytesLike]]


def unlock(source: Source, passphrase: Union[BytesLike, Ask, None] = None, *, attempts: int = 3,
           policy: Optional[Policy] = None, threads: int = 1, cancel: Optional[CancelToken] = None,
           progress: Optional[Progress] = None) -> Keys:
    """The keys of a file, decrypted and proved. `source` is a path, or the file's bytes.

    `passphrase` is bytes, or a function that is called with (FileInfo, attempt) only where a passphrase is
    needed, and again after a wrong one, up to `attempts` times; what it raises comes out as itself.
    `progress(done, total)` is called on this thread some milliseconds apart; what it raises, such as
    KeyboardInterrupt, ends the derivation. Raises OsshkeyError.
    """
    work = Work(threads, cancel, progress)
    keys = ctypes.c_void_p()
    with opened(source, policy) as file:
        if callable(passphrase):
            question = _Question(passphrase, info_of(file, path_of(source)), work)
            status = call.file_unlock_ask(file, question.callback, None,
                                          _native.number(attempts, 2**31 - 1, "attempts"), work.pointer(),
                                          ctypes.byref(keys))
        else:
            secret = Borrowed(b"" if passphrase is None else passphrase, "passphrase")
            status = call.file_unlock(file, secret.address, secret.size, work.pointer(), ctypes.byref(keys))
        return _settled(file, path_of(source), status, keys.value, work)


def unlock_many(requests: Iterable[tuple[Source, Optional[BytesLike]]], *, policy: Optional[Policy] = None,
                threads: int = 1, cancel: Optional[CancelToken] = None,
                progress: Optional[Progress] = None) -> list[Union[Keys, OsshkeyError]]:
    """The keys of each (source, passphrase), or why they can't be had, with the derivations as one batch.

    `threads` is how many the library starts, 0 for one each processor.
    """
    wanted = [(source, Borrowed(b"" if passphrase is None else passphrase, "passphrase"))
              for source, passphrase in requests]
    work = Work(threads, cancel, progress)
    results: list[Union[Keys, OsshkeyError]] = []
    with ExitStack() as stack:
        files = [stack.enter_context(opened(source, policy)) for source, _ in wanted]
        batch = (_native.UnlockRequest * len(wanted))(*[
            _native.UnlockRequest(file, secret.address, secret.size) for file, (_, secret) in zip(files, wanted)])
        call.unlock_many(ctypes.addressof(batch), len(wanted), work.pointer())
        for one, file, (source, _) in zip(batch, files, wanted):
            if one.keys is not None:
                results.append(Keys(one.keys, info_of(file, path_of(source))))
            else:
                results.append(unlock_error_of(file, one.status))
    _reraise(work, results)
    return results


def _settled(file: Any, path: Optional[str], status: int, keys: Optional[int], work: Work) -> Keys:
    if keys is None:
        work.reraise()
        raise unlock_error_of(file, status)
    opened_keys = Keys(keys, info_of(file, path))
    _reraise(work, [opened_keys])
    return opened_keys


def _reraise(work: Work, results: Sequence[Union[Keys, OsshkeyError]]) -> None:
    """Raises what a callback raised; the caller gets no keys then, so they are closed."""
    try:
        work.reraise()
    except BaseException:
        for one in results:
            if isinstance(one, Keys):
                one.close()
        raise


class _Question:
    """A passphrase callback for C around one in Python."""

    def __init__(self, ask: Ask, info: FileInfo, work: Work) -> None:
        self._ask = ask
        self._info = info
        self._work = work
        self.callback = _native.ASK(self._answer)

    def _answer(self, _user: Optional[int], _file: int, attempt: int, buffer: int, size: int) -> int:
        try:
            answer = self._ask(self._info, attempt)
            if answer is None:
                return _native.CALLBACK_FAILED
            secret = Borrowed(answer, "passphrase")
            if secret.size > size:
                raise ValueError(f"a passphrase has at most {size} bytes")
            if secret.address is not None:
                ctypes.memmove(buffer, secret.address, secret.size)
            return secret.size
        except BaseException as raised:  # none may pass through C; reraise() brings it out
            self._work.raised = raised
            return _native.CALLBACK_FAILED
