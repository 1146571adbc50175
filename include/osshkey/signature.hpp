// SPDX-License-Identifier: MIT
// Signatures in SSH's format, made with an unlocked key and verified with a public one.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <osshkey/api.hpp>
#include <osshkey/error.hpp>
#include <osshkey/private_key.hpp>
#include <osshkey/public_key.hpp>

namespace osshkey {

/// sign is the signature blob `string algorithm, string signature` (RFC 4253 section 6.6) of `data`.
/// `algorithm` is empty for the type's own, which for ssh-rsa is rsa-sha2-512; RSA takes
/// `rsa-sha2-256`, `rsa-sha2-512` (RFC 8332) and, for old servers, `ssh-rsa`.
/// Fails with: unsupported_key_type (security keys; ML-DSA where libcrypto has none; an algorithm of
/// another type), out_of_memory.
[[nodiscard]] OSSHKEY_API Result<std::vector<std::uint8_t>> sign(const PrivateKey& key,
                                                                 ByteView data,
                                                                 std::string_view algorithm = {});

/// verify succeeds where `signature`, a blob as sign() makes it, is the key's over `data`.
/// Fails with: malformed, truncated, trailing_data (the blob), unsupported_key_type, key_mismatch
/// (the signature is another key's or of other data).
[[nodiscard]] OSSHKEY_API Result<void> verify(const PublicKey& key, ByteView data,
                                              ByteView signature);

}  // namespace osshkey
