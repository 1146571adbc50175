// SPDX-License-Identifier: MIT
// chacha20-poly1305@openssh.com as it is used for key files.
#pragma once

#include "cipher/cipher.hpp"

namespace osshkey::cipher {

/// chacha20_poly1305_decrypt uses the first 32 of the key's 64 bytes (the others would encrypt a
/// packet's length) with sequence number 0. Fails with: wrong_passphrase.
[[nodiscard]] Result<void> chacha20_poly1305_decrypt(ByteView key, ByteView ciphertext,
                                                     ByteView tag,
                                                     std::span<std::uint8_t> plaintext);
[[nodiscard]] Result<void> chacha20_poly1305_encrypt(ByteView key, ByteView plaintext,
                                                     std::span<std::uint8_t> ciphertext,
                                                     std::span<std::uint8_t> tag);

}  // namespace osshkey::cipher
