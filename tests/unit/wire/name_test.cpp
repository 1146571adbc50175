// SPDX-License-Identifier: MIT
#include "wire/name.hpp"

#include <doctest/doctest.h>

using namespace osshkey;

TEST_CASE("a name has 1 to 64 printable characters, no blank and no comma") {
  for (const std::string& name :
       {std::string("ssh-ed25519"), std::string("a"), std::string(64, '~')}) {
    CHECK(wire::is_name(name));
  }
  for (const std::string& other :
       {std::string(), std::string(65, 'a'), std::string("a b"), std::string("a,b"),
        std::string("a\n"), std::string("\x7f"), std::string("\xC3\xA9"), std::string("\0", 1)}) {
    CHECK_FALSE(wire::is_name(other));
  }
}

TEST_CASE("a name is shown where it reads like one") {
  for (const std::string_view name :
       {"aes256-gcm@openssh.com", "3des-cbc", "Argon2id",
        "webauthn-sk-ecdsa-sha2-nistp256@openssh.com", "none", "scrypt_2.0"}) {
    CHECK(wire::shown_name(name) == name);
  }
  for (const std::string_view other :
       {"", "AAAAIP", "none AAAA", "aes256/ctr", "a+b", "-", "none\\"}) {
    CHECK(wire::shown_name(other) == "");
  }
}
