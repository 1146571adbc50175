// SPDX-License-Identifier: MIT
// A chain: one output block of one request. A step is a bcrypt_hash by a kernel; between two steps
// the chain hashes its last result into the next salt.
#ifndef BCRYPT_PBKDF_CHAIN_HPP
#define BCRYPT_PBKDF_CHAIN_HPP

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include "bcrypt_pbkdf/kernel.hpp"

#include <cstdint>

namespace bcrypt_pbkdf {

class Chain {
 public:
  // Starts the chain that yields the output bytes block, block + n, block + 2n, ... of a valid
  // request that has n blocks.
  void start(const Request& request, std::uint32_t block);

  // What the next step computes, in place.
  Lane lane() { return {.passphrase = &passphrase_, .salt = &salt_, .hash = &hash_}; }

  // Takes the result of a step. The last one writes the block to the request's output.
  void finish_step();

  [[nodiscard]] std::uint32_t steps_left() const { return steps_left_; }

 private:
  std::uint32_t passphrase_[16];
  std::uint32_t salt_[16];
  std::uint32_t hash_[8];
  std::uint32_t sum_[8];
  std::span<std::uint8_t> output_;
  std::uint32_t block_;
  std::uint32_t steps_left_;
};

}  // namespace bcrypt_pbkdf

#endif  // BCRYPT_PBKDF_CHAIN_HPP
