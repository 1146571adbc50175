// SPDX-License-Identifier: MIT
// ssh-mldsa44-ed25519, ML-DSA-44 (FIPS 204) beside Ed25519 in one key
// (draft-miller-sshm-mldsa44-ed25519-composite-sigs), the private half as two seeds. OpenSSH 10.4
// and 10.5 write it under a name of their own, 10.6 under the registered one: two rows of one form.
#include <openssl/evp.h>
#include <openssl/params.h>

#include <new>
#include <optional>

#include "base/fail.hpp"
#include "base/openssl_context.hpp"
#include "key/key_type.hpp"
#include "key/public_half.hpp"

namespace osshkey::key {

namespace {

using PkeyPtr = OpensslPtr<EVP_PKEY, EVP_PKEY_free>;
using PkeyContextPtr = OpensslPtr<EVP_PKEY_CTX, EVP_PKEY_CTX_free>;

constexpr std::size_t mldsa_public_size = 1312;
constexpr std::size_t ed25519_public_size = 32;
constexpr std::size_t mldsa_seed_size = 32;
constexpr std::size_t ed25519_seed_size = 32;

const MldsaEd25519Numbers& of(const KeyNumbers& numbers) {
  return std::get<MldsaEd25519Numbers>(numbers);
}

Result<KeyNumbers> read_public(wire::Reader& reader) {
  MldsaEd25519Numbers key;
  key.public_key = reader.fixed(mldsa_public_size + ed25519_public_size, "ML-DSA public key");
  if (Result<void> read = reader.result(); !read) {
    return std::unexpected(read.error());
  }
  return key;
}

// OpenSSH 10.5 prints the size of the Ed25519 half, 10.6 that of both seeds.
unsigned vendor_bits(const KeyNumbers& /*numbers*/) {
  return 256;
}
unsigned registered_bits(const KeyNumbers& /*numbers*/) {
  return 512;
}

void write_public(const KeyNumbers& numbers, wire::Writer& writer) {
  writer.string(of(numbers).public_key);
}

Result<void> read_private(wire::Reader& reader, PublicFields where, KeyNumbers& numbers) {
  if (where == PublicFields::in_section) {
    Result<KeyNumbers> read = read_public(reader);
    if (!read) {
      return std::unexpected(read.error());
    }
    numbers = *read;
  }
  MldsaEd25519Numbers key = of(numbers);
  key.secret = reader.fixed(mldsa_seed_size + ed25519_seed_size, "ML-DSA secret key");
  numbers = key;
  return reader.result();
}

void write_private(const KeyNumbers& numbers, PublicFields where, wire::Writer& writer) {
  if (where == PublicFields::in_section) {
    write_public(numbers, writer);
  }
  writer.string(of(numbers).secret);
}

/// mldsa_public_key is unset where libcrypto has no ML-DSA, which came with OpenSSL 3.5. All is
/// asked for by name, so that the library that is present at run time decides.
std::optional<std::vector<std::uint8_t>> mldsa_public_key(ByteView seed) {
  const ErrorMark mark;
  const PkeyContextPtr context(EVP_PKEY_CTX_new_from_name(openssl_context(), "ML-DSA-44", nullptr));
  if (context == nullptr) {
    return std::nullopt;
  }
  SecureBytes parameter(seed);  // libcrypto takes a pointer to bytes that aren't const
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_octet_string("seed", parameter.data(), parameter.size()),
      OSSL_PARAM_construct_end()};
  EVP_PKEY* made = nullptr;
  const bool generated = EVP_PKEY_keygen_init(context.get()) == 1 &&
                         EVP_PKEY_CTX_set_params(context.get(), parameters) == 1 &&
                         EVP_PKEY_generate(context.get(), &made) == 1;
  const PkeyPtr key(made);
  std::vector<std::uint8_t> public_key(mldsa_public_size);
  std::size_t size = 0;
  if (!generated || EVP_PKEY_get_octet_string_param(key.get(), "pub", public_key.data(),
                                                    public_key.size(), &size) != 1) {
    throw std::bad_alloc();
  }
  return public_key;
}

Result<Proof> prove(const KeyNumbers& numbers) {
  const MldsaEd25519Numbers& key = of(numbers);
  const Result<std::vector<std::uint8_t>> ed25519 =
      ed25519_public_key(key.secret.subspan(mldsa_seed_size));
  if (!ed25519) {
    return std::unexpected(ed25519.error());
  }
  if (!equal_constant_time(*ed25519, key.public_key.subspan(mldsa_public_size))) {
    return fail(errc::key_mismatch, {.field = "Ed25519 public key"});
  }
  const std::optional<std::vector<std::uint8_t>> mldsa =
      mldsa_public_key(key.secret.first(mldsa_seed_size));
  if (!mldsa) {
    return Proof::ed25519_only;
  }
  if (!equal_constant_time(*mldsa, key.public_key.first(mldsa_public_size))) {
    return fail(errc::key_mismatch, {.field = "ML-DSA public key"});
  }
  return Proof::complete;
}

constexpr KeyType make_row(std::string_view name, std::string_view certificate_name,
                           unsigned (*bits)(const KeyNumbers&)) {
  return {
      .name = name,
      .certificate_name = certificate_name,
      .read_public = read_public,
      .bits = bits,
      .write_public = write_public,
      .read_private = read_private,
      .write_private = write_private,
      .prove = prove,
  };
}

}  // namespace

constinit const KeyType mldsa_ed25519_type =
    make_row("ssh-mldsa44-ed25519", "ssh-mldsa44-ed25519-cert", registered_bits);
constinit const KeyType mldsa_ed25519_vendor_type = make_row(
    "ssh-mldsa44-ed25519@openssh.com", "ssh-mldsa44-ed25519-cert-v01@openssh.com", vendor_bits);

}  // namespace osshkey::key
