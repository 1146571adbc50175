// SPDX-License-Identifier: MIT
#include "container/pbe.hpp"

#include <doctest/doctest.h>

#include "der.hpp"

using namespace osshkey;
using namespace osshkey::container;
using namespace osshkey::testing;

namespace {

const Bytes aes256_cbc = identifier("60864801650304012a");
const Bytes rc2_cbc = identifier("2a864886f70d0302");
const Bytes pbes2 = identifier("2a864886f70d01050d");
const Bytes pbkdf2 = identifier("2a864886f70d01050c");
const Bytes scrypt = identifier("2b06010401da47040b");
const Bytes salt = octets(Bytes(8, 0x5a));
const Bytes iv = octets(Bytes(16, 1));

Bytes file_of(const Bytes& algorithm) {
  return sequence(sequence(algorithm) + octets(Bytes(32, 0)));
}

Bytes pbes2_of(const Bytes& kdf, const Bytes& cipher = aes256_cbc + iv) {
  return file_of(pbes2 + sequence(sequence(kdf) + sequence(cipher)));
}

Bytes pbkdf2_of(const Bytes& parameters) {
  return pbes2_of(pbkdf2 + sequence(parameters));
}
Bytes scrypt_of(const Bytes& parameters) {
  return pbes2_of(scrypt + sequence(parameters));
}

EncryptedPkcs8 parse(const Bytes& bytes, Strictness strictness = Strictness::forgiving) {
  return parse_encrypted_pkcs8(bytes, strictness);
}

errc outcome(const Bytes& bytes) {
  const EncryptedPkcs8 file = parse(bytes);
  return file.error ? file.error->code : errc{};
}

}  // namespace

TEST_CASE("PBES2 with PBKDF2 shows cipher, KDF, iterations and salt") {
  const Bytes prf = sequence(identifier("2a864886f70d0209") + null());
  const Bytes bytes = pbkdf2_of(salt + integer(2048) + integer(32) + prf);
  const EncryptedPkcs8 file = parse(bytes, Strictness::strict);
  REQUIRE_FALSE(file.error);
  CHECK(file.cipher_name == "aes-256-cbc");
  CHECK(file.cipher == "AES-256-CBC");
  CHECK(file.kdf.kdf == Kdf::pbkdf2);
  CHECK(file.kdf.name == "pbkdf2-hmac-sha256");
  CHECK(file.kdf.digest == std::string_view("SHA256"));
  CHECK(file.kdf.rounds == 2048);
  CHECK(file.key_size == 32);
  CHECK(to_hex(file.kdf.salt) == "5a5a5a5a5a5a5a5a");
  CHECK(file.iv.size() == 16);
  CHECK(file.ciphertext.size() == 32);
  CHECK(file.ciphertext_offset == bytes.size() - 32);
}

TEST_CASE("PBKDF2 without a PRF has HMAC-SHA-1") {
  CHECK(parse(pbkdf2_of(salt + integer(1))).kdf.name == "pbkdf2-hmac-sha1");
}

TEST_CASE("scrypt shows N, and keeps r and p") {
  const Bytes bytes = scrypt_of(salt + integer(16384) + integer(8) + integer(2));
  const EncryptedPkcs8 file = parse(bytes);
  REQUIRE_FALSE(file.error);
  CHECK(file.kdf.name == "scrypt");
  CHECK(file.kdf.rounds == 16384);
  CHECK(file.kdf.block_size == 8);
  CHECK(file.kdf.parallelism == 2);
}

TEST_CASE("PBES1 and PKCS#12 show the scheme's name") {
  const Bytes parameters = sequence(salt + integer(1000));
  const Bytes md5_des = file_of(identifier("2a864886f70d010503") + parameters);
  const EncryptedPkcs8 pbes1 = parse(md5_des);
  REQUIRE_FALSE(pbes1.error);
  CHECK(pbes1.cipher_name == "pbeWithMD5AndDES-CBC");
  CHECK(pbes1.cipher == "DES-CBC");
  CHECK(pbes1.kdf.name == "pbkdf1-md5");
  CHECK(pbes1.kdf.rounds == 1000);
  CHECK(pbes1.iv.empty());
  const Bytes sha1_3des = file_of(identifier("2a864886f70d010c0103") + parameters);
  const EncryptedPkcs8 pkcs12 = parse(sha1_3des);
  REQUIRE_FALSE(pkcs12.error);
  CHECK(pkcs12.kdf.name == "pkcs12-kdf");
  CHECK(pkcs12.key_size == 24);
}

TEST_CASE("what is unknown is named, and the rest still shown") {
  const EncryptedPkcs8 scheme = parse(file_of(identifier("2a0304") + sequence(salt)));
  CHECK(scheme.error->code == errc::unsupported_cipher);
  CHECK(scheme.cipher_name == "1.2.3.4");
  const EncryptedPkcs8 kdf = parse(pbes2_of(identifier("2a0304") + sequence(salt)));
  CHECK(kdf.error->code == errc::unsupported_kdf);
  CHECK(kdf.kdf.name == "1.2.3.4");
  CHECK(kdf.cipher_name == "aes-256-cbc");
  const EncryptedPkcs8 prf =
      parse(pbkdf2_of(salt + integer(2048) + sequence(identifier("2a0304") + null())));
  CHECK(prf.error->code == errc::unsupported_kdf);
  CHECK(prf.kdf.name == "pbkdf2-1.2.3.4");
  const EncryptedPkcs8 cipher =
      parse(pbes2_of(pbkdf2 + sequence(salt + integer(2048)), identifier("2a0304") + iv));
  CHECK(cipher.error->code == errc::unsupported_cipher);
  CHECK(cipher.cipher_name == "1.2.3.4");
  CHECK(cipher.kdf.rounds == 2048);
}

TEST_CASE("a cipher without an IV is left to who knows the cipher") {
  const Bytes kdf = pbkdf2 + sequence(salt + integer(2048));
  for (const Bytes& nothing : {Bytes{}, null()}) {
    const EncryptedPkcs8 file = parse(pbes2_of(kdf, aes256_cbc + nothing));
    CHECK_FALSE(file.error);
    CHECK(file.iv.empty());
  }
  CHECK(outcome(pbes2_of(kdf, aes256_cbc + sequence(iv))) == errc::unsupported_cipher);
}

TEST_CASE("PBKDF2 whose PRF couldn't be read is called by its name alone") {
  const Bytes prf = sequence(identifier("2a864886f70d0209") + null());
  CHECK(parse(pbkdf2_of(salt + integer(0) + prf)).kdf.name == "pbkdf2");
  CHECK(parse(pbkdf2_of(salt + integer(1) + sequence(null()))).kdf.name == "pbkdf2");
}

TEST_CASE("counts that can't be") {
  CHECK(outcome(pbkdf2_of(salt + integer(0))) == errc::bad_kdf_options);
  CHECK(outcome(pbkdf2_of(salt + integer(from_hex("ff")))) == errc::bad_kdf_options);
  CHECK(outcome(pbkdf2_of(salt + integer(Bytes(9, 0x7f)))) == errc::bad_kdf_options);
  CHECK(outcome(pbkdf2_of(salt + integer(1) + integer(0))) == errc::bad_kdf_options);
  CHECK(outcome(scrypt_of(salt + integer(16383) + integer(8) + integer(1))) ==
        errc::bad_kdf_options);
  CHECK(outcome(scrypt_of(salt + integer(1) + integer(8) + integer(1))) == errc::bad_kdf_options);
  CHECK(outcome(scrypt_of(salt + integer(16) + integer(0) + integer(1))) == errc::bad_kdf_options);
  CHECK(outcome(scrypt_of(salt + integer(16) + integer(8) + integer(0))) == errc::bad_kdf_options);
}

TEST_CASE("RC2's version says how many bits of the key count") {
  const auto cipher = [](std::uint32_t version) {
    return parse(pbes2_of(pbkdf2 + sequence(salt + integer(1)),
                          rc2_cbc + sequence(integer(version) + octets(Bytes(8, 1)))));
  };
  const Bytes rc2_128 = pbes2_of(pbkdf2 + sequence(salt + integer(1)),
                                 rc2_cbc + sequence(integer(58) + octets(Bytes(8, 1))));
  CHECK(parse(rc2_128).cipher == "RC2-CBC");
  CHECK(parse(rc2_128).iv.size() == 8);
  CHECK(cipher(120).cipher == "RC2-64-CBC");
  CHECK(cipher(160).cipher == "RC2-40-CBC");
  CHECK(cipher(160).key_size == 5);
  CHECK(cipher(1).error->code == errc::unsupported_cipher);
  CHECK(outcome(pbes2_of(pbkdf2 + sequence(salt + integer(1) + integer(16)),
                         rc2_cbc + sequence(integer(160) + octets(Bytes(8, 1))))) ==
        errc::unsupported_cipher);
}

TEST_CASE("fields that are missing, of another type, or too many") {
  CHECK(outcome(pbkdf2_of(integer(1))) == errc::malformed);
  CHECK(outcome(pbkdf2_of(salt)) == errc::malformed);
  CHECK(outcome(pbkdf2_of(salt + integer(1) + null())) == errc::malformed);
  CHECK(outcome(pbes2_of(pbkdf2)) == errc::malformed);
  CHECK(outcome(sequence(sequence(pbes2) + octets({}))) == errc::malformed);
  CHECK(outcome(sequence(sequence(pbes2))) == errc::malformed);
  const Bytes good = pbkdf2_of(salt + integer(1));
  CHECK(outcome(good) == errc{});
  CHECK(outcome(good + Bytes{0}) == errc::trailing_data);
  for (std::size_t size = 0; size < good.size(); ++size) {
    CHECK(outcome(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size))) ==
          errc::truncated);
  }
}
