// SPDX-License-Identifier: MIT
// Several key files unlocked in one call. Their derivations by bcrypt_pbkdf run as one batch, which
// keeps more chains busy on each thread than one file after the other does.
#pragma once

#include <span>
#include <vector>

#include <osshkey/api.hpp>
#include <osshkey/error.hpp>
#include <osshkey/key_file.hpp>

namespace osshkey {

/// unlock_many is KeyFile::unlock for each of `files`, with one result a file, in their order: what
/// fails with one file doesn't hinder the others. `progress` counts the steps of bcrypt_pbkdf of
/// all files; files with another derivation follow after these, one after the other. `stop` ends
/// the batch within milliseconds, and a derivation of another kind not before its own end; the
/// files that were left fail with cancelled. Throws std::bad_alloc where not even the results fit
/// into memory.
[[nodiscard]] OSSHKEY_API std::vector<Result<Keys>> unlock_many(std::span<KeyFile> files,
                                                                ByteView passphrase,
                                                                const UnlockOptions& options = {});

/// unlock_many with a passphrase for each file, in their order. A file without one gets an empty
/// one.
[[nodiscard]] OSSHKEY_API std::vector<Result<Keys>> unlock_many(
    std::span<KeyFile> files, std::span<const ByteView> passphrases,
    const UnlockOptions& options = {});

}  // namespace osshkey
