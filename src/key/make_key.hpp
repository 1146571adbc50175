// SPDX-License-Identifier: MIT
// Builds the public objects PublicKey and PrivateKey out of parsed numbers. Every container ends
// here, so that no key leaves the library without having been proved.
#pragma once

#include <optional>
#include <string>

#include <osshkey/private_key.hpp>

#include "key/key_type.hpp"

namespace osshkey::key {

/// ParsedKey is one key as a parser found it: views into memory that the parser's caller owns.
struct ParsedKey {
  const KeyType* type = nullptr;
  KeyNumbers numbers{};
  ByteView comment{};
  ByteView certificate{};
};

/// parse_public_key reads a public key blob; `offset` is where it begins in the decoded file, unset
/// for a blob that was decrypted.
[[nodiscard]] Result<PublicKey> parse_public_key(ByteView blob,
                                                 std::optional<std::uint64_t> offset);

/// make_public_key is the public key of numbers whose public part is set.
[[nodiscard]] PublicKey make_public_key(const KeyType& type, const KeyNumbers& numbers,
                                        ByteView certificate = {});

/// make_private_key proves the numbers and copies them into guarded memory. `expected` is the
/// public key that stands elsewhere in the file, which must be the same; null where there is none.
/// The public numbers are checked as those of a public key blob are, whatever container they come
/// from. An RSA coefficient in whose place another of the key's numbers stands is computed anew.
/// `notes` receives `mldsa_unproved` and, for that coefficient, `weak_key`. Fails with: what
/// PublicKey::from_blob fails with, key_mismatch, invalid_key, bad_number.
[[nodiscard]] Result<PrivateKey> make_private_key(const ParsedKey& parsed,
                                                  const PublicKey* expected,
                                                  std::vector<Note>& notes);

}  // namespace osshkey::key
