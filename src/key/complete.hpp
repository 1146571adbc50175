// SPDX-License-Identifier: MIT
// Completes the numbers of containers that leave out what can be computed: the forms of ASN.1 and
// of PuTTY know less of a key than openssh-key-v1 does, or write it in another way.
#pragma once

#include <osshkey/private_key.hpp>

namespace osshkey::key {

/// complete computes the public half where it is empty (Ed25519, Ed448, ECDSA, DSA), appends it to
/// an Ed25519 seed, writes a compressed point out, and finds RSA's primes and its coefficient where
/// they are zero. What is computed goes to `storage`, which must live as long as the numbers.
/// Fails with: bad_number, key_mismatch (a compressed point is another key's), malformed,
/// invalid_key, key_too_large.
[[nodiscard]] Result<void> complete(KeyNumbers& numbers, SecureBytes& storage);

}  // namespace osshkey::key
