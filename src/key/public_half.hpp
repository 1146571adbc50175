// SPDX-License-Identifier: MIT
// Public halves computed from private ones: for the proofs, and for containers that may leave the
// public half out. Each function is defined in its type's file; the one of ECDSA is public_point in
// elliptic_curve.hpp.
#pragma once

#include <vector>

#include <osshkey/error.hpp>
#include <osshkey/private_key.hpp>

namespace osshkey::key {

/// ed25519_public_key is the 32 bytes that belong to a seed of 32 bytes. Fails with: malformed.
[[nodiscard]] Result<std::vector<std::uint8_t>> ed25519_public_key(ByteView seed);

/// ed448_public_key is the 57 bytes that belong to a seed of 57 bytes. Fails with: malformed.
[[nodiscard]] Result<std::vector<std::uint8_t>> ed448_public_key(ByteView seed);

/// dsa_public_key is y, computed from p, q, g and x, in its shortest form.
/// Fails with: bad_number where p is even or x isn't between 0 and q.
[[nodiscard]] Result<std::vector<std::uint8_t>> dsa_public_key(const DsaNumbers& key);

}  // namespace osshkey::key
