// SPDX-License-Identifier: MIT
#include "container/asn1_key.hpp"

#include <doctest/doctest.h>
#include <openssl/err.h>

#include "container/openssh_key_v1.hpp"
#include "der.hpp"

using namespace osshkey;
using namespace osshkey::container;
using namespace osshkey::testing;

namespace {

Result<Asn1Key> parse(Structure structure, const Bytes& bytes,
                      Strictness strictness = Strictness::forgiving) {
  return parse_asn1_key(structure, bytes, 0, strictness);
}

/// outcome is the word of the error, or the type of the key.
std::string outcome(Structure structure, const Bytes& bytes,
                    Strictness strictness = Strictness::forgiving) {
  const Result<Asn1Key> key = parse(structure, bytes, strictness);
  return key ? std::string(key->type) : std::string(word(key.error().code));
}

/// changed is the sequence with the element at `index` replaced; empty leaves it out.
Bytes changed(const std::vector<Bytes>& elements, std::size_t index, const Bytes& replacement) {
  Bytes content;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    content = content + (i == index ? replacement : elements[i]);
  }
  return sequence(content);
}

const std::vector<Bytes> rsa_elements = {integer(0),    integer(3233), integer(17),
                                         integer(2753), integer(61),   integer(53),
                                         integer(53),   integer(49),   integer(38)};
const std::vector<Bytes> dsa_elements = {integer(0), integer(23), integer(11),
                                         integer(4), integer(8),  integer(7)};

Bytes explicit_nistp256(const Bytes& generator, std::uint8_t last_of_b) {
  const Bytes p = from_hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
  const Bytes a = from_hex("ffffffff00000001000000000000000000000000fffffffffffffffffffffffc");
  Bytes b = from_hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d26000");
  b.back() = last_of_b;
  const Bytes n = from_hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
  return sequence(integer(1) + sequence(identifier("2a8648ce3d0101") + integer(Bytes{0} + p)) +
                  sequence(octets(a) + octets(b)) + octets(generator) + integer(Bytes{0} + n) +
                  integer(1));
}

}  // namespace

TEST_CASE("the content says what it is") {
  CHECK(recognise(rsa_key()) == Structure::pkcs1);
  CHECK(recognise(dsa_key()) == Structure::dsa);
  CHECK(recognise(ec_key({})) == Structure::sec1);
  CHECK(recognise(pkcs8_key(ed25519_identifier, octets(ed25519_seed))) == Structure::pkcs8);
  CHECK(recognise(sequence(sequence(null()) + octets({1}))) == Structure::pkcs8_encrypted);
  CHECK(recognise(sequence(sequence(null()) + bits({1}))) == Structure::public_key);
  CHECK(recognise(sequence(integer(3233) + integer(17))) == Structure::public_key);
  CHECK(recognise(sequence(sequence({}) + sequence({}) + bits({1}))) == Structure::certificate);
  CHECK(recognise(from_text(openssh_key_v1_magic)) == Structure::openssh_key_v1);
  CHECK(recognise({}) == Structure::unknown);
  CHECK(recognise(from_hex("30 03 02")) == Structure::unknown);
  CHECK(recognise(sequence(null())) == Structure::unknown);
}

TEST_CASE("numbers that are too few or too many are nobody's public key") {
  const Bytes modulus = integer(Bytes(64, 0x7f));
  CHECK(recognise(sequence(integer(0) + modulus)) == Structure::unknown);
  CHECK(recognise(sequence(integer(0) + modulus + integer(17) + modulus)) == Structure::unknown);
  CHECK(recognise(sequence(integer(1) + modulus + null())) == Structure::unknown);
  CHECK(recognise(sequence(modulus + integer(17) + modulus)) == Structure::unknown);
  CHECK(recognise(sequence(modulus + modulus + integer(Bytes(20, 0x7f)) + modulus)) ==
        Structure::public_key);
  // Six numbers are DSA's, unless the third is an exponent.
  const Bytes rest = modulus + modulus + modulus;
  CHECK(recognise(sequence(integer(0) + modulus + integer(Bytes(20, 0x7f)) + rest)) ==
        Structure::dsa);
  CHECK(recognise(sequence(integer(0) + modulus + integer(17) + rest)) == Structure::unknown);
  // PKCS#8 that lost its version isn't encrypted.
  CHECK(recognise(sequence(sequence(identifier("2b6570")) + octets(ed25519_seed))) ==
        Structure::pkcs8);
}

TEST_CASE("labels and words") {
  CHECK(structure_of_label("RSA PRIVATE KEY") == Structure::pkcs1);
  CHECK(structure_of_label("ENCRYPTED PRIVATE KEY") == Structure::pkcs8_encrypted);
  CHECK(structure_of_label("SOME PRIVATE KEY") == Structure::unknown);
  CHECK(container_word(Structure::dsa) == "pem-dsa");
  CHECK(container_word(Structure::certificate).empty());
}

TEST_CASE("PKCS#1: the numbers, and each of them damaged") {
  const Bytes bytes = rsa_key();
  const Result<Asn1Key> key = parse(Structure::pkcs1, bytes);
  REQUIRE(key);
  CHECK(key->type == "ssh-rsa");
  const auto& numbers = std::get<RsaNumbers>(key->numbers);
  CHECK(to_hex(numbers.n) == "0ca1");
  CHECK(to_hex(numbers.e) == "11");
  CHECK(to_hex(numbers.d) == "0ac1");
  CHECK(to_hex(numbers.p) == "3d");
  CHECK(to_hex(numbers.q) == "35");
  CHECK(to_hex(numbers.iqmp) == "26");
  CHECK(to_hex(key->dp) == "35");
  CHECK(to_hex(key->dq) == "31");
  for (std::size_t i = 0; i < rsa_elements.size(); ++i) {
    CHECK(outcome(Structure::pkcs1, changed(rsa_elements, i, integer(Bytes{}))) == "bad-number");
    CHECK(outcome(Structure::pkcs1, changed(rsa_elements, i, octets({1}))) == "malformed");
    CHECK(outcome(Structure::pkcs1, changed(rsa_elements, i, {})) == "malformed");
  }
  CHECK(outcome(Structure::pkcs1, changed(rsa_elements, 1, integer(Bytes(2049, 0x7f)))) ==
        "key-too-large");
}

TEST_CASE("PKCS#1: the zero byte of a number's sign may be left out, but not that of the version") {
  for (std::size_t i = 0; i < rsa_elements.size(); ++i) {
    CAPTURE(i);
    const Bytes bytes = changed(rsa_elements, i, integer(Bytes{0x80, 1}));
    CHECK(outcome(Structure::pkcs1, bytes) == (i == 0 ? "bad-number" : "ssh-rsa"));
    CHECK(outcome(Structure::pkcs1, bytes, Strictness::strict) == "bad-number");
  }
  const Bytes bytes = changed(rsa_elements, 1, integer(Bytes{0x80, 1}));
  const Result<Asn1Key> key = parse(Structure::pkcs1, bytes);
  CHECK(to_hex(std::get<RsaNumbers>(key->numbers).n) == "8001");
}

TEST_CASE("PKCS#1: other versions, more primes and trailing bytes") {
  CHECK(outcome(Structure::pkcs1,
                sequence(integer(1) + rsa_numbers() + sequence(sequence(integer(7))))) ==
        "unsupported-key-type");
  CHECK(outcome(Structure::pkcs1, changed(rsa_elements, 0, integer(2))) == "malformed");
  CHECK(outcome(Structure::pkcs1, sequence(integer(1) + octets(Bytes(32, 1)))) == "malformed");
  CHECK(outcome(Structure::pkcs1, sequence(integer(0) + rsa_numbers() + null())) ==
        "trailing-data");
  for (const Bytes& behind : {Bytes{0}, Bytes{0, 0}, Bytes{0, 1}}) {
    const Error error = parse(Structure::pkcs1, rsa_key() + behind).error();
    CHECK(error.code == errc::trailing_data);
    CHECK(error.advice.contains("openssl pkey") == (behind.back() == 0));
    CHECK(parse_asn1_key(Structure::pkcs1, rsa_key() + behind, std::nullopt, Strictness::forgiving)
              .error()
              .advice.empty());
  }
}

TEST_CASE("DSA: the numbers, and each of them damaged") {
  const Bytes bytes = dsa_key();
  const Result<Asn1Key> key = parse(Structure::dsa, bytes);
  REQUIRE(key);
  const auto& numbers = std::get<DsaNumbers>(key->numbers);
  CHECK(to_hex(numbers.p) == "17");
  CHECK(to_hex(numbers.q) == "0b");
  CHECK(to_hex(numbers.g) == "04");
  CHECK(to_hex(numbers.y) == "08");
  CHECK(to_hex(numbers.x) == "07");
  for (std::size_t i = 0; i < dsa_elements.size(); ++i) {
    CHECK(outcome(Structure::dsa, changed(dsa_elements, i, integer(from_hex("ff")))) ==
          "bad-number");
    CHECK(outcome(Structure::dsa, changed(dsa_elements, i, {})) == "malformed");
  }
  CHECK(outcome(Structure::dsa, changed(dsa_elements, 0, integer(1))) == "malformed");
}

TEST_CASE("SEC1: curve and point are optional, the curve must be known in the end") {
  const Bytes curve = der(0xa0, nistp256_identifier);
  const Bytes bytes = ec_key(curve + der(0xa1, bits(nistp256_generator)));
  const Result<Asn1Key> key = parse(Structure::sec1, bytes);
  REQUIRE(key);
  CHECK(key->type == "ecdsa-sha2-nistp256");
  const auto& numbers = std::get<EcdsaNumbers>(key->numbers);
  CHECK(to_hex(numbers.scalar) == "01");
  CHECK(to_hex(numbers.point) == to_hex(nistp256_generator));
  CHECK(outcome(Structure::sec1, ec_key(curve)) == "ecdsa-sha2-nistp256");
  CHECK(outcome(Structure::sec1, ec_key(der(0xa0, nistp384_identifier))) == "ecdsa-sha2-nistp384");
  CHECK(outcome(Structure::sec1, ec_key({})) == "malformed");
  CHECK(outcome(Structure::sec1, ec_key(curve + null())) == "trailing-data");
  CHECK(outcome(Structure::sec1, ec_key(der(0xa0, nistp256_identifier + null()))) ==
        "trailing-data");
  CHECK(outcome(Structure::sec1, sequence(integer(2) + octets({1}) + curve)) == "malformed");
}

TEST_CASE("SEC1: other curves are unsupported by name") {
  const auto refused = [](const Bytes& parameters) {
    return parse(Structure::sec1, ec_key(der(0xa0, parameters))).error();
  };
  CHECK(refused(identifier("2b8104000a")).code == errc::unsupported_curve);
  CHECK(refused(identifier("2b8104000a")).detail == "secp256k1");
  CHECK(refused(identifier("2a0304")).detail == "1.2.3.4");
  CHECK(refused(null()).code == errc::unsupported_curve);
}

TEST_CASE("SEC1: a curve that is written out must equal one of SSH's") {
  const Bytes compressed = Bytes{3} + nistp256_x;
  for (const Bytes& generator : {nistp256_generator, compressed}) {
    const Bytes key = ec_key(der(0xa0, explicit_nistp256(generator, 0x4b)));
    CHECK(outcome(Structure::sec1, key) == "ecdsa-sha2-nistp256");
    CHECK(outcome(Structure::sec1, key, Strictness::strict) == "unsupported-curve");
  }
  CHECK(outcome(Structure::sec1, ec_key(der(0xa0, explicit_nistp256(nistp256_generator, 0x4c)))) ==
        "unsupported-curve");
  CHECK(
      outcome(Structure::sec1, ec_key(der(0xa0, explicit_nistp256(Bytes{2} + nistp256_x, 0x4b)))) ==
      "unsupported-curve");
  CHECK(outcome(Structure::sec1, ec_key(der(0xa0, sequence(integer(1))))) == "malformed");
}

TEST_CASE("PKCS#8: each algorithm") {
  const auto type = [](const Bytes& bytes) { return outcome(Structure::pkcs8, bytes); };
  CHECK(type(pkcs8_key(rsa_identifier + null(), rsa_key())) == "ssh-rsa");
  CHECK(type(pkcs8_key(rsa_identifier, rsa_key())) == "ssh-rsa");
  CHECK(type(pkcs8_key(dsa_identifier + sequence(dsa_domain()), integer(7))) == "ssh-dss");
  CHECK(type(pkcs8_key(ec_identifier + nistp256_identifier, ec_key({}))) == "ecdsa-sha2-nistp256");
  CHECK(type(pkcs8_key(ec_identifier + nistp256_identifier,
                       ec_key(der(0xa0, nistp384_identifier)))) == "malformed");
  CHECK(type(pkcs8_key(ed25519_identifier, octets(ed25519_seed))) == "ssh-ed25519");
  CHECK(type(pkcs8_key(ed448_identifier, octets(Bytes(57, 1)))) == "ssh-ed448");
}

TEST_CASE("PKCS#8: what SSH has no use for is named") {
  const auto refused = [](std::string_view hex) {
    return parse(Structure::pkcs8, pkcs8_key(identifier(hex), octets({1}))).error();
  };
  CHECK(refused("2b656e").code == errc::unsupported_key_type);
  CHECK(refused("2b656e").detail == "X25519");
  CHECK(refused("2a864886f70d01010a").detail == "rsassaPss");
  CHECK(refused("2a030405").detail == "1.2.3.4.5");
}

TEST_CASE("PKCS#8: Ed25519 has a seed of 32 bytes, or in an old form the public key after it") {
  const auto key = [](const Bytes& content, const Bytes& rest = {}) {
    return pkcs8_key(ed25519_identifier, octets(content), rest);
  };
  const Bytes old_form = key(ed25519_seed + ed25519_public);
  const Result<Asn1Key> parsed = parse(Structure::pkcs8, old_form);
  REQUIRE(parsed);
  const auto& numbers = std::get<Ed25519Numbers>(parsed->numbers);
  CHECK(to_hex(numbers.secret) == to_hex(ed25519_seed));
  CHECK(to_hex(numbers.public_key) == to_hex(ed25519_public));
  CHECK(outcome(Structure::pkcs8, key(Bytes(31, 1))) == "malformed");
  CHECK(outcome(Structure::pkcs8, key(Bytes(33, 1))) == "malformed");
  CHECK(outcome(Structure::pkcs8, pkcs8_key(ed25519_identifier, ed25519_seed)) != "ssh-ed25519");
  CHECK(outcome(Structure::pkcs8, key(ed25519_seed + ed25519_public,
                                      der(0x81, Bytes{0} + Bytes(32, 9)))) == "key-mismatch");
}

TEST_CASE("forms that OpenSSL doesn't take are refused in strict") {
  const auto both = [](Structure structure, const Bytes& bytes) {
    CHECK_FALSE(outcome(structure, bytes) == "malformed");
    CHECK(outcome(structure, bytes, Strictness::strict) == "malformed");
  };
  both(Structure::pkcs8, pkcs8_key(ed25519_identifier + null(), octets(ed25519_seed)));
  both(Structure::pkcs8, pkcs8_key(ed25519_identifier, octets(ed25519_seed + ed25519_public)));
  both(Structure::sec1, ec_key(der(0xa0, nistp256_identifier) + der(0xa1, bits({}))));
}

TEST_CASE("PKCS#8: a public key attached by RFC 5958") {
  const Bytes attributes = der(0xa0, sequence({}));
  const auto key = [&](const Bytes& rest) {
    return pkcs8_key(ed25519_identifier, octets(ed25519_seed), rest);
  };
  for (const Bytes& attached :
       {der(0x81, Bytes{0} + ed25519_public), der(0xa1, bits(ed25519_public))}) {
    const Bytes bytes = key(attributes + attached);
    const Result<Asn1Key> parsed = parse(Structure::pkcs8, bytes);
    REQUIRE(parsed);
    CHECK(to_hex(std::get<Ed25519Numbers>(parsed->numbers).public_key) == to_hex(ed25519_public));
  }
  CHECK(outcome(Structure::pkcs8, key(der(0x81, Bytes(32, 0)))) == "malformed");
  CHECK(outcome(Structure::pkcs8, key(attributes + null())) == "trailing-data");

  const Bytes rsa = sequence(integer(3233) + integer(17));
  const Bytes other = sequence(integer(3235) + integer(17));
  CHECK(outcome(Structure::pkcs8,
                pkcs8_key(rsa_identifier, rsa_key(), der(0x81, Bytes{0} + rsa))) == "ssh-rsa");
  CHECK(outcome(Structure::pkcs8, pkcs8_key(rsa_identifier, rsa_key(),
                                            der(0x81, Bytes{0} + other))) == "key-mismatch");
  CHECK(outcome(Structure::pkcs8, pkcs8_key(ec_identifier + nistp256_identifier,
                                            ec_key(der(0xa1, bits(nistp256_generator))),
                                            der(0x81, Bytes{0} + Bytes{2} + nistp256_x))) ==
        "key-mismatch");
}

TEST_CASE("PKCS#8: versions and trailing bytes") {
  const Bytes body = sequence(ed25519_identifier) + octets(octets(ed25519_seed));
  CHECK(outcome(Structure::pkcs8, sequence(integer(0) + body)) == "ssh-ed25519");
  CHECK(outcome(Structure::pkcs8, sequence(integer(2) + body)) == "malformed");
  CHECK(outcome(Structure::pkcs8, sequence(integer(0) + body + null())) == "trailing-data");
  CHECK(outcome(Structure::pkcs8, sequence(integer(0) + sequence(ed25519_identifier) +
                                           octets(octets(ed25519_seed) + null()))) ==
        "trailing-data");
}

TEST_CASE("errors in what was decrypted have no offset") {
  const Result<Asn1Key> key = parse_asn1_key(Structure::dsa, changed(dsa_elements, 0, integer(9)),
                                             std::nullopt, Strictness::forgiving);
  REQUIRE_FALSE(key);
  CHECK(key.error().offset == std::nullopt);
  CHECK(key.error().field == "DSA key version");
}

TEST_CASE("every prefix of a key is refused") {
  for (const auto& [structure, bytes] :
       {std::pair{Structure::pkcs1, rsa_key()},
        {Structure::dsa, dsa_key()},
        {Structure::sec1, ec_key(der(0xa0, nistp256_identifier))},
        {Structure::pkcs8, pkcs8_key(ed25519_identifier, octets(ed25519_seed))}}) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const Bytes prefix(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      CHECK(outcome(structure, prefix) == "truncated");
      CHECK(recognise(prefix) == Structure::unknown);
    }
  }
}

TEST_CASE("libcrypto's error queue stays the application's") {
  ERR_clear_error();
  const Bytes whole = pkcs8_key(ec_identifier + nistp256_identifier, ec_key({}));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK(outcome(Structure::pkcs8,
                  Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))) ==
          "truncated");
  }
  outcome(Structure::pkcs8, pkcs8_key(identifier("2b0601040182371401"), octets({})));
  outcome(Structure::sec1, ec_key(der(0xa0, identifier("2b0601040182371401"))));
  CHECK(ERR_peek_error() == 0);
}
