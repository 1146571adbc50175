// SPDX-License-Identifier: MIT
// n = 61 * 53, lambda = 780, 17 * 2753 = 1 mod 780, 53 * 38 = 1 mod 61.
#include <doctest/doctest.h>

#include <functional>

#include "key/make_key.hpp"
#include "key/private_section.hpp"
#include "key/rsa_numbers.hpp"
#include "key_builder.hpp"
#include "samples.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

std::string open_rsa(const RsaFields& key) {
  return open("ssh-rsa", key.section_fields());
}

/// content is the magnitude in an encoded number.
Bytes content(const Bytes& encoded) {
  wire::Reader reader{ByteView(encoded)};
  const ByteView view = reader.mpint("number");
  return {view.begin(), view.end()};
}

}  // namespace

TEST_CASE("RSA keys of usual sizes are proved") {
  for (const int bits : {1024, 2048, 3072}) {
    const RsaFields key = generated_rsa(bits);
    CHECK(open_rsa(key) == "proved");
    CHECK(PublicKey::from_blob(ssh_string("ssh-rsa") + key.public_fields())->bits() ==
          static_cast<unsigned>(bits));
  }
}

TEST_CASE("each malformed RSA number has its word") {
  const Bytes negative = ssh_string(Bytes{0x80, 1});
  const Bytes too_large = ssh_string(Bytes{1} + Bytes(2048, 0xff));
  struct Row {
    std::string_view expected;
    RsaFields key;
  };
  const Row rows[] = {
      {"bad-number RSA modulus", {.n = negative}},
      {"bad-number RSA exponent", {.e = negative}},
      {"bad-number RSA private exponent", {.d = negative}},
      {"bad-number RSA coefficient", {.iqmp = negative}},
      {"bad-number RSA prime p", {.p = negative}},
      {"bad-number RSA prime q", {.q = negative}},
      {"key-too-large RSA modulus", {.n = too_large}},
      {"key-too-large RSA exponent", {.e = too_large}},
      {"key-too-large RSA prime p", {.p = too_large}},
      {"bad-number RSA modulus", {.n = mpint(0)}},
      {"bad-number RSA exponent", {.e = mpint(0)}},
      {"bad-number RSA exponent", {.e = mpint(1)}},
      {"bad-number RSA exponent", {.e = mpint(16)}},
      {"bad-number RSA private exponent", {.d = mpint(0)}},
      {"bad-number RSA prime p", {.p = mpint(0)}},
      {"bad-number RSA prime q", {.q = mpint(0)}},
      {"bad-number RSA private exponent", {.d = mpint(0x2000)}},
      {"invalid-key RSA modulus", {.n = mpint(3234)}},
      {"key-mismatch RSA modulus", {.n = mpint(3235)}},
      {"key-mismatch RSA modulus", {.p = mpint(59)}},
      {"bad-number RSA prime p", {.p = mpint(1), .q = mpint(3233)}},
      {"bad-number RSA prime q", {.n = mpint(61), .d = mpint(53), .q = mpint(1)}},
      {"key-mismatch RSA private exponent", {.d = mpint(2751)}},
      {"key-mismatch RSA private exponent", {.e = mpint(19)}},
      {"bad-number RSA coefficient", {.iqmp = mpint(0)}},
      {"invalid-key RSA coefficient", {.iqmp = mpint(39)}},
      // The coefficient doesn't hide what else is wrong.
      {"key-mismatch RSA private exponent", {.d = mpint(2751), .iqmp = mpint(20)}},
      {"invalid-key RSA prime q",
       {.n = mpint(3721), .d = mpint(53), .iqmp = mpint(20), .q = mpint(61)}},
      // 9 * 53 with exponents that fit 8 and 52: only the test of primality can tell.
      {"invalid-key RSA prime p",
       {.n = mpint(477), .e = mpint(3), .d = mpint(35), .iqmp = mpint(8), .p = mpint(9)}},
  };
  for (const Row& row : rows) {
    CHECK(open_rsa(row.key) == row.expected);
  }
}

TEST_CASE("RSA numbers may have needless zeros, which the public key then hasn't") {
  const RsaFields padded{.n = ssh_string(from_hex("0000000ca1")),
                         .e = ssh_string(from_hex("0011"))};
  const Result<PrivateKey> key = unlock(ssh_string("ssh-rsa") + padded.section_fields());
  CHECK(outcome(key) == "proved");
  CHECK(to_hex(key->public_key().blob()) ==
        to_hex(ssh_string("ssh-rsa") + RsaFields{}.public_fields()));
}

TEST_CASE("an RSA exponent of more than 64 bits opens") {
  // 17 + 780 * 2^80 is 17 modulo lambda.
  CHECK(open_rsa({.e = mpint(from_hex("030c 0000 0000 0000 0000 0011"))}) == "proved");
}

TEST_CASE("RSA primes may come in either order, with the coefficient that fits") {
  CHECK(open_rsa({.iqmp = mpint(20), .p = mpint(53), .q = mpint(61)}) == "proved");
}

TEST_CASE("an RSA coefficient that is another of the key's numbers is computed anew, with a note") {
  // The inverse of p modulo q, as OpenPGP has it, and the exponents modulo p-1 and q-1.
  for (const std::uint32_t wrong : {20U, 53U, 49U}) {
    const Bytes section =
        plain_section(ssh_string("ssh-rsa") + RsaFields{.iqmp = mpint(wrong)}.section_fields());
    const Result<key::PrivateSection> parsed = key::parse_private_section(section, 1);
    REQUIRE(parsed);
    std::vector<Note> notes;
    const Result<PrivateKey> made = key::make_private_key(parsed->keys.front(), nullptr, notes);
    CHECK(outcome(made) == "proved");
    CHECK(to_hex(std::get<RsaNumbers>(made->numbers()).iqmp) == "26");
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].code == errc::weak_key);
  }
}

TEST_CASE("what is true of a key that doesn't fit together is said") {
  const auto advice = [](const RsaFields& key) {
    return unlock(ssh_string("ssh-rsa") + key.section_fields()).error().advice;
  };
  CHECK(advice({.iqmp = mpint(39)}) == key::rsa_advice);
  CHECK(advice({.p = mpint(59)}) == key::rsa_advice);
  CHECK(advice({.n = mpint(3235)}).empty());
  CHECK(advice({.d = mpint(2751)}).empty());
  CHECK(advice({.d = mpint(2751), .p = mpint(59)}).empty());
}

TEST_CASE("every flipped bit of a private RSA number is noticed") {
  const RsaFields good = generated_rsa(1024);
  for (Bytes RsaFields::* field : {&RsaFields::d, &RsaFields::iqmp, &RsaFields::p, &RsaFields::q}) {
    for (std::size_t bit = 0; bit < 64; ++bit) {
      RsaFields key = good;
      Bytes& bytes = key.*field;
      bytes[bytes.size() - 1 - bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
      CHECK(open_rsa(key) != "proved");
    }
  }
}

TEST_CASE("the exponents of PKCS#1 are checked against the primes") {
  const Bytes n = u32(3233), e = u32(17), p = u32(61), q = u32(53), one = u32(1);
  RsaNumbers key{.n = n, .e = e, .d = {}, .p = p, .q = q, .iqmp = {}};
  const auto place = [&](std::uint32_t dp, std::uint32_t dq) {
    return key::place_rsa_exponents(key, u32(dp), u32(dq));
  };
  using key::RsaExponents;
  CHECK(place(53, 49) == RsaExponents::in_place);
  CHECK(place(49, 53) == RsaExponents::exchanged);
  CHECK(place(54, 49) == RsaExponents::wrong);
  CHECK(place(53, 48) == RsaExponents::wrong);
  CHECK(place(0, 49) == RsaExponents::wrong);
  key.q = one;
  CHECK(place(53, 49) == RsaExponents::wrong);
}

TEST_CASE("the primes of an RSA key are found from n, e and d") {
  const RsaFields good = generated_rsa(2048);
  const Bytes n = content(good.n), e = content(good.e), d = content(good.d);
  RsaNumbers key{.n = n, .e = e, .d = d, .p = {}, .q = {}, .iqmp = {}};
  const Result<SecureBytes> storage = key::complete_rsa(key);
  REQUIRE(storage);
  CHECK(open_rsa({.n = good.n,
                  .e = good.e,
                  .d = good.d,
                  .iqmp = mpint(key.iqmp),
                  .p = mpint(key.p),
                  .q = mpint(key.q)}) == "proved");
}

TEST_CASE("where RSA primes can't be found, the number at fault is named") {
  const auto complete = [](std::uint32_t n, std::uint32_t e, std::uint32_t d) -> std::string {
    const Bytes modulus = u32(n), exponent = u32(e), inverse = u32(d);
    RsaNumbers key{.n = modulus, .e = exponent, .d = inverse, .p = {}, .q = {}, .iqmp = {}};
    const Result<SecureBytes> storage = key::complete_rsa(key);
    if (!storage) {
      return std::string(word(storage.error().code)) + ' ' + std::string(storage.error().field);
    }
    return to_hex(key.p) + ' ' + to_hex(key.q) + ' ' + to_hex(key.iqmp);
  };
  CHECK(complete(3233, 17, 2753) == "3d 35 26");
  CHECK(complete(3233, 17, 2751) == "key-mismatch RSA private exponent");
  CHECK(complete(3233, 17, 2752) == "bad-number RSA private exponent");
  CHECK(complete(3233, 17, 0) == "bad-number RSA private exponent");
  CHECK(complete(3233, 1, 1) == "bad-number RSA exponent");
  CHECK(complete(3233, 17, 0x2001) == "bad-number RSA private exponent");
  CHECK(complete(0, 17, 2753) == "bad-number RSA modulus");
  CHECK(complete(3234, 17, 2753) == "bad-number RSA modulus");
  CHECK(complete(3251, 3, 2167) == "invalid-key RSA modulus");  // a prime
  const Bytes huge(1025, 0xff);
  RsaNumbers key{.n = huge, .e = huge, .d = huge, .p = {}, .q = {}, .iqmp = {}};
  CHECK(key::complete_rsa(key).error().code == errc::key_too_large);
}
