// SPDX-License-Identifier: MIT
// Blowfish's state (18 subkeys and four S-boxes of 256 words) and its initial value, from which
// every bcrypt_hash starts.
#ifndef BCRYPT_PBKDF_BLOWFISH_TABLES_HPP
#define BCRYPT_PBKDF_BLOWFISH_TABLES_HPP

#include <cstdint>

namespace bcrypt_pbkdf {

struct BlowfishTables {
  std::uint32_t p[18];
  std::uint32_t s[4][256];
};

extern constinit const BlowfishTables blowfish_tables;

}  // namespace bcrypt_pbkdf

#endif  // BCRYPT_PBKDF_BLOWFISH_TABLES_HPP
