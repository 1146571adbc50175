// SPDX-License-Identifier: MIT
// Copies of zeros, of each size for which a C library takes other registers.
#include "base/clean_stack.hpp"

#include <array>
#include <cstdint>
#include <cstring>

namespace osshkey {

namespace {

// From one vector register to more than eight of 64 bytes, after which copying is done in a loop.
constexpr std::array<std::size_t, 7> sizes = {16, 32, 64, 128, 256, 512, 1024};
constexpr std::array<std::uint8_t, sizes.back()> zeros{};

// Volatile, so that the compiler can't leave out copies that nobody reads.
void* (*const volatile copy)(void*, const void*, std::size_t) = std::memmove;

}  // namespace

void clean_registers() noexcept {
  std::array<std::uint8_t, zeros.size()> target;
  for (const std::size_t size : sizes) {
    copy(target.data(), zeros.data(), size);
  }
}

}  // namespace osshkey
