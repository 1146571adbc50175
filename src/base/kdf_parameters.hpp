// SPDX-License-Identifier: MIT
// What a container says of its key derivation, other than bcrypt's. Containers fill it in, the
// derivation (cipher/kdf.hpp) reads it, and neither knows the other.
#pragma once

#include <cstdint>
#include <string>

#include <osshkey/secure_memory.hpp>

namespace osshkey {

enum class Kdf : std::uint8_t {
  bytes_to_key,  ///< OpenSSL's EVP_BytesToKey with one iteration: PEM
  pbkdf1,        ///< PKCS#5 version 1
  pbkdf2,        ///< RFC 8018
  pkcs12,        ///< RFC 7292 appendix B
  scrypt,        ///< RFC 7914
  argon2d,       ///< RFC 9106, as the other two
  argon2i,
  argon2id,
  ppk2,  ///< PuTTY's, of SHA-1
};

struct KdfParameters {
  Kdf kdf{};
  /// name is what an inspection shows, such as `pbkdf2-hmac-sha256`.
  std::string name{};
  /// digest is libcrypto's name of the hash, where the derivation has a choice. Static.
  const char* digest = nullptr;
  ByteView salt{};                ///< lives as long as the container's bytes
  std::uint64_t rounds = 0;       ///< iterations, scrypt's N, Argon2's passes
  std::uint64_t block_size = 0;   ///< scrypt's r
  std::uint64_t parallelism = 0;  ///< scrypt's p, Argon2's lanes
  std::uint64_t memory_kib = 0;   ///< Argon2's memory
};

}  // namespace osshkey
