// SPDX-License-Identifier: MIT
// The private section of openssh-key-v1: two check values, the keys with their comments, padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "key/make_key.hpp"

namespace osshkey::key {

struct PrivateSection {
  std::vector<ParsedKey> keys;  ///< views into the decrypted bytes
  std::size_t padding = 0;      ///< bytes after the last comment
};

/// parse_private_section reads decrypted bytes that hold `count` keys (PROTOCOL.key section 3).
/// Errors name the field, no offset and nothing of the bytes.
/// Fails with: check_mismatch (also what a wrong passphrase leads to), unsupported_key_type,
/// malformed, bad_number, invalid_key, key_mismatch, key_too_large, bad_padding.
[[nodiscard]] Result<PrivateSection> parse_private_section(ByteView decrypted, std::uint32_t count);

}  // namespace osshkey::key
