// SPDX-License-Identifier: MIT
// Mutations for those who have no libFuzzer: a fixed sequence that depends on its seed alone.
#pragma once

#include <cstdint>

#include "harness.hpp"

namespace osshkey::fuzz {

/// Random is splitmix64 (Steele, Lea and Flood, 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}
  std::uint64_t next() noexcept;
  /// below is a number from 0 to `limit` - 1; `limit` isn't 0.
  std::size_t below(std::size_t limit) noexcept { return next() % limit; }

 private:
  std::uint64_t state_;
};

/// mutated is `input` with one to four changes: bits, bytes, lengths, cuts, copies, or a piece of
/// `other`.
Bytes mutated(Bytes input, const Bytes& other, Random& random);

}  // namespace osshkey::fuzz
