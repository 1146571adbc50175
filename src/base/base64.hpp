// SPDX-License-Identifier: MIT
// Base64 (RFC 4648) over libsodium, whose code has no branch or table index that depends on the
// data.
#pragma once

#include <cstdint>
#include <string>

#include <osshkey/secure_memory.hpp>

namespace osshkey {

enum class Base64Padding : std::uint8_t { with, without };

/// base64_encode is the text of bytes that are not secret.
[[nodiscard]] std::string base64_encode(ByteView bytes, Base64Padding padding);

}  // namespace osshkey
