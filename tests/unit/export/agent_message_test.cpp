// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <osshkey/export.hpp>

#include "make_keys.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

// RFC 8032 section 7.1, test 1.
const Bytes seed = from_hex("9d61b19deffd5a60ba844af492ec2cc4 4449c5697b326919703bac031cae7f60");
const Bytes point = from_hex("d75a980182b10ab7d54bfed3c964073a 0ee172f3daa62325af021a68f707511a");

/// identity is the message's fields, written by hand.
Bytes identity(std::uint8_t number) {
  return Bytes{number} + ssh_string("ssh-ed25519") + ssh_string(point) + ssh_string(seed + point) +
         ssh_string("me");
}

std::string agent_message(const AgentConstraints& constraints) {
  const Result<SecureBytes> made = to_agent_message(make_key_from_seed(seed, "me"), constraints);
  REQUIRE(made);
  return to_hex(made->view());
}

Bytes seed_of(const PrivateKey& key) {
  const Ed25519Numbers* numbers = key.ed25519();
  if (numbers == nullptr) {
    return {};
  }
  return {numbers->seed().begin(), numbers->seed().end()};
}

}  // namespace

TEST_CASE("without constraints the message is SSH_AGENTC_ADD_IDENTITY") {
  CHECK(agent_message({}) == to_hex(ssh_string(identity(17))));
}

TEST_CASE("constraints follow the identity in SSH_AGENTC_ADD_ID_CONSTRAINED") {
  CHECK(agent_message({.lifetime_seconds = 300, .confirm = false, .security_key_provider = {}}) ==
        to_hex(ssh_string(identity(25) + from_hex("01") + u32(300))));
  CHECK(agent_message({.lifetime_seconds = {}, .confirm = true, .security_key_provider = {}}) ==
        to_hex(ssh_string(identity(25) + from_hex("02"))));
  CHECK(agent_message(
            {.lifetime_seconds = {}, .confirm = false, .security_key_provider = "internal"}) ==
        to_hex(ssh_string(identity(25) + from_hex("ff") + ssh_string("sk-provider@openssh.com") +
                          ssh_string("internal"))));
}

TEST_CASE("a certificate and a comment from elsewhere are written") {
  const PrivateKey certified = make_certified_key();
  PrivateKey key = make_key_from_seed(seed_of(certified), "old");
  const Result<PublicKey> certificate = PublicKey::from_blob(certified.public_key().certificate());
  REQUIRE(certificate);
  REQUIRE(key.certify(*certificate));
  key.set_comment("certified");
  CHECK(to_hex(to_agent_message(key)->view()) == to_hex(to_agent_message(certified)->view()));
}

TEST_CASE("a key takes no certificate of another key, nor a plain public key") {
  PrivateKey key = make_key_from_seed(seed);
  CHECK(key.certify(key.public_key()).error().code == errc::malformed);
  CHECK(key.certify(make_certified_key().public_key()).error().code == errc::key_mismatch);
  CHECK(key.public_key().certificate().empty());
}

TEST_CASE("a certificate stands before the private fields") {
  const PrivateKey key = make_certified_key();
  const Result<SecureBytes> made = to_agent_message(key);
  REQUIRE(made);
  const Ed25519Numbers& numbers = *key.ed25519();
  const ByteView certificate = key.public_key().certificate();
  CHECK(to_hex(made->view()) ==
        to_hex(ssh_string(Bytes{17} + ssh_string("ssh-ed25519-cert-v01@openssh.com") +
                          ssh_string(Bytes(certificate.begin(), certificate.end())) +
                          ssh_string(Bytes(numbers.public_key.begin(), numbers.public_key.end())) +
                          ssh_string(Bytes(numbers.secret.begin(), numbers.secret.end())) +
                          ssh_string("certified"))));
}
