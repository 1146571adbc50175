// SPDX-License-Identifier: MIT
// Completes the numbers of containers that leave out what can be computed: the forms of ASN.1 and of
// PuTTY know less of a key than openssh-key-v1 does, or write it in another way.
#pragma once

#include <osshkey/private_key.hpp>

#include "key/key_type.hpp"

namespace osshkey::key {

/// complete computes the public half where it is empty (Ed25519, Ed448, ECDSA, DSA), appends it to an
/// Ed25519 seed, and writes a compressed point out. What is computed goes to `storage`, which must
/// live as long as the numbers. The public half that results has been checked as read_public does.
/// Fails with: bad_number, invalid_key, malformed, unsupported_key_type (libcrypto lacks it).
[[nodiscard]] Result<void> complete(const KeyType& type, KeyNumbers& numbers, SecureBytes& storage);

/// check_rsa_exponents proves the two exponents that only PKCS#1 has: d mod p-1 and d mod q-1.
/// Fails with: invalid_key, bad_number.
[[nodiscard]] Result<void> check_rsa_exponents(const RsaNumbers& key, ByteView dp, ByteView dq);

}  // namespace osshkey::key
