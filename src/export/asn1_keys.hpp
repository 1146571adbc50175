// SPDX-License-Identifier: MIT
// Private keys in ASN.1: PKCS#1 (RFC 8017), SEC 1 (RFC 5915), the DSA form of OpenSSL, and what
// PKCS#8 (RFC 5958, RFC 8410) puts around them.
#pragma once

#include <string_view>

#include <osshkey/error.hpp>
#include <osshkey/private_key.hpp>

namespace osshkey {

/// TraditionalKey is the DER form that a PEM file of its own label holds.
struct TraditionalKey {
  std::string_view label;  ///< such as `RSA PRIVATE KEY`
  SecureBytes der;
};

/// traditional_key is the older form of an RSA, ECDSA or DSA key.
/// Fails with: unsupported_key_type (all others). Throws std::bad_alloc.
[[nodiscard]] Result<TraditionalKey> traditional_key(const PrivateKey& key);

/// private_key_info is the DER of PKCS#8's PrivateKeyInfo.
/// Fails with: unsupported_key_type (security keys, ML-DSA). Throws std::bad_alloc.
[[nodiscard]] Result<SecureBytes> private_key_info(const PrivateKey& key);

}  // namespace osshkey
