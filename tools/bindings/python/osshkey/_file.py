# SPDX-License-Identifier: MIT
"""Key files as they are shown without a passphrase: plain values, copied out of the library."""
from __future__ import annotations

import ctypes
import os
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any, Callable, Iterator, Optional, Union

from . import _native
from ._errors import OsshkeyError, check, error_of, error_of_struct
from ._native import Borrowed, BytesLike, call

Source = Union[str, "os.PathLike[str]", BytesLike]


@dataclass(frozen=True)
class Policy:
    """What a file may be. None is the library's default; each limit is applied before the work that it bounds."""

    strict: bool = False
    max_rounds: Optional[int] = None
    max_keys: Optional[int] = None
    max_key_bits: Optional[int] = None
    max_kdf_passes: Optional[int] = None
    max_file_size: Optional[int] = None
    max_iterations: Optional[int] = None
    max_kdf_memory: Optional[int] = None

    def _filled(self) -> _native.Policy:
        filled = _native.Policy()
        check(call.policy_init(ctypes.byref(filled)))
        filled.strict = int(self.strict)
        for limit in fields(self)[1:]:
            value = getattr(self, limit.name)
            if value is not None:
                bits = 8 * getattr(_native.Policy, limit.name).size
                setattr(filled, limit.name, _native.number(value, 2**bits - 1, limit.name))
        return filled


@dataclass(frozen=True)
class Note:
    """An irregularity that was tolerated, or advice. `word` never changes."""

    word: str
    text: str
    hint: str
    line: Optional[int]


@dataclass(frozen=True)
class PublicKey:
    """A public key. Where `known` is False only the name of its type could be read, and `bits` is 0."""

    type: str
    bits: int
    known: bool
    blob: bytes
    certificate: Optional[bytes]
    fingerprint: str
    fingerprint_md5: str

    def authorized_key(self, comment: str = "") -> str:
        """The line for authorized_keys, without a newline."""
        raw = Borrowed(comment.encode("utf-8", "surrogateescape"), "comment")
        with self._handle() as handle:
            return _text(call.public_key_authorized_key, handle, raw.address, raw.size)

    def verify(self, data: BytesLike, signature: BytesLike, algorithm: Optional[str] = None) -> None:
        """Raises unless `signature`, as PrivateKey.sign makes it, is this key's over the data."""
        signed, proof = Borrowed(data, "data"), Borrowed(signature, "signature")
        with self._handle() as handle:
            check(call.public_key_verify(handle, signed.address, signed.size, proof.address, proof.size,
                                         _native.name(algorithm, "algorithm")))

    @contextmanager
    def _handle(self) -> Iterator[ctypes.c_void_p]:
        blob, handle = Borrowed(self.blob, "blob"), ctypes.c_void_p()
        check(call.public_key_from_blob(blob.address, blob.size, ctypes.byref(handle)))
        try:
            yield handle
        finally:
            call.public_key_free(handle)


@dataclass(frozen=True)
class FileKey:
    """One key of a file. What only decryption shows is None."""

    public: Optional[PublicKey]
    comment: Optional[str]


@dataclass(frozen=True)
class FileInfo:
    """What a file shows. Where `error` isn't None, the rest is what could still be read.

    `rounds` are those of bcrypt, iterations, scrypt's N or Argon2's passes, 0 where there are none.
    """

    path: Optional[str]
    container: str
    cipher: str
    kdf: str
    rounds: int
    salt: Optional[bytes]
    encrypted: bool
    keys: tuple[FileKey, ...]
    notes: tuple[Note, ...]
    error: Optional[OsshkeyError]


def inspect(source: Source, policy: Optional[Policy] = None) -> FileInfo:
    """What a file shows without its passphrase. `source` is a path (str or PathLike), or the file's bytes.

    A file that can't be read or isn't a key is no exception here: its `error` says what it is.
    """
    with opened(source, policy) as file:
        return info_of(file, path_of(source))


def path_of(source: Source) -> Optional[str]:
    """The path, None where the source is the bytes."""
    return None if isinstance(source, (bytes, bytearray, memoryview)) else os.fspath(source)


@contextmanager
def opened(source: Source, policy: Optional[Policy]) -> Iterator[ctypes.c_void_p]:
    """An osshkey_file for the length of a block."""
    limits = None if policy is None else ctypes.byref(policy._filled())
    file = ctypes.c_void_p()
    if isinstance(source, (bytes, bytearray, memoryview)):
        raw = Borrowed(source, "source")
        status = call.file_parse(raw.address, raw.size, limits, ctypes.byref(file))
    else:
        path = os.fspath(source)
        if not isinstance(path, str):
            raise TypeError("a path must be str: bytes are taken as the content of a file")
        status = call.file_load(_native.name(path, "a path"), limits, ctypes.byref(file))
    check(status)
    try:
        yield file
    finally:
        call.file_free(file)


def info_of(file: Any, path: Optional[str]) -> FileInfo:
    """Everything that the library shows of an osshkey_file."""
    error = _native.Error()
    call.file_error(file, ctypes.byref(error))
    return FileInfo(
        path=path,
        container=_native.text(_native.view(call.file_container, file)),
        cipher=_native.text(_native.view(call.file_cipher, file)),
        kdf=_native.text(_native.view(call.file_kdf, file)),
        rounds=call.file_rounds(file),
        salt=_native.view(call.file_salt, file),
        encrypted=call.file_is_encrypted(file) == 1,
        keys=tuple(_file_key(file, index) for index in range(call.file_key_count(file))),
        notes=tuple(_note(file, index) for index in range(call.file_note_count(file))),
        error=error_of_struct(error),
    )


def unlock_error_of(file: Any, status: int) -> OsshkeyError:
    """Why unlocking has failed with this status."""
    error = _native.Error()
    call.file_unlock_error(file, ctypes.byref(error))
    return error_of_struct(error) or error_of(status)


def _file_key(file: Any, index: int) -> FileKey:
    handle = call.file_public_key(file, index)
    comment = _native.view(call.file_comment, file, index)
    return FileKey(None if handle is None else public_key_of(handle),
                   None if comment is None else _native.text(comment))


def _note(file: Any, index: int) -> Note:
    filled = _native.Note()
    check(call.file_note(file, index, ctypes.byref(filled)))
    return Note(call.word(filled.status).decode(),
                ctypes.string_at(filled.text, filled.text_len).decode("utf-8", "backslashreplace"),
                filled.hint.decode(), filled.line or None)


def public_key_of(handle: Any) -> PublicKey:
    """The values of an osshkey_public_key."""
    return PublicKey(
        type=_native.text(_native.view(call.public_key_type, handle)),
        bits=call.public_key_bits(handle),
        known=call.public_key_is_known(handle) == 1,
        blob=_native.view(call.public_key_blob, handle) or b"",
        certificate=_native.view(call.public_key_certificate, handle),
        fingerprint=_text(call.public_key_fingerprint, handle, _native.HASH_SHA256),
        fingerprint_md5=_text(call.public_key_fingerprint, handle, _native.HASH_MD5),
    )


def _text(function: Callable[..., Any], *arguments: Any) -> str:
    """A text that a function writes, without its NUL."""
    size = ctypes.c_size_t()
    if function(*arguments, None, ctypes.byref(size)) != _native.BUFFER_TOO_SMALL:
        check(function(*arguments, None, ctypes.byref(size)))
    buffer = ctypes.create_string_buffer(size.value)
    check(function(*arguments, buffer, ctypes.byref(size)))
    return _native.text(buffer.raw[:size.value - 1])
