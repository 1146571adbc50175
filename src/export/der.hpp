// SPDX-License-Identifier: MIT
// DER (X.690): the few elements that keys and signatures are made of. They go through wire::Writer,
// which counts first and then writes, so that secrets go straight into their final block.
#pragma once

#include <cstdint>

#include <osshkey/secure_memory.hpp>

#include "wire/writer.hpp"

namespace osshkey::der {

/// Tag is the identifier byte of an element.
enum class Tag : std::uint8_t {
  integer = 0x02,
  bit_string = 0x03,
  octet_string = 0x04,
  null = 0x05,
  object_identifier = 0x06,
  sequence = 0x30,
  explicit_0 = 0xa0,
  explicit_1 = 0xa1,
};

/// write_header writes the tag and the length of what follows.
void write_header(wire::Writer& writer, Tag tag, std::size_t size);

/// write_element writes an element whose content `write(Writer&)` writes, twice: to count it first.
template <typename Write>
void write_element(wire::Writer& writer, Tag tag, Write write) {
  wire::Writer count;
  write(count);
  write_header(writer, tag, count.size());
  write(writer);
}

void write_bytes(wire::Writer& writer, Tag tag, ByteView content);

/// write_integer writes an unsigned number, big-endian, in its shortest form.
void write_integer(wire::Writer& writer, ByteView magnitude);
void write_integer(wire::Writer& writer, std::uint32_t value);

/// write_bit_string writes whole bytes.
void write_bit_string(wire::Writer& writer, ByteView content);

}  // namespace osshkey::der
