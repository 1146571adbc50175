// SPDX-License-Identifier: MIT
// Ciphers of PEM and PKCS#8 files, which may be any that libcrypto has: found by name at run time
// instead of in a table.
#pragma once

#include <string>
#include <string_view>

#include <osshkey/error.hpp>

#include "cipher/cipher.hpp"

namespace osshkey::cipher {

/// write_anew is the advice for a file whose cipher isn't available here.
inline constexpr const char* write_anew =
    "write the key anew with a program that has the cipher: openssl pkcs8 -topk8 -in FILE -out NEW";

/// NamedCipher owns the name that a row points to.
class NamedCipher {
 public:
  /// find asks libcrypto for a cipher by its name, in upper or lower case. Block ciphers in the
  /// modes CBC, CFB, OFB and CTR are taken, and stream ciphers; ECB hides nothing, and the formats
  /// have no place for the tag of an AEAD. Fails with: unsupported_cipher.
  [[nodiscard]] static Result<NamedCipher> find(std::string_view name);

  /// row is the cipher as cipher::decrypt takes it. Lives as long as this object stays in place.
  [[nodiscard]] Cipher row() const noexcept;
  [[nodiscard]] std::size_t key_size() const noexcept { return key_size_; }
  [[nodiscard]] std::size_t iv_size() const noexcept { return iv_size_; }
  [[nodiscard]] std::size_t block_size() const noexcept { return block_size_; }
  /// is_padded is true in CBC mode: PKCS#7 padding (RFC 5652 section 6.3) fills the last block.
  [[nodiscard]] bool is_padded() const noexcept { return block_size_ > 1; }
  [[nodiscard]] Age age() const noexcept;
  /// is_legacy is true where only libcrypto's legacy provider has the cipher.
  [[nodiscard]] bool is_legacy() const noexcept { return is_legacy_; }

 private:
  std::string name_;
  std::uint8_t key_size_ = 0;
  std::uint8_t iv_size_ = 0;
  std::uint8_t block_size_ = 0;
  bool is_legacy_ = false;
};

/// remove_padding is how many bytes of the plaintext are not PKCS#7 padding.
/// Fails with: wrong_passphrase, which garbled padding nearly always means.
[[nodiscard]] Result<std::size_t> remove_padding(ByteView plaintext, std::size_t block_size);

}  // namespace osshkey::cipher
