# SPDX-License-Identifier: MIT
"""Unlocked keys. The private half stays in the library's guarded memory until the keys are closed."""
from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Union, overload

from . import _native
from ._errors import check
from ._file import FileInfo, PublicKey, public_key_of
from ._native import Borrowed, BytesLike, call

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.dsa import DSAPrivateKey
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    CryptographyKey = Union[RSAPrivateKey, EllipticCurvePrivateKey, DSAPrivateKey, Ed25519PrivateKey, Ed448PrivateKey]


class _Handle:
    """An osshkey_keys that is freed once, and never while a thread is inside the library with it."""

    def __init__(self, pointer: int) -> None:
        self._pointer = pointer
        self._lock = threading.Lock()
        self._users = 0
        self._closed = False
        self._free = weakref.finalize(self, call.keys_free, pointer)
        self._free.atexit = False  # threads may still use it then, and the process's memory goes anyway

    @contextmanager
    def use(self) -> Iterator[int]:
        with self._lock:
            if self._closed:
                raise ValueError("the keys are closed")
            self._users += 1
        try:
            yield self._pointer
        finally:
            with self._lock:
                self._users -= 1
                self._free_when_unused()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._free_when_unused()

    def _free_when_unused(self) -> None:
        if self._closed and self._users == 0:
            self._free()


class PrivateKey:
    """One key of a file. What it returns of the private half is a bytearray, so that the caller can wipe it."""

    def __init__(self, handle: _Handle, index: int) -> None:
        self._handle = handle
        self._index = index
        with self._use() as key:
            self.public: PublicKey = public_key_of(call.private_key_public_key(key))
            self.comment: str = _native.text(_native.view(call.private_key_comment, key))
            #: Whether the public half was recomputed from the private one and agrees; False for security keys.
            self.proved: bool = call.private_key_is_proved(key) == 1

    def __repr__(self) -> str:
        return f"<osshkey.PrivateKey {self.public.type} {self.public.fingerprint}>"

    @contextmanager
    def _use(self) -> Iterator[Any]:
        with self._handle.use() as keys:
            yield call.keys_get(keys, self._index)

    def sign(self, data: BytesLike, algorithm: Optional[str] = None) -> bytes:
        """The signature blob of SSH over the data. RSA signs with rsa-sha2-512 unless another is named."""
        signed = Borrowed(data, "data")
        size = ctypes.c_size_t(_native.SIGNATURE_SIZE)
        out = ctypes.create_string_buffer(size.value)
        with self._use() as key:
            check(call.private_key_sign(key, signed.address, signed.size,
                                        _native.name(algorithm, "algorithm"), out, ctypes.byref(size)))
        return out.raw[:size.value]

    def to_openssh(self, passphrase: BytesLike = b"", cipher: Optional[str] = None, rounds: int = 0) -> bytearray:
        """An openssh-key-v1 file, unencrypted without a passphrase; aes256-ctr and 24 rounds unless told else."""
        with _protection(passphrase, cipher, rounds) as protection:
            return self._written(call.private_key_to_openssh, protection)

    def to_pkcs8(self, passphrase: BytesLike = b"", cipher: Optional[str] = None,
                 thousands_of_iterations: int = 0) -> bytearray:
        """PKCS#8 in PEM. Encrypted by aes256-cbc and 600 thousand iterations unless told else."""
        with _protection(passphrase, cipher, thousands_of_iterations) as protection:
            return self._written(call.private_key_to_pkcs8, protection)

    def to_pkcs8_der(self, passphrase: BytesLike = b"", cipher: Optional[str] = None,
                     thousands_of_iterations: int = 0) -> bytearray:
        """PKCS#8 in DER."""
        with _protection(passphrase, cipher, thousands_of_iterations) as protection:
            return self._written(call.private_key_to_pkcs8_der, protection)

    def to_pem(self, passphrase: BytesLike = b"") -> bytearray:
        """The traditional PEM of RSA, ECDSA and DSA keys, whose encryption is weak."""
        secret = Borrowed(passphrase, "passphrase")
        return self._written(call.private_key_to_pem, secret.address, secret.size)

    def to_agent_message(self, lifetime_seconds: int = 0, confirm: bool = False,
                         security_key_provider: Optional[str] = None) -> bytearray:
        """The bytes for an agent's socket that add the key. A lifetime of 0 is for ever."""
        constraints = _native.AgentConstraints(
            _native.number(lifetime_seconds, 2**32 - 1, "lifetime_seconds"), int(confirm),
            _native.name(security_key_provider, "security_key_provider"))
        return self._written(call.private_key_to_agent_message, ctypes.byref(constraints))

    def to_x25519(self) -> bytearray:
        """The X25519 secret that belongs to an Ed25519 key."""
        return self._written(call.private_key_to_x25519)

    def to_cryptography(self) -> CryptographyKey:
        """The key as an object of the package cryptography: RSA, ECDSA, DSA, Ed25519 or Ed448."""
        from cryptography.hazmat.primitives.serialization import load_der_private_key

        der = self.to_pkcs8_der()
        try:
            return load_der_private_key(der, None)  # type: ignore[return-value]
        finally:
            _native.wipe(der)

    def _written(self, write: Callable[..., int], *arguments: Any) -> bytearray:
        size = ctypes.c_size_t()
        with self._use() as key:
            status = write(key, *arguments, None, ctypes.byref(size))
            if status != _native.BUFFER_TOO_SMALL:
                check(status)
            out = bytearray(size.value)
            check(write(key, *arguments, Borrowed(out, "out").address, ctypes.byref(size)))
        del out[size.value:]
        return out


class Keys(Sequence[PrivateKey]):
    """The keys of one file, in its order. close(), or the end of a with block, wipes them.

    `info` is the file as unlocking has left it: with the notes that only a passphrase shows. A thread that is
    using one of the keys is waited for by the wiping, not by close().
    """

    def __init__(self, pointer: int, info: FileInfo) -> None:
        self._handle = _Handle(pointer)
        self.info = info
        self._keys = tuple(PrivateKey(self._handle, index) for index in range(call.keys_count(pointer)))

    @overload
    def __getitem__(self, index: int) -> PrivateKey: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[PrivateKey]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[PrivateKey, Sequence[PrivateKey]]:
        return self._keys[index]

    def __len__(self) -> int:
        return len(self._keys)

    def close(self) -> None:
        """Wipes the private halves; using a key after that raises ValueError."""
        self._handle.close()

    def __enter__(self) -> Keys:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def _protection(passphrase: BytesLike, cipher: Optional[str], rounds: int) -> Iterator[Any]:
    secret = Borrowed(passphrase, "passphrase")
    yield ctypes.byref(_native.Protection(secret.address, secret.size, _native.name(cipher, "cipher"),
                                          _native.number(rounds, 2**32 - 1, "rounds")))
