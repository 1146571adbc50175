// SPDX-License-Identifier: MIT
// Advice on keys and files that open but should be replaced.
#pragma once

#include <osshkey/key_file.hpp>

#include "cipher/cipher.hpp"

namespace osshkey {

/// advise_on_encryption notes `unencrypted`, `weak_cipher` and `weak_kdf` of a file whose
/// inspection is filled in. `age` is its cipher's.
void advise_on_encryption(cipher::Age age, Inspection& inspection);

/// advise_on_key notes `weak_key`: DSA, and RSA under 2048 bits.
void advise_on_key(const PublicKey& key, std::vector<Note>& notes);

}  // namespace osshkey
