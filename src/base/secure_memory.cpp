// SPDX-License-Identifier: MIT
// SecureBytes over libsodium's guarded heap, and the two primitives that secrets need everywhere.
#include <osshkey/secure_memory.hpp>

#include <sodium.h>

#include <algorithm>
#include <new>

namespace osshkey {

namespace {

std::uint8_t* allocate(std::size_t size) {
  if (size == 0) {
    return nullptr;
  }
  // sodium_init is idempotent and thread safe; without it the guard pages' canary is not random.
  if (sodium_init() < 0) {
    throw std::bad_alloc();
  }
  void* block = sodium_malloc(size);
  if (block == nullptr) {
    throw std::bad_alloc();
  }
  return static_cast<std::uint8_t*>(block);
}

}  // namespace

SecureBytes::SecureBytes(std::size_t size) : data_(allocate(size)), size_(size) {
  // libsodium fills new blocks with a pattern; callers are promised zeros.
  std::fill_n(data_, size_, std::uint8_t{0});
}

SecureBytes::SecureBytes(ByteView bytes) : data_(allocate(bytes.size())), size_(bytes.size()) {
  std::ranges::copy(bytes, data_);
}

SecureBytes& SecureBytes::operator=(SecureBytes&& other) noexcept {
  if (this != &other) {
    sodium_free(data_);
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

SecureBytes::~SecureBytes() {
  sodium_free(data_);  // wipes, and accepts a null pointer
}

void SecureBytes::shrink(std::size_t size) noexcept {
  if (size < size_) {
    wipe({data_ + size, size_ - size});
    size_ = size;
  }
}

void wipe(std::span<std::uint8_t> bytes) noexcept {
  if (!bytes.empty()) {
    sodium_memzero(bytes.data(), bytes.size());
  }
}

bool equal_constant_time(ByteView a, ByteView b) noexcept {
  return a.size() == b.size() && (a.empty() || sodium_memcmp(a.data(), b.data(), a.size()) == 0);
}

}  // namespace osshkey
