// SPDX-License-Identifier: MIT
// One EVP sequence for all of libcrypto's ciphers, in our own library context.
#include "cipher/openssl_cipher.hpp"

#include <openssl/evp.h>

#include <array>
#include <string>

#include "base/fail.hpp"
#include "base/openssl_context.hpp"

namespace osshkey::cipher {

namespace {

using CipherPtr = OpensslPtr<EVP_CIPHER, EVP_CIPHER_free>;
using ContextPtr = OpensslPtr<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free>;

enum class Direction : std::uint8_t { decrypt = 0, encrypt = 1 };

bool discard_key_stream(EVP_CIPHER_CTX* context, std::size_t bytes) {
  std::array<std::uint8_t, 64> block{};
  int written = 0;
  for (; bytes != 0; bytes -= block.size()) {  // every row's count is a multiple of 64
    if (EVP_CipherUpdate(context, block.data(), &written, block.data(),
                         static_cast<int>(block.size())) != 1) {
      return false;
    }
  }
  wipe(block);
  return true;
}

bool start(EVP_CIPHER_CTX* context, const EVP_CIPHER* algorithm, const Keyed& keyed,
           Direction direction) {
  const int encrypt = direction == Direction::encrypt ? 1 : 0;
  if (EVP_CipherInit_ex2(context, algorithm, nullptr, nullptr, encrypt, nullptr) != 1) {
    return false;
  }
  // RC4 takes keys of any length; for all others this sets what is already so.
  if (EVP_CIPHER_CTX_set_key_length(context, static_cast<int>(keyed.key.size())) != 1) {
    return false;
  }
  if (EVP_CipherInit_ex2(context, nullptr, keyed.key.data(),
                         keyed.iv.empty() ? nullptr : keyed.iv.data(), encrypt, nullptr) != 1) {
    return false;
  }
  return EVP_CIPHER_CTX_set_padding(context, 0) == 1 &&
         discard_key_stream(context, keyed.cipher.discard);
}

Result<ContextPtr> make_context(const Keyed& keyed, Direction direction) {
  const ErrorMark mark;
  const CipherPtr algorithm(
      EVP_CIPHER_fetch(openssl_context(), keyed.cipher.openssl_name, nullptr));
  if (algorithm == nullptr && mark.out_of_memory()) {
    return fail(errc::out_of_memory);
  }
  if (algorithm == nullptr) {
    return fail(errc::unsupported_cipher, {.field = "cipher name"},
                std::string(keyed.cipher.name) +
                    (has_legacy_provider() ? "" : " (libcrypto's legacy provider is missing)"));
  }
  ContextPtr context(EVP_CIPHER_CTX_new());
  if (context == nullptr || !start(context.get(), algorithm.get(), keyed, direction)) {
    return fail(errc::out_of_memory);
  }
  return context;
}

bool update(EVP_CIPHER_CTX* context, ByteView in, std::span<std::uint8_t> out) {
  int written = 0;
  return EVP_CipherUpdate(context, out.data(), &written, in.data(), static_cast<int>(in.size())) ==
             1 &&
         static_cast<std::size_t>(written) == in.size();
}

bool finish(EVP_CIPHER_CTX* context) {
  std::array<std::uint8_t, EVP_MAX_BLOCK_LENGTH> nothing{};
  int written = 0;
  return EVP_CipherFinal_ex(context, nothing.data(), &written) == 1;
}

}  // namespace

Result<void> openssl_decrypt(const Keyed& keyed, ByteView ciphertext, ByteView tag,
                             std::span<std::uint8_t> plaintext) {
  const ErrorMark mark;
  Result<ContextPtr> context = make_context(keyed, Direction::decrypt);
  if (!context) {
    return std::unexpected(context.error());
  }
  if (keyed.cipher.engine == Engine::openssl_aead) {
    std::array<std::uint8_t, EVP_MAX_BLOCK_LENGTH> expected{};
    std::ranges::copy(tag, expected.begin());
    if (EVP_CIPHER_CTX_ctrl(context->get(), EVP_CTRL_AEAD_SET_TAG, static_cast<int>(tag.size()),
                            expected.data()) != 1) {
      return fail(errc::out_of_memory);
    }
  }
  if (!update(context->get(), ciphertext, plaintext)) {
    wipe(plaintext);
    return fail(errc::out_of_memory);
  }
  if (!finish(context->get())) {
    wipe(plaintext);
    return fail(errc::wrong_passphrase, {.field = "authentication tag"});
  }
  return {};
}

Result<void> openssl_encrypt(const Keyed& keyed, ByteView plaintext,
                             std::span<std::uint8_t> ciphertext, std::span<std::uint8_t> tag) {
  const ErrorMark mark;
  Result<ContextPtr> context = make_context(keyed, Direction::encrypt);
  if (!context) {
    return std::unexpected(context.error());
  }
  if (!update(context->get(), plaintext, ciphertext) || !finish(context->get())) {
    return fail(errc::out_of_memory);
  }
  if (keyed.cipher.engine == Engine::openssl_aead &&
      EVP_CIPHER_CTX_ctrl(context->get(), EVP_CTRL_AEAD_GET_TAG, static_cast<int>(tag.size()),
                          tag.data()) != 1) {
    return fail(errc::out_of_memory);
  }
  return {};
}

}  // namespace osshkey::cipher
