// SPDX-License-Identifier: MIT
// EncryptedPrivateKeyInfo of PKCS#8 (RFC 5208): the scheme that protects a key, with all its
// parameters in clear. Schemes: PBES2 with PBKDF2 or scrypt, PBES1 (RFC 8018), PKCS#12 (RFC 7292).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <osshkey/error.hpp>
#include <osshkey/key_file.hpp>
#include <osshkey/secure_memory.hpp>

#include "base/kdf_parameters.hpp"

namespace osshkey::container {

/// EncryptedPkcs8 is views into the decoded bytes, or into `joined`. Where `error` is set, the
/// names are as good as they could be read.
struct EncryptedPkcs8 {
  std::string cipher_name{};  ///< of the cipher or, for PBES1 and PKCS#12, of the scheme
  /// cipher is libcrypto's name.
  std::string cipher{};
  ByteView iv{};  ///< empty where it is derived with the key, or missing
  /// key_size is what the file says, unset where it leaves it to the cipher.
  std::optional<std::uint64_t> key_size{};
  KdfParameters kdf{};
  ByteView ciphertext{};
  std::optional<std::uint64_t> ciphertext_offset{};
  std::vector<SecureBytes> joined{};  ///< strings that stood in pieces
  std::optional<Error> error{};
};

/// parse_encrypted_pkcs8 reads the structure.
/// Errors: truncated, malformed, trailing_data, bad_kdf_options (a salt, count or size that can't
/// be), unsupported_kdf (a scheme, derivation or PRF), unsupported_cipher.
[[nodiscard]] EncryptedPkcs8 parse_encrypted_pkcs8(ByteView decoded, Strictness strictness);

}  // namespace osshkey::container
