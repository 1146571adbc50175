// SPDX-License-Identifier: MIT
// Binary ASN.1: tag and length of the first elements, no more. Whether the content is right is for
// the container to say.
#include "armor/der_file.hpp"

#include <algorithm>
#include <array>

namespace osshkey::armor {

namespace {

constexpr std::uint8_t integer = 0x02;
constexpr std::uint8_t bit_string = 0x03;
constexpr std::uint8_t octet_string = 0x04;
constexpr std::uint8_t object_identifier = 0x06;
constexpr std::uint8_t octet_string_in_pieces = 0x24;
constexpr std::uint8_t sequence = 0x30;

struct Element {
  std::uint8_t tag = 0;
  std::uint64_t length = 0;  // of an indefinite one, all that follows
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
  if (octets == 0) {
    constexpr std::uint8_t constructed = 0x20;
    element.length = bytes.size() - element.header;
    return (element.tag & constructed) != 0 ? std::optional(element) : std::nullopt;
  }
  if (octets > 7 || bytes.size() < 2 + octets) {
    return std::nullopt;
  }
  element.length = 0;
  for (const std::uint8_t octet : bytes.subspan(2, octets)) {
    element.length = element.length << 8U | octet;
  }
  element.header += octets;
  return element;
}

ByteView content_of(ByteView bytes, const Element& element) {
  const std::size_t left = bytes.size() - element.header;
  return bytes.subspan(element.header,
                       static_cast<std::size_t>(std::min<std::uint64_t>(left, element.length)));
}

ByteView after(ByteView bytes, const Element& element) {
  return bytes.subspan(element.header + content_of(bytes, element).size());
}

/// Inside walks over the elements of the outermost SEQUENCE.
class Inside {
 public:
  explicit Inside(ByteView bytes) : bytes_(bytes) {}

  /// next is nullopt at the end, and where the bytes break off before an element's content.
  std::optional<Element> next() {
    const std::optional<Element> element = element_at(bytes_);
    if (element) {
      content_ = content_of(bytes_, *element);
      bytes_ = after(bytes_, *element);
    }
    return element;
  }
  /// content of the last element, as far as it is there.
  [[nodiscard]] ByteView content() const { return content_; }

 private:
  ByteView bytes_;
  ByteView content_{};
};

bool is_octets(const Element& element) {
  return element.tag == octet_string || element.tag == octet_string_in_pieces;
}

/// kind_of_numbers tells apart what has a version and then a number. The second is a modulus in
/// both; the third an exponent of RSA, which is short, or the order q of DSA, which has 160 bits or
/// more.
DerKind kind_of_numbers(Inside inside) {
  const std::optional<Element> third = inside.next();
  constexpr std::uint64_t least_order = 16;
  constexpr std::uint64_t largest_order = 40;
  if (third && third->tag != integer) {
    return DerKind::other;
  }
  return third && third->length >= least_order && third->length <= largest_order ? DerKind::dsa
                                                                                 : DerKind::rsa;
}

/// is_public is true for the numbers of a public key behind the first: e of RSA; p, q and g of
/// OpenSSL's DSA.
bool is_public(Inside inside) {
  std::size_t count = 0;
  while (const std::optional<Element> element = inside.next()) {
    if (element->tag != integer) {
      return false;
    }
    ++count;
  }
  return count == 1 || count == 3;
}

/// kind_after_number tells apart what begins with a number: versions are one byte, the modulus of a
/// public RSA key is not.
DerKind kind_after_number(Inside inside, const Element& number, ByteView value) {
  if (number.length > 8) {
    return is_public(inside) ? DerKind::public_key : DerKind::other;
  }
  const std::uint8_t version = value.empty() ? 0 : value[0];
  const std::optional<Element> second = inside.next();
  if (number.length == 1 && version == 3 && second && second->tag == sequence) {
    const std::optional<Element> mac = inside.next();
    return !mac || mac->tag == sequence ? DerKind::pkcs12 : DerKind::other;
  }
  if (number.length != 1 || version > 1) {
    return DerKind::other;
  }
  if (!second) {
    return DerKind::pkcs8;
  }
  if (second->tag == integer) {
    return kind_of_numbers(inside);
  }
  if (is_octets(*second)) {
    return DerKind::ec;
  }
  const std::optional<Element> third = inside.next();
  // The parameters of a curve, written out, have two SEQUENCEs.
  return second->tag == sequence && (!third || is_octets(*third)) ? DerKind::pkcs8 : DerKind::other;
}

/// kind_after_sequence tells apart what begins with a SEQUENCE: an algorithm's identifier, or the
/// signed part of a certificate or of a request, which the signature's algorithm follows.
DerKind kind_after_sequence(Inside inside, ByteView first) {
  const std::optional<Element> nested = element_at(first);
  const std::optional<Element> second = inside.next();
  if (second && is_octets(*second)) {
    return DerKind::pkcs8_encrypted;
  }
  if (!nested || nested->tag != object_identifier) {
    return !second || second->tag == sequence ? DerKind::certificate : DerKind::other;
  }
  if (!second) {
    return DerKind::pkcs8_encrypted;
  }
  return second->tag == bit_string ? DerKind::public_key : DerKind::other;
}

/// kind_of_cms reads the last number of PKCS#7's content types (RFC 5652).
DerKind kind_of_cms(ByteView identifier) {
  constexpr std::array<std::uint8_t, 9> enveloped = {0x2A, 0x86, 0x48, 0x86, 0xF7,
                                                     0x0D, 0x01, 0x07, 0x03};
  return std::ranges::equal(identifier, enveloped) ? DerKind::enveloped : DerKind::pkcs7;
}

/// is_text is true for bytes without the control characters that the tags of ASN.1 are.
bool is_text(ByteView bytes) {
  constexpr std::size_t enough = 64;
  return std::ranges::none_of(bytes.first(std::min(bytes.size(), enough)), [](std::uint8_t byte) {
    const bool white = byte >= '\t' && byte <= '\r';
    return (byte < ' ' && !white) || byte == 0x7F;
  });
}

}  // namespace

std::optional<DerFile> read_der(ByteView file) {
  const std::optional<Element> outer = element_at(file);
  if (!outer || outer->tag != sequence || is_text(file)) {
    return std::nullopt;
  }
  DerFile found{.size = outer->header + outer->length};
  Inside inside(content_of(file, *outer));
  const std::optional<Element> first = inside.next();
  if (!first) {
    return found;
  }
  if (first->tag == integer) {
    found.kind = kind_after_number(inside, *first, inside.content());
  } else if (first->tag == sequence) {
    found.kind = kind_after_sequence(inside, inside.content());
  } else if (first->tag == object_identifier) {
    found.kind = kind_of_cms(inside.content());
  }
  return found;
}

}  // namespace osshkey::armor
