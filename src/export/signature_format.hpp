// SPDX-License-Identifier: MIT
// How each type of key spells its signature inside SSH's blob, against the form that libcrypto
// takes.
#pragma once

#include <vector>

#include <osshkey/error.hpp>
#include <osshkey/private_key.hpp>

namespace osshkey {

/// to_ssh_signature is the content of SSH's second string: two mpints for ECDSA (RFC 5656), 40
/// bytes for DSA (RFC 4253), and for all others what libcrypto made. Fails with:
/// unsupported_key_type (a DSA number of more than 160 bits), out_of_memory.
[[nodiscard]] Result<std::vector<std::uint8_t>> to_ssh_signature(const KeyNumbers& key,
                                                                 ByteView libcrypto);

/// to_libcrypto_signature is the way back: DER for ECDSA and DSA, and for RSA the length of the
/// modulus. Fails with: malformed, trailing_data, bad_number, key_too_large.
[[nodiscard]] Result<std::vector<std::uint8_t>> to_libcrypto_signature(const KeyNumbers& key,
                                                                       ByteView ssh);

}  // namespace osshkey
