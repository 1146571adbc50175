// SPDX-License-Identifier: MIT
// CBC with the padding of PKCS#7, which encrypted PKCS#8 and PEM both use.
#pragma once

#include <vector>

#include "cipher/cipher.hpp"

namespace osshkey {

/// encrypt_padded pads 1 to a whole block of bytes, each the number of them, and encrypts.
/// Fails with: unsupported_cipher, out_of_memory. Throws std::bad_alloc.
[[nodiscard]] Result<std::vector<std::uint8_t>> encrypt_padded(const cipher::Keyed& keyed,
                                                               ByteView plaintext);

}  // namespace osshkey
