// SPDX-License-Identifier: MIT
// Private keys written in ASN.1 without encryption: PKCS#1 (RFC 8017), SEC1 (RFC 5915), OpenSSL's
// DSA form and PKCS#8 (RFC 5208, RFC 5958).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <osshkey/private_key.hpp>

#include "container/der.hpp"

namespace osshkey::container {

/// Structure is what a byte string holds, found by its outermost elements: labels lie.
enum class Structure : std::uint8_t {
  unknown,
  openssh_key_v1,
  pkcs1,
  sec1,
  dsa,
  pkcs8,
  pkcs8_encrypted,
  public_key,   ///< SubjectPublicKeyInfo, RSAPublicKey
  certificate,  ///< X.509
};

/// recognise looks at the first elements and at nothing inside them. Bytes that break off are
/// unknown.
[[nodiscard]] Structure recognise(ByteView bytes);

/// begins_private_key tells whether bytes that may be damaged further on begin as a private key of
/// any of these forms does. At least 47 bits of them decide: no chance makes them out of other
/// bytes.
[[nodiscard]] bool begins_private_key(ByteView bytes);

/// structure_of_label is what a PEM label promises; unknown for a label of none of these.
[[nodiscard]] Structure structure_of_label(std::string_view label) noexcept;
/// container_word is keyinfo's word for a structure, empty for what is no private key.
[[nodiscard]] std::string_view container_word(Structure structure) noexcept;

/// Asn1Key is a private key as its structure tells it: views into the bytes that were parsed, or
/// into `joined`. Of the public half, what the structure leaves out is empty.
struct Asn1Key {
  std::string_view type{};  ///< SSH's name
  KeyNumbers numbers{};
  ByteView dp{}, dq{};                ///< RSA: d mod p-1, d mod q-1
  std::vector<SecureBytes> joined{};  ///< strings that stood in pieces
};

/// parse_asn1_key reads pkcs1, sec1, dsa or pkcs8. `offset` is where the bytes begin in the decoded
/// file, unset for decrypted bytes.
/// Fails with: truncated, malformed, trailing_data, bad_number, key_too_large, key_mismatch (a
/// public key attached to it is another's), unsupported_key_type, unsupported_curve.
[[nodiscard]] Result<Asn1Key> parse_asn1_key(Structure structure, ByteView bytes,
                                             std::optional<std::uint64_t> offset,
                                             Strictness strictness);

// The bodies, which also stand inside PKCS#8.
void read_pkcs1(DerReader key, Asn1Key& parsed);
void read_dsa(DerReader key, Asn1Key& parsed);
/// read_sec1 needs the curve where the structure around it has named one.
void read_sec1(DerReader key, std::optional<Curve> curve, Asn1Key& parsed);
/// read_pkcs8 reads PrivateKeyInfo (pkcs8.cpp).
void read_pkcs8(DerReader key, Asn1Key& parsed);

}  // namespace osshkey::container
