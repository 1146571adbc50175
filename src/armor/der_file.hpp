// SPDX-License-Identifier: MIT
// Binary ASN.1: tells private keys from the other things that begin with a SEQUENCE, by the first
// elements in it, also where the bytes break off behind them.
#pragma once

#include <cstdint>
#include <optional>

#include <osshkey/secure_memory.hpp>

namespace osshkey::armor {

/// DerKind is what a SEQUENCE seems to hold.
enum class DerKind : std::uint8_t {
  rsa,              ///< PKCS#1
  ec,               ///< SEC1
  dsa,              ///< OpenSSL's form
  pkcs8,            ///< PrivateKeyInfo
  pkcs8_encrypted,  ///< EncryptedPrivateKeyInfo
  public_key,
  certificate,
  enveloped,  ///< CMS that is encrypted
  pkcs7,      ///< CMS of any other kind
  pkcs12,
  other,
};

[[nodiscard]] constexpr bool is_private(DerKind kind) {
  return kind <= DerKind::pkcs8_encrypted;
}

struct DerFile {
  DerKind kind = DerKind::other;
  /// size of the SEQUENCE with its header; may be more than the file has. Of an indefinite length,
  /// the file's.
  std::uint64_t size = 0;
};

/// read_der looks at bytes that begin with a SEQUENCE; nullopt for any others, and for text, which
/// may begin with the digit that is the same byte.
[[nodiscard]] std::optional<DerFile> read_der(ByteView file);

}  // namespace osshkey::armor
