// SPDX-License-Identifier: MIT
// What people know a public key by: fingerprints, and its line in .pub files and authorized_keys.
#include <osshkey/public_key.hpp>

#include <openssl/evp.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <new>

#include "base/base64.hpp"
#include "base/fail.hpp"
#include "base/openssl_context.hpp"
#include "wire/reader.hpp"

namespace osshkey {

namespace {

std::string sha256_fingerprint(ByteView blob) {
  std::array<std::uint8_t, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256(digest.data(), blob.data(), blob.size());
  return "SHA256:" + base64_encode(digest, Base64Padding::without);
}

std::string md5_fingerprint(ByteView blob) {
  std::array<std::uint8_t, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  const OpensslPtr<EVP_MD, EVP_MD_free> md5(EVP_MD_fetch(openssl_context(), "MD5", nullptr));
  if (md5 == nullptr ||
      EVP_Digest(blob.data(), blob.size(), digest.data(), &size, md5.get(), nullptr) != 1) {
    // The default provider always has MD5; only memory can be what is missing.
    throw std::bad_alloc();
  }
  constexpr std::string_view hex = "0123456789abcdef";
  std::string text = "MD5";
  for (std::size_t i = 0; i < size; ++i) {
    text += ':';
    text += hex[digest[i] >> 4];
    text += hex[digest[i] & 15U];
  }
  return text;
}

/// next_word takes a word off the front of the text, up to a blank or the line's end.
std::string_view next_word(std::string_view& text) {
  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(blanks));
  text.remove_prefix(word.size());
  return word;
}

}  // namespace

Result<PublicKey> PublicKey::from_line(std::string_view line) {
  const std::string_view type = next_word(line);
  const std::string_view text = next_word(line);
  if (text.empty()) {
    return fail(errc::malformed, {.field = "public key line"}, "it isn't TYPE BASE64");
  }
  const Result<std::vector<std::uint8_t>> blob = base64_decode(text);
  if (!blob) {
    return std::unexpected(blob.error());
  }
  wire::Reader reader(*blob, 0);
  if (reader.name("public key type") != type) {
    return fail(errc::malformed, {.field = "public key line"}, "its two types differ");
  }
  return from_blob(*blob);
}

std::string PublicKey::fingerprint(Hash hash) const {
  return hash == Hash::md5 ? md5_fingerprint(blob_) : sha256_fingerprint(blob_);
}

std::string PublicKey::authorized_key(std::string_view comment) const {
  std::string line = type_ + ' ' + base64_encode(blob_, Base64Padding::with);
  if (!comment.empty()) {
    line += ' ';
    for (const char c : comment) {
      const auto byte = static_cast<unsigned char>(c);
      line += byte < 0x20 || byte == 0x7f ? ' ' : c;
    }
  }
  return line;
}

}  // namespace osshkey
