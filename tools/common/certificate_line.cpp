// SPDX-License-Identifier: MIT
// The type's name is the first string of the blob (RFC 4251 section 5), the rest is base64.
#include "common/certificate_line.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "common/escape.hpp"

namespace tool {

namespace {

std::string base64(osshkey::ByteView bytes) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const osshkey::ByteView group = bytes.subspan(i, std::min<std::size_t>(3, bytes.size() - i));
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      bits = bits << 8 | (j < group.size() ? group[j] : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += j <= group.size() ? alphabet[bits >> (18 - 6 * j) & 63U] : '=';
    }
  }
  return text;
}

std::string first_string(osshkey::ByteView blob) {
  constexpr std::size_t length_size = 4;
  if (blob.size() < length_size) {
    return {};
  }
  std::size_t length = 0;
  for (const std::uint8_t byte : blob.first(length_size)) {
    length = length << 8 | byte;
  }
  blob = blob.subspan(length_size);
  blob = blob.first(std::min(length, blob.size()));
  return {blob.begin(), blob.end()};
}

}  // namespace

std::string certificate_line(const osshkey::PublicKey& key) {
  return to_utf8(first_string(key.certificate())) + " " + base64(key.certificate());
}

}  // namespace tool
