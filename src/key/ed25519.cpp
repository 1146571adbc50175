// SPDX-License-Identifier: MIT
// ssh-ed25519: RFC 8709 for the public key, PROTOCOL.key and libsodium's 64-byte secret for the
// private one.
#include <sodium.h>

#include "base/fail.hpp"
#include "key/key_type.hpp"
#include "key/public_half.hpp"

namespace osshkey::key {

namespace {

constexpr std::size_t public_size = crypto_sign_PUBLICKEYBYTES;
constexpr std::size_t secret_size = crypto_sign_SECRETKEYBYTES;

const Ed25519Numbers& of(const KeyNumbers& numbers) {
  return std::get<Ed25519Numbers>(numbers);
}

Result<KeyNumbers> read_public(wire::Reader& reader) {
  Ed25519Numbers key;
  key.public_key = reader.fixed(public_size, "Ed25519 public key");
  if (Result<void> read = reader.result(); !read) {
    return std::unexpected(read.error());
  }
  return key;
}

unsigned bits(const KeyNumbers& /*numbers*/) {
  return 256;
}

void write_public(const KeyNumbers& numbers, wire::Writer& writer) {
  writer.string(of(numbers).public_key);
}

// Ed25519 repeats its public key even after a certificate.
Result<void> read_private(wire::Reader& reader, PublicFields where, KeyNumbers& numbers) {
  Ed25519Numbers key;
  key.public_key = reader.fixed(public_size, "Ed25519 public key");
  key.secret = reader.fixed(secret_size, "Ed25519 secret key");
  if (Result<void> read = reader.result(); !read) {
    return read;
  }
  if (where == PublicFields::in_certificate &&
      !equal_constant_time(of(numbers).public_key, key.public_key)) {
    return fail(errc::key_mismatch, {.field = "certificate"});
  }
  numbers = key;
  return {};
}

void write_private(const KeyNumbers& numbers, PublicFields /*where*/, wire::Writer& writer) {
  writer.string(of(numbers).public_key);
  writer.string(of(numbers).secret);
}

Result<Proof> prove(const KeyNumbers& numbers) {
  const Ed25519Numbers& key = of(numbers);
  const Result<std::vector<std::uint8_t>> recomputed = ed25519_public_key(key.seed());
  if (!recomputed) {
    return std::unexpected(recomputed.error());
  }
  if (!equal_constant_time(*recomputed, key.secret.last(public_size))) {
    return fail(errc::key_mismatch, {.field = "Ed25519 secret key"},
                "its public half isn't the one that belongs to its seed");
  }
  if (!equal_constant_time(*recomputed, key.public_key)) {
    return fail(errc::key_mismatch, {.field = "Ed25519 public key"});
  }
  return Proof::complete;
}

}  // namespace

Result<std::vector<std::uint8_t>> ed25519_public_key(ByteView seed) {
  if (seed.size() != crypto_sign_SEEDBYTES) {
    return fail(errc::malformed, {.field = "Ed25519 seed"});
  }
  std::vector<std::uint8_t> public_key(public_size);
  SecureBytes secret(secret_size);
  crypto_sign_seed_keypair(public_key.data(), secret.data(), seed.data());
  return public_key;
}

constinit const KeyType ed25519_type = {
    .name = "ssh-ed25519",
    .certificate_name = "ssh-ed25519-cert-v01@openssh.com",
    .read_public = read_public,
    .bits = bits,
    .write_public = write_public,
    .read_private = read_private,
    .write_private = write_private,
    .prove = prove,
};

}  // namespace osshkey::key
