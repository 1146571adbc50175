// SPDX-License-Identifier: MIT
// Derivation, encryption and MAC come from the cipher layer, whose own tests hold it against PuTTY.
#include "ppk_builder.hpp"

#include <array>

#include "cipher/cipher.hpp"
#include "cipher/hash.hpp"
#include "cipher/kdf.hpp"
#include "key_builder.hpp"
#include "properties.hpp"
#include "wire/reader.hpp"
#include "wire/writer.hpp"

namespace osshkey::fuzz {

namespace {

using testing::Bytes;

constexpr std::array<std::uint8_t, 8> salt = {0, 1, 2, 3, 4, 5, 6, 7};
constexpr std::size_t block_size = 16;

/// PrivateFields writes the private numbers in PuTTY's order.
struct PrivateFields {
  wire::Writer& writer;

  void operator()(const RsaNumbers& key) const {
    writer.mpint(key.d);
    writer.mpint(key.p);
    writer.mpint(key.q);
    writer.mpint(key.iqmp);
  }
  void operator()(const DsaNumbers& key) const { writer.mpint(key.x); }
  void operator()(const EcdsaNumbers& key) const { writer.mpint(key.scalar); }
  void operator()(const Ed25519Numbers& key) const { writer.string(key.seed()); }
  void operator()(const Ed448Numbers& key) const { writer.string(key.seed); }
  void operator()(const SecurityKeyNumbers& /*key*/) const {}
  void operator()(const MldsaEd25519Numbers& /*key*/) const {}
};

std::string lines_of(const Bytes& blob) {
  constexpr std::size_t width = 64;
  const std::string wide = testing::base64_lines(blob);
  std::string text;
  for (const char c : wide) {
    if (c != '\n') {
      text += c;
    }
  }
  std::string lines;
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i += width, ++count) {
    lines += text.substr(i, width) + "\n";
  }
  return std::to_string(count) + "\n" + lines;
}

/// Protection is the keys of an encrypted file, and of the MAC.
struct Protection {
  Bytes key = Bytes(32);
  Bytes iv = Bytes(16);
  Bytes mac_key{};
};

Protection derive(unsigned version, PpkCipher cipher) {
  constexpr std::size_t sha1_size = 20;
  constexpr std::size_t sha256_size = 32;
  Protection protection{.mac_key = Bytes(version == 2 ? sha1_size : sha256_size)};
  const bool is_plain = cipher == PpkCipher::none;
  if (version == 3 && is_plain) {
    protection.mac_key.clear();
    return protection;
  }
  const KdfParameters kdf{.kdf = version == 2 ? Kdf::ppk2 : Kdf::argon2id,
                          .salt = salt,
                          .rounds = 1,
                          .parallelism = 1,
                          .memory_kib = 8};
  const bool derived =
      cipher::derive(kdf, wire::as_bytes(is_plain ? "" : passphrase),
                     {.key = protection.key, .iv = protection.iv, .mac_key = protection.mac_key}, 1)
          .has_value();
  expect(derived, "the derivation of a good file works");
  return protection;
}

}  // namespace

PpkParts ppk_parts(const PrivateKey& key, unsigned version) {
  const ByteView certificate = key.public_key().certificate();
  const ByteView blob = certificate.empty() ? key.public_key().blob() : certificate;
  wire::Reader reader(blob);
  return {.version = version,
          .type = std::string(reader.name("type")),
          .comment = key.comment(),
          .public_blob = {blob.begin(), blob.end()},
          .private_blob = wire::build(
              [&](wire::Writer& writer) { std::visit(PrivateFields{writer}, key.numbers()); })};
}

std::string ppk_text(PpkParts parts, PpkCipher cipher) {
  const Protection protection = derive(parts.version, cipher);
  const std::string_view cipher_name = cipher == PpkCipher::none ? "none" : "aes256-cbc";
  Bytes& blob = parts.private_blob;
  if (cipher != PpkCipher::none) {
    blob.resize((blob.size() + block_size - 1) / block_size * block_size);
  }
  const Bytes covered = wire::build([&](wire::Writer& writer) {
    writer.string(parts.type);
    writer.string(cipher_name);
    writer.string(parts.comment);
    writer.string(parts.public_blob);
    writer.string(blob);
  });
  const SecureBytes mac =
      cipher::hmac(parts.version == 2 ? "SHA1" : "SHA256", protection.mac_key, covered);
  if (cipher != PpkCipher::none) {
    const Bytes plain = blob;
    const bool done = cipher::encrypt({.cipher = *cipher::find_cipher(cipher_name),
                                       .key = protection.key,
                                       .iv = protection.iv},
                                      plain, blob, {})
                          .has_value();
    expect(done, "a good file can be encrypted");
  }
  std::string text = "PuTTY-User-Key-File-" + std::to_string(parts.version) + ": " + parts.type +
                     "\nEncryption: " + std::string(cipher_name) + "\nComment: " + parts.comment +
                     "\nPublic-Lines: " + lines_of(parts.public_blob);
  if (parts.version == 3 && cipher != PpkCipher::none) {
    text +=
        "Key-Derivation: Argon2id\nArgon2-Memory: 8\nArgon2-Passes: 1\n"
        "Argon2-Parallelism: 1\nArgon2-Salt: " +
        testing::to_hex(salt) + "\n";
  }
  return text + "Private-Lines: " + lines_of(blob) + "Private-MAC: " + testing::to_hex(mac.view()) +
         "\n";
}

}  // namespace osshkey::fuzz
