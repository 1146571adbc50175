// SPDX-License-Identifier: MIT
// Base64 over libsodium.
#include "base/base64.hpp"

#include <sodium.h>

#include "base/fail.hpp"

namespace osshkey {

std::string base64_encode(ByteView bytes, Base64Padding padding) {
  const int variant = padding == Base64Padding::with ? sodium_base64_VARIANT_ORIGINAL
                                                     : sodium_base64_VARIANT_ORIGINAL_NO_PADDING;
  // The length counts the terminating zero byte, which the string has anyway.
  std::string text(sodium_base64_encoded_len(bytes.size(), variant), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), variant);
  text.resize(text.size() - 1);
  return text;
}

Result<std::vector<std::uint8_t>> base64_decode(std::string_view text) {
  // A group more than there is: libsodium takes no null pointer, which no bytes would have.
  std::vector<std::uint8_t> bytes((text.size() / 4 + 1) * 3);
  std::size_t size = 0;
  const char* end = nullptr;
  if (sodium_base642bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &size, &end,
                        sodium_base64_VARIANT_ORIGINAL) != 0 ||
      end != text.data() + text.size()) {
    return fail(errc::bad_base64);
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace osshkey
