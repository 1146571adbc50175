// SPDX-License-Identifier: MIT
// Writer: SSH's data types (RFC 4251 section 5) into memory of a known size. A structure is written
// twice, first to count its bytes and then for real, so that secrets go straight into their final
// block and no growing buffer leaves copies behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <osshkey/secure_memory.hpp>

namespace osshkey::wire {

/// Writer appends to the given block, or only counts where it has none.
class Writer {
 public:
  Writer() noexcept = default;
  explicit Writer(std::span<std::uint8_t> out) noexcept : out_(out) {}

  void u8(std::uint8_t value) noexcept;
  void u32(std::uint32_t value) noexcept;
  void bytes(ByteView value) noexcept;
  /// string writes a u32 length and the bytes.
  void string(ByteView value) noexcept;
  void string(std::string_view value) noexcept;
  /// mpint writes an unsigned number in its shortest two's complement form.
  void mpint(ByteView magnitude) noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return position_; }

 private:
  std::span<std::uint8_t> out_{};
  std::size_t position_ = 0;
};

/// build runs `write(Writer&)` twice and returns the bytes. `write` must do the same both times.
template <typename Write>
[[nodiscard]] std::vector<std::uint8_t> build(Write write) {
  Writer count;
  write(count);
  std::vector<std::uint8_t> out(count.size());
  Writer writer{std::span(out)};
  write(writer);
  return out;
}

/// build_secure is build into guarded memory.
template <typename Write>
[[nodiscard]] SecureBytes build_secure(Write write) {
  Writer count;
  write(count);
  SecureBytes out(count.size());
  Writer writer{out.span()};
  write(writer);
  return out;
}

}  // namespace osshkey::wire
