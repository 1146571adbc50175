// SPDX-License-Identifier: MIT
// The ciphers of private key files, one table row each, and their use over whole byte strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey::cipher {

/// Engine is who computes a cipher.
enum class Engine : std::uint8_t {
  none,               ///< the bytes are not encrypted
  openssl,            ///< a block or stream cipher without a tag
  openssl_aead,       ///< the tag follows the ciphertext
  chacha20_poly1305,  ///< PROTOCOL.chacha20poly1305 with sequence number 0, over libsodium
};

/// Age is whether today's OpenSSH still reads the cipher, and whether it should be used.
enum class Age : std::uint8_t {
  current,
  outdated,  ///< OpenSSH reads it still
  historic,  ///< OpenSSH wrote it once; libcrypto has it in its legacy provider
};

struct Cipher {
  std::string_view name;     ///< as in the file
  const char* openssl_name;  ///< null where libcrypto isn't used
  Engine engine;
  std::uint8_t key_size;  ///< bytes
  std::uint8_t iv_size;
  std::uint8_t block_size;  ///< the private section is padded to a multiple of it
  std::uint8_t tag_size;
  Age age;
  std::uint16_t discard;  ///< bytes of key stream thrown away first (RFC 4345)
};

/// find_cipher is the row of a cipher's name in openssh-key-v1, or null.
[[nodiscard]] const Cipher* find_cipher(std::string_view name) noexcept;
/// all_ciphers lists the rows.
[[nodiscard]] std::span<const Cipher> all_ciphers() noexcept;

/// Keyed is a cipher with its key and IV, of the sizes that the row names.
struct Keyed {
  const Cipher& cipher;
  ByteView key;
  ByteView iv;
};

/// decrypt writes the plaintext of `ciphertext` to `plaintext`, which has the same size, a multiple
/// of the block size. `tag` has the row's size. Where the tag doesn't agree, it is
/// left wiped.
/// Fails with: wrong_passphrase (the tag doesn't agree), unsupported_cipher (libcrypto doesn't have
/// it), out_of_memory.
[[nodiscard]] Result<void> decrypt(const Keyed& keyed, ByteView ciphertext, ByteView tag,
                                   std::span<std::uint8_t> plaintext);

/// encrypt is the inverse of decrypt; it writes the tag, too.
/// Fails with: unsupported_cipher, out_of_memory.
[[nodiscard]] Result<void> encrypt(const Keyed& keyed, ByteView plaintext,
                                   std::span<std::uint8_t> ciphertext, std::span<std::uint8_t> tag);

}  // namespace osshkey::cipher
