// SPDX-License-Identifier: MIT
#include "cipher/kdf.hpp"

#include <doctest/doctest.h>

#include "bytes.hpp"
#include "cipher/hash.hpp"

using namespace osshkey;
using namespace osshkey::cipher;
using namespace osshkey::testing;

namespace {

std::string key_of(const KdfParameters& kdf, const Bytes& passphrase, std::size_t size,
                   unsigned threads = 1) {
  Bytes key(size);
  const Result<void> done = derive(kdf, passphrase, {.key = key}, threads);
  return done ? to_hex(key) : std::string(word(done.error().code));
}

bool is_allowed(const KdfParameters& kdf, const Limits& limits = {}) {
  const Result<void> checked = check_cost(kdf, limits);
  if (!checked) {
    CHECK(checked.error().code == errc::rounds_too_large);
    CHECK_FALSE(checked.error().detail.empty());
  }
  return checked.has_value();
}

KdfParameters argon2(std::uint64_t memory_kib, std::uint64_t passes) {
  return {.kdf = Kdf::argon2id, .rounds = passes, .parallelism = 1, .memory_kib = memory_kib};
}

KdfParameters scrypt(std::uint64_t n, std::uint64_t r, std::uint64_t p) {
  return {.kdf = Kdf::scrypt, .rounds = n, .block_size = r, .parallelism = p};
}

}  // namespace

TEST_CASE("PBKDF2: RFC 6070") {
  const Bytes salt = from_text("salt");
  const KdfParameters once = {.kdf = Kdf::pbkdf2, .digest = "SHA1", .salt = salt, .rounds = 1};
  CHECK(key_of(once, from_text("password"), 20) == "0c60c80f961f0e71f3a9b524af6012062fe037a6");
  const KdfParameters often = {.kdf = Kdf::pbkdf2, .digest = "SHA1", .salt = salt, .rounds = 4096};
  CHECK(key_of(often, from_text("password"), 20) == "4b007901b765489abead49d926f721d065a429c1");
}

TEST_CASE("scrypt: RFC 7914 section 12, with nothing for passphrase and salt") {
  CHECK(key_of(scrypt(16, 1, 1), {}, 32) ==
        "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442");
}

TEST_CASE("Argon2id: the test program of the reference implementation") {
  const Bytes salt = from_text("somesalt");
  KdfParameters kdf = {
      .kdf = Kdf::argon2id, .salt = salt, .rounds = 2, .parallelism = 1, .memory_kib = 256};
  CHECK(key_of(kdf, from_text("password"), 32) ==
        "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe");
  kdf.parallelism = 2;
  for (const unsigned threads : {0U, 1U, 2U, 7U}) {
    CHECK(key_of(kdf, from_text("password"), 32, threads) ==
          "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037");
  }
}

TEST_CASE("PKCS#12: the vector that PKCS#12 implementations share") {
  const Bytes salt = from_hex("0a58cf64530d823f");
  const KdfParameters kdf = {.kdf = Kdf::pkcs12, .digest = "SHA1", .salt = salt, .rounds = 1};
  CHECK(key_of(kdf, from_text("smeg"), 24) == "8aaae6297b6cb04642ab5b077851284eb7128f1a2a7fbca3");
}

TEST_CASE("PKCS#12 takes UTF-8 and, where it isn't, Latin-1") {
  const Bytes salt(8, 1);
  const KdfParameters kdf = {.kdf = Kdf::pkcs12, .digest = "SHA1", .salt = salt, .rounds = 1};
  CHECK(key_of(kdf, from_hex("c3bc"), 16) == key_of(kdf, from_hex("fc"), 16));
  CHECK(key_of(kdf, from_hex("c3bc"), 16) != key_of(kdf, from_hex("c3"), 16));
  CHECK(key_of(kdf, from_hex("f09f9491"), 16) != key_of(kdf, from_hex("f09f9492"), 16));
}

TEST_CASE("PBKDF1 and EVP_BytesToKey by their definitions") {
  const Bytes salt(8, 7);
  const Bytes passphrase = from_text("secret");
  const SecureBytes first = hash("MD5", {passphrase, salt});
  const SecureBytes second = hash("MD5", {first.view()});
  CHECK(key_of({.kdf = Kdf::pbkdf1, .digest = "MD5", .salt = salt, .rounds = 2}, passphrase, 8) ==
        to_hex(second.view().first(8)));
  const SecureBytes next = hash("MD5", {first.view(), passphrase, salt});
  CHECK(key_of({.kdf = Kdf::bytes_to_key, .salt = salt}, passphrase, 24) ==
        to_hex(first.view()) + to_hex(next.view().first(8)));
}

TEST_CASE("HMAC: RFC 2202 and RFC 4231, and an empty key") {
  const Bytes message = from_text("Hi There");
  CHECK(to_hex(hmac("SHA1", Bytes(20, 0x0b), message).view()) ==
        "b617318655057264e28bc0b6fb378c8ef146be00");
  CHECK(to_hex(hmac("SHA256", Bytes(20, 0x0b), message).view()) ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  CHECK(to_hex(hmac("SHA256", {}, {}).view()) ==
        "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

TEST_CASE("iterations at the limit and past it") {
  for (const Kdf kdf : {Kdf::pbkdf1, Kdf::pbkdf2, Kdf::pkcs12}) {
    CHECK(is_allowed({.kdf = kdf, .rounds = 10'000'000}));
    CHECK_FALSE(is_allowed({.kdf = kdf, .rounds = 10'000'001}));
    CHECK_FALSE(is_allowed({.kdf = kdf, .rounds = ~std::uint64_t{0}}));
    CHECK(is_allowed({.kdf = kdf, .rounds = 10'000'001}, {.pbkdf2_iterations = 10'000'001}));
  }
}

TEST_CASE("Argon2's memory and passes at their limits and past them") {
  constexpr std::uint64_t gib = std::uint64_t{1} << 20;  // in KiB
  CHECK(is_allowed(argon2(gib, 64)));
  CHECK_FALSE(is_allowed(argon2(gib, 65)));
  CHECK_FALSE(is_allowed(argon2(gib + 1, 1)));
  CHECK(is_allowed(argon2(8192, 4096)));
  CHECK_FALSE(is_allowed(argon2(8192, 4097)));
  CHECK_FALSE(is_allowed(argon2(0xffffffff, 0xffffffff)));
  CHECK(is_allowed(argon2(gib + 1, 1), {.kdf_memory = std::uint64_t{1} << 31}));
}

TEST_CASE("scrypt's numbers at their limits and past them") {
  CHECK(is_allowed(scrypt(16384, 8, 1)));
  CHECK(is_allowed(scrypt(1 << 19, 8, 1)));
  CHECK(is_allowed(scrypt(1 << 20, 8, 1)));  // 1 GiB without the one block of p
  CHECK_FALSE(is_allowed(scrypt(1 << 21, 8, 1)));
  CHECK_FALSE(is_allowed(scrypt(2, 1 << 15, 1 << 15)));
  CHECK_FALSE(is_allowed(scrypt(16384, 8, 4097)));
  constexpr std::uint64_t huge = std::uint64_t{1} << 63;
  CHECK_FALSE(is_allowed(scrypt(huge, 1, 1)));
  CHECK_FALSE(is_allowed(scrypt(2, huge, 1)));
  CHECK_FALSE(is_allowed(scrypt(2, 1, huge)));
}
