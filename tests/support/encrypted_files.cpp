// SPDX-License-Identifier: MIT
// The library's own writers where it has one; PBES1 and PuTTY's files field by field.
#include "encrypted_files.hpp"

#include <sodium.h>
#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>
#include <osshkey/export.hpp>
#include <osshkey/key_file.hpp>

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "cipher/cipher.hpp"
#include "cipher/hash.hpp"
#include "cipher/kdf.hpp"
#include "cipher/named_cipher.hpp"
#include "der.hpp"
#include "make_keys.hpp"
#include "wire/reader.hpp"

namespace osshkey::testing {

namespace {

template <typename T>
T value_of(Result<T> result) {
  if (!result) {
    throw std::runtime_error(result.error().text());
  }
  if constexpr (!std::is_void_v<T>) {
    return std::move(*result);
  }
}

void check(bool good, const char* what) {
  if (!good) {
    throw std::runtime_error(what);
  }
}

std::string text_of(const SecureBytes& bytes) {
  return std::string(wire::as_text(bytes.view()));
}

Inspection inspect(const std::string& text) {
  return KeyFile::parse(wire::as_bytes(text)).inspection();
}

/// derivation is a function that runs a KDF of cipher/kdf.hpp; the salt is its own copy.
std::function<Bytes(std::string_view)> derivation(KdfParameters kdf, Bytes salt,
                                                  std::size_t key_size, std::size_t iv_size = 0,
                                                  std::size_t mac_key_size = 0) {
  return [=, kdf = std::move(kdf), salt = std::move(salt)](std::string_view passphrase) {
    KdfParameters own = kdf;
    own.salt = salt;
    Bytes out(key_size + iv_size + mac_key_size);
    const std::span<std::uint8_t> all(out);
    value_of(cipher::derive(own, wire::as_bytes(passphrase),
                            {.key = all.first(key_size),
                             .iv = all.subspan(key_size, iv_size),
                             .mac_key = all.last(mac_key_size)},
                            1));
    return out;
  };
}

Bytes encrypted(const cipher::Cipher& row, ByteView key, ByteView iv, const Bytes& plaintext) {
  Bytes out(plaintext.size());
  value_of(cipher::encrypt({.cipher = row, .key = key, .iv = iv}, plaintext, out, {}));
  return out;
}

std::string base64(const Bytes& bytes) {
  std::string text(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();
  return text;
}

const Ed25519Numbers& ed25519(const PrivateKey& key) {
  const Ed25519Numbers* numbers = key.ed25519();
  check(numbers != nullptr, "the key must be of Ed25519");
  return *numbers;
}

Bytes copy(ByteView view) {
  return {view.begin(), view.end()};
}

}  // namespace

EncryptedFile openssh_file(const PrivateKey& key, std::string_view cipher,
                           std::string_view passphrase) {
  EncryptedFile file{.name = "openssh-key-v1 " + std::string(cipher)};
  file.text = text_of(value_of(to_openssh(
      key, {.passphrase = wire::as_bytes(passphrase), .cipher = cipher, .rounds = bcrypt_rounds})));
  const cipher::Cipher& row = *cipher::find_cipher(cipher);
  const std::size_t size = std::size_t{row.key_size} + row.iv_size;
  file.derive = [size, salt = inspect(file.text).salt](std::string_view with) {
    Bytes out(size);
    const auto status = bcrypt_pbkdf::derive(wire::as_bytes(with), salt, bcrypt_rounds, out);
    check(status == bcrypt_pbkdf::Status::ok, bcrypt_pbkdf::message(status));
    return out;
  };
  return file;
}

EncryptedFile pem_file(const PrivateKey& key, std::string_view passphrase) {
  EncryptedFile file{.name = "PEM DEK-Info"};
  file.text = text_of(value_of(to_pem(key, wire::as_bytes(passphrase))));
  file.derive = derivation({.kdf = Kdf::bytes_to_key}, inspect(file.text).salt, 16);
  return file;
}

EncryptedFile pkcs8_file(const PrivateKey& key, std::string_view passphrase) {
  EncryptedFile file{.name = "PKCS#8 PBES2"};
  file.text =
      text_of(value_of(to_pkcs8(key, {.passphrase = wire::as_bytes(passphrase), .rounds = 1})));
  const Inspection shown = inspect(file.text);
  file.derive =
      derivation({.kdf = Kdf::pbkdf2, .digest = "SHA256", .rounds = shown.rounds}, shown.salt, 32);
  return file;
}

EncryptedFile pkcs12_file(const PrivateKey& key, std::string_view passphrase) {
  constexpr std::size_t block_size = 8;
  constexpr std::uint32_t rounds = 2;
  const Bytes salt(8, 7);
  EncryptedFile file{.name = "PKCS#8 PKCS#12"};
  const cipher::NamedCipher cipher = value_of(cipher::NamedCipher::find("DES-EDE3-CBC"));
  file.derive = derivation({.kdf = Kdf::pkcs12, .digest = "SHA1", .rounds = rounds}, salt,
                           cipher.key_size(), cipher.iv_size());
  Bytes plaintext = pkcs8_key(ed25519_identifier, octets(copy(ed25519(key).seed())));
  const std::size_t padding = block_size - plaintext.size() % block_size;
  plaintext.insert(plaintext.end(), padding, static_cast<std::uint8_t>(padding));
  const Bytes derived = file.derive(passphrase);
  const ByteView all(derived);
  const Bytes body = encrypted(cipher.row(), all.first(cipher.key_size()),
                               all.subspan(cipher.key_size()), plaintext);
  const Bytes bytes = sequence(
      sequence(identifier("2a864886f70d010c0103") + sequence(octets(salt) + integer(rounds))) +
      octets(body));
  file.text = std::string(wire::as_text(bytes));
  return file;
}

EncryptedFile ppk_file(const PrivateKey& key, unsigned version, std::string_view passphrase) {
  constexpr std::size_t block_size = 16;
  constexpr std::size_t key_size = 32;
  EncryptedFile file{.name = "PPK v" + std::to_string(version)};
  const Bytes salt(16, 5);
  file.derive =
      version == 2
          ? derivation({.kdf = Kdf::ppk2}, {}, key_size, block_size, 20)
          : derivation({.kdf = Kdf::argon2id, .rounds = 1, .parallelism = 1, .memory_kib = 64},
                       salt, key_size, block_size, 32);
  const Bytes public_blob = copy(key.public_key().blob());
  Bytes private_blob = ssh_string(copy(ed25519(key).seed()));
  private_blob.resize((private_blob.size() + block_size - 1) / block_size * block_size);
  const Bytes covered = ssh_string("ssh-ed25519") + ssh_string("aes256-cbc") +
                        ssh_string("comment") + ssh_string(public_blob) + ssh_string(private_blob);
  const Bytes derived = file.derive(passphrase);
  const ByteView all(derived);
  const Bytes body = encrypted(*cipher::find_cipher("aes256-cbc"), all.first(key_size),
                               all.subspan(key_size, block_size), private_blob);
  const SecureBytes mac =
      cipher::hmac(version == 2 ? "SHA1" : "SHA256", all.subspan(key_size + block_size), covered);
  file.text = "PuTTY-User-Key-File-" + std::to_string(version) +
              ": ssh-ed25519\nEncryption: aes256-cbc\nComment: comment\nPublic-Lines: 1\n" +
              base64(public_blob) + "\n";
  if (version == 3) {
    file.text +=
        "Key-Derivation: Argon2id\nArgon2-Memory: 64\nArgon2-Passes: 1\nArgon2-Parallelism: 1\n"
        "Argon2-Salt: " +
        to_hex(salt) + "\n";
  }
  file.text += "Private-Lines: 1\n" + base64(body) + "\nPrivate-MAC: " + to_hex(mac.view()) + "\n";
  return file;
}

std::vector<EncryptedFile> one_of_each(std::string_view passphrase) {
  const PrivateKey ed25519 = make_key("ssh-ed25519");
  const PrivateKey rsa = make_key("ssh-rsa");
  std::vector<EncryptedFile> files;
  for (const std::string_view cipher :
       {"aes256-ctr", "aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com"}) {
    files.push_back(openssh_file(ed25519, cipher, passphrase));
  }
  files.push_back(pem_file(rsa, passphrase));
  files.push_back(pkcs8_file(rsa, passphrase));
  files.push_back(pkcs12_file(ed25519, passphrase));
  files.push_back(ppk_file(ed25519, 2, passphrase));
  files.push_back(ppk_file(ed25519, 3, passphrase));
  return files;
}

}  // namespace osshkey::testing
