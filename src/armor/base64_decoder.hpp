// SPDX-License-Identifier: MIT
// Base64Decoder: base64 (RFC 4648 section 4) fed in pieces, so that each decoded byte can be traced
// to its line. The text may be an unencrypted key: no branch and no table index depends on a
// character's value, only on whether it is base64 at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <osshkey/secure_memory.hpp>

namespace osshkey::armor {

/// is_base64 is true for the characters of base64 (RFC 4648 section 4), the `=` at its end
/// included.
constexpr bool is_base64(char c) noexcept {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/' || c == '=';
}

class Base64Decoder {
 public:
  enum class End : std::uint8_t {
    whole,       ///< the last group is complete
    unpadded,    ///< only the `=` at the end are missing
    incomplete,  ///< the last group has one character
    stray_bits,  ///< the last group holds bits that belong to no byte
  };

  /// Makes room for the bytes of `characters` characters.
  explicit Base64Decoder(std::size_t characters) : bytes_(characters / 4 * 3 + 3) {}
  Base64Decoder(const Base64Decoder&) = delete;
  Base64Decoder& operator=(const Base64Decoder&) = delete;
  Base64Decoder(Base64Decoder&&) = delete;
  Base64Decoder& operator=(Base64Decoder&&) = delete;
  ~Base64Decoder();

  /// feed takes characters up to the first that can't stand there, and yields how many.
  std::size_t feed(std::string_view text);

  /// size is the number of bytes decoded so far.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// padded is true once a `=` was taken.
  [[nodiscard]] bool padded() const noexcept { return padding_ > 0; }
  /// end judges the last group.
  [[nodiscard]] End end() const noexcept;
  /// take hands the bytes over.
  [[nodiscard]] SecureBytes take();

 private:
  SecureBytes bytes_;
  std::size_t size_ = 0;
  std::uint32_t bits_ = 0;  // the bits of the group that belong to no byte yet
  unsigned in_group_ = 0;   // characters of the group, `=` not counted
  unsigned padding_ = 0;
};

}  // namespace osshkey::armor
