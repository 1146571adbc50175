// SPDX-License-Identifier: MIT
// PuTTY's files with a right MAC, encrypted or not, from their parts.
#pragma once

#include <string>
#include <string_view>

#include <osshkey/private_key.hpp>

#include "bytes.hpp"

namespace osshkey::fuzz {

/// PpkParts is what a file says; the private blob is in clear.
struct PpkParts {
  unsigned version = 3;
  std::string type{};
  std::string comment{};
  testing::Bytes public_blob{};
  testing::Bytes private_blob{};
};

/// ppk_parts is a key as PuTTY would write it; only for types that it has.
PpkParts ppk_parts(const PrivateKey& key, unsigned version);

enum class PpkCipher : std::uint8_t { none, aes256_cbc };

/// ppk_text is the file. Encrypted, the private blob is filled to a whole block, and the
/// passphrase is that of all seeds.
std::string ppk_text(PpkParts parts, PpkCipher cipher);

}  // namespace osshkey::fuzz
