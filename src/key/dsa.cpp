// SPDX-License-Identifier: MIT
// ssh-dss: RFC 4253 section 6.6 for the public key, PROTOCOL.key for the private one.
#include <string>

#include "base/fail.hpp"
#include "key/big_number.hpp"
#include "key/key_type.hpp"
#include "key/public_half.hpp"

namespace osshkey::key {

namespace {

// FIPS 186 ends at 256 bits. The proof's cost is q's size: beside a p of 16384 bits, a q as long
// would take seconds.
constexpr std::size_t max_subprime_bits = 512;

const DsaNumbers& of(const KeyNumbers& numbers) {
  return std::get<DsaNumbers>(numbers);
}

void read_numbers(wire::Reader& reader, DsaNumbers& key) {
  key.p = reader.mpint("DSA prime p");
  const BigNumber p(key.p);
  if (p == 0) {
    reader.refuse(errc::bad_number, "it is zero");
  } else if (!p.is_odd()) {
    reader.refuse(errc::invalid_key, "it is even");
  }
  key.q = reader.mpint("DSA prime q");
  const BigNumber q(key.q);
  if (q == 0) {
    reader.refuse(errc::bad_number, "it is zero");
  } else if (!q.is_odd() || q == 1 || q >= p) {
    reader.refuse(errc::invalid_key, "it must be odd, greater than 1 and less than p");
  } else if (q.bits() > max_subprime_bits) {
    reader.refuse(errc::key_too_large, std::to_string(q.bits()) + " bits, the limit is " +
                                           std::to_string(max_subprime_bits));
  }
  key.g = reader.mpint("DSA generator");
  if (const BigNumber g(key.g); g <= 1 || g >= p) {
    reader.refuse(g == 0 ? errc::bad_number : errc::invalid_key, "it must be between 1 and p");
  }
  key.y = reader.mpint("DSA public key");
  if (const BigNumber y(key.y); y <= 1 || y >= p) {
    reader.refuse(y == 0 ? errc::bad_number : errc::invalid_key, "it must be between 1 and p");
  }
}

Result<KeyNumbers> read_public(wire::Reader& reader) {
  DsaNumbers key;
  read_numbers(reader, key);
  if (Result<void> read = reader.result(); !read) {
    return std::unexpected(read.error());
  }
  return key;
}

unsigned bits(const KeyNumbers& numbers) {
  return static_cast<unsigned>(wire::bit_length(of(numbers).p));
}

void write_public(const KeyNumbers& numbers, wire::Writer& writer) {
  const DsaNumbers& key = of(numbers);
  writer.mpint(key.p);
  writer.mpint(key.q);
  writer.mpint(key.g);
  writer.mpint(key.y);
}

Result<void> read_private(wire::Reader& reader, PublicFields where, KeyNumbers& numbers) {
  DsaNumbers key;
  if (where == PublicFields::in_certificate) {
    key = of(numbers);
  } else {
    read_numbers(reader, key);
  }
  key.x = reader.mpint("DSA private key");
  numbers = key;
  return reader.result();
}

void write_private(const KeyNumbers& numbers, PublicFields where, wire::Writer& writer) {
  if (where == PublicFields::in_section) {
    write_public(numbers, writer);
  }
  writer.mpint(of(numbers).x);
}

Result<Proof> prove(const KeyNumbers& numbers) {
  const DsaNumbers& key = of(numbers);
  const BigNumber p(key.p);
  const BigNumber q(key.q);
  if ((p - 1) % q != BigNumber(0)) {
    return fail(errc::invalid_key, {.field = "DSA prime q"}, "it doesn't divide p - 1");
  }
  if (power(BigNumber(key.g), q, p) != BigNumber(1)) {
    return fail(errc::invalid_key, {.field = "DSA generator"}, "its order isn't q");
  }
  const Result<std::vector<std::uint8_t>> y = dsa_public_key(key);
  if (!y) {
    return std::unexpected(y.error());
  }
  if (!equal_constant_time(*y, key.y)) {
    return fail(errc::key_mismatch, {.field = "DSA public key"},
                "it doesn't belong to the private key");
  }
  return Proof::complete;
}

}  // namespace

Result<std::vector<std::uint8_t>> dsa_public_key(const DsaNumbers& key) {
  const BigNumber p(key.p);
  if (!p.is_odd()) {
    return fail(errc::bad_number, {.field = "DSA prime p"}, "it is even");
  }
  const BigNumber x(key.x);
  if (x == 0 || x >= BigNumber(key.q)) {
    return fail(errc::bad_number, {.field = "DSA private key"}, "it must be between 0 and q");
  }
  const BigNumber y = power(BigNumber(key.g), x, p);
  std::vector<std::uint8_t> bytes(y.size());
  y.write(bytes);
  return bytes;
}

constinit const KeyType dsa_type = {
    .name = "ssh-dss",
    .certificate_name = "ssh-dss-cert-v01@openssh.com",
    .read_public = read_public,
    .bits = bits,
    .write_public = write_public,
    .read_private = read_private,
    .write_private = write_private,
    .prove = prove,
};

}  // namespace osshkey::key
