// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sodium.h>

#include <osshkey/export.hpp>

#include "make_keys.hpp"

using namespace osshkey;
using namespace osshkey::testing;

TEST_CASE("the X25519 secret and public key of one Ed25519 key belong together") {
  const PrivateKey key = make_key("ssh-ed25519");
  const Result<SecureBytes> secret = to_x25519(key);
  const Result<std::array<std::uint8_t, x25519_size>> point = to_x25519(key.public_key());
  REQUIRE(secret);
  REQUIRE(point);
  std::array<std::uint8_t, x25519_size> computed{};
  REQUIRE(crypto_scalarmult_curve25519_base(computed.data(), secret->data()) == 0);
  CHECK(computed == *point);
}

TEST_CASE("other types have no X25519 form") {
  const PrivateKey key = make_key("ecdsa-sha2-nistp256");
  CHECK(to_x25519(key).error().code == errc::unsupported_key_type);
  CHECK(to_x25519(key.public_key()).error().code == errc::unsupported_key_type);
}

TEST_CASE("an Ed25519 point outside the group is refused") {
  // y = 1 is the neutral element, which has a small order.
  const Bytes blob = ssh_string("ssh-ed25519") + ssh_string(Bytes{1} + Bytes(31));
  const Result<PublicKey> key = PublicKey::from_blob(blob);
  REQUIRE(key);
  CHECK(to_x25519(*key).error().code == errc::invalid_key);
}
