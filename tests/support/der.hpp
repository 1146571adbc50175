// SPDX-License-Identifier: MIT
// ASN.1 structures for tests, and the numbers of keys small enough to be checked by hand.
#pragma once

#include <iterator>
#include <string_view>

#include "bytes.hpp"

namespace osshkey::testing {

/// der is an element with its length in the shortest form.
inline Bytes der(std::uint8_t tag, const Bytes& content) {
  Bytes element = {tag};
  if (content.size() < 0x80) {
    element.push_back(static_cast<std::uint8_t>(content.size()));
  } else if (content.size() < 0x100) {
    element.insert(element.end(), {0x81, static_cast<std::uint8_t>(content.size())});
  } else {
    element.insert(element.end(), {0x82, static_cast<std::uint8_t>(content.size() >> 8),
                                   static_cast<std::uint8_t>(content.size())});
  }
  return element + content;
}

inline Bytes sequence(const Bytes& content) {
  return der(0x30, content);
}
inline Bytes octets(const Bytes& content) {
  return der(0x04, content);
}
/// octets_in_pieces is an OCTET STRING that is written as two (X.690 section 8.7.3).
inline Bytes octets_in_pieces(const Bytes& content) {
  const auto middle = content.begin() + std::ssize(content) / 3;
  return der(0x24, octets({content.begin(), middle}) + octets({middle, content.end()}));
}
inline Bytes bits(const Bytes& content) {
  return der(0x03, Bytes{0} + content);
}
inline Bytes null() {
  return {0x05, 0x00};
}

/// integer is the INTEGER of these bytes, as they are.
inline Bytes integer(const Bytes& content) {
  return der(0x02, content);
}
/// integer is a number in its shortest form.
inline Bytes integer(std::uint32_t value) {
  Bytes content;
  do {
    content.insert(content.begin(), static_cast<std::uint8_t>(value));
    value >>= 8;
  } while (value != 0);
  if ((content.front() & 0x80U) != 0) {
    content.insert(content.begin(), 0);
  }
  return integer(content);
}

/// Object identifiers, encoded.
inline Bytes identifier(std::string_view hex) {
  return der(0x06, from_hex(hex));
}
inline const Bytes rsa_identifier = identifier("2a864886f70d010101");
inline const Bytes dsa_identifier = identifier("2a8648ce380401");
inline const Bytes ec_identifier = identifier("2a8648ce3d0201");
inline const Bytes ed25519_identifier = identifier("2b6570");
inline const Bytes ed448_identifier = identifier("2b6571");
inline const Bytes nistp256_identifier = identifier("2a8648ce3d030107");
inline const Bytes nistp384_identifier = identifier("2b81040022");

/// rsa_key is PKCS#1 for the primes 61 and 53.
inline Bytes rsa_numbers() {
  return integer(3233) + integer(17) + integer(2753) + integer(61) + integer(53) + integer(53) +
         integer(49) + integer(38);
}
inline Bytes rsa_key() {
  return sequence(integer(0) + rsa_numbers());
}

/// dsa_key is a key in the group of order 11 modulo 23.
inline Bytes dsa_domain() {
  return integer(23) + integer(11) + integer(4);
}
inline Bytes dsa_key() {
  return sequence(integer(0) + dsa_domain() + integer(8) + integer(7));
}

/// The generator of nistp256, which is the public key of the scalar 1 (SEC2 section 2.4.2).
inline const Bytes nistp256_x =
    from_hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296");
inline const Bytes nistp256_y =
    from_hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");
inline const Bytes nistp256_generator = Bytes{4} + nistp256_x + nistp256_y;

/// ec_key is SEC1 for the scalar 1, with the parts that follow it.
inline Bytes ec_key(const Bytes& parts) {
  return sequence(integer(1) + octets(Bytes(31, 0) + Bytes{1}) + parts);
}

/// pkcs8_key is PrivateKeyInfo.
inline Bytes pkcs8_key(const Bytes& algorithm, const Bytes& key, const Bytes& rest = {}) {
  return sequence(integer(rest.empty() ? 0 : 1) + sequence(algorithm) + octets(key) + rest);
}

/// The key of RFC 8410 section 10.3.
inline const Bytes ed25519_seed =
    from_hex("d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842");
inline const Bytes ed25519_public =
    from_hex("19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1");

}  // namespace osshkey::testing
