// SPDX-License-Identifier: MIT
// The padding; the cipher layer does the rest.
#include "export/padded_cbc.hpp"

#include <algorithm>

namespace osshkey {

Result<std::vector<std::uint8_t>> encrypt_padded(const cipher::Keyed& keyed, ByteView plaintext) {
  const std::size_t block = keyed.cipher.block_size;
  const std::size_t padding = block - plaintext.size() % block;
  SecureBytes padded(plaintext.size() + padding);
  std::ranges::copy(plaintext, padded.data());
  std::ranges::fill(padded.span().last(padding), static_cast<std::uint8_t>(padding));
  std::vector<std::uint8_t> encrypted(padded.size());
  if (Result<void> done = cipher::encrypt(keyed, padded.view(), encrypted, {}); !done) {
    return std::unexpected(done.error());
  }
  return encrypted;
}

}  // namespace osshkey
