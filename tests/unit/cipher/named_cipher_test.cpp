// SPDX-License-Identifier: MIT
#include "cipher/named_cipher.hpp"

#include <doctest/doctest.h>

#include "base/openssl_context.hpp"
#include "bytes.hpp"

using namespace osshkey;
using namespace osshkey::cipher;
using namespace osshkey::testing;

TEST_CASE("a cipher's sizes, by its name in either case") {
  for (const std::string_view name : {"AES-192-CBC", "aes-192-cbc"}) {
    const Result<NamedCipher> found = NamedCipher::find(name);
    REQUIRE(found);
    CHECK(found->key_size() == 24);
    CHECK(found->iv_size() == 16);
    CHECK(found->block_size() == 16);
    CHECK(found->is_padded());
    CHECK(found->age() == Age::current);
  }
}

TEST_CASE("stream modes have no padding") {
  for (const std::string_view name : {"AES-128-CFB", "AES-128-OFB", "AES-128-CTR"}) {
    const Result<NamedCipher> found = NamedCipher::find(name);
    REQUIRE(found);
    CHECK_FALSE(found->is_padded());
  }
}

TEST_CASE("outdated ciphers are known as such") {
  CHECK(NamedCipher::find("DES-EDE3-CBC")->age() == Age::outdated);
  if (has_legacy_provider()) {
    for (const std::string_view name : {"DES-CBC", "BF-CBC", "RC2-40-CBC", "CAST5-CBC", "rc4"}) {
      const Result<NamedCipher> found = NamedCipher::find(name);
      REQUIRE(found);
      CHECK(found->age() == Age::outdated);
    }
  }
}

TEST_CASE("ECB, AEAD, wrapping modes and unknown names are unsupported") {
  for (const std::string_view name :
       {"AES-128-ECB", "DES-EDE3", "AES-256-GCM", "AES-128-XTS", "AES128-WRAP", "ROT13", ""}) {
    const Result<NamedCipher> found = NamedCipher::find(name);
    REQUIRE_FALSE(found);
    CHECK(found.error().code == errc::unsupported_cipher);
    CHECK(found.error().detail.starts_with(name));
  }
}

TEST_CASE("padding: 1 to a whole block, all bytes alike") {
  const auto kept = [](std::string_view hex) -> int {
    const Result<std::size_t> size = remove_padding(from_hex(hex), 8);
    return size ? static_cast<int>(*size) : -1;
  };
  CHECK(kept("0102030405060701") == 7);
  CHECK(kept("0808080808080808") == 0);
  CHECK(kept("0102030405060303") == -1);
  CHECK(kept("0102030405060700") == -1);
  CHECK(kept("0909090909090909") == -1);
  CHECK(kept("") == -1);
}
