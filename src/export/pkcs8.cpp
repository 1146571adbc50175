// SPDX-License-Identifier: MIT
// PKCS#8, plain or encrypted by PBES2 (RFC 8018): PBKDF2 with HMAC-SHA-256, AES in CBC mode.
#include <osshkey/export.hpp>

#include <sodium.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <string>

#include "base/clean_stack.hpp"
#include "base/fail.hpp"
#include "cipher/kdf.hpp"
#include "export/asn1_keys.hpp"
#include "export/der.hpp"
#include "export/padded_cbc.hpp"
#include "export/pem_text.hpp"

namespace osshkey {

namespace {

using der::Tag;
using wire::Writer;

// Object identifiers, encoded: RFC 8018, and NIST's for AES in CBC mode.
constexpr std::uint8_t oid_pbes2[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0d};
constexpr std::uint8_t oid_pbkdf2[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0c};
constexpr std::uint8_t oid_hmac_sha256[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x09};

/// EncryptionScheme is a cipher with its identifier in PBES2.
struct EncryptionScheme {
  std::string_view name;
  std::array<std::uint8_t, 9> oid;
};

constexpr EncryptionScheme schemes[] = {
    {"aes256-cbc", {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2a}},
    {"aes192-cbc", {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x16}},
    {"aes128-cbc", {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x02}},
};

// What OWASP asks for since 2023; OpenSSL still writes 2048.
constexpr std::uint32_t default_thousands = 600;

/// Pbes2 is the parameters that stand in the file.
struct Pbes2 {
  const EncryptionScheme* scheme = nullptr;
  std::uint32_t iterations = 0;
  std::array<std::uint8_t, 16> salt{};
  std::array<std::uint8_t, 16> iv{};
};

Result<Pbes2> choose_parameters(const Protection& protection) {
  Pbes2 chosen;
  chosen.scheme = protection.cipher.empty()
                      ? std::begin(schemes)
                      : std::ranges::find(schemes, protection.cipher, &EncryptionScheme::name);
  if (chosen.scheme == std::end(schemes)) {
    return fail(errc::unsupported_cipher, {.field = "cipher name"}, std::string(protection.cipher),
                "PKCS#8 takes aes256-cbc, aes192-cbc and aes128-cbc");
  }
  const std::uint64_t iterations =
      std::uint64_t{1000} * (protection.rounds == 0 ? default_thousands : protection.rounds);
  // What the integers of most readers hold.
  if (iterations > std::numeric_limits<std::int32_t>::max()) {
    return fail(errc::rounds_too_large, {.field = "iterations"}, std::to_string(iterations),
                "give the iterations in thousands");
  }
  chosen.iterations = static_cast<std::uint32_t>(iterations);
  randombytes_buf(chosen.salt.data(), chosen.salt.size());
  randombytes_buf(chosen.iv.data(), chosen.iv.size());
  return chosen;
}

void write_oid(Writer& writer, ByteView oid) {
  der::write_bytes(writer, Tag::object_identifier, oid);
}

void write_pbkdf2(Writer& writer, const Pbes2& parameters) {
  write_oid(writer, oid_pbkdf2);
  der::write_element(writer, Tag::sequence, [&](Writer& fields) {
    der::write_bytes(fields, Tag::octet_string, parameters.salt);
    der::write_integer(fields, parameters.iterations);
    der::write_element(fields, Tag::sequence, [](Writer& function) {
      write_oid(function, oid_hmac_sha256);
      der::write_bytes(function, Tag::null, {});
    });
  });
}

void write_pbes2(Writer& writer, const Pbes2& parameters) {
  write_oid(writer, oid_pbes2);
  der::write_element(writer, Tag::sequence, [&](Writer& fields) {
    der::write_element(fields, Tag::sequence, [&](Writer& kdf) { write_pbkdf2(kdf, parameters); });
    der::write_element(fields, Tag::sequence, [&](Writer& scheme) {
      write_oid(scheme, parameters.scheme->oid);
      der::write_bytes(scheme, Tag::octet_string, parameters.iv);
    });
  });
}

Result<SecureBytes> encrypted_private_key_info(ByteView plain, const Protection& protection) {
  const Result<Pbes2> parameters = choose_parameters(protection);
  if (!parameters) {
    return std::unexpected(parameters.error());
  }
  const cipher::Cipher& cipher = *cipher::find_cipher(parameters->scheme->name);
  SecureBytes derived(cipher.key_size);
  const KdfParameters kdf{.kdf = Kdf::pbkdf2,
                          .digest = "SHA256",
                          .salt = parameters->salt,
                          .rounds = parameters->iterations};
  if (Result<void> done = cipher::derive(kdf, protection.passphrase, {.key = derived.span()}, 1);
      !done) {
    return std::unexpected(done.error());
  }
  const Result<std::vector<std::uint8_t>> encrypted =
      encrypt_padded({.cipher = cipher, .key = derived.view(), .iv = parameters->iv}, plain);
  if (!encrypted) {
    return std::unexpected(encrypted.error());
  }
  return wire::build_secure([&](Writer& out) {
    der::write_element(out, Tag::sequence, [&](Writer& fields) {
      der::write_element(fields, Tag::sequence,
                         [&](Writer& algorithm) { write_pbes2(algorithm, *parameters); });
      der::write_bytes(fields, Tag::octet_string, *encrypted);
    });
  });
}

Result<SecureBytes> write_der(const PrivateKey& key, const Protection& protection) {
  Result<SecureBytes> plain = private_key_info(key);
  if (!plain || protection.passphrase.empty()) {
    return plain;
  }
  return encrypted_private_key_info(plain->view(), protection);
}

Result<SecureBytes> write_text(const PrivateKey& key, const Protection& protection) {
  Result<SecureBytes> der = write_der(key, protection);
  if (!der) {
    return der;
  }
  return write_pem_text(
      {.label = protection.passphrase.empty() ? "PRIVATE KEY" : "ENCRYPTED PRIVATE KEY"},
      der->view());
}

}  // namespace

Result<SecureBytes> to_pkcs8(const PrivateKey& key, const Protection& protection) {
  const CleanStack clean_stack;
  try {
    return write_text(key, protection);
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

Result<SecureBytes> to_pkcs8_der(const PrivateKey& key, const Protection& protection) {
  const CleanStack clean_stack;
  try {
    return write_der(key, protection);
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

}  // namespace osshkey
