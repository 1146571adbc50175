// SPDX-License-Identifier: MIT
// Ed25519, Ed448 and ML-DSA with Ed25519: keys of fixed sizes.
#include <doctest/doctest.h>

#include "key/make_key.hpp"
#include "key/private_section.hpp"
#include "key/public_half.hpp"
#include "key_builder.hpp"
#include "samples.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

/// flipped changes one bit of the byte that is `from_end` bytes before the end.
Bytes flipped(Bytes fields, std::size_t from_end) {
  fields[fields.size() - from_end] ^= 1;
  return fields;
}

}  // namespace

TEST_CASE("Ed25519: sizes, and each half against the other") {
  const Ed25519Pair pair(1);
  const Ed25519Pair other(2);
  const auto open_pair = [](const Bytes& public_key, const Bytes& secret) {
    return open("ssh-ed25519", ssh_string(public_key) + ssh_string(secret));
  };
  CHECK(open_pair(pair.public_key, pair.secret) == "proved");
  CHECK(open_pair(Bytes(31, 1), pair.secret) == "malformed Ed25519 public key");
  CHECK(open_pair(pair.public_key, Bytes(63, 1)) == "malformed Ed25519 secret key");
  CHECK(open_pair(other.public_key, pair.secret) == "key-mismatch Ed25519 public key");
  CHECK(open_pair(pair.public_key, flipped(pair.secret, 64)) == "key-mismatch Ed25519 secret key");
  CHECK(open_pair(pair.public_key, flipped(pair.secret, 1)) == "key-mismatch Ed25519 secret key");
  CHECK(read_public("ssh-ed25519", ssh_string(Bytes(33, 1))) == "malformed Ed25519 public key");
}

TEST_CASE("Ed448: sizes, and each half against the other") {
  const Bytes& fields = sample("ssh-ed448").section_fields;
  constexpr std::size_t secret_size = 114;
  CHECK(open("ssh-ed448", flipped(fields, 1)) == "key-mismatch Ed448 secret key");
  CHECK(open("ssh-ed448", flipped(fields, secret_size)) == "key-mismatch Ed448 public key");
  CHECK(open("ssh-ed448", flipped(fields, secret_size + 4 + 1)) == "key-mismatch Ed448 secret key");
  CHECK(open("ssh-ed448", ssh_string(Bytes(56, 1))) == "malformed Ed448 public key");
  CHECK(open("ssh-ed448", ssh_string(Bytes(57, 1)) + ssh_string(Bytes(57, 1))) ==
        "malformed Ed448 secret key");
  CHECK(read_public("ssh-ed448", ssh_string(Bytes(58, 1))) == "malformed Ed448 public key");
}

TEST_CASE("ML-DSA with Ed25519: sizes, and what can be recomputed") {
  for (const std::string_view type : {"ssh-mldsa44-ed25519", "ssh-mldsa44-ed25519@openssh.com"}) {
    CAPTURE(type);
    const Bytes& fields = sample(type).section_fields;
    CHECK(open(type, flipped(fields, 1)) == "key-mismatch Ed25519 public key");
    CHECK(open(type, flipped(fields, 64 + 4 + 1)) == "key-mismatch Ed25519 public key");
    const std::string_view other_half = has_mldsa() ? "key-mismatch ML-DSA public key" : "opened";
    CHECK(open(type, flipped(fields, 64)) == other_half);
    CHECK(open(type, flipped(fields, 64 + 4 + 33)) == other_half);
    CHECK(open(type, ssh_string(Bytes(1343, 1))) == "malformed ML-DSA public key");
    CHECK(open(type, ssh_string(Bytes(1344, 1)) + ssh_string(Bytes(63, 1))) ==
          "malformed ML-DSA secret key");
    CHECK(read_public(type, ssh_string(Bytes(1345, 1))) == "malformed ML-DSA public key");
  }
}

TEST_CASE("a note says where only the Ed25519 half could be recomputed") {
  const Sample& one = sample("ssh-mldsa44-ed25519");
  const Bytes section = plain_section(ssh_string(one.type) + one.section_fields);
  const Result<key::PrivateSection> parsed = key::parse_private_section(section, 1);
  REQUIRE(parsed);
  std::vector<Note> notes;
  REQUIRE(key::make_private_key(parsed->keys.front(), nullptr, notes));
  if (has_mldsa()) {
    CHECK(notes.empty());
  } else {
    REQUIRE(notes.size() == 1);
    CHECK(notes.front().code == errc::mldsa_unproved);
  }
}

TEST_CASE("public keys are computed from seeds, which have one size") {
  // RFC 8032 section 7.1, TEST 1.
  CHECK(to_hex(*key::ed25519_public_key(
            from_hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))) ==
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  CHECK(key::ed25519_public_key(Bytes(31)).error().code == errc::malformed);
  CHECK(key::ed448_public_key(Bytes(57))->size() == 57);
  CHECK(key::ed448_public_key(Bytes(56)).error().code == errc::malformed);
}
