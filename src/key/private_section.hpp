// SPDX-License-Identifier: MIT
// The private section of openssh-key-v1: two check values, the keys with their comments, padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "key/make_key.hpp"

namespace osshkey::key {

struct PrivateSection {
  std::vector<ParsedKey> keys;  ///< views into the decrypted bytes
  std::size_t padding = 0;      ///< bytes after the last comment
};

/// advice_for_writers is for a file that is wrong beside the key alone, as faulty programs write
/// it.
inline constexpr std::string_view advice_for_writers =
    "export the key again with the program that wrote the file, in PEM or PKCS#8 form or with a "
    "newer version; or restore the file from a copy";

/// parse_private_section reads decrypted bytes that hold `count` keys (PROTOCOL.key section 3).
/// Errors name the field, no offset and nothing of the bytes.
/// Fails with: check_mismatch (also what a wrong passphrase leads to), unsupported_key_type,
/// malformed, bad_number, invalid_key, key_mismatch, key_too_large, bad_padding.
[[nodiscard]] Result<PrivateSection> parse_private_section(ByteView decrypted, std::uint32_t count);

}  // namespace osshkey::key
