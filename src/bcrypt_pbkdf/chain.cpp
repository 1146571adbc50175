// SPDX-License-Identifier: MIT
// The KDF around bcrypt_hash: SHA-512 of passphrase and salt, the sum over the rounds and the
// spread over the output. The byte order of everything is fixed here; the kernels see words only.

#include "bcrypt_pbkdf/chain.hpp"

#include <sodium.h>

#include <algorithm>

namespace bcrypt_pbkdf {
namespace {

// Sha512 hashes pieces into big-endian words and leaves nothing behind.
class Sha512 {
 public:
  Sha512() { crypto_hash_sha512_init(&state_); }
  Sha512(const Sha512&) = delete;
  Sha512& operator=(const Sha512&) = delete;
  ~Sha512() {
    sodium_memzero(&state_, sizeof state_);
    sodium_memzero(digest_, sizeof digest_);
  }

  Sha512& add(std::span<const std::uint8_t> bytes) {
    crypto_hash_sha512_update(&state_, bytes.data(), bytes.size());
    return *this;
  }

  void finish(std::uint32_t (&words)[16]) {
    crypto_hash_sha512_final(&state_, digest_);
    for (std::size_t i = 0; i < 16; ++i) {
      const std::uint8_t* byte = digest_ + 4 * i;
      words[i] = std::uint32_t{byte[0]} << 24 | std::uint32_t{byte[1]} << 16 |
                 std::uint32_t{byte[2]} << 8 | std::uint32_t{byte[3]};
    }
  }

 private:
  crypto_hash_sha512_state state_;
  std::uint8_t digest_[crypto_hash_sha512_BYTES];
};

// bcrypt writes the words of its result with the low byte first, unlike all words that it reads.
std::uint8_t result_byte(const std::uint32_t (&hash)[8], std::size_t i) {
  return static_cast<std::uint8_t>(hash[i / 4] >> (8 * (i % 4)));
}

}  // namespace

void Chain::start(const Request& request, std::uint32_t block) {
  const std::uint32_t count = block + 1;
  const std::uint8_t count_bytes[4] = {
      static_cast<std::uint8_t>(count >> 24), static_cast<std::uint8_t>(count >> 16),
      static_cast<std::uint8_t>(count >> 8), static_cast<std::uint8_t>(count)};
  Sha512().add(request.passphrase).finish(passphrase_);
  Sha512().add(request.salt).add(count_bytes).finish(salt_);
  std::ranges::fill(sum_, 0u);
  output_ = request.output;
  block_ = block;
  steps_left_ = request.rounds;
}

void Chain::finish_step() {
  for (unsigned i = 0; i < 8; ++i) {
    sum_[i] ^= hash_[i];
  }
  if (--steps_left_ > 0) {
    std::uint8_t bytes[hash_size];
    for (std::size_t i = 0; i < hash_size; ++i) {
      bytes[i] = result_byte(hash_, i);
    }
    Sha512().add(bytes).finish(salt_);
    sodium_memzero(bytes, sizeof bytes);
    return;
  }
  const std::size_t blocks = (output_.size() + hash_size - 1) / hash_size;
  for (std::size_t i = 0, position = block_; position < output_.size(); ++i, position += blocks) {
    output_[position] = result_byte(sum_, i);
  }
}

}  // namespace bcrypt_pbkdf
