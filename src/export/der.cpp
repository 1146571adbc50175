// SPDX-License-Identifier: MIT
// Elements of DER.
#include "export/der.hpp"

#include <array>

#include "wire/reader.hpp"

namespace osshkey::der {

namespace {

std::array<std::uint8_t, 4> big_endian(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 24), static_cast<std::uint8_t>(value >> 16),
          static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
}

}  // namespace

void write_header(wire::Writer& writer, Tag tag, std::size_t size) {
  writer.u8(static_cast<std::uint8_t>(tag));
  if (size < 0x80) {
    writer.u8(static_cast<std::uint8_t>(size));
    return;
  }
  const auto bytes = big_endian(static_cast<std::uint32_t>(size));
  const ByteView length = wire::trimmed(bytes);
  writer.u8(static_cast<std::uint8_t>(0x80U | length.size()));
  writer.bytes(length);
}

void write_bytes(wire::Writer& writer, Tag tag, ByteView content) {
  write_header(writer, tag, content.size());
  writer.bytes(content);
}

void write_integer(wire::Writer& writer, ByteView magnitude) {
  magnitude = wire::trimmed(magnitude);
  // Zero has one byte, and a set top bit would make the number negative.
  const bool zero_byte = magnitude.empty() || (magnitude.front() & 0x80U) != 0;
  write_header(writer, Tag::integer, magnitude.size() + (zero_byte ? 1 : 0));
  if (zero_byte) {
    writer.u8(0);
  }
  writer.bytes(magnitude);
}

void write_integer(wire::Writer& writer, std::uint32_t value) {
  write_integer(writer, big_endian(value));
}

void write_bit_string(wire::Writer& writer, ByteView content) {
  write_header(writer, Tag::bit_string, content.size() + 1);
  writer.u8(0);  // no unused bits
  writer.bytes(content);
}

}  // namespace osshkey::der
