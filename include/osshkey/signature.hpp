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

/// sign is the signature blob `string algorithm, string signature` (RFC 4253 section 6.6) of
/// `data`. `algorithm` is empty for the type's own, which for ssh-rsa is rsa-sha2-512; RSA takes
/// `rsa-sha2-256`, `rsa-sha2-512` (RFC 8332) and, for old servers, `ssh-rsa`, which is SHA-1.
/// Fails with: unsupported_key_type (security keys; ML-DSA; an algorithm of another type; DSA with
/// another q than SSH's 160 bits; an RSA key too small for the digest), out_of_memory.
[[nodiscard]] OSSHKEY_API Result<std::vector<std::uint8_t>> sign(const PrivateKey& key,
                                                                 ByteView data,
                                                                 std::string_view algorithm = {});

/// verify succeeds where `signature`, a blob as sign() makes it, is the key's over `data`. Every
/// algorithm of the key's type is taken where `algorithm` is empty, but `ssh-rsa` (SHA-1) only
/// where it is named. A security key's signature has its flags and counter behind it
/// (PROTOCOL.u2f); whoever cares about them reads them there. Fails with: truncated, malformed,
/// trailing_data, bad_number (the blob), bad_signature (it is another key's, of other data or of
/// another algorithm), unsupported_key_type, out_of_memory.
[[nodiscard]] OSSHKEY_API Result<void> verify(const PublicKey& key, ByteView data,
                                              ByteView signature, std::string_view algorithm = {});

}  // namespace osshkey
