// SPDX-License-Identifier: MIT
// Base64Decoder: six bits a character, by comparisons that cost the same for every character.
#include "armor/base64_decoder.hpp"

#include <span>

namespace osshkey::armor {

namespace {

/// in_range is 1 where low <= c <= high, else 0: each difference wraps exactly when its side holds.
constexpr std::uint32_t in_range(std::uint32_t c, std::uint32_t low, std::uint32_t high) {
  return ((low - 1 - c) & (c - high - 1)) >> 31;
}

/// value_plus_one is 1 to 64 for the characters of the alphabet, 0 for any other.
constexpr std::uint32_t value_plus_one(std::uint32_t c) {
  return in_range(c, 'A', 'Z') * (c - 'A' + 1) + in_range(c, 'a', 'z') * (c - 'a' + 27) +
         in_range(c, '0', '9') * (c - '0' + 53) + in_range(c, '+', '+') * 63 +
         in_range(c, '/', '/') * 64;
}

static_assert(value_plus_one('A') == 1 && value_plus_one('/') == 64 && value_plus_one('=') == 0);

}  // namespace

Base64Decoder::~Base64Decoder() {
  wipe({reinterpret_cast<std::uint8_t*>(&bits_), sizeof bits_});
}

std::size_t Base64Decoder::feed(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '=') {
      if (in_group_ < 2 || in_group_ + padding_ == 4) {
        return i;
      }
      ++padding_;
      continue;
    }
    const std::uint32_t value = value_plus_one(static_cast<std::uint8_t>(text[i]));
    if (value == 0 || padding_ != 0) {
      return i;
    }
    bits_ = bits_ << 6 | (value - 1);
    in_group_ = in_group_ % 4 + 1;
    if (in_group_ > 1) {
      const unsigned left = 8 - 2 * in_group_;  // bits that stay for the next byte: 4, 2, 0
      bytes_.data()[size_++] = static_cast<std::uint8_t>(bits_ >> left);
      bits_ &= (1U << left) - 1;
    }
  }
  return text.size();
}

Base64Decoder::End Base64Decoder::end() const noexcept {
  if (in_group_ == 1) {
    return End::incomplete;
  }
  if (bits_ != 0) {
    return End::stray_bits;
  }
  return in_group_ == 0 || in_group_ + padding_ == 4 ? End::whole : End::unpadded;
}

SecureBytes Base64Decoder::take() {
  bytes_.shrink(size_);
  return std::move(bytes_);
}

}  // namespace osshkey::armor
