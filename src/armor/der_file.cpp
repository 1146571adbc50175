// SPDX-License-Identifier: MIT
// Binary DER: tag and length of the first elements, no more. Whether the content is right is for
// the container to say.
#include "armor/der_file.hpp"

#include <algorithm>

namespace osshkey::armor {

namespace {

constexpr std::uint8_t integer = 0x02;
constexpr std::uint8_t bit_string = 0x03;
constexpr std::uint8_t octet_string = 0x04;
constexpr std::uint8_t object_identifier = 0x06;
constexpr std::uint8_t sequence = 0x30;

struct Element {
  std::uint8_t tag = 0;
  std::uint64_t length = 0;
  std::size_t header = 0;
};

std::optional<Element> element_at(ByteView bytes) {
  if (bytes.size() < 2) {
    return std::nullopt;
  }
  Element element{.tag = bytes[0], .length = bytes[1], .header = 2};
  if (element.length < 0x80) {
    return element;
  }
  const std::size_t octets = element.length & 0x7FU;
  if (octets == 0 || octets > 7 || bytes.size() < 2 + octets) {
    return std::nullopt;
  }
  element.length = 0;
  for (const std::uint8_t octet : bytes.subspan(2, octets)) {
    element.length = element.length << 8U | octet;
  }
  element.header += octets;
  return element;
}

ByteView after(ByteView bytes, const Element& element) {
  const std::size_t left = bytes.size() - element.header;
  return bytes.subspan(element.header +
                       static_cast<std::size_t>(std::min<std::uint64_t>(left, element.length)));
}

/// kind_after_number tells apart what begins with a number: versions are one byte, the modulus of a
/// public RSA key is not.
DerKind kind_after_number(ByteView inside, const Element& number) {
  if (number.length > 8) {
    return DerKind::public_key;
  }
  const std::optional<Element> second = element_at(after(inside, number));
  const std::uint8_t version = inside.size() > 2 ? inside[2] : 0;
  if (number.length == 1 && version == 3 && second && second->tag == sequence) {
    return DerKind::pkcs12;
  }
  return number.length == 1 && version <= 1 ? DerKind::private_key : DerKind::other;
}

/// kind_after_sequence tells apart what begins with a SEQUENCE: an algorithm's identifier, or the
/// signed part of a certificate or of a request.
DerKind kind_after_sequence(ByteView inside, const Element& first) {
  const std::optional<Element> nested = element_at(inside.subspan(first.header));
  if (!nested || nested->tag != object_identifier) {
    return DerKind::certificate;
  }
  const std::optional<Element> second = element_at(after(inside, first));
  if (second && second->tag == bit_string) {
    return DerKind::public_key;
  }
  return second && second->tag != octet_string ? DerKind::other : DerKind::private_key;
}

}  // namespace

std::optional<DerFile> read_der(ByteView file) {
  const std::optional<Element> outer = element_at(file);
  if (!outer || outer->tag != sequence) {
    return std::nullopt;
  }
  DerFile found{.size = outer->header + outer->length};
  const ByteView inside = file.subspan(outer->header);
  const std::optional<Element> first = element_at(inside);
  if (!first) {
    return found;
  }
  if (first->tag == integer) {
    found.kind = kind_after_number(inside, *first);
  } else if (first->tag == sequence) {
    found.kind = kind_after_sequence(inside, *first);
  } else if (first->tag == object_identifier) {
    found.kind = DerKind::pkcs7;
  }
  return found;
}

}  // namespace osshkey::armor
