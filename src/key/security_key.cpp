// SPDX-License-Identifier: MIT
// sk-ssh-ed25519@openssh.com and sk-ecdsa-sha2-nistp256@openssh.com (PROTOCOL.u2f): handles to keys
// in FIDO tokens. Two rows that differ in the public key only; there is nothing to prove.
#include "base/fail.hpp"
#include "key/elliptic_curve.hpp"
#include "key/key_type.hpp"

namespace osshkey::key {

namespace {

constexpr std::size_t ed25519_size = 32;

const SecurityKeyNumbers& of(const KeyNumbers& numbers) {
  return std::get<SecurityKeyNumbers>(numbers);
}

/// ReadPublicKey and WritePublicKey are what the two rows differ in.
using ReadPublicKey = ByteView (*)(wire::Reader& reader);
using WritePublicKey = void (*)(ByteView public_key, wire::Writer& writer);

ByteView read_ed25519(wire::Reader& reader) {
  return reader.fixed(ed25519_size, "Ed25519 public key");
}

void write_ed25519(ByteView public_key, wire::Writer& writer) {
  writer.string(public_key);
}

ByteView read_nistp256(wire::Reader& reader) {
  return read_curve_point(reader, Curve::nistp256);
}

void write_nistp256(ByteView public_key, wire::Writer& writer) {
  writer.string(curve_name(Curve::nistp256));
  writer.string(public_key);
}

ByteView read_application(wire::Reader& reader) {
  return wire::as_bytes(reader.name("application"));
}

template <ReadPublicKey read_public_key>
Result<KeyNumbers> read_public(wire::Reader& reader) {
  SecurityKeyNumbers key;
  key.public_key = read_public_key(reader);
  key.application = read_application(reader);
  if (Result<void> read = reader.result(); !read) {
    return std::unexpected(read.error());
  }
  return key;
}

unsigned bits(const KeyNumbers& /*numbers*/) {
  return 256;
}

template <WritePublicKey write_public_key>
void write_public(const KeyNumbers& numbers, wire::Writer& writer) {
  write_public_key(of(numbers).public_key, writer);
  writer.string(of(numbers).application);
}

// After a certificate the public key is left out, but not the application.
template <ReadPublicKey read_public_key>
Result<void> read_private(wire::Reader& reader, PublicFields where, KeyNumbers& numbers) {
  SecurityKeyNumbers key;
  if (where == PublicFields::in_certificate) {
    key.public_key = of(numbers).public_key;
  } else {
    key.public_key = read_public_key(reader);
  }
  key.application = read_application(reader);
  key.flags = reader.u8("flags");
  key.key_handle = reader.string("key handle");
  key.reserved = reader.string("reserved");
  if (Result<void> read = reader.result(); !read) {
    return read;
  }
  if (where == PublicFields::in_certificate &&
      !equal_constant_time(of(numbers).application, key.application)) {
    return fail(errc::key_mismatch, {.field = "application"}, "the certificate names another");
  }
  numbers = key;
  return {};
}

template <WritePublicKey write_public_key>
void write_private(const KeyNumbers& numbers, PublicFields where, wire::Writer& writer) {
  const SecurityKeyNumbers& key = of(numbers);
  if (where == PublicFields::in_section) {
    write_public_key(key.public_key, writer);
  }
  writer.string(key.application);
  writer.u8(key.flags);
  writer.string(key.key_handle);
  writer.string(key.reserved);
}

Result<Proof> prove(const KeyNumbers& /*numbers*/) {
  return Proof::none;
}

template <ReadPublicKey read_public_key, WritePublicKey write_public_key>
constexpr KeyType make_row(std::string_view name, std::string_view certificate_name) {
  return {
      .name = name,
      .certificate_name = certificate_name,
      .read_public = read_public<read_public_key>,
      .bits = bits,
      .write_public = write_public<write_public_key>,
      .read_private = read_private<read_public_key>,
      .write_private = write_private<write_public_key>,
      .prove = prove,
  };
}

}  // namespace

constinit const KeyType sk_ed25519_type = make_row<read_ed25519, write_ed25519>(
    "sk-ssh-ed25519@openssh.com", "sk-ssh-ed25519-cert-v01@openssh.com");
constinit const KeyType sk_ecdsa_type = make_row<read_nistp256, write_nistp256>(
    "sk-ecdsa-sha2-nistp256@openssh.com", "sk-ecdsa-sha2-nistp256-cert-v01@openssh.com");

}  // namespace osshkey::key
