// SPDX-License-Identifier: MIT
// Text of key files: base64 in lines of a fixed length between a BEGIN and an END line. All of it
// stays in guarded memory, because the bytes may be an unencrypted key.
#pragma once

#include <cstddef>
#include <string_view>

#include <osshkey/secure_memory.hpp>

namespace osshkey {

// Characters in a line of base64, as the programs write them that made the formats.
inline constexpr std::size_t openssh_columns = 70;
inline constexpr std::size_t pem_columns = 64;

/// PemText is what goes between and around the lines.
struct PemText {
  std::string_view label{};    ///< such as `PRIVATE KEY`
  std::string_view headers{};  ///< lines of RFC 1421 with the blank line after them, or nothing
  std::size_t columns = pem_columns;
};

[[nodiscard]] SecureBytes write_pem_text(const PemText& form, ByteView bytes);

}  // namespace osshkey
