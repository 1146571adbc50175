// SPDX-License-Identifier: MIT
// Memory for secrets: guarded, locked where the system allows it, left out of core dumps, wiped
// before it is freed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <osshkey/api.hpp>

namespace osshkey {

/// ByteView is a view of bytes that somebody else owns.
using ByteView = std::span<const std::uint8_t>;

/// SecureBytes owns a block of secret bytes in libsodium's guarded memory. The block is wiped when
/// it is freed and never appears in a core dump; it is locked against swapping where RLIMIT_MEMLOCK
/// allows it, and works unlocked where it doesn't. Move-only; moving keeps the address of the
/// bytes.
class OSSHKEY_API SecureBytes {
 public:
  SecureBytes() noexcept = default;
  /// Allocates `size` bytes set to zero. Throws std::bad_alloc.
  explicit SecureBytes(std::size_t size);
  /// Allocates a copy of `bytes`. Throws std::bad_alloc.
  explicit SecureBytes(ByteView bytes);
  SecureBytes(SecureBytes&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  SecureBytes& operator=(SecureBytes&& other) noexcept;
  SecureBytes(const SecureBytes&) = delete;
  SecureBytes& operator=(const SecureBytes&) = delete;
  ~SecureBytes();

  [[nodiscard]] std::uint8_t* data() noexcept { return data_; }
  [[nodiscard]] const std::uint8_t* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] ByteView view() const noexcept { return {data_, size_}; }
  [[nodiscard]] std::span<std::uint8_t> span() noexcept { return {data_, size_}; }

  /// shrink wipes what lies behind the first `size` bytes and forgets it; the address stays.
  void shrink(std::size_t size) noexcept;

 private:
  std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
};

/// wipe overwrites bytes in a way that the compiler can't leave out.
OSSHKEY_API void wipe(std::span<std::uint8_t> bytes) noexcept;

/// equal_constant_time compares without a branch on the contents. Sizes are public.
[[nodiscard]] OSSHKEY_API bool equal_constant_time(ByteView a, ByteView b) noexcept;

}  // namespace osshkey
