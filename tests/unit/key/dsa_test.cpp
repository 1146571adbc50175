// SPDX-License-Identifier: MIT
// p = 23, q = 11 divides 22, 4 has order 11, 4^3 = 18 mod 23.
#include <doctest/doctest.h>

#include "key/public_half.hpp"
#include "samples.hpp"

using namespace osshkey;
using namespace osshkey::testing;

TEST_CASE("each malformed DSA number has its word") {
  const Bytes negative = ssh_string(Bytes{0x80});
  const Bytes too_large = ssh_string(Bytes{1} + Bytes(2048, 0xff));
  struct Row {
    std::string_view expected;
    DsaFields key;
  };
  const Row rows[] = {
      {"proved", {}},
      {"bad-number DSA prime p", {.p = negative}},
      {"bad-number DSA prime q", {.q = negative}},
      {"bad-number DSA generator", {.g = negative}},
      {"bad-number DSA public key", {.y = negative}},
      {"bad-number DSA private key", {.x = negative}},
      {"key-too-large DSA prime p", {.p = too_large}},
      {"key-too-large DSA prime q",
       {.p = mpint(Bytes(66, 0x7f)), .q = mpint(Bytes{1} + Bytes(64, 1))}},
      {"bad-number DSA prime p", {.p = mpint(0)}},
      {"bad-number DSA prime q", {.q = mpint(0)}},
      {"bad-number DSA generator", {.g = mpint(0)}},
      {"bad-number DSA public key", {.y = mpint(0)}},
      {"bad-number DSA private key", {.x = mpint(0)}},
      {"invalid-key DSA prime p", {.p = mpint(22)}},
      {"invalid-key DSA prime q", {.q = mpint(1)}},
      {"invalid-key DSA prime q", {.q = mpint(23)}},
      {"invalid-key DSA prime q", {.q = mpint(7)}},
      {"invalid-key DSA generator", {.g = mpint(1)}},
      {"invalid-key DSA generator", {.g = mpint(23)}},
      {"invalid-key DSA generator", {.g = mpint(5), .y = mpint(10)}},
      {"invalid-key DSA public key", {.y = mpint(1)}},
      {"invalid-key DSA public key", {.y = mpint(23)}},
      {"key-mismatch DSA public key", {.y = mpint(9)}},
      {"key-mismatch DSA public key", {.x = mpint(4)}},
      {"bad-number DSA private key", {.x = mpint(11)}},
      {"bad-number DSA private key", {.x = mpint(14)}},
  };
  for (const Row& row : rows) {
    CHECK(open("ssh-dss", row.key.section_fields()) == row.expected);
  }
}

TEST_CASE("a DSA public key is computed for files that leave it out") {
  const Bytes p = u32(23), q = u32(11), g = u32(4), x = u32(3), even = u32(22);
  DsaNumbers key{.p = p, .q = q, .g = g, .y = {}, .x = x};
  CHECK(to_hex(*key::dsa_public_key(key)) == "12");
  key.p = even;
  CHECK(key::dsa_public_key(key).error().field == "DSA prime p");
}
