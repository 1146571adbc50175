// SPDX-License-Identifier: MIT
// The exact form: BEGIN line, base64 lines, END line.
#include "armor/armor.hpp"

#include <sodium.h>

#include <algorithm>

#include "wire/reader.hpp"

namespace osshkey::armor {

std::optional<std::uint32_t> Armored::line_of(std::uint64_t offset) const {
  const auto after = std::ranges::upper_bound(lines, offset, {}, &LineMark::offset);
  if (after == lines.begin()) {
    return std::nullopt;
  }
  return std::prev(after)->line;
}

Armored read(ByteView file) {
  Armored found;
  const std::string_view text = wire::as_text(file);
  constexpr std::string_view begin = "-----BEGIN OPENSSH PRIVATE KEY-----\n";
  constexpr std::string_view end = "-----END OPENSSH PRIVATE KEY-----\n";
  const std::size_t stop = text.find(end);
  if (!text.starts_with(begin) || stop == std::string_view::npos) {
    found.error = Error{.code = errc::not_a_private_key};
    return found;
  }
  const std::string_view body = text.substr(begin.size(), stop - begin.size());
  found.form = Form::pem;
  found.label = "OPENSSH PRIVATE KEY";
  found.bytes = SecureBytes(body.size());
  std::size_t size = 0;
  if (sodium_base642bin(found.bytes.data(), found.bytes.size(), body.data(), body.size(), "\n",
                        &size, nullptr, sodium_base64_VARIANT_ORIGINAL) != 0) {
    found.error = Error{.code = errc::bad_base64};
    size = 0;
  }
  found.bytes.shrink(size);
  found.lines.push_back({.offset = 0, .line = 2});
  return found;
}

}  // namespace osshkey::armor
