// SPDX-License-Identifier: MIT
#include "cipher/cipher.hpp"

#include <doctest/doctest.h>

#include <string>

#include "base/openssl_context.hpp"
#include "bytes.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

Bytes counted(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) {
    bytes[i] = static_cast<std::uint8_t>(i);
  }
  return bytes;
}

struct Sealed {
  Bytes ciphertext;
  Bytes tag;
};

Sealed seal(const cipher::Keyed& keyed, const Bytes& plaintext) {
  Sealed sealed{Bytes(plaintext.size()), Bytes(keyed.cipher.tag_size)};
  REQUIRE(cipher::encrypt(keyed, plaintext, sealed.ciphertext, sealed.tag));
  return sealed;
}

}  // namespace

TEST_CASE("names are found exactly") {
  CHECK(cipher::find_cipher("aes256-ctr") != nullptr);
  CHECK(cipher::find_cipher("aes256-ct") == nullptr);
  CHECK(cipher::find_cipher("") == nullptr);
}

TEST_CASE("every cipher returns what it encrypted, and one with a tag refuses any change") {
  for (const cipher::Cipher& row : cipher::all_ciphers()) {
    CAPTURE(row.name);
    if (row.age == cipher::Age::historic && !has_legacy_provider()) {
      continue;
    }
    const Bytes key = counted(row.key_size);
    const Bytes iv = counted(row.iv_size);
    const cipher::Keyed keyed{.cipher = row, .key = key, .iv = iv};
    const Bytes plaintext = counted(96);
    Sealed sealed = seal(keyed, plaintext);
    CHECK((sealed.ciphertext != plaintext) == (row.engine != cipher::Engine::none));

    Bytes opened(96);
    REQUIRE(cipher::decrypt(keyed, sealed.ciphertext, sealed.tag, opened));
    CHECK(opened == plaintext);

    if (row.tag_size == 0) {
      continue;
    }
    for (Bytes* part : {&sealed.ciphertext, &sealed.tag}) {
      part->back() ^= 1;
      Bytes kept(96, 0);
      const Result<void> refused = cipher::decrypt(keyed, sealed.ciphertext, sealed.tag, kept);
      REQUIRE_FALSE(refused);
      CHECK(refused.error().code == errc::wrong_passphrase);
      CHECK(kept == Bytes(96, 0));
      part->back() ^= 1;
    }
  }
}

// NIST SP 800-38A, F.2.5 (CBC-AES256) and F.5.5 (CTR-AES256), first block.
TEST_CASE("known answers of AES-256") {
  const Bytes key = from_hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
  const Bytes block = from_hex("6bc1bee22e409f96e93d7e117393172a");
  const auto encrypt = [&](std::string_view name, const char* iv) {
    const Bytes iv_bytes = from_hex(iv);
    const cipher::Keyed keyed{.cipher = *cipher::find_cipher(name), .key = key, .iv = iv_bytes};
    return to_hex(seal(keyed, block).ciphertext);
  };
  CHECK(encrypt("aes256-cbc", "000102030405060708090a0b0c0d0e0f") ==
        "f58c4c04d6e5f1ba779eabfb5f7bfbd6");
  CHECK(encrypt("rijndael-cbc@lysator.liu.se", "000102030405060708090a0b0c0d0e0f") ==
        "f58c4c04d6e5f1ba779eabfb5f7bfbd6");
  CHECK(encrypt("aes256-ctr", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff") ==
        "601ec313775789a5b7a7f504bbf3d228");
}

// NIST SP 800-38A, F.5.3 (CTR-AES192), first block.
TEST_CASE("known answer of aes192-ctr") {
  const Bytes key = from_hex("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b");
  const Bytes iv = from_hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
  const cipher::Keyed keyed{.cipher = *cipher::find_cipher("aes192-ctr"), .key = key, .iv = iv};
  const Bytes block = from_hex("6bc1bee22e409f96e93d7e117393172a");
  CHECK(to_hex(seal(keyed, block).ciphertext) == "1abc932417521ca24f2b0459fe7e6e0b");
}

// RFC 6229, key length 128 bits, key 0102...10: the stream at offsets 0 and 1536.
TEST_CASE("known answers of RC4, which arcfour128 begins 1536 bytes later") {
  if (!has_legacy_provider()) {
    return;
  }
  const Bytes key = from_hex("0102030405060708090a0b0c0d0e0f10");
  const auto stream = [&](std::string_view name) {
    const cipher::Keyed keyed{.cipher = *cipher::find_cipher(name), .key = key, .iv = {}};
    return to_hex(seal(keyed, Bytes(16, 0)).ciphertext);
  };
  CHECK(stream("arcfour") == "9ac7cc9a609d1ef7b2932899cde41b97");
  CHECK(stream("arcfour128") == "ffa0b514647ec04f6306b892ae661181");
}
