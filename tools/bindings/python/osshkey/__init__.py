# SPDX-License-Identifier: MIT
"""osshkey opens SSH private key files: inspected without a passphrase, unlocked with one, signed with.

    for key in osshkey.unlock("id_ed25519", b"the passphrase"):
        print(key.public.type, key.public.fingerprint, key.to_cryptography())

inspect() and unlock() take a path (str or PathLike) or a file's bytes; kdf() takes the place of bcrypt.kdf.
The interpreter's lock is released while the library works.
"""
from ._errors import (CancelledError, EnvironmentFailedError, IrregularError, LimitExceededError, MalformedError,
                      NeedsPassphraseError, NotAPrivateKeyError, OsshkeyError, PassphraseError, UnsupportedError,
                      UsageError, WrongPassphraseError)
from ._file import FileInfo, FileKey, Note, Policy, PublicKey, inspect
from ._kdf import KdfRequest, kdf, kdf_into, kdf_many
from ._keys import Keys, PrivateKey
from ._native import call as _call
from ._unlock import unlock, unlock_many
from ._work import CancelToken

#: The version of the library that runs.
library_version: str = _call.version().decode()

__all__ = [
    "CancelToken", "CancelledError", "EnvironmentFailedError", "FileInfo", "FileKey", "IrregularError", "KdfRequest",
    "Keys", "LimitExceededError", "MalformedError", "NeedsPassphraseError", "NotAPrivateKeyError", "Note",
    "OsshkeyError", "PassphraseError", "Policy", "PrivateKey", "PublicKey", "UnsupportedError", "UsageError",
    "WrongPassphraseError", "inspect", "kdf", "kdf_into", "kdf_many", "library_version", "unlock", "unlock_many",
]
