// SPDX-License-Identifier: MIT
// What a program needs next of an unlocked key: other file formats, the agent's message, the X25519
// form. Everything that holds the private half is returned in SecureBytes. libsodium's forms of an
// Ed25519 key are PrivateKey::ed25519(); libcrypto's EVP_PKEY is in <osshkey/openssl.hpp>.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <osshkey/api.hpp>
#include <osshkey/error.hpp>
#include <osshkey/private_key.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey {

/// Protection is how a written file is encrypted. An empty passphrase writes it unencrypted.
struct Protection {
  ByteView passphrase{};
  /// cipher is a name of openssh-key-v1, of those that today's OpenSSH reads; PKCS#8 takes
  /// `aes128-cbc`, `aes192-cbc` and `aes256-cbc`. Empty is the format's usual one: `aes256-ctr` for
  /// openssh-key-v1, `aes256-cbc` for PKCS#8.
  std::string_view cipher{};
  /// rounds of bcrypt; for PKCS#8, thousands of PBKDF2 iterations. 0 is the format's usual number:
  /// 24 rounds of bcrypt, as ssh-keygen, and 600,000 iterations of PBKDF2.
  std::uint32_t rounds = 0;
};

/// to_openssh is the text of an openssh-key-v1 file, as ssh-keygen writes it: 70 columns, LF.
/// Fails with: unsupported_cipher, out_of_memory.
[[nodiscard]] OSSHKEY_API Result<SecureBytes> to_openssh(const PrivateKey& key,
                                                         const Protection& protection = {});

/// to_pkcs8 is the PEM text of PKCS#8 (RFC 5958), encrypted by PBES2 (RFC 8018) where there is a
/// passphrase: PBKDF2 with HMAC-SHA-256, AES in CBC mode.
/// Fails with: unsupported_key_type (security keys, ML-DSA), unsupported_cipher, rounds_too_large
/// (2^31 iterations or more), out_of_memory.
[[nodiscard]] OSSHKEY_API Result<SecureBytes> to_pkcs8(const PrivateKey& key,
                                                       const Protection& protection = {});

/// to_pkcs8_der is the same without the text around it: DER, which most languages' key classes
/// read. Fails with: as to_pkcs8.
[[nodiscard]] OSSHKEY_API Result<SecureBytes> to_pkcs8_der(const PrivateKey& key,
                                                           const Protection& protection = {});

/// to_pem is the traditional PEM text: PKCS#1 for RSA, SEC 1 for ECDSA, OpenSSL's for DSA. With a
/// passphrase it is encrypted by DEK-Info AES-128-CBC, as ssh-keygen -m PEM does; its derivation is
/// weak, one MD5. Fails with: unsupported_key_type (all others), out_of_memory.
[[nodiscard]] OSSHKEY_API Result<SecureBytes> to_pem(const PrivateKey& key,
                                                     ByteView passphrase = {});

/// AgentConstraints limit a key's use in the agent (draft-ietf-sshm-ssh-agent section 3.2.7).
struct AgentConstraints {
  std::optional<std::uint32_t> lifetime_seconds{};
  bool confirm = false;
  /// security_key_provider is the agent's library for a security key, without which it can't sign:
  /// usually `internal` (PROTOCOL.agent, sk-provider@openssh.com). Leave it empty for other keys.
  std::string_view security_key_provider{};
};

/// to_agent_message is SSH_AGENTC_ADD_IDENTITY, or SSH_AGENTC_ADD_ID_CONSTRAINED with constraints,
/// with its length in front: the bytes to write to the agent's socket. Fails with: out_of_memory.
[[nodiscard]] OSSHKEY_API Result<SecureBytes> to_agent_message(
    const PrivateKey& key, const AgentConstraints& constraints = {});

/// x25519_size is the bytes of an X25519 secret or public key (RFC 7748).
inline constexpr std::size_t x25519_size = 32;

/// to_x25519 is the X25519 secret that belongs to an Ed25519 key, or the public key to a public
/// one. Fails with: unsupported_key_type (another type), invalid_key, out_of_memory.
[[nodiscard]] OSSHKEY_API Result<SecureBytes> to_x25519(const PrivateKey& key);
[[nodiscard]] OSSHKEY_API Result<std::array<std::uint8_t, x25519_size>> to_x25519(
    const PublicKey& key);

}  // namespace osshkey
