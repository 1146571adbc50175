// SPDX-License-Identifier: MIT
// PuTTY's private key files, versions 2 and 3 (PuTTY's manual, appendix C): lines of text with
// base64 blobs between them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

#include "base/kdf_parameters.hpp"

namespace osshkey::container {

/// Ppk is the fields in the order of the file; views into its text. Where `error` is set, the
/// fields before the failure are good and those after it are empty.
struct Ppk {
  unsigned version = 0;
  std::string_view key_type{};
  std::string_view cipher_name{};
  std::string_view comment{};
  std::vector<std::uint8_t> public_blob{};
  /// public_offset is where the blob's text begins in the file.
  std::uint64_t public_offset = 0;
  std::vector<std::uint8_t> salt{};
  /// kdf is set for an encrypted file; its salt points to `salt`.
  std::optional<KdfParameters> kdf{};
  SecureBytes private_blob{};
  std::uint64_t private_offset = 0;
  std::vector<std::uint8_t> mac{};
  std::optional<Error> error{};
};

/// parse_ppk reads the text, whose lines end in LF. Offsets in errors count bytes of the text.
/// Errors: truncated, malformed, bad_base64, trailing_data, bad_kdf_options, unsupported_container
/// (of another version), unsupported_cipher, unsupported_kdf.
[[nodiscard]] Ppk parse_ppk(ByteView text);

}  // namespace osshkey::container
