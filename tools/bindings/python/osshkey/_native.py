# SPDX-License-Identifier: MIT
"""osshkey.h for ctypes: the library, its structs, and the functions that this package calls.

ctypes.CDLL releases the interpreter's lock during each call, and takes it again for a callback in
Python. Nothing outside this package should use this module.
"""
from __future__ import annotations

import ctypes
import os
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_size_t, c_uint, c_uint32, c_uint64, c_void_p
from typing import Any, Callable, Optional, Union

BytesLike = Union[bytes, bytearray, memoryview]


def _load() -> ctypes.CDLL:
    path = os.environ.get("OSSHKEY_LIBRARY", "libosshkey.so.0")
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{error}; install the library osshkey, or name it in OSSHKEY_LIBRARY") from error


library = _load()

PROGRESS = CFUNCTYPE(c_int, c_void_p, c_uint64, c_uint64)
ASK = CFUNCTYPE(c_int, c_void_p, c_void_p, c_uint, c_void_p, c_size_t)

OK = 0
BUFFER_TOO_SMALL = -2
CALLBACK_FAILED = -3
HASH_SHA256, HASH_MD5 = 0, 1
# No signature is longer.
SIGNATURE_SIZE = 4096


class Policy(ctypes.Structure):
    """osshkey_policy"""

    _fields_ = [("strict", c_int), ("max_rounds", c_uint32), ("max_keys", c_uint32), ("max_key_bits", c_uint32),
                ("max_kdf_passes", c_uint32), ("max_file_size", c_uint64), ("max_iterations", c_uint64),
                ("max_kdf_memory", c_uint64), ("reserved", c_uint64 * 4)]


class Options(ctypes.Structure):
    """osshkey_options; `progress` is a pointer, because the library's own callback may stand there."""

    _fields_ = [("threads", c_uint), ("progress", c_void_p), ("progress_user", c_void_p), ("reserved", c_uint64 * 4)]


class Error(ctypes.Structure):
    """osshkey_error"""

    status: int
    system: int
    line: int
    offset: int
    field: bytes
    hint: bytes
    text: int
    text_len: int
    _fields_ = [("status", c_int), ("system", c_int), ("line", c_uint32), ("offset", c_int64), ("field", c_char_p),
                ("text", c_void_p), ("text_len", c_size_t), ("hint", c_char_p)]


class Note(ctypes.Structure):
    """osshkey_note"""

    status: int
    line: int
    text: int
    text_len: int
    hint: bytes
    _fields_ = [("status", c_int), ("line", c_uint32), ("text", c_void_p), ("text_len", c_size_t), ("hint", c_char_p)]


class UnlockRequest(ctypes.Structure):
    """osshkey_unlock_request"""

    _fields_ = [("file", c_void_p), ("passphrase", c_void_p), ("passphrase_len", c_size_t), ("keys", c_void_p),
                ("status", c_int), ("reserved", c_uint64 * 4)]


class KdfRequest(ctypes.Structure):
    """osshkey_kdf_request"""

    _fields_ = [("passphrase", c_void_p), ("passphrase_len", c_size_t), ("salt", c_void_p), ("salt_len", c_size_t),
                ("rounds", c_uint32), ("out", c_void_p), ("out_len", c_size_t), ("status", c_int)]


class Protection(ctypes.Structure):
    """osshkey_protection"""

    _fields_ = [("passphrase", c_void_p), ("passphrase_len", c_size_t), ("cipher", c_char_p), ("rounds", c_uint32),
                ("reserved", c_uint64 * 4)]


class AgentConstraints(ctypes.Structure):
    """osshkey_agent_constraints"""

    _fields_ = [("lifetime_seconds", c_uint32), ("confirm", c_int), ("security_key_provider", c_char_p),
                ("reserved", c_uint64 * 4)]


_SIZE = POINTER(c_size_t)
_VIEW = (c_void_p, [c_void_p, _SIZE])
_STATUS_TEXT = (c_char_p, [c_int])
_WRITTEN = (c_int, [c_void_p, c_void_p, c_void_p, _SIZE])
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "version": (c_char_p, []),
    "word": _STATUS_TEXT,
    "message": _STATUS_TEXT,
    "hint": _STATUS_TEXT,
    "kind": (c_int, [c_int]),
    "policy_init": (c_int, [POINTER(Policy)]),
    "file_load": (c_int, [c_char_p, c_void_p, POINTER(c_void_p)]),
    "file_parse": (c_int, [c_void_p, c_size_t, c_void_p, POINTER(c_void_p)]),
    "file_free": (None, [c_void_p]),
    "file_error": (c_int, [c_void_p, POINTER(Error)]),
    "file_unlock_error": (c_int, [c_void_p, POINTER(Error)]),
    "file_container": _VIEW,
    "file_cipher": _VIEW,
    "file_kdf": _VIEW,
    "file_rounds": (c_uint64, [c_void_p]),
    "file_salt": _VIEW,
    "file_is_encrypted": (c_int, [c_void_p]),
    "file_key_count": (c_size_t, [c_void_p]),
    "file_public_key": (c_void_p, [c_void_p, c_size_t]),
    "file_comment": (c_void_p, [c_void_p, c_size_t, _SIZE]),
    "file_note_count": (c_size_t, [c_void_p]),
    "file_note": (c_int, [c_void_p, c_size_t, POINTER(Note)]),
    "file_unlock": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, POINTER(c_void_p)]),
    "file_unlock_ask": (c_int, [c_void_p, ASK, c_void_p, c_uint, c_void_p, POINTER(c_void_p)]),
    "unlock_many": (c_int, [c_void_p, c_size_t, c_void_p]),
    "keys_free": (None, [c_void_p]),
    "keys_count": (c_size_t, [c_void_p]),
    "keys_get": (c_void_p, [c_void_p, c_size_t]),
    "public_key_from_blob": (c_int, [c_void_p, c_size_t, POINTER(c_void_p)]),
    "public_key_free": (None, [c_void_p]),
    "public_key_type": _VIEW,
    "public_key_is_known": (c_int, [c_void_p]),
    "public_key_bits": (c_uint, [c_void_p]),
    "public_key_blob": _VIEW,
    "public_key_certificate": _VIEW,
    "public_key_fingerprint": (c_int, [c_void_p, c_int, c_void_p, _SIZE]),
    "public_key_authorized_key": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, _SIZE]),
    "public_key_verify": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, c_size_t, c_char_p]),
    "private_key_public_key": (c_void_p, [c_void_p]),
    "private_key_comment": _VIEW,
    "private_key_is_proved": (c_int, [c_void_p]),
    "private_key_sign": (c_int, [c_void_p, c_void_p, c_size_t, c_char_p, c_void_p, _SIZE]),
    "private_key_to_openssh": _WRITTEN,
    "private_key_to_pkcs8": _WRITTEN,
    "private_key_to_pkcs8_der": _WRITTEN,
    "private_key_to_pem": (c_int, [c_void_p, c_void_p, c_size_t, c_void_p, _SIZE]),
    "private_key_to_agent_message": _WRITTEN,
    "private_key_to_x25519": (c_int, [c_void_p, c_void_p, _SIZE]),
    "bcrypt_pbkdf": (c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_uint32, c_void_p, c_size_t]),
    "bcrypt_pbkdf_batch": (c_int, [c_void_p, c_size_t, c_void_p]),
    "cancel_by_flag": (c_int, [c_void_p, c_uint64, c_uint64]),
}


def _prepare(name: str) -> Any:
    function = library["osshkey_" + name]
    function.restype, function.argtypes = _FUNCTIONS[name]
    return function


# The functions without their prefix: call.keys_free(...).
class _Calls:
    def __init__(self) -> None:
        for name in _FUNCTIONS:
            setattr(self, name, _prepare(name))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(f"osshkey_{name} is no function of this package")


call = _Calls()
CANCEL_BY_FLAG = ctypes.cast(call.cancel_by_flag, c_void_p).value  # type: ignore[arg-type]


class Borrowed:
    """The address and size of a caller's bytes, without a copy; they live, unmoved, as long as this object."""

    __slots__ = ("address", "size", "_owner")

    def __init__(self, data: BytesLike, what: str) -> None:
        if isinstance(data, memoryview) and (data.readonly or not data.contiguous):
            data = bytes(data)
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"{what} must be bytes, not {type(data).__name__}"
                            + ("; encode it first" if isinstance(data, str) else ""))
        self.size = data.nbytes if isinstance(data, memoryview) else len(data)
        self.address: Optional[int] = None
        self._owner: Any = None
        if self.size and isinstance(data, bytes):
            self._owner = c_char_p(data)
            self.address = ctypes.cast(self._owner, c_void_p).value
        elif self.size:
            # As long as ctypes holds this view, Python refuses to resize the caller's bytearray.
            self._owner = (ctypes.c_uint8 * self.size).from_buffer(data)  # type: ignore[arg-type]
            self.address = ctypes.addressof(self._owner)


def number(value: int, largest: int, what: str) -> int:
    """The number, which ctypes would cut off without a word if it were too large."""
    if not 0 <= value <= largest:
        raise OverflowError(f"{what} must be from 0 to {largest}")
    return value


def name(value: Optional[str], what: str) -> Optional[bytes]:
    """A name for C, where a NUL would end it; None stays None."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"{what} must be str, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError(f"{what} must not contain a NUL")
    return os.fsencode(value)


def view(function: Callable[..., Any], *arguments: Any) -> Optional[bytes]:
    """A copy of what a function shows; None where it shows nothing."""
    size = c_size_t()
    address = function(*arguments, ctypes.byref(size))
    return None if address is None else ctypes.string_at(address, size.value)


def text(raw: Optional[bytes]) -> str:
    """A text of the file. Bytes that are no UTF-8 become surrogates, as in os.fsdecode."""
    return (raw or b"").decode("utf-8", "surrogateescape")


def wipe(data: bytearray) -> None:
    """Zeros in place of a secret."""
    data[:] = bytes(len(data))
