// SPDX-License-Identifier: MIT
// Reader: SSH's data types (RFC 4251 section 5) out of a byte string, with one bounds check under
// every getter and a failure that sticks. A parser lists its fields in wire order and asks once at
// the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey::wire {

/// Reader walks over bytes that outlive it and the views it returns. After the first failure every
/// getter returns zero or an empty view.
class Reader {
 public:
  /// Reads public bytes; `offset` is where they begin in the decoded file.
  Reader(ByteView bytes, std::uint64_t offset) noexcept : bytes_(bytes), base_(offset) {}
  /// Reads bytes that were decrypted: errors carry the field's name and no offset.
  explicit Reader(ByteView decrypted) noexcept : bytes_(decrypted) {}

  /// inside makes a reader over a view that this reader returned, with the right offset. What runs
  /// over the end of such a nested field is malformed; at the outermost level it is truncated.
  [[nodiscard]] Reader inside(ByteView view) const;

  std::uint8_t u8(std::string_view field);
  std::uint32_t u32(std::string_view field);
  std::uint64_t u64(std::string_view field);
  /// bytes takes exactly `size` bytes.
  ByteView bytes(std::size_t size, std::string_view field);
  /// string takes a u32 length and that many bytes.
  ByteView string(std::string_view field);
  /// fixed takes a string and fails with malformed unless it has exactly `size` bytes.
  ByteView fixed(std::size_t size, std::string_view field);
  /// name takes a string of characters; a zero byte other than one at its very end is malformed.
  std::string_view name(std::string_view field);
  /// mpint takes a number that must not be negative and yields its magnitude without leading zeros.
  /// Fails with: bad_number (negative), key_too_large (over 16384 bits).
  ByteView mpint(std::string_view field);
  /// rest takes all that is left.
  ByteView rest();

  /// refuse records a failure that the caller found in the field read last.
  void refuse(errc code, std::string detail = {});

  [[nodiscard]] bool failed() const noexcept { return error_.has_value(); }
  [[nodiscard]] std::size_t remaining() const noexcept { return bytes_.size() - position_; }
  /// offset is the position in the decoded file; unset for decrypted bytes.
  [[nodiscard]] std::optional<std::uint64_t> offset() const noexcept;
  /// offset_of is the position of a view that this reader returned.
  [[nodiscard]] std::optional<std::uint64_t> offset_of(ByteView view) const noexcept;

  /// result is the first failure, if any.
  [[nodiscard]] Result<void> result() const;
  /// finish is result(), and trailing_data where bytes are left.
  [[nodiscard]] Result<void> finish(std::string_view field) const;

 private:
  void fail(errc code, std::string_view field, std::string detail = {});

  ByteView bytes_;
  std::size_t position_ = 0;
  std::optional<std::uint64_t> base_{};
  errc overrun_ = errc::truncated;
  std::string_view field_{};
  std::size_t field_start_ = 0;
  std::optional<Error> error_{};
};

/// trimmed is the view without its leading zero bytes.
[[nodiscard]] ByteView trimmed(ByteView number) noexcept;

/// bit_length is the number of significant bits of an unsigned big-endian number.
[[nodiscard]] std::size_t bit_length(ByteView number) noexcept;

/// as_text is the same bytes as characters.
[[nodiscard]] std::string_view as_text(ByteView bytes) noexcept;

/// as_bytes is the same characters as bytes.
[[nodiscard]] ByteView as_bytes(std::string_view text) noexcept;

}  // namespace osshkey::wire
