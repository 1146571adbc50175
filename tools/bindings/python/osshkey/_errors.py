# SPDX-License-Identifier: MIT
"""What can go wrong, as exceptions: one class for each kind that a program acts on."""
from __future__ import annotations

import ctypes
from typing import Optional

from . import _native
from ._native import call


class OsshkeyError(Exception):
    """Why a file can't be opened or a call was refused; str() is the message with its detail.

    `code` and `word` name the exact cause and never change, for logs; `hint` says what to do next. `field`,
    `offset` (into the decoded bytes of the file) and `line` say where in the file it is, and are empty or
    None where that can't be named. `errno` is the system's, or None.
    """

    def __init__(self, code: int, text: str = "") -> None:
        super().__init__(code, text)
        self.code = code
        self.word = call.word(code).decode()
        self.text = text or call.message(code).decode()
        self.hint = call.hint(code).decode()
        self.field = ""
        self.offset: Optional[int] = None
        self.line: Optional[int] = None
        self.errno: Optional[int] = None

    def __str__(self) -> str:
        return self.text


class NotAPrivateKeyError(OsshkeyError):
    """The bytes are something else; the hint says what."""


class MalformedError(OsshkeyError):
    """The file is damaged, or written against its format."""


class UnsupportedError(OsshkeyError):
    """A cipher, KDF, type or curve that can't be used here."""


class LimitExceededError(OsshkeyError):
    """Refused before expensive work; the policy can allow it."""


class PassphraseError(OsshkeyError):
    """A passphrase is needed, or the one given is wrong."""


class NeedsPassphraseError(PassphraseError):
    """The file is encrypted, and no passphrase or an empty one was given."""


class WrongPassphraseError(PassphraseError):
    """The passphrase is wrong (under an AEAD cipher, or the file is damaged)."""


class EnvironmentFailedError(OsshkeyError):
    """The system failed: the file can't be read, or memory ran out."""


class CancelledError(EnvironmentFailedError):
    """The work was cancelled."""


class IrregularError(OsshkeyError):
    """A form that OpenSSH refuses, under a strict policy."""


class UsageError(OsshkeyError, ValueError):
    """The call is wrong, or a callback gave up."""


_KINDS: dict[int, type[OsshkeyError]] = {
    1: NotAPrivateKeyError, 2: MalformedError, 3: UnsupportedError, 4: LimitExceededError, 5: PassphraseError,
    6: EnvironmentFailedError, 7: IrregularError, 9: UsageError,
}
_EXACTLY: dict[str, type[OsshkeyError]] = {
    "needs-passphrase": NeedsPassphraseError, "wrong-passphrase": WrongPassphraseError, "cancelled": CancelledError,
}


def error_of(code: int, text: str = "") -> OsshkeyError:
    """The exception for a status."""
    kind = _KINDS.get(call.kind(code), OsshkeyError)
    return _EXACTLY.get(call.word(code).decode(), kind)(code, text)


def error_of_struct(filled: _native.Error) -> Optional[OsshkeyError]:
    """The exception for an osshkey_error; None where nothing is wrong."""
    if filled.status == _native.OK:
        return None
    # The message is for people and may hold raw bytes of the file: it must be printable in any case.
    text = ctypes.string_at(filled.text, filled.text_len).decode("utf-8", "backslashreplace")
    error = error_of(filled.status, text)
    error.hint = filled.hint.decode("utf-8", "backslashreplace")
    error.field = filled.field.decode("utf-8", "backslashreplace")
    error.offset = None if filled.offset < 0 else filled.offset
    error.line = filled.line or None
    error.errno = filled.system or None
    return error


def check(code: int) -> None:
    """Raises unless the status is good."""
    if code != _native.OK:
        raise error_of(code)
