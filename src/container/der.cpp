// SPDX-License-Identifier: MIT
// DerReader: one function, `measure`, finds where an element begins and ends; all getters use it.
#include "container/der.hpp"

#include <openssl/objects.h>

#include <algorithm>
#include <functional>

#include "base/fail.hpp"
#include "base/openssl_context.hpp"
#include "wire/reader.hpp"

namespace osshkey::container {

namespace {

// The same limit as for numbers in SSH's encoding.
constexpr std::size_t max_number_bits = 16384;

// Keys nest less than ten levels; the limit keeps hostile input from using up the stack.
constexpr unsigned max_depth = 32;

constexpr std::uint8_t constructed = 0x20;
constexpr std::uint8_t octet_string_in_pieces = tag::octet_string | constructed;

/// Measure is one element, or why there is none.
struct Measure {
  std::size_t header = 0;
  std::size_t content = 0;
  std::size_t total = 0;
  std::size_t missing = 0;       ///< bytes that the element claims and that aren't there
  std::string_view fault{};      ///< what is malformed
  bool is_shortest_form = true;  ///< a definite length has no more digits than it needs
};

Measure faulty(std::string_view fault) {
  return {.fault = fault};
}

Measure measure(ByteView bytes, unsigned depth);

/// measure_indefinite walks over the elements up to the end-of-contents octets.
Measure measure_indefinite(ByteView bytes, unsigned depth) {
  constexpr std::size_t header = 2;
  constexpr std::size_t end_of_contents = 2;
  if ((bytes[0] & constructed) == 0 || depth == max_depth) {
    return faulty("an indefinite length where none can be");
  }
  std::size_t position = header;
  for (;;) {
    const ByteView rest = bytes.subspan(position);
    if (rest.size() < end_of_contents) {
      return {.missing = end_of_contents - rest.size()};
    }
    if (rest[0] == 0 && rest[1] == 0) {
      return {.header = header, .content = position - header, .total = position + end_of_contents};
    }
    const Measure inner = measure(rest, depth + 1);
    if (inner.missing != 0 || !inner.fault.empty()) {
      return inner;
    }
    position += inner.total;
  }
}

Measure measure(ByteView bytes, unsigned depth) {
  if (bytes.size() < 2) {
    return {.missing = 2 - bytes.size()};
  }
  if ((bytes[0] & 0x1fU) == 0x1fU) {
    return faulty("a tag of more than one byte");
  }
  if (bytes[1] == 0x80) {
    return measure_indefinite(bytes, depth);
  }
  Measure found{.header = 2, .content = bytes[1]};
  if (bytes[1] > 0x80) {
    const std::size_t digits = bytes[1] & 0x7fU;
    if (digits > bytes.size() - 2) {
      return {.missing = digits - (bytes.size() - 2)};
    }
    const ByteView all = bytes.subspan(2, digits);
    const ByteView significant = wire::trimmed(all);
    if (significant.size() >= sizeof(std::size_t)) {
      return faulty("a length that no file has");
    }
    found.content = 0;
    for (const std::uint8_t digit : significant) {
      found.content = found.content << 8 | digit;
    }
    found.header += digits;
    found.is_shortest_form = significant.size() == all.size() && found.content >= 0x80;
  }
  found.total = found.header + found.content;
  if (found.total > bytes.size()) {
    found.missing = found.total - bytes.size();
  }
  return found;
}

/// collect appends the content of every piece of a string to `out`. The pieces may be in pieces
/// themselves. False where anything else is among them.
bool collect(ByteView pieces, unsigned depth, SecureBytes& out, std::size_t& size) {
  while (!pieces.empty()) {
    const Measure found = measure(pieces, depth);
    if (found.missing != 0 || !found.fault.empty()) {
      return false;
    }
    const ByteView content = pieces.subspan(found.header, found.content);
    if (pieces[0] == octet_string_in_pieces) {
      if (depth == max_depth || !collect(content, depth + 1, out, size)) {
        return false;
      }
    } else if (pieces[0] == tag::octet_string) {
      std::ranges::copy(content, out.data() + size);
      size += content.size();
    } else {
      return false;
    }
    pieces = pieces.subspan(found.total);
  }
  return true;
}

std::string tag_name(std::uint8_t tag) {
  switch (tag) {
    case tag::integer:
      return "an INTEGER";
    case tag::bit_string:
      return "a BIT STRING";
    case tag::octet_string:
      return "an OCTET STRING";
    case tag::null:
      return "NULL";
    case tag::object_identifier:
      return "an OBJECT IDENTIFIER";
    case tag::sequence:
      return "a SEQUENCE";
    default:
      return "the tag " + std::to_string(tag);
  }
}

}  // namespace

struct DerReader::Element {
  std::uint8_t tag = 0;
  ByteView content{};
};

DerReader DerDocument::reader() noexcept {
  return {*this, bytes_, errc::truncated};
}

Result<void> DerDocument::result() const {
  if (error_) {
    return std::unexpected(*error_);
  }
  return {};
}

std::optional<std::uint64_t> DerDocument::offset_of(ByteView view) const noexcept {
  // A joined string has no one place in the file.
  const std::less_equal<> is_not_after;
  if (!offset_ || view.data() == nullptr || !is_not_after(bytes_.data(), view.data()) ||
      !is_not_after(view.data(), bytes_.data() + bytes_.size())) {
    return std::nullopt;
  }
  return *offset_ + static_cast<std::uint64_t>(view.data() - bytes_.data());
}

void DerReader::refuse(errc code, std::string detail, std::string advice) {
  if (document_->error_) {
    return;
  }
  std::optional<std::uint64_t> offset;
  if (const auto begin = document_->offset_of(bytes_)) {
    offset = *begin + field_start_;
  }
  document_->error_ = Error{.code = code,
                            .field = field_,
                            .offset = offset,
                            .detail = std::move(detail),
                            .advice = std::move(advice)};
}

DerReader::Element DerReader::take(std::string_view field) {
  if (document_->failed()) {
    return {};
  }
  field_ = field;
  field_start_ = position_;
  const ByteView rest = bytes_.subspan(position_);
  const Measure found = measure(rest, 0);
  if (!found.fault.empty()) {
    refuse(errc::malformed, std::string(found.fault));
    return {};
  }
  if (found.missing != 0) {
    refuse(overrun_, overrun_ == errc::truncated ? missing_bytes(found.missing)
                     : rest.empty()              ? "it is missing"
                                                 : "its length is larger than what is left");
    return {};
  }
  if (!found.is_shortest_form && document_->strictness_ == Strictness::strict) {
    refuse(errc::malformed, "its length is written with more digits than it needs");
    return {};
  }
  position_ += found.total;
  return {.tag = rest[0], .content = rest.subspan(found.header, found.content)};
}

std::uint8_t DerReader::next_tag() const noexcept {
  if (at_end()) {
    return 0;
  }
  const std::uint8_t tag = bytes_[position_];
  return tag == octet_string_in_pieces ? tag::octet_string : tag;
}

ByteView DerReader::join(ByteView pieces) {
  SecureBytes joined(pieces.size());
  std::size_t size = 0;
  if (!collect(pieces, 0, joined, size)) {
    refuse(errc::malformed, "one of its pieces isn't an OCTET STRING");
    return {};
  }
  joined.shrink(size);
  document_->joined_.push_back(std::move(joined));
  return document_->joined_.back().view();
}

ByteView DerReader::content(std::uint8_t tag, std::string_view field) {
  const Element element = take(field);
  if (tag == tag::octet_string && element.tag == octet_string_in_pieces) {
    return join(element.content);
  }
  if (!document_->failed() && element.tag != tag) {
    refuse(errc::malformed, tag_name(element.tag) + " stands where " + tag_name(tag) + " should");
  }
  return document_->failed() ? ByteView{} : element.content;
}

DerReader DerReader::enter(std::uint8_t tag, std::string_view field) {
  return inside(content(tag, field));
}

DerReader DerReader::inside(ByteView view) const noexcept {
  return {*document_, view, errc::malformed};
}

ByteView DerReader::skip(std::string_view field) {
  return take(field).content;
}

ByteView DerReader::number(std::string_view field) {
  const ByteView value = content(tag::integer, field);
  if (!document_->failed() && !value.empty() && (value[0] & 0x80U) != 0) {
    refuse(errc::bad_number, "it is negative");
  }
  return magnitude(value);
}

ByteView DerReader::unsigned_number(std::string_view field) {
  return document_->strictness_ == Strictness::strict ? number(field)
                                                      : magnitude(content(tag::integer, field));
}

/// magnitude checks the content of the INTEGER taken last, but for its sign.
ByteView DerReader::magnitude(ByteView value) {
  if (document_->failed()) {
    return {};
  }
  if (value.empty()) {
    refuse(errc::bad_number, "it has no digits");
    return {};
  }
  if (document_->strictness_ == Strictness::strict && value.size() > 1 && value[0] == 0 &&
      (value[1] & 0x80U) == 0) {
    refuse(errc::bad_number, "it has superfluous zeros");
    return {};
  }
  const ByteView digits = wire::trimmed(value);
  if (wire::bit_length(digits) > max_number_bits) {
    refuse(errc::key_too_large, std::to_string(wire::bit_length(digits)) + " bits, the limit is " +
                                    std::to_string(max_number_bits));
    return {};
  }
  return digits;
}

std::uint64_t DerReader::small_number(std::string_view field) {
  const ByteView magnitude = number(field);
  if (magnitude.size() > sizeof(std::uint64_t)) {
    refuse(errc::bad_number, "it is too large");
    return 0;
  }
  std::uint64_t value = 0;
  for (const std::uint8_t digit : magnitude) {
    value = value << 8 | digit;
  }
  return value;
}

ByteView DerReader::bit_string(std::string_view field, std::uint8_t tag) {
  const ByteView value = content(tag, field);
  if (document_->failed()) {
    return {};
  }
  if (value.empty() || value[0] != 0) {
    refuse(errc::malformed, "it doesn't hold whole bytes");
    return {};
  }
  return value.subspan(1);
}

std::string DerReader::object_identifier(std::string_view field) {
  const ByteView value = content(tag::object_identifier, field);
  if (document_->failed()) {
    return {};
  }
  if (value.empty() || (value.back() & 0x80U) != 0) {
    refuse(errc::malformed, "it breaks off");
    return {};
  }
  std::string dotted;
  std::uint64_t arc = 0;
  for (const std::uint8_t byte : value) {
    if (arc >> 56 != 0) {
      refuse(errc::malformed, "one of its numbers is too large");
      return {};
    }
    arc = arc << 7 | (byte & 0x7fU);
    if ((byte & 0x80U) != 0) {
      continue;
    }
    if (dotted.empty()) {  // the first two numbers share one
      const std::uint64_t first = arc < 80 ? arc / 40 : 2;
      dotted = std::to_string(first) + '.' + std::to_string(arc - first * 40);
    } else {
      dotted += '.' + std::to_string(arc);
    }
    arc = 0;
  }
  return dotted;
}

void DerReader::finish(std::string_view field) {
  if (document_->failed() || at_end()) {
    return;
  }
  field_ = field;
  field_start_ = position_;
  refuse(errc::trailing_data, extra_bytes(bytes_.size() - position_));
}

int identifier_number(const std::string& dotted) {
  const ErrorMark mark;
  return OBJ_txt2nid(dotted.c_str());
}

std::string identifier_name(const std::string& dotted) {
  const int number = identifier_number(dotted);
  return number == NID_undef ? dotted : OBJ_nid2ln(number);
}

}  // namespace osshkey::container
