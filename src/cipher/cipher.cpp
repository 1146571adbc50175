// SPDX-License-Identifier: MIT
// The table of ciphers, and the choice of who computes.
#include "cipher/cipher.hpp"

#include <algorithm>

#include "cipher/chacha20_poly1305.hpp"
#include "cipher/openssl_cipher.hpp"

namespace osshkey::cipher {

namespace {

// name, libcrypto's name, engine, key, IV, block, tag, age, discarded bytes
constexpr Cipher table[] = {
    {"none", nullptr, Engine::none, 0, 0, 8, 0, Age::current, 0},
    {"aes256-ctr", "AES-256-CTR", Engine::openssl, 32, 16, 16, 0, Age::current, 0},
    {"aes192-ctr", "AES-192-CTR", Engine::openssl, 24, 16, 16, 0, Age::current, 0},
    {"aes128-ctr", "AES-128-CTR", Engine::openssl, 16, 16, 16, 0, Age::current, 0},
    {"aes256-gcm@openssh.com", "AES-256-GCM", Engine::openssl_aead, 32, 12, 16, 16, Age::current,
     0},
    {"aes128-gcm@openssh.com", "AES-128-GCM", Engine::openssl_aead, 16, 12, 16, 16, Age::current,
     0},
    {"chacha20-poly1305@openssh.com", nullptr, Engine::chacha20_poly1305, 64, 0, 8, 16,
     Age::current, 0},
    {"aes256-cbc", "AES-256-CBC", Engine::openssl, 32, 16, 16, 0, Age::current, 0},
    {"aes192-cbc", "AES-192-CBC", Engine::openssl, 24, 16, 16, 0, Age::current, 0},
    {"aes128-cbc", "AES-128-CBC", Engine::openssl, 16, 16, 16, 0, Age::current, 0},
    {"rijndael-cbc@lysator.liu.se", "AES-256-CBC", Engine::openssl, 32, 16, 16, 0, Age::current, 0},
    {"3des-cbc", "DES-EDE3-CBC", Engine::openssl, 24, 8, 8, 0, Age::outdated, 0},
    {"blowfish-cbc", "BF-CBC", Engine::openssl, 16, 8, 8, 0, Age::historic, 0},
    {"cast128-cbc", "CAST5-CBC", Engine::openssl, 16, 8, 8, 0, Age::historic, 0},
    {"arcfour", "RC4", Engine::openssl, 16, 0, 8, 0, Age::historic, 0},
    {"arcfour128", "RC4", Engine::openssl, 16, 0, 8, 0, Age::historic, 1536},
    {"arcfour256", "RC4", Engine::openssl, 32, 0, 8, 0, Age::historic, 1536},
};

}  // namespace

const Cipher* find_cipher(std::string_view name) noexcept {
  const auto* row = std::ranges::find(table, name, &Cipher::name);
  return row == std::end(table) ? nullptr : row;
}

std::span<const Cipher> all_ciphers() noexcept {
  return table;
}

Result<void> decrypt(const Keyed& keyed, ByteView ciphertext, ByteView tag,
                     std::span<std::uint8_t> plaintext) {
  switch (keyed.cipher.engine) {
    case Engine::none:
      break;
    case Engine::openssl:
    case Engine::openssl_aead:
      return openssl_decrypt(keyed, ciphertext, tag, plaintext);
    case Engine::chacha20_poly1305:
      return chacha20_poly1305_decrypt(keyed.key, ciphertext, tag, plaintext);
  }
  std::ranges::copy(ciphertext, plaintext.begin());
  return {};
}

Result<void> encrypt(const Keyed& keyed, ByteView plaintext, std::span<std::uint8_t> ciphertext,
                     std::span<std::uint8_t> tag) {
  switch (keyed.cipher.engine) {
    case Engine::none:
      break;
    case Engine::openssl:
    case Engine::openssl_aead:
      return openssl_encrypt(keyed, plaintext, ciphertext, tag);
    case Engine::chacha20_poly1305:
      return chacha20_poly1305_encrypt(keyed.key, plaintext, ciphertext, tag);
  }
  std::ranges::copy(plaintext, ciphertext.begin());
  return {};
}

}  // namespace osshkey::cipher
