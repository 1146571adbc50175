// SPDX-License-Identifier: MIT
// PublicKey: the public half of a key in SSH's wire form, with what people compare it by.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <osshkey/api.hpp>
#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey {

/// Hash is the digest of a fingerprint.
enum class Hash : std::uint8_t { sha256, md5 };

/// PublicKey holds a public key blob (RFC 4253 section 6.6) that was parsed and validated, or,
/// where the type is unknown, kept as it is. A certificate is kept whole; type, bits, fingerprint
/// and blob speak of the key it certifies, as `ssh-keygen -l` does.
class OSSHKEY_API PublicKey {
 public:
  /// from_blob parses a public key blob: string name, then the fields of that type.
  /// Fails with: truncated, malformed, trailing_data, bad_number, invalid_key, unsupported_curve,
  /// key_too_large.
  [[nodiscard]] static Result<PublicKey> from_blob(ByteView blob);
  /// from_line parses the line of a `.pub` file, also of a certificate: `TYPE BASE64` and a comment
  /// that isn't looked at. Fails with: malformed (another form; the blob is of another type),
  /// bad_base64; what from_blob fails with.
  [[nodiscard]] static Result<PublicKey> from_line(std::string_view line);

  /// type is the SSH name, such as `ssh-ed25519`; for a certificate, the plain type's name. A type
  /// that isn't known has at most 64 printable ASCII characters without blanks (RFC 4251 section
  /// 6).
  [[nodiscard]] const std::string& type() const noexcept { return type_; }
  /// is_known is false where only the name of the type could be read.
  [[nodiscard]] bool is_known() const noexcept { return known_; }
  /// bits is the size that `ssh-keygen -l` prints; 0 where the type is unknown.
  [[nodiscard]] unsigned bits() const noexcept { return bits_; }
  /// blob is the wire form, numbers in their shortest encoding. Lives as long as this object.
  [[nodiscard]] ByteView blob() const noexcept { return blob_; }
  /// certificate is the whole certificate's blob, empty where there is none.
  [[nodiscard]] ByteView certificate() const noexcept { return certificate_; }
  /// fingerprint is `SHA256:` and base64 without padding, or `MD5:` and hex pairs with colons.
  [[nodiscard]] std::string fingerprint(Hash hash = Hash::sha256) const;
  /// authorized_key is the line for authorized_keys, `TYPE BASE64` and the comment where there is
  /// one, without a newline. Control characters in the comment become spaces, so that it can't add
  /// a line or a key.
  [[nodiscard]] std::string authorized_key(std::string_view comment = {}) const;

  friend bool operator==(const PublicKey& a, const PublicKey& b) noexcept {
    return a.blob_ == b.blob_;
  }

 private:
  friend struct PublicKeyAccess;
  std::string type_;
  bool known_ = false;
  unsigned bits_ = 0;
  std::vector<std::uint8_t> blob_;
  std::vector<std::uint8_t> certificate_;
};

}  // namespace osshkey
