// SPDX-License-Identifier: MIT
// Traditional PEM, plain or encrypted as RFC 1421's headers and OpenSSL's old derivation say.
#include <osshkey/export.hpp>

#include <sodium.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>

#include "base/clean_stack.hpp"
#include "base/fail.hpp"
#include "cipher/kdf.hpp"
#include "export/asn1_keys.hpp"
#include "export/padded_cbc.hpp"
#include "export/pem_text.hpp"
#include "wire/writer.hpp"

namespace osshkey {

namespace {

constexpr std::size_t iv_size = 16;
constexpr std::size_t salt_size = 8;

std::string dek_info(ByteView iv) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,";
  for (const std::uint8_t byte : iv) {
    text += digits[byte >> 4];
    text += digits[byte & 15U];
  }
  return text + "\n\n";
}

Result<SecureBytes> write(const PrivateKey& key, ByteView passphrase) {
  const Result<TraditionalKey> plain = traditional_key(key);
  if (!plain) {
    return std::unexpected(plain.error());
  }
  if (passphrase.empty()) {
    return write_pem_text({.label = plain->label}, plain->der.view());
  }
  std::array<std::uint8_t, iv_size> iv{};
  randombytes_buf(iv.data(), iv.size());
  const cipher::Cipher& cipher = *cipher::find_cipher("aes128-cbc");
  SecureBytes derived(cipher.key_size);
  const KdfParameters kdf{.kdf = Kdf::bytes_to_key, .salt = ByteView(iv).first(salt_size)};
  if (Result<void> done = cipher::derive(kdf, passphrase, {.key = derived.span()}, 1); !done) {
    return std::unexpected(done.error());
  }
  const Result<std::vector<std::uint8_t>> encrypted =
      encrypt_padded({.cipher = cipher, .key = derived.view(), .iv = iv}, plain->der.view());
  if (!encrypted) {
    return std::unexpected(encrypted.error());
  }
  const std::string headers = dek_info(iv);
  return write_pem_text({.label = plain->label, .headers = headers}, *encrypted);
}

}  // namespace

Result<SecureBytes> to_pem(const PrivateKey& key, ByteView passphrase) {
  const CleanStack clean_stack;
  try {
    return write(key, passphrase);
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

}  // namespace osshkey
