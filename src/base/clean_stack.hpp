// SPDX-License-Identifier: MIT
// Wipes the stack that was used below a function. The library's own secrets are in memory that is
// wiped, but the compiler, libcrypto, libsodium and libargon2 keep copies of parts in their frames.
#pragma once

#include <sodium.h>

#include <cstddef>

namespace osshkey {

/// CleanStack wipes at the end of its scope, whether that is left by a return or an exception.
class CleanStack {
 public:
  CleanStack() = default;
  CleanStack(const CleanStack&) = delete;
  CleanStack& operator=(const CleanStack&) = delete;
  ~CleanStack() { sodium_stackzero(depth); }

 private:
  // Argon2's blocks and RSA's powers are the deepest, some 10 KiB; small stacks of threads have 64.
  static constexpr std::size_t depth = std::size_t{32} << 10;
};

}  // namespace osshkey
