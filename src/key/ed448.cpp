// SPDX-License-Identifier: MIT
// ssh-ed448: RFC 8709 for the public key. OpenSSH doesn't have the type; AsyncSSH and PuTTY write
// its private half as OpenSSH writes that of Ed25519, with seed and public key in one string.
#include <openssl/evp.h>

#include <algorithm>
#include <new>

#include "base/fail.hpp"
#include "base/openssl_context.hpp"
#include "key/key_type.hpp"
#include "key/public_half.hpp"

namespace osshkey::key {

namespace {

using PkeyPtr = OpensslPtr<EVP_PKEY, EVP_PKEY_free>;

constexpr std::size_t public_size = 57;
constexpr std::size_t seed_size = 57;

const Ed448Numbers& of(const KeyNumbers& numbers) {
  return std::get<Ed448Numbers>(numbers);
}

Result<KeyNumbers> read_public(wire::Reader& reader) {
  Ed448Numbers key;
  key.public_key = reader.fixed(public_size, "Ed448 public key");
  if (Result<void> read = reader.result(); !read) {
    return std::unexpected(read.error());
  }
  return key;
}

unsigned bits(const KeyNumbers& /*numbers*/) {
  return 448;
}

void write_public(const KeyNumbers& numbers, wire::Writer& writer) {
  writer.string(of(numbers).public_key);
}

// As with Ed25519, the public key is repeated even after a certificate.
Result<void> read_private(wire::Reader& reader, PublicFields where, KeyNumbers& numbers) {
  Ed448Numbers key;
  key.public_key = reader.fixed(public_size, "Ed448 public key");
  const ByteView secret = reader.fixed(seed_size + public_size, "Ed448 secret key");
  if (Result<void> read = reader.result(); !read) {
    return read;
  }
  if (where == PublicFields::in_certificate &&
      !equal_constant_time(of(numbers).public_key, key.public_key)) {
    return fail(errc::key_mismatch, {.field = "certificate"});
  }
  if (!equal_constant_time(secret.last(public_size), key.public_key)) {
    return fail(errc::key_mismatch, {.field = "Ed448 secret key"},
                "its public half isn't the key's");
  }
  key.seed = secret.first(seed_size);
  numbers = key;
  return {};
}

void write_private(const KeyNumbers& numbers, PublicFields /*where*/, wire::Writer& writer) {
  const Ed448Numbers& key = of(numbers);
  writer.string(key.public_key);
  writer.u32(static_cast<std::uint32_t>(key.seed.size() + key.public_key.size()));
  writer.bytes(key.seed);
  writer.bytes(key.public_key);
}

Result<Proof> prove(const KeyNumbers& numbers) {
  const Result<std::vector<std::uint8_t>> recomputed = ed448_public_key(of(numbers).seed);
  if (!recomputed) {
    return std::unexpected(recomputed.error());
  }
  if (!equal_constant_time(*recomputed, of(numbers).public_key)) {
    return fail(errc::key_mismatch, {.field = "Ed448 public key"});
  }
  return Proof::complete;
}

}  // namespace

Result<std::vector<std::uint8_t>> ed448_public_key(ByteView seed) {
  if (seed.size() != seed_size) {
    return fail(errc::malformed, {.field = "Ed448 seed"});
  }
  const ErrorMark mark;
  const PkeyPtr key(EVP_PKEY_new_raw_private_key_ex(openssl_context(), "ED448", nullptr,
                                                    seed.data(), seed.size()));
  std::vector<std::uint8_t> public_key(public_size);
  std::size_t size = public_key.size();
  if (key == nullptr || EVP_PKEY_get_raw_public_key(key.get(), public_key.data(), &size) != 1) {
    // Every seed is valid and the default provider always has the type: only memory is missing.
    throw std::bad_alloc();
  }
  return public_key;
}

constinit const KeyType ed448_type = {
    .name = "ssh-ed448",
    .certificate_name = "ssh-ed448-cert-v01@openssh.com",  // AsyncSSH's
    .read_public = read_public,
    .bits = bits,
    .write_public = write_public,
    .read_private = read_private,
    .write_private = write_private,
    .prove = prove,
};

}  // namespace osshkey::key
