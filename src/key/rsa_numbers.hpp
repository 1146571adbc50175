// SPDX-License-Identifier: MIT
// RSA numbers that other containers have and openssh-key-v1 hasn't, or the other way round.
#pragma once

#include <osshkey/error.hpp>
#include <osshkey/private_key.hpp>

namespace osshkey::key {

enum class RsaExponents : std::uint8_t { in_place, exchanged, wrong };

/// place_rsa_exponents checks d mod (p-1) and d mod (q-1), which PKCS#1 stores beside d.
[[nodiscard]] RsaExponents place_rsa_exponents(const RsaNumbers& key, ByteView dp, ByteView dq);

/// misplaced_rsa_numbers is the note where a number for the Chinese remainder theorem stood in the
/// place of another. n, e, d and the primes are right and determine it, so nothing is guessed.
[[nodiscard]] Note misplaced_rsa_numbers();
/// rsa_advice is true where n, e and d belong together: libcrypto checks what it signs with the
/// other numbers, and where that is wrong signs with these.
inline constexpr std::string_view rsa_advice =
    "all that doesn't merely save time is right, so OpenSSH can sign with the file, as libcrypto "
    "checks what it signs; with other programs a signature can give the key away: restore the file "
    "from a copy";

/// wrong_rsa_crt_number is the error where one is anything else, and n, e, d and the primes are
/// right.
[[nodiscard]] Error wrong_rsa_crt_number(std::string_view field, std::string detail);

/// complete_rsa finds p, q and iqmp of numbers that hold only n, e and d: some writers set the
/// others to zero. `key` then has views into the memory that is returned. Fails with: bad_number,
/// key_mismatch, invalid_key, with the field; key_too_large above 8192 bits.
[[nodiscard]] Result<SecureBytes> complete_rsa(RsaNumbers& key);

/// complete_rsa_coefficient finds iqmp of p and q. `key` then has a view into the memory that is
/// returned. Fails with: bad_number (p isn't odd and greater than 1, a prime is longer than
/// the modulus), invalid_key (q has no inverse), with the field.
[[nodiscard]] Result<SecureBytes> complete_rsa_coefficient(RsaNumbers& key);

}  // namespace osshkey::key
