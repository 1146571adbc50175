// SPDX-License-Identifier: MIT
// PrivateKey: an unlocked key, its numbers in guarded memory, proved against its public half.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include <osshkey/api.hpp>
#include <osshkey/public_key.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey {

// The numbers of a key, one struct a type. Views live as long as the PrivateKey they came from;
// large numbers are unsigned, big-endian and without leading zeros, as short as they can be.

/// Ed25519Numbers: RFC 8032.
struct Ed25519Numbers {
  ByteView public_key;  ///< 32 bytes
  ByteView secret;      ///< 64 bytes, seed and public key: libsodium's secret key

  /// seed is the 32 bytes that everything else is computed from.
  [[nodiscard]] ByteView seed() const { return secret.first(secret.size() / 2); }
};

/// Ed448Numbers: RFC 8032; in openssh-key-v1 as AsyncSSH and PuTTY write it.
struct Ed448Numbers {
  ByteView public_key;  ///< 57 bytes
  ByteView seed;        ///< 57 bytes
};

/// RsaNumbers: RFC 8017, for two primes.
struct RsaNumbers {
  ByteView n, e;           ///< public
  ByteView d, p, q, iqmp;  ///< iqmp is q^-1 mod p
};

/// Curve names the curves of RFC 5656 that SSH clients use.
enum class Curve : std::uint8_t { nistp256, nistp384, nistp521 };

/// EcdsaNumbers: RFC 5656.
struct EcdsaNumbers {
  Curve curve{};
  ByteView point;   ///< uncompressed: 04, x, y
  ByteView scalar;  ///< d
};

/// DsaNumbers: FIPS 186.
struct DsaNumbers {
  ByteView p, q, g, y;  ///< public
  ByteView x;
};

/// SecurityKeyNumbers: a handle to a key that lives in a FIDO token (PROTOCOL.u2f). Nothing here is
/// private, and nothing can be proved.
struct SecurityKeyNumbers {
  ByteView public_key;   ///< Ed25519: 32 bytes; ECDSA: the uncompressed point on nistp256
  ByteView application;  ///< usually `ssh:`
  std::uint8_t flags{};  ///< 1 user presence, 4 user verification, 32 resident
  ByteView key_handle;
  ByteView reserved;
};

/// MldsaEd25519Numbers: ML-DSA-44 with Ed25519 (draft-miller-sshm-mldsa44-ed25519-composite-sigs).
struct MldsaEd25519Numbers {
  ByteView public_key;  ///< 1344 bytes: ML-DSA-44 public key 1312, Ed25519 public key 32
  ByteView secret;      ///< 64 bytes: ML-DSA seed 32, Ed25519 seed 32
};

using KeyNumbers = std::variant<Ed25519Numbers, Ed448Numbers, RsaNumbers, EcdsaNumbers, DsaNumbers,
                                SecurityKeyNumbers, MldsaEd25519Numbers>;

/// PrivateKey is move-only and prints nothing. Moving it keeps its views valid.
class OSSHKEY_API PrivateKey {
 public:
  PrivateKey(PrivateKey&&) noexcept = default;
  PrivateKey& operator=(PrivateKey&&) noexcept = default;
  PrivateKey(const PrivateKey&) = delete;
  PrivateKey& operator=(const PrivateKey&) = delete;
  ~PrivateKey() = default;

  [[nodiscard]] const PublicKey& public_key() const noexcept { return public_key_; }
  /// comment is the bytes of the file, in no certain encoding: escape them before printing.
  [[nodiscard]] const std::string& comment() const noexcept { return comment_; }
  /// is_proved is true when the public half was recomputed from the private half and agrees; false
  /// for security keys, and for ML-DSA where libcrypto can't recompute it.
  [[nodiscard]] bool is_proved() const noexcept { return proved_; }
  /// numbers are the parts of the key, views into memory that this object owns.
  [[nodiscard]] const KeyNumbers& numbers() const noexcept { return numbers_; }
  /// ed25519 is the numbers of an ssh-ed25519 key, or null for another type.
  [[nodiscard]] const Ed25519Numbers* ed25519() const noexcept {
    return std::get_if<Ed25519Numbers>(&numbers_);
  }

  /// set_comment replaces the comment that to_openssh() and to_agent_message() write.
  void set_comment(std::string comment) noexcept { comment_ = std::move(comment); }
  /// certify gives the key its certificate, from a file beside the key's, for to_openssh() and
  /// to_agent_message() to write. Who signed it, and whether it is still valid, isn't looked at.
  /// Fails with: malformed (`certified` has no certificate), key_mismatch (it is another key's).
  [[nodiscard]] Result<void> certify(PublicKey certified);

 private:
  friend struct PrivateKeyAccess;
  PrivateKey() = default;
  SecureBytes storage_;
  KeyNumbers numbers_;
  PublicKey public_key_;
  std::string comment_;
  bool proved_ = false;
};

}  // namespace osshkey
