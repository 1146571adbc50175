// SPDX-License-Identifier: MIT
// What a program needs next of an unlocked key: other file formats, the agent's message, libcrypto's
// and libsodium's forms. Everything that holds the private half is returned in SecureBytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <osshkey/api.hpp>
#include <osshkey/error.hpp>
#include <osshkey/private_key.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey {

/// Protection is how a written file is encrypted. An empty passphrase writes it unencrypted.
struct Protection {
  ByteView passphrase{};
  /// cipher is a name of openssh-key-v1; PKCS#8 takes those that libcrypto's PBES2 has (AES in CBC).
  std::string_view cipher = "aes256-ctr";
  /// rounds of bcrypt; for PKCS#8, thousands of PBKDF2 iterations.
  std::uint32_t rounds = 24;
};

/// to_openssh is the text of an openssh-key-v1 file, as ssh-keygen writes it: 70 columns, LF.
/// Fails with: unsupported_cipher, rounds_too_large (0), out_of_memory.
[[nodiscard]] OSSHKEY_API Result<SecureBytes> to_openssh(const PrivateKey& key,
                                                         const Protection& protection = {});

/// to_pkcs8 is the PEM text of PKCS#8 (RFC 5958), encrypted by PBES2 where there is a passphrase.
/// Fails with: unsupported_key_type (security keys, ML-DSA), unsupported_cipher, out_of_memory.
[[nodiscard]] OSSHKEY_API Result<SecureBytes> to_pkcs8(const PrivateKey& key,
                                                       const Protection& protection = {});

/// to_pem is the traditional PEM text: PKCS#1 for RSA, SEC1 for ECDSA, OpenSSL's for DSA. With a
/// passphrase it is encrypted by DEK-Info AES-128-CBC, as ssh-keygen -m PEM does; its derivation is
/// weak. Fails with: unsupported_key_type (all others), out_of_memory.
[[nodiscard]] OSSHKEY_API Result<SecureBytes> to_pem(const PrivateKey& key,
                                                     ByteView passphrase = {});

/// AgentConstraints limit a key's use in the agent (draft-ietf-sshm-ssh-agent section 3.2.7).
struct AgentConstraints {
  std::optional<std::uint32_t> lifetime_seconds{};
  bool confirm = false;
};

/// to_agent_message is SSH_AGENTC_ADD_IDENTITY, or ADD_ID_CONSTRAINED with constraints, with its
/// length in front: the bytes to write to the agent's socket.
[[nodiscard]] OSSHKEY_API Result<SecureBytes> to_agent_message(
    const PrivateKey& key, const AgentConstraints& constraints = {});

/// to_x25519 is the X25519 secret (32 bytes) that belongs to an Ed25519 key.
/// Fails with: unsupported_key_type.
[[nodiscard]] OSSHKEY_API Result<SecureBytes> to_x25519(const PrivateKey& key);

}  // namespace osshkey
