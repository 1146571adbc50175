// SPDX-License-Identifier: MIT
// Reader: one bounds check, `bytes`, under every getter.
#include "wire/reader.hpp"

#include <bit>
#include <string>

#include "base/fail.hpp"

namespace osshkey::wire {

namespace {

// The same limit as OpenSSH: larger numbers only cost time.
constexpr std::size_t max_number_bits = 16384;

}  // namespace

Reader Reader::inside(ByteView view) const {
  Reader nested(view);
  nested.base_ = offset_of(view);
  nested.overrun_ = errc::malformed;
  return nested;
}

void Reader::fail(errc code, std::string_view field, std::string detail) {
  if (error_) {
    return;
  }
  std::optional<std::uint64_t> where;
  if (base_) {
    where = *base_ + field_start_;
  }
  error_ = Error{.code = code, .field = field, .offset = where, .detail = std::move(detail)};
}

void Reader::refuse(errc code, std::string detail) {
  fail(code, field_, std::move(detail));
}

ByteView Reader::bytes(std::size_t size, std::string_view field) {
  if (error_) {
    return {};
  }
  field_ = field;
  if (size > remaining()) {
    fail(overrun_, field,
         overrun_ == errc::truncated ? missing_bytes(size - remaining())
                                     : "the length is larger than what is left");
    return {};
  }
  const ByteView taken = bytes_.subspan(position_, size);
  position_ += size;
  return taken;
}

std::uint8_t Reader::u8(std::string_view field) {
  field_start_ = position_;
  const ByteView b = bytes(1, field);
  return b.empty() ? std::uint8_t{0} : b[0];
}

std::uint32_t Reader::u32(std::string_view field) {
  field_start_ = position_;
  const ByteView b = bytes(4, field);
  if (b.empty()) {
    return 0;
  }
  return std::uint32_t{b[0]} << 24 | std::uint32_t{b[1]} << 16 | std::uint32_t{b[2]} << 8 |
         std::uint32_t{b[3]};
}

std::uint64_t Reader::u64(std::string_view field) {
  const std::size_t start = position_;
  const std::uint64_t high = u32(field);
  const std::uint64_t low = u32(field);
  field_start_ = start;
  return high << 32 | low;
}

ByteView Reader::string(std::string_view field) {
  const std::size_t start = position_;
  const std::uint32_t size = u32(field);
  field_start_ = start;
  return bytes(size, field);
}

ByteView Reader::fixed(std::size_t size, std::string_view field) {
  const ByteView value = string(field);
  if (!error_ && value.size() != size) {
    fail(errc::malformed, field,
         "it has " + std::to_string(value.size()) + " bytes, must have " + std::to_string(size));
    return {};
  }
  return value;
}

std::string_view Reader::name(std::string_view field) {
  std::string_view text = as_text(string(field));
  // OpenSSH's reader of C strings lets one zero byte pass at the end.
  if (!text.empty() && text.back() == '\0') {
    text.remove_suffix(1);
  }
  if (text.find('\0') != std::string_view::npos) {
    fail(errc::malformed, field, "a zero byte stands inside a text");
    return {};
  }
  return text;
}

ByteView Reader::mpint(std::string_view field) {
  const ByteView value = string(field);
  if (error_ || value.empty()) {
    return {};
  }
  if ((value[0] & 0x80U) != 0) {
    fail(errc::bad_number, field,
         "it is negative, unless its writer left out the zero byte of the sign");
    return {};
  }
  const ByteView magnitude = trimmed(value);
  if (bit_length(magnitude) > max_number_bits) {
    fail(errc::key_too_large, field,
         std::to_string(bit_length(magnitude)) + " bits, the limit is " +
             std::to_string(max_number_bits));
    return {};
  }
  return magnitude;
}

ByteView Reader::rest() {
  field_start_ = position_;
  return bytes(remaining(), field_);
}

std::optional<std::uint64_t> Reader::offset() const noexcept {
  if (!base_) {
    return std::nullopt;
  }
  return *base_ + position_;
}

std::optional<std::uint64_t> Reader::offset_of(ByteView view) const noexcept {
  if (!base_ || view.data() == nullptr) {
    return std::nullopt;
  }
  return *base_ + static_cast<std::uint64_t>(view.data() - bytes_.data());
}

Result<void> Reader::result() const {
  if (error_) {
    return std::unexpected(*error_);
  }
  return {};
}

Result<void> Reader::finish(std::string_view field) const {
  if (error_) {
    return std::unexpected(*error_);
  }
  if (remaining() != 0) {
    return osshkey::fail(errc::trailing_data, {.field = field, .offset = offset()},
                         extra_bytes(remaining()));
  }
  return {};
}

ByteView trimmed(ByteView number) noexcept {
  while (!number.empty() && number.front() == 0) {
    number = number.subspan(1);
  }
  return number;
}

std::size_t bit_length(ByteView number) noexcept {
  number = trimmed(number);
  if (number.empty()) {
    return 0;
  }
  return (number.size() - 1) * 8 + static_cast<std::size_t>(std::bit_width(number.front()));
}

std::string_view as_text(ByteView bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

ByteView as_bytes(std::string_view text) noexcept {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace osshkey::wire
