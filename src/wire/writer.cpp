// SPDX-License-Identifier: MIT
// Writer: every write goes through `bytes`, which counts or copies.
#include "wire/writer.hpp"

#include <algorithm>
#include <array>

#include "wire/reader.hpp"

namespace osshkey::wire {

void Writer::bytes(ByteView value) noexcept {
  if (position_ + value.size() <= out_.size()) {
    std::ranges::copy(value, out_.begin() + static_cast<std::ptrdiff_t>(position_));
  }
  position_ += value.size();
}

void Writer::u8(std::uint8_t value) noexcept {
  bytes({&value, 1});
}

void Writer::u32(std::uint32_t value) noexcept {
  const std::array<std::uint8_t, 4> big_endian = {
      static_cast<std::uint8_t>(value >> 24), static_cast<std::uint8_t>(value >> 16),
      static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
  bytes(big_endian);
}

void Writer::string(ByteView value) noexcept {
  u32(static_cast<std::uint32_t>(value.size()));
  bytes(value);
}

void Writer::string(std::string_view value) noexcept {
  string(as_bytes(value));
}

void Writer::mpint(ByteView magnitude) noexcept {
  magnitude = trimmed(magnitude);
  const bool sign_byte = !magnitude.empty() && (magnitude.front() & 0x80U) != 0;
  u32(static_cast<std::uint32_t>(magnitude.size() + (sign_byte ? 1 : 0)));
  if (sign_byte) {
    u8(0);
  }
  bytes(magnitude);
}

}  // namespace osshkey::wire
