// SPDX-License-Identifier: MIT
// One valid key of each type, as the fields that stand in a file, and ways to open fields that a
// test has changed. Outcomes are text, `proved` or `WORD FIELD`, so that a table of them reads
// well.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <osshkey/private_key.hpp>

#include "bytes.hpp"

namespace osshkey::testing {

/// mpint is a number's magnitude in SSH's encoding.
Bytes mpint(ByteView magnitude);
Bytes mpint(std::uint32_t value);

/// RsaFields, DsaFields and EcdsaFields are encoded fields, by default of a valid key. RSA and DSA
/// have numbers that can be checked by hand.
struct RsaFields {
  Bytes n = mpint(3233), e = mpint(17), d = mpint(2753), iqmp = mpint(38), p = mpint(61),
        q = mpint(53);
  [[nodiscard]] Bytes public_fields() const { return e + n; }
  [[nodiscard]] Bytes private_fields() const { return d + iqmp + p + q; }
  [[nodiscard]] Bytes section_fields() const { return n + e + private_fields(); }
};
struct DsaFields {
  Bytes p = mpint(23), q = mpint(11), g = mpint(4), y = mpint(18), x = mpint(3);
  [[nodiscard]] Bytes public_fields() const { return p + q + g + y; }
  [[nodiscard]] Bytes section_fields() const { return public_fields() + x; }
};
struct EcdsaFields {
  Bytes curve, point, d;
  /// Makes a key with libcrypto.
  explicit EcdsaFields(Curve curve);
  [[nodiscard]] Bytes public_fields() const { return curve + point; }
  [[nodiscard]] Bytes section_fields() const { return public_fields() + d; }
};

/// generated_rsa is a key made by libcrypto.
RsaFields generated_rsa(int bits);

/// Sample is a valid key.
struct Sample {
  std::string_view type;
  Bytes public_fields;     ///< after the name in the public key
  Bytes section_fields;    ///< after the name in the private section
  Bytes certified_fields;  ///< after the certificate in the private section
  std::string_view outcome = "proved";
};

/// samples has one of each type.
const std::vector<Sample>& samples();
const Sample& sample(std::string_view type);

/// has_mldsa tells whether libcrypto has ML-DSA.
bool has_mldsa();

/// certificate is a blob, with a signature that nobody checks.
Bytes certificate(std::string_view certificate_type, const Bytes& public_fields);

/// unlock opens the fields after the check values in a private section, without the comment.
Result<PrivateKey> unlock(const Bytes& key_fields);

/// outcome is `proved`, `opened`, or the word and the field of the error.
std::string outcome(const Result<PrivateKey>& result);
std::string outcome(const Result<PublicKey>& result);

/// open is the outcome of fields in a private section, read_public that of a public key's.
std::string open(std::string_view type, const Bytes& section_fields);
std::string read_public(std::string_view type, const Bytes& public_fields);

}  // namespace osshkey::testing
