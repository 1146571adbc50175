// SPDX-License-Identifier: MIT
// Proc-Type and DEK-Info.
#include "container/pem.hpp"

namespace osshkey::container {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// split is the text before and after the first comma, without blanks around either.
std::pair<std::string_view, std::string_view> split(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) {
    return {trimmed(text), {}};
  }
  return {trimmed(text.substr(0, comma)), trimmed(text.substr(comma + 1))};
}

std::optional<unsigned> digit(char c) {
  if (c >= '0' && c <= '9') {
    return static_cast<unsigned>(c - '0');
  }
  const char lower = static_cast<char>(c | 0x20);
  if (lower >= 'a' && lower <= 'f') {
    return static_cast<unsigned>(lower - 'a') + 10;
  }
  return std::nullopt;
}

Error malformed(std::string detail) {
  return {.code = errc::malformed, .field = "DEK-Info", .detail = std::move(detail)};
}

}  // namespace

std::optional<std::vector<std::uint8_t>> parse_hex(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto high = digit(text[i]);
    const auto low = digit(text[i + 1]);
    if (!high || !low) {
      return std::nullopt;
    }
    bytes.push_back(static_cast<std::uint8_t>(*high << 4 | *low));
  }
  if (text.size() % 2 != 0) {
    return std::nullopt;
  }
  return bytes;
}

bool is_encrypted_to_openssl(std::string_view proc_type) {
  return proc_type.starts_with("4,") && trimmed(proc_type.substr(2)) == "ENCRYPTED";
}

bool is_dek_info_to_openssl(std::string_view dek_info) {
  const std::size_t comma = dek_info.find(',');
  return comma != std::string_view::npos && comma + 1 < dek_info.size() &&
         digit(dek_info[comma + 1]).has_value();
}

PemEncryption parse_pem_encryption(std::optional<std::string_view> proc_type,
                                   std::optional<std::string_view> dek_info) {
  PemEncryption found;
  found.encrypted = dek_info || (proc_type && split(*proc_type).second == "ENCRYPTED");
  if (!found.encrypted) {
    return found;
  }
  if (!dek_info) {
    found.error = malformed("the header is missing, and with it the cipher and the IV");
    return found;
  }
  const auto [cipher, iv] = split(*dek_info);
  found.cipher_name = cipher;
  if (cipher.empty()) {
    found.error = malformed("it names no cipher");
    return found;
  }
  auto bytes = parse_hex(iv.substr(0, iv.size() / 2 * 2));
  if (!bytes) {
    found.error = malformed("the IV isn't a row of hexadecimal digits");
    return found;
  }
  found.iv = std::move(*bytes);
  return found;
}

}  // namespace osshkey::container
