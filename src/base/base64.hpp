// SPDX-License-Identifier: MIT
// Base64 (RFC 4648) over libsodium, whose code has no branch or table index that depends on the
// data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey {

enum class Base64Padding : std::uint8_t { with, without };

/// base64_encode is the text of bytes that are not secret.
[[nodiscard]] std::string base64_encode(ByteView bytes, Base64Padding padding);

/// base64_decode is the bytes of a text that isn't secret, padded and without blanks.
/// Fails with: bad_base64.
[[nodiscard]] Result<std::vector<std::uint8_t>> base64_decode(std::string_view text);

}  // namespace osshkey
