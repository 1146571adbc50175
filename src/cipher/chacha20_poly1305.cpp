// SPDX-License-Identifier: MIT
// The original ChaCha20 (64-bit nonce): its block 0 gives the Poly1305 key, the payload begins with
// block 1, and the tag covers the ciphertext alone.
#include "cipher/chacha20_poly1305.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>

#include "base/fail.hpp"

namespace osshkey::cipher {

namespace {

constexpr std::array<std::uint8_t, crypto_stream_chacha20_NONCEBYTES> sequence_number_0{};

std::array<std::uint8_t, crypto_onetimeauth_BYTES> make_tag(ByteView key, ByteView ciphertext) {
  SecureBytes tag_key(crypto_onetimeauth_KEYBYTES);
  crypto_stream_chacha20(tag_key.data(), tag_key.size(), sequence_number_0.data(), key.data());
  std::array<std::uint8_t, crypto_onetimeauth_BYTES> tag{};
  crypto_onetimeauth(tag.data(), ciphertext.data(), ciphertext.size(), tag_key.data());
  return tag;
}

void xor_payload(ByteView key, ByteView in, std::span<std::uint8_t> out) {
  if (in.empty()) {
    return;  // libsodium takes no null pointer, not even to nothing
  }
  crypto_stream_chacha20_xor_ic(out.data(), in.data(), in.size(), sequence_number_0.data(), 1,
                                key.data());
}

}  // namespace

Result<void> chacha20_poly1305_decrypt(ByteView key, ByteView ciphertext, ByteView tag,
                                       std::span<std::uint8_t> plaintext) {
  if (!equal_constant_time(make_tag(key, ciphertext), tag)) {
    return fail(errc::wrong_passphrase, {.field = "authentication tag"});
  }
  xor_payload(key, ciphertext, plaintext);
  return {};
}

Result<void> chacha20_poly1305_encrypt(ByteView key, ByteView plaintext,
                                       std::span<std::uint8_t> ciphertext,
                                       std::span<std::uint8_t> tag) {
  xor_payload(key, plaintext, ciphertext);
  const auto made = make_tag(key, ciphertext);
  std::ranges::copy(made, tag.begin());
  return {};
}

}  // namespace osshkey::cipher
