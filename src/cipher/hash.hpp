// SPDX-License-Identifier: MIT
// Hashes over libcrypto, of secrets: the digest of several parts, and HMAC.
#pragma once

#include <cstdint>
#include <initializer_list>

#include <osshkey/secure_memory.hpp>

namespace osshkey::cipher {

/// hash is the digest of the parts one after the other. `digest` is libcrypto's name of one that
/// its default provider always has. Throws std::bad_alloc.
[[nodiscard]] SecureBytes hash(const char* digest, std::initializer_list<ByteView> parts);

/// repeated_hash is the digest of the parts, and of that digest, and so on: `times` in all.
[[nodiscard]] SecureBytes repeated_hash(const char* digest, std::uint64_t times,
                                        std::initializer_list<ByteView> parts);

/// hmac is RFC 2104's. The key may be empty. Throws std::bad_alloc.
[[nodiscard]] SecureBytes hmac(const char* digest, ByteView key, ByteView message);

}  // namespace osshkey::cipher
