// SPDX-License-Identifier: MIT
// What libcrypto says of a cipher, and the padding that its users add.
#include "cipher/named_cipher.hpp"

#include <openssl/evp.h>
#include <openssl/provider.h>

#include <algorithm>

#include "base/fail.hpp"
#include "base/openssl_context.hpp"

namespace osshkey::cipher {

namespace {

using CipherPtr = OpensslPtr<EVP_CIPHER, EVP_CIPHER_free>;

bool is_usable(const EVP_CIPHER* cipher) {
  switch (EVP_CIPHER_get_mode(cipher)) {
    case EVP_CIPH_CBC_MODE:
    case EVP_CIPH_CFB_MODE:
    case EVP_CIPH_OFB_MODE:
    case EVP_CIPH_CTR_MODE:
    case EVP_CIPH_STREAM_CIPHER:
      return (EVP_CIPHER_get_flags(cipher) & EVP_CIPH_FLAG_AEAD_CIPHER) == 0;
    default:
      return false;
  }
}

}  // namespace

Result<NamedCipher> NamedCipher::find(std::string_view name) {
  const ErrorMark mark;
  NamedCipher found;
  found.name_ = name;
  const CipherPtr cipher(EVP_CIPHER_fetch(openssl_context(), found.name_.c_str(), nullptr));
  if (cipher == nullptr && mark.out_of_memory()) {
    return fail(errc::out_of_memory);
  }
  if (cipher == nullptr) {
    return fail(
        errc::unsupported_cipher, {.field = "cipher name"},
        found.name_ + (has_legacy_provider() ? "" : " (libcrypto's legacy provider is missing)"),
        write_anew);
  }
  if (!is_usable(cipher.get())) {
    return fail(errc::unsupported_cipher, {.field = "cipher name"},
                found.name_ + ", in a mode that key files aren't encrypted in", write_anew);
  }
  found.key_size_ = static_cast<std::uint8_t>(EVP_CIPHER_get_key_length(cipher.get()));
  found.iv_size_ = static_cast<std::uint8_t>(EVP_CIPHER_get_iv_length(cipher.get()));
  found.block_size_ = static_cast<std::uint8_t>(EVP_CIPHER_get_block_size(cipher.get()));
  const OSSL_PROVIDER* provider = EVP_CIPHER_get0_provider(cipher.get());
  found.is_legacy_ =
      provider != nullptr && std::string_view(OSSL_PROVIDER_get0_name(provider)) == "legacy";
  return found;
}

Cipher NamedCipher::row() const noexcept {
  return {.name = name_,
          .openssl_name = name_.c_str(),
          .engine = Engine::openssl,
          .key_size = key_size_,
          .iv_size = iv_size_,
          .block_size = block_size_,
          .tag_size = 0,
          .age = age(),
          .discard = 0};
}

Age NamedCipher::age() const noexcept {
  // Blocks of 8 bytes give way after some gigabytes at the latest; RC4 has biased output.
  std::string upper = name_;
  std::ranges::transform(upper, upper.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  const bool is_outdated = std::ranges::any_of(
      std::initializer_list<std::string_view>{"DES", "RC2", "RC4", "BF-", "CAST"},
      [&](std::string_view family) { return upper.starts_with(family); });
  return is_outdated ? Age::outdated : Age::current;
}

Result<std::size_t> remove_padding(ByteView plaintext, std::size_t block_size) {
  const std::size_t padding = plaintext.empty() ? 0 : plaintext.back();
  if (padding == 0 || padding > block_size || padding > plaintext.size() ||
      !std::ranges::all_of(plaintext.last(padding),
                           [&](std::uint8_t byte) { return byte == padding; })) {
    return fail(errc::wrong_passphrase, {.field = "padding"});
  }
  return plaintext.size() - padding;
}

}  // namespace osshkey::cipher
