// SPDX-License-Identifier: MIT
// Binary DER: tells a private key from the other things that begin with an ASN.1 SEQUENCE, by the
// first two elements in it.
#pragma once

#include <cstdint>
#include <optional>

#include <osshkey/secure_memory.hpp>

namespace osshkey::armor {

/// DerKind is what a SEQUENCE seems to hold.
enum class DerKind : std::uint8_t { private_key, public_key, certificate, pkcs7, pkcs12, other };

struct DerFile {
  DerKind kind = DerKind::other;
  std::uint64_t size = 0;  ///< of the SEQUENCE with its header; may be more than the file has
};

/// read_der looks at a file that begins with a SEQUENCE; nullopt for any other.
[[nodiscard]] std::optional<DerFile> read_der(ByteView file);

}  // namespace osshkey::armor
