// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "samples.hpp"

using namespace osshkey;
using namespace osshkey::testing;

TEST_CASE("a security key's handle, flags and application are read, and nothing is proved") {
  const Sample& one = sample("sk-ssh-ed25519@openssh.com");
  const Result<PrivateKey> key = unlock(ssh_string(one.type) + one.section_fields);
  CHECK(outcome(key) == "opened");
  const auto* numbers = std::get_if<SecurityKeyNumbers>(&key->numbers());
  REQUIRE(numbers != nullptr);
  CHECK(to_hex(numbers->application) == to_hex(from_text("ssh:")));
  CHECK(numbers->flags == 0x21);
  CHECK(to_hex(numbers->key_handle) == to_hex(from_text("a handle")));
  CHECK(numbers->reserved.empty());
}

TEST_CASE("each malformed field of a security key has its word") {
  using namespace std::string_view_literals;
  constexpr std::string_view ed25519 = "sk-ssh-ed25519@openssh.com";
  constexpr std::string_view ecdsa = "sk-ecdsa-sha2-nistp256@openssh.com";
  const Bytes rest = Bytes{1} + ssh_string("handle") + ssh_string("");
  const Bytes application = ssh_string("ssh:");
  const EcdsaFields token(Curve::nistp256);

  CHECK(open(ed25519, ssh_string(Bytes(31, 1)) + application + rest) ==
        "malformed Ed25519 public key");
  CHECK(open(ed25519, ssh_string(Bytes(32, 1)) + ssh_string("s\0sh"sv) + rest) ==
        "malformed application");
  CHECK(open(ed25519, ssh_string(Bytes(32, 1)) + application + Bytes{1} + u32(99)) ==
        "malformed key handle");
  CHECK(open(ed25519, ssh_string(Bytes(32, 1)) + application + Bytes{1} + ssh_string("handle") +
                          u32(99)) == "malformed reserved");
  CHECK(open(ecdsa, ssh_string("nistp384") + token.point + application + rest) ==
        "key-mismatch curve");
  CHECK(open(ecdsa, token.curve + ssh_string(Bytes(65, 4)) + application + rest) ==
        "invalid-key point");
  CHECK(read_public(ecdsa, token.public_fields() + u32(5)) == "truncated application");
  CHECK(read_public(ecdsa, token.public_fields() + application + Bytes{0}) ==
        "trailing-data public key");
}
