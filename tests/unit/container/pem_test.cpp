// SPDX-License-Identifier: MIT
#include "container/pem.hpp"

#include <doctest/doctest.h>

#include "bytes.hpp"

using namespace osshkey;
using namespace osshkey::container;
using namespace osshkey::testing;

TEST_CASE("hexadecimal digits in pairs") {
  CHECK(to_hex(*parse_hex("00fFaB")) == "00ffab");
  CHECK(parse_hex("")->empty());
  CHECK_FALSE(parse_hex("abc"));
  CHECK_FALSE(parse_hex("0g"));
  CHECK_FALSE(parse_hex("XXXX"));
  CHECK_FALSE(parse_hex("12 34"));
}

TEST_CASE("no headers, or headers of another purpose, mean no encryption") {
  CHECK_FALSE(parse_pem_encryption(std::nullopt, std::nullopt).encrypted);
  CHECK_FALSE(parse_pem_encryption("4,MIC-ONLY", std::nullopt).encrypted);
}

TEST_CASE("cipher and IV") {
  for (const std::string_view info : {"AES-128-CBC,00112233445566778899AABBCCDDEEFF",
                                      "AES-128-CBC, 00112233445566778899aabbccddeeff",
                                      " AES-128-CBC ,00112233445566778899aAbBcCdDeEfF "}) {
    const PemEncryption found = parse_pem_encryption("4,ENCRYPTED", info);
    CHECK(found.encrypted);
    CHECK_FALSE(found.error);
    CHECK(found.cipher_name == "AES-128-CBC");
    CHECK(to_hex(found.iv) == "00112233445566778899aabbccddeeff");
  }
  CHECK(parse_pem_encryption("4, ENCRYPTED", "DES-CBC,0011223344556677").encrypted);
  CHECK(parse_pem_encryption(std::nullopt, "DES-CBC,0011223344556677").encrypted);
}

TEST_CASE("what is broken is malformed, and the cipher still shown") {
  const auto broken = [](std::optional<std::string_view> info) {
    const PemEncryption found = parse_pem_encryption("4,ENCRYPTED", info);
    REQUIRE(found.error);
    CHECK(found.error->code == errc::malformed);
    CHECK(found.error->field == "DEK-Info");
    return found.cipher_name;
  };
  CHECK(broken(std::nullopt).empty());
  CHECK(broken("").empty());
  CHECK(broken(",0011").empty());
  CHECK(broken("AES-128-CBC,XXXXXXXX") == "AES-128-CBC");
}
