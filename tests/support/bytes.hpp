// SPDX-License-Identifier: MIT
// Byte strings for tests: from hex, from text, and SSH's wire encodings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <osshkey/secure_memory.hpp>

namespace osshkey::testing {

using Bytes = std::vector<std::uint8_t>;

/// from_hex reads pairs of hex digits; blanks between pairs are ignored.
inline Bytes from_hex(std::string_view hex) {
  const auto digit = [](char c) {
    return static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
  };
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < hex.size();) {
    if (hex[i] == ' ' || hex[i] == '\n') {
      ++i;
      continue;
    }
    bytes.push_back(static_cast<std::uint8_t>(digit(hex[i]) << 4 | digit(hex[i + 1])));
    i += 2;
  }
  return bytes;
}

inline Bytes from_text(std::string_view text) {
  return {text.begin(), text.end()};
}

inline std::string to_hex(ByteView bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  for (const std::uint8_t byte : bytes) {
    hex += digits[byte >> 4];
    hex += digits[byte & 15U];
  }
  return hex;
}

inline Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline Bytes u32(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 24), static_cast<std::uint8_t>(value >> 16),
          static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
}

/// ssh_string is a u32 length and the bytes.
inline Bytes ssh_string(const Bytes& bytes) {
  return u32(static_cast<std::uint32_t>(bytes.size())) + bytes;
}
inline Bytes ssh_string(std::string_view text) {
  return ssh_string(from_text(text));
}

}  // namespace osshkey::testing
