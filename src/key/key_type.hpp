// SPDX-License-Identifier: MIT
// KeyType: all that osshkey knows of one type of key, as a row of functions. A new type is one file
// that defines its row, and one line in the list of key_type.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <osshkey/error.hpp>
#include <osshkey/private_key.hpp>

#include "wire/reader.hpp"
#include "wire/writer.hpp"

namespace osshkey::key {

/// PublicFields says whether the private section of openssh-key-v1 repeats the public numbers.
/// After a certificate it doesn't, except for Ed25519.
enum class PublicFields : std::uint8_t { in_section, in_certificate };

/// Proof is how much of the public half could be recomputed.
enum class Proof : std::uint8_t {
  complete,
  none,                 ///< a security key: the private half is not in the file
  ed25519_only,         ///< ML-DSA without an implementation: only the Ed25519 half agrees
  all_but_coefficient,  ///< RSA: in the place of iqmp stands another of the key's numbers
};

struct KeyType {
  std::string_view name;
  /// certificate_name is empty where the type has no certificates.
  std::string_view certificate_name;

  /// read_public reads the fields that follow the name in a public key blob, and checks them as far
  /// as that is cheap (sizes, ranges, a point on its curve). Views into the reader's bytes.
  Result<KeyNumbers> (*read_public)(wire::Reader& reader);
  /// bits is what `ssh-keygen -l` prints.
  unsigned (*bits)(const KeyNumbers& numbers);
  /// write_public writes the fields that read_public reads.
  void (*write_public)(const KeyNumbers& numbers, wire::Writer& writer);

  /// read_private reads the fields that follow the name (and the certificate, whose public numbers
  /// are then already in `numbers`) in a private section.
  Result<void> (*read_private)(wire::Reader& reader, PublicFields where, KeyNumbers& numbers);
  /// write_private writes the fields that read_private reads.
  void (*write_private)(const KeyNumbers& numbers, PublicFields where, wire::Writer& writer);

  /// prove recomputes the public half from the private half.
  /// Fails with: key_mismatch, invalid_key, bad_number, each with the field.
  Result<Proof> (*prove)(const KeyNumbers& numbers);
};

/// find_type is the row of a plain type's name, or null.
[[nodiscard]] const KeyType* find_type(std::string_view name) noexcept;
/// find_certificate_type is the row of a certificate type's name, or null.
[[nodiscard]] const KeyType* find_certificate_type(std::string_view name) noexcept;
/// all_types lists the rows.
[[nodiscard]] std::span<const KeyType* const> all_types() noexcept;

extern const KeyType ed25519_type;
extern const KeyType rsa_type;
extern const KeyType ecdsa_nistp256_type;
extern const KeyType ecdsa_nistp384_type;
extern const KeyType ecdsa_nistp521_type;
extern const KeyType dsa_type;
extern const KeyType ed448_type;
extern const KeyType sk_ed25519_type;
extern const KeyType sk_ecdsa_type;
extern const KeyType mldsa_ed25519_type;
extern const KeyType mldsa_ed25519_vendor_type;

}  // namespace osshkey::key
