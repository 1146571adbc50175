// SPDX-License-Identifier: MIT
// The headers of an encrypted PEM file (RFC 1421 section 4.6, as OpenSSL uses them): Proc-Type says
// that it is encrypted, DEK-Info names the cipher and its IV.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <osshkey/error.hpp>

namespace osshkey::container {

/// PemEncryption is what the headers say. Where `error` is set, the cipher's name is as good as it
/// could be read.
struct PemEncryption {
  bool encrypted = false;
  std::string cipher_name{};
  std::vector<std::uint8_t> iv{};
  std::optional<Error> error{};
};

/// parse_pem_encryption reads the values of the two headers, unset where the file lacks one.
/// Errors: malformed (DEK-Info is missing, has no cipher, or its IV isn't hexadecimal).
[[nodiscard]] PemEncryption parse_pem_encryption(std::optional<std::string_view> proc_type,
                                                 std::optional<std::string_view> dek_info);

/// is_encrypted_to_openssl tells whether a value of Proc-Type is what OpenSSL expects.
[[nodiscard]] bool is_encrypted_to_openssl(std::string_view proc_type);
/// is_dek_info_to_openssl tells whether OpenSSL finds the IV in a value of DEK-Info.
[[nodiscard]] bool is_dek_info_to_openssl(std::string_view dek_info);

/// parse_hex reads pairs of hexadecimal digits of either case; unset for anything else.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> parse_hex(std::string_view text);

}  // namespace osshkey::container
