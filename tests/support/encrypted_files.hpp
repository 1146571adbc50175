// SPDX-License-Identifier: MIT
// One encrypted file of each container, with its derivation, so that a test knows the key that a
// passphrase leads to.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <osshkey/private_key.hpp>

#include "bytes.hpp"

namespace osshkey::testing {

/// EncryptedFile is the text of a file (PKCS#8 in PBES1: its bytes) at the lowest costs that its
/// container allows, bcrypt_rounds and argon2_passes aside.
struct EncryptedFile {
  std::string name{};
  std::string text{};
  /// derive is the key, the IV where it is derived, and PuTTY's MAC key, for any passphrase.
  std::function<Bytes(std::string_view passphrase)> derive{};
};

inline constexpr std::uint32_t bcrypt_rounds = 3;

/// openssh_file is openssh-key-v1 with a cipher of today's.
EncryptedFile openssh_file(const PrivateKey& key, std::string_view cipher,
                           std::string_view passphrase);
/// pem_file is PEM with DEK-Info; the key is of RSA, DSA or ECDSA.
EncryptedFile pem_file(const PrivateKey& key, std::string_view passphrase);
/// pkcs8_file is PKCS#8 with PBES2.
EncryptedFile pkcs8_file(const PrivateKey& key, std::string_view passphrase);
/// pkcs12_file is PKCS#8 with PKCS#12's derivation and Triple DES, of an ssh-ed25519 key.
EncryptedFile pkcs12_file(const PrivateKey& key, std::string_view passphrase);
/// ppk_file is PuTTY's, in version 2 or 3, of an ssh-ed25519 key.
EncryptedFile ppk_file(const PrivateKey& key, unsigned version, std::string_view passphrase);

/// one_of_each is a file of each container and of each way to decrypt it.
std::vector<EncryptedFile> one_of_each(std::string_view passphrase);

}  // namespace osshkey::testing
