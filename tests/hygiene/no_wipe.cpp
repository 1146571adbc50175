// SPDX-License-Identifier: MIT
// Stands in for libsodium's functions that wipe (the linker's --wrap), and doesn't. With it the
// scan must find what it looks for, or it would prove nothing.
#include <cstddef>

extern "C" {
// The names are those that the linker asks for.
// NOLINTBEGIN(bugprone-reserved-identifier)
void __wrap_sodium_memzero(void* bytes, std::size_t size);
void __wrap_sodium_stackzero(std::size_t size);
void __wrap_sodium_free(void* block);

void __wrap_sodium_memzero(void* /*bytes*/, std::size_t /*size*/) {}
void __wrap_sodium_stackzero(std::size_t /*size*/) {}
void __wrap_sodium_free(void* /*block*/) {}
// NOLINTEND(bugprone-reserved-identifier)
}
