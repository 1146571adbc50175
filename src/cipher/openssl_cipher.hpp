// SPDX-License-Identifier: MIT
// Ciphers that libcrypto computes.
#pragma once

#include "cipher/cipher.hpp"

namespace osshkey::cipher {

/// openssl_decrypt and openssl_encrypt are cipher::decrypt and encrypt for the engines openssl and
/// openssl_aead. No padding is added or removed: the format has its own.
[[nodiscard]] Result<void> openssl_decrypt(const Keyed& keyed, ByteView ciphertext, ByteView tag,
                                           std::span<std::uint8_t> plaintext);
[[nodiscard]] Result<void> openssl_encrypt(const Keyed& keyed, ByteView plaintext,
                                           std::span<std::uint8_t> ciphertext,
                                           std::span<std::uint8_t> tag);

}  // namespace osshkey::cipher
