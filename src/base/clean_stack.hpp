// SPDX-License-Identifier: MIT
// Wipes the stack that was used below a function, and the registers that copy memory. The library's
// own secrets are in memory that is wiped, but the compiler, libcrypto, libsodium and libargon2
// keep copies of parts in their frames, and what was copied last stays in vector registers: the
// dynamic linker, for one, stores these when a symbol is bound at its first use.
#pragma once

#include <sodium.h>

#include <cstddef>

namespace osshkey {

/// clean_registers has the C library's memmove overwrite the registers that it copies with.
void clean_registers() noexcept;

/// CleanStack wipes at the end of its scope, whether that is left by a return or an exception.
class CleanStack {
 public:
  CleanStack() = default;
  CleanStack(const CleanStack&) = delete;
  CleanStack& operator=(const CleanStack&) = delete;
  ~CleanStack() {
    clean_registers();
    sodium_stackzero(depth);
  }

 private:
  // Argon2's blocks and RSA's powers are the deepest, some 10 KiB; small stacks of threads have 64.
  static constexpr std::size_t depth = std::size_t{32} << 10;
};

}  // namespace osshkey
