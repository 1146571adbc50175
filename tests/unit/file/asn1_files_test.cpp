// SPDX-License-Identifier: MIT
// PEM and PKCS#8 files, from their bytes to proved keys.
#include <doctest/doctest.h>

#include <stop_token>

#include "base/base64.hpp"
#include "cipher/cipher.hpp"
#include "cipher/kdf.hpp"
#include "cipher/named_cipher.hpp"
#include "der.hpp"
#include "file/asn1_key_file.hpp"
#include "file/encrypted_key_file.hpp"
#include "read.hpp"

using namespace osshkey;
using namespace osshkey::testing;
using container::Structure;

namespace {

Read read_plain(Structure structure, const Bytes& bytes) {
  Read read;
  read.opener = read_asn1_key(structure, SecureBytes(bytes), {}, read.inspection);
  return read;
}

std::string outcome(Structure structure, const Bytes& bytes) {
  return read_plain(structure, bytes).outcome();
}

Bytes ed25519_pkcs8() {
  return pkcs8_key(ed25519_identifier, octets(ed25519_seed));
}

Bytes padded(Bytes bytes, std::size_t block) {
  const std::size_t count = block - bytes.size() % block;
  bytes.insert(bytes.end(), count, static_cast<std::uint8_t>(count));
  return bytes;
}

/// encrypt is the ciphertext under a key that is derived from the passphrase.
Bytes encrypt(std::string_view cipher_name, const KdfParameters& kdf, std::string_view passphrase,
              const Bytes& iv, const Bytes& plaintext) {
  const Result<cipher::NamedCipher> cipher = cipher::NamedCipher::find(cipher_name);
  REQUIRE(cipher);
  Bytes key(cipher->key_size());
  REQUIRE(cipher::derive(kdf, wire::as_bytes(passphrase), {.key = key}, 1));
  const Bytes in = cipher->is_padded() ? padded(plaintext, cipher->block_size()) : plaintext;
  Bytes out(in.size());
  const cipher::Cipher row = cipher->row();
  REQUIRE(cipher::encrypt({.cipher = row, .key = key, .iv = iv}, in, out, {}));
  return out;
}

const Bytes dek_iv = from_hex("000102030405060708090a0b0c0d0e0f");

armor::Armored dek_armor(std::string_view cipher, const Bytes& body, std::string_view label) {
  armor::Armored armored;
  armored.form = armor::Form::pem;
  armored.label = label;
  armored.headers = {{"Proc-Type", "4,ENCRYPTED"},
                     {"DEK-Info", std::string(cipher) + "," + to_hex(dek_iv)}};
  armored.bytes = SecureBytes(body);
  return armored;
}

Read read_dek(armor::Armored armored) {
  Read read;
  read.opener = read_encrypted_pem(armored, {}, read.inspection);
  return read;
}

/// read_dek_of encrypts `plaintext` and reads it back.
Read read_dek_of(std::string_view cipher, const Bytes& plaintext,
                 std::string_view label = "RSA PRIVATE KEY") {
  const ByteView salt = ByteView(dek_iv).first(8);
  const Bytes body =
      encrypt(cipher, {.kdf = Kdf::bytes_to_key, .salt = salt}, "secret", dek_iv, plaintext);
  return read_dek(dek_armor(cipher, body, label));
}

/// pkcs8_encrypted is PBES2 with AES-256-CBC; `cost` stands in for the iterations that were used,
/// and `string` makes its OCTET STRINGs.
Bytes pkcs8_encrypted(std::string_view passphrase, std::uint32_t cost = 3,
                      const Bytes& plaintext = ed25519_pkcs8(),
                      Bytes (*string)(const Bytes&) = octets) {
  const Bytes salt(8, 9);
  const Bytes body =
      encrypt("AES-256-CBC", {.kdf = Kdf::pbkdf2, .digest = "SHA1", .salt = salt, .rounds = 3},
              passphrase, dek_iv, plaintext);
  const Bytes kdf = identifier("2a864886f70d01050c") + sequence(string(salt) + integer(cost));
  const Bytes cipher = identifier("60864801650304012a") + string(dek_iv);
  return sequence(
      sequence(identifier("2a864886f70d01050d") + sequence(sequence(kdf) + sequence(cipher))) +
      string(body));
}

Read read_pkcs8(const Bytes& bytes) {
  Read read;
  read.opener = read_encrypted_pkcs8(SecureBytes(bytes), {}, read.inspection);
  return read;
}

}  // namespace

TEST_CASE("plain keys show their public half before they are opened") {
  Read file = read_plain(Structure::pkcs8, ed25519_pkcs8());
  CHECK(file.inspection.container == "pkcs8");
  CHECK(file.inspection.cipher == "none");
  CHECK(file.inspection.kdf == "none");
  CHECK_FALSE(file.inspection.encrypted);
  REQUIRE(file.inspection.keys.size() == 1);
  CHECK(to_hex(file.inspection.keys[0].public_key->blob()) == ed25519_blob);
  CHECK(file.notes(errc::unencrypted));
  CHECK(file.outcome() == "proved");
  CHECK(file.last_comment.empty());
}

TEST_CASE("each form opens, with its public half written or computed") {
  CHECK(outcome(Structure::pkcs1, rsa_key()) == "proved");
  CHECK(outcome(Structure::dsa, dsa_key()) == "proved");
  CHECK(outcome(Structure::pkcs8, pkcs8_key(rsa_identifier + null(), rsa_key())) == "proved");
  CHECK(outcome(Structure::pkcs8, pkcs8_key(dsa_identifier + sequence(dsa_domain()), integer(7))) ==
        "proved");
  CHECK(outcome(Structure::pkcs8, pkcs8_key(ed448_identifier, octets(Bytes(57, 5)))) == "proved");
  const Bytes curve = der(0xa0, nistp256_identifier);
  for (const Bytes& point :
       {Bytes{}, nistp256_generator, Bytes{3} + nistp256_x, Bytes{7} + nistp256_x + nistp256_y}) {
    const Bytes written = point.empty() ? Bytes{} : der(0xa1, bits(point));
    CHECK(outcome(Structure::sec1, ec_key(curve + written)) == "proved");
  }
}

TEST_CASE("RSA primes that are zero are found again") {
  CHECK(outcome(Structure::pkcs1,
                sequence(integer(0) + integer(3233) + integer(17) + integer(2753) + integer(0) +
                         integer(0) + integer(0) + integer(0) + integer(0))) == "proved");
}

TEST_CASE("a private half that doesn't belong to the public half") {
  const Bytes curve = der(0xa0, nistp256_identifier);
  CHECK(outcome(Structure::dsa, sequence(integer(0) + dsa_domain() + integer(9) + integer(7))) ==
        "key-mismatch");
  CHECK(outcome(Structure::sec1, ec_key(curve + der(0xa1, bits(Bytes{2} + nistp256_x)))) ==
        "key-mismatch");
  CHECK(outcome(Structure::pkcs8,
                pkcs8_key(ed25519_identifier, octets(ed25519_seed + Bytes(32, 1)))) ==
        "key-mismatch");
}

TEST_CASE("RSA numbers that only save time") {
  const auto rsa = [](std::uint32_t d, std::uint32_t dp, std::uint32_t dq, std::uint32_t iqmp) {
    Read read = read_plain(Structure::pkcs1, sequence(integer(0) + integer(3233) + integer(17) +
                                                      integer(d) + integer(61) + integer(53) +
                                                      integer(dp) + integer(dq) + integer(iqmp)));
    const std::string outcome = read.outcome();
    return outcome + (read.notes(errc::weak_key) ? " noted" : "");
  };
  CHECK(rsa(2753, 53, 49, 38) == "proved");
  CHECK(rsa(2753, 0, 0, 38) == "proved");          // left out by the writer; both or none
  CHECK(rsa(2753, 49, 53, 38) == "proved noted");  // in each other's place
  CHECK(rsa(2753, 53, 49, 20) == "proved noted");
  CHECK(rsa(2753, 49, 53, 20) == "proved noted");
  CHECK(rsa(2753, 49, 53, 0) == "proved noted");
  CHECK(rsa(2753, 53, 0, 38) == "invalid-key");
  CHECK(rsa(2753, 54, 49, 38) == "invalid-key");
  CHECK(rsa(2753, 53, 50, 38) == "invalid-key");
  CHECK(rsa(2753, 53, 49, 39) == "invalid-key");
  CHECK(rsa(2751, 54, 49, 38) == "key-mismatch");  // the worse fault
  CHECK(outcome(Structure::pkcs1,
                sequence(integer(0) + integer(3234) + integer(17) + integer(2753) + integer(61) +
                         integer(53) + integer(54) + integer(49) + integer(38))) == "key-mismatch");
}

TEST_CASE("what is wrong in the private half leaves the public half shown") {
  Bytes wrong = rsa_key();
  wrong.back() ^= 1;
  Read coefficient = read_plain(Structure::pkcs1, wrong);
  CHECK(coefficient.inspection.keys.size() == 1);
  wrong = rsa_key();
  wrong[wrong.size() - 4] ^= 2;  // the exponent modulo q-1
  Read exponent = read_plain(Structure::pkcs1, wrong);
  REQUIRE(exponent.inspection.error);
  CHECK(exponent.inspection.error->code == errc::invalid_key);
  CHECK(exponent.inspection.keys.size() == 1);
}

TEST_CASE("a public half that is zero isn't an absent one") {
  Bytes zero = sequence(integer(0) + dsa_domain() + integer(0) + integer(7));
  CHECK(outcome(Structure::dsa, zero) == "bad-number");
  const Bytes attached = sequence(integer(1) + sequence(dsa_identifier + sequence(dsa_domain())) +
                                  octets(integer(7)) + der(0x81, Bytes{0} + integer(0)));
  CHECK(outcome(Structure::pkcs8, attached) == "bad-number");
}

TEST_CASE("an RSA coefficient that is zero is computed") {
  const auto rsa = [](std::uint32_t n, std::uint32_t p, std::uint32_t q) {
    return outcome(Structure::pkcs1,
                   sequence(integer(0) + integer(n) + integer(17) + integer(2753) + integer(p) +
                            integer(q) + integer(0) + integer(0) + integer(0)));
  };
  CHECK(rsa(3233, 61, 53) == "proved");
  CHECK(rsa(3233, 61, 59) == "key-mismatch");
  CHECK(rsa(3233, 61, 61) == "invalid-key");  // no inverse
  CHECK(rsa(3233, 61, 0) == "invalid-key");
  CHECK(rsa(3233, 0, 61) == "bad-number");
  CHECK(rsa(3233, 62, 61) == "bad-number");
  CHECK(rsa(3233, 1, 61) == "bad-number");
  CHECK(rsa(3233, 0xfff, 61) == "key-mismatch");
  CHECK(rsa(3233, 0x1001, 61) == "bad-number");
  CHECK(rsa(3233, 61, 0x1001) == "bad-number");
}

TEST_CASE("strings in pieces, as writers of streams make them") {
  const Bytes file = from_hex("3080") + integer(0) + from_hex("3080") + ed25519_identifier +
                     from_hex("0000") + octets_in_pieces(octets_in_pieces(ed25519_seed)) +
                     from_hex("0000");
  for (const Strictness strictness : {Strictness::forgiving, Strictness::strict}) {
    Read read;
    read.opener = read_asn1_key(Structure::pkcs8, SecureBytes(file), {.strictness = strictness},
                                read.inspection);
    CHECK(container::recognise(file) == Structure::pkcs8);
    CHECK(read.outcome() == "proved");
    CHECK(read.last_blob == ed25519_blob);
  }
  Read encrypted = read_pkcs8(pkcs8_encrypted("secret", 3, file, octets_in_pieces));
  CHECK(to_hex(encrypted.inspection.salt) == "0909090909090909");
  CHECK(encrypted.outcome("secret") == "proved");
  CHECK(encrypted.last_blob == ed25519_blob);
  CHECK(encrypted.outcome("Secret") == "wrong-passphrase");
}

TEST_CASE("scalars and points out of range") {
  const Bytes curve = der(0xa0, nistp256_identifier);
  const auto scalar = [&](const Bytes& d) {
    return outcome(Structure::sec1, sequence(integer(1) + octets(d) + curve));
  };
  CHECK(scalar(Bytes(32, 0)) == "bad-number");
  CHECK(scalar(Bytes(32, 0xff)) == "bad-number");
  CHECK(scalar(Bytes(33, 1)) == "bad-number");
  CHECK(outcome(Structure::sec1, ec_key(curve + der(0xa1, bits(Bytes(65, 4))))) == "invalid-key");
}

TEST_CASE("PEM: every mode of encryption, and a wrong passphrase in each") {
  for (const std::string_view name : {"AES-128-CBC", "AES-256-CFB", "AES-192-OFB", "aes-256-cbc"}) {
    Read file = read_dek_of(name, rsa_key());
    CHECK(file.inspection.container == "pem-pkcs1");
    CHECK(file.inspection.cipher == name);
    CHECK(file.inspection.kdf == "evp-bytestokey-md5");
    CHECK(file.inspection.encrypted);
    CHECK(to_hex(file.inspection.salt) == "0001020304050607");
    CHECK(file.notes(errc::weak_kdf));
    CHECK_FALSE(file.inspection.keys[0].public_key);
    CHECK(file.outcome("secret") == "proved");
    CHECK(file.notes(errc::weak_key));
    CHECK(file.outcome("wrong") == "wrong-passphrase");
    CHECK(file.last_error->detail == "or the file is damaged");
    CHECK(file.outcome("") == "needs-passphrase");
  }
}

TEST_CASE("PEM: a wrong passphrase is never taken for damage, whatever padding it leaves") {
  // About one passphrase in 256 leaves good padding.
  Read file = read_dek_of("AES-128-CBC", rsa_key());
  for (int i = 0; i < 2000; ++i) {
    CHECK(file.outcome("wrong" + std::to_string(i)) == "wrong-passphrase");
  }
}

TEST_CASE("PEM: damage behind the first block of a key isn't a wrong passphrase") {
  const Bytes filler(60, 0x55);
  for (const std::string_view beginning :
       {"308204a30201000282", "30820276020100300d0609", "3081a4020101043000",
        "302e020100300506032b65", "307702010104204040"}) {
    Read file = read_dek_of("AES-128-CBC", from_hex(beginning) + filler);
    CHECK(file.outcome("secret") == "malformed");
    CHECK(file.last_error->detail == "the passphrase is right, what it protects is damaged");
    CHECK_FALSE(file.last_error->offset);
    for (int i = 0; i < 200; ++i) {
      CHECK(file.outcome("wrong" + std::to_string(i)) == "wrong-passphrase");
    }
  }
  for (const std::string_view beginning :
       {"308204a30201000482", "308204a302010202", "30820076020100300d0609", "30770201010421"}) {
    CHECK(read_dek_of("AES-128-CBC", from_hex(beginning) + filler).outcome("secret") ==
          "wrong-passphrase");
  }
}

TEST_CASE("PEM: digits behind the IV are left alone, as libcrypto does") {
  const ByteView salt = ByteView(dek_iv).first(8);
  const Bytes body =
      encrypt("AES-128-CBC", {.kdf = Kdf::bytes_to_key, .salt = salt}, "secret", dek_iv, rsa_key());
  for (const std::string_view behind : {"a", "ab", "0011223344556677"}) {
    armor::Armored armored = dek_armor("AES-128-CBC", body, "RSA PRIVATE KEY");
    armored.headers[1].value += behind;
    CHECK(read_dek(std::move(armored)).outcome("secret") == "proved");
  }
}

TEST_CASE("PEM: the header lines that OpenSSL takes") {
  using Headers = std::vector<armor::Header>;
  const auto field = [](Headers headers) -> std::string_view {
    armor::Armored armored;
    armored.headers = std::move(headers);
    const Result<void> checked = check_headers(armored);
    return checked ? "" : checked.error().field;
  };
  const armor::Header proc_type{"Proc-Type", "4,ENCRYPTED"};
  const armor::Header dek_info{"DEK-Info", "AES-128-CBC,00"};
  const armor::Header comment{"Comment", "x"};
  CHECK(field({}).empty());
  CHECK(field({proc_type, dek_info}).empty());
  CHECK(field({proc_type, dek_info, comment}).empty());
  CHECK(field({comment}) == "Proc-Type");
  CHECK(field({dek_info, proc_type}) == "Proc-Type");
  CHECK(field({comment, proc_type, dek_info}) == "Proc-Type");
  for (const std::string_view value : {"3,ENCRYPTED", "4,CLEAR", "4ENCRYPTED", "4,encrypted"}) {
    CHECK(field({{"Proc-Type", std::string(value)}, dek_info}) == "Proc-Type");
  }
  CHECK(field({proc_type, comment, dek_info}) == "DEK-Info");
  CHECK(field({proc_type}) == "DEK-Info");
  CHECK(field({proc_type, {"DEK-Info", "AES-128-CBC, 00"}}) == "DEK-Info");
  CHECK(field({proc_type, {"DEK-Info", "AES-128-CBC"}}) == "DEK-Info");
}

TEST_CASE("PEM: a key in clear under the headers of an encrypted one") {
  CHECK(is_key_in_clear(dek_armor("AES-128-CBC", rsa_key(), "RSA PRIVATE KEY")));
  CHECK(is_key_in_clear(dek_armor("AES-128-CBC", pkcs8_encrypted("x"), "RSA PRIVATE KEY")));
  CHECK_FALSE(is_key_in_clear(dek_armor("AES-128-CBC", Bytes(64, 0x30), "RSA PRIVATE KEY")));
  Bytes cut = rsa_key();
  cut.pop_back();
  CHECK_FALSE(is_key_in_clear(dek_armor("AES-128-CBC", cut, "RSA PRIVATE KEY")));
  const std::string pem =
      "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n"
      "DEK-Info: AES-128-CBC,000102030405060708090a0b0c0d0e0f\n\n" +
      base64_encode(rsa_key(), Base64Padding::with) + "\n-----END RSA PRIVATE KEY-----\n";
  const KeyFile file = KeyFile::parse(wire::as_bytes(pem));
  REQUIRE_FALSE(file.error());
  CHECK_FALSE(file.inspection().encrypted);
  CHECK(std::ranges::find(file.inspection().notes, errc::label_mismatch, &Note::code) !=
        file.inspection().notes.end());
  const KeyFile strict = KeyFile::parse(wire::as_bytes(pem), {.strictness = Strictness::strict});
  REQUIRE(strict.error());
  CHECK(strict.error()->code == errc::label_mismatch);
}

TEST_CASE("ciphers of libcrypto's legacy provider are refused where OpenSSH can't have them") {
  const Bytes body(32, 1);
  const auto strict = [&](std::string_view cipher) {
    armor::Armored armored = dek_armor(cipher, body, "RSA PRIVATE KEY");
    armored.headers[1].value.resize(cipher.size() + 1 + 16);
    Read read;
    read.opener = read_encrypted_pem(armored, {.strictness = Strictness::strict}, read.inspection);
    return read.inspection.error ? word(read.inspection.error->code) : "opens";
  };
  CHECK(strict("DES-EDE3-CBC") == "opens");
  CHECK(strict("DES-CBC") == "unsupported-cipher");
  CHECK(strict("BF-CBC") == "unsupported-cipher");
}

TEST_CASE("PEM: a passphrase of any length") {
  const std::string passphrase(5000, 'x');
  const ByteView salt = ByteView(dek_iv).first(8);
  const Bytes body = encrypt("AES-128-CBC", {.kdf = Kdf::bytes_to_key, .salt = salt}, passphrase,
                             dek_iv, rsa_key());
  Read file = read_dek(dek_armor("AES-128-CBC", body, "RSA PRIVATE KEY"));
  CHECK(file.outcome(passphrase) == "proved");
  CHECK(file.outcome(passphrase.substr(1)) == "wrong-passphrase");
}

TEST_CASE("PEM: what is inside decides, and the label is noted") {
  Read file = read_dek_of("AES-128-CBC", ed25519_pkcs8());
  CHECK(file.outcome("secret") == "proved");
  CHECK(file.notes(errc::label_mismatch));
  Read labelled = read_dek_of("AES-128-CBC", ed25519_pkcs8(), "PRIVATE KEY");
  CHECK(labelled.inspection.container == "pkcs8");
  CHECK(labelled.outcome("secret") == "proved");
  CHECK_FALSE(labelled.notes(errc::label_mismatch));
}

TEST_CASE("PEM: a broken key under the right passphrase is named, without an offset") {
  Read file = read_dek_of("AES-128-CBC", sequence(integer(7) + rsa_numbers()));
  CHECK(file.outcome("secret") == "malformed");
  CHECK(file.last_error->field == "RSA key version");
  CHECK(file.last_error->offset == std::nullopt);
}

TEST_CASE("PEM: what no passphrase could mend is refused at once") {
  const Bytes blocks(32, 0);
  CHECK(read_dek(dek_armor("AES-128-CBC", Bytes(31, 0), "RSA PRIVATE KEY")).outcome() ==
        "malformed");
  CHECK(read_dek(dek_armor("AES-128-CBC", {}, "RSA PRIVATE KEY")).outcome() == "malformed");
  CHECK(read_dek(dek_armor("AES-128-ECB", blocks, "RSA PRIVATE KEY")).outcome() ==
        "unsupported-cipher");
  CHECK(read_dek(dek_armor("ROT13", blocks, "RSA PRIVATE KEY")).outcome() == "unsupported-cipher");
  CHECK(read_dek(dek_armor("AES-128-ECB", blocks, "RSA PRIVATE KEY")).inspection.error->advice ==
        cipher::write_anew);
  armor::Armored short_iv = dek_armor("AES-128-CBC", blocks, "RSA PRIVATE KEY");
  short_iv.headers[1].value.pop_back();
  CHECK(read_dek(std::move(short_iv)).outcome() == "malformed");
  armor::Armored without = dek_armor("AES-128-CBC", blocks, "RSA PRIVATE KEY");
  without.headers.pop_back();
  CHECK(has_pem_encryption(without));
  CHECK(read_dek(std::move(without)).outcome() == "malformed");
}

TEST_CASE("PKCS#8: cipher and KDF in clear, the key under the passphrase") {
  Read file = read_pkcs8(pkcs8_encrypted("secret"));
  CHECK(file.inspection.container == "pkcs8-encrypted");
  CHECK(file.inspection.encrypted);
  CHECK(file.inspection.cipher == "aes-256-cbc");
  CHECK(file.inspection.kdf == "pbkdf2-hmac-sha1");
  CHECK(file.inspection.rounds == 3);
  CHECK(to_hex(file.inspection.salt) == "0909090909090909");
  CHECK(file.outcome("secret") == "proved");
  CHECK(file.last_blob == ed25519_blob);
  CHECK(file.outcome("Secret") == "wrong-passphrase");
  CHECK(file.outcome("") == "wrong-passphrase");
}

TEST_CASE("PKCS#8: a cipher without its IV is malformed, one that has none unsupported") {
  const auto outcome_of = [](std::string_view cipher) {
    const Bytes kdf = identifier("2a864886f70d01050c") + sequence(octets(Bytes(8, 9)) + integer(3));
    const Bytes scheme = identifier("2a864886f70d01050d") +
                         sequence(sequence(kdf) + sequence(identifier(cipher) + null()));
    return read_pkcs8(sequence(sequence(scheme) + octets(Bytes(32, 1)))).outcome("secret");
  };
  CHECK(outcome_of("60864801650304012a") == "malformed");           // AES-256-CBC
  CHECK(outcome_of("608648016503040129") == "unsupported-cipher");  // AES-256-ECB
}

TEST_CASE("PKCS#8: an empty passphrase is a passphrase") {
  Read file = read_pkcs8(pkcs8_encrypted(""));
  CHECK(file.outcome("") == "proved");
  CHECK(file.outcome("x") == "wrong-passphrase");
}

TEST_CASE("PKCS#8: costs past the limit stop unlocking and not inspection") {
  Read at_limit = read_pkcs8(pkcs8_encrypted("secret", 10'000'000));
  UnlockOptions cancelled;
  std::stop_source source;
  source.request_stop();
  cancelled.stop = source.get_token();
  CHECK(at_limit.outcome("secret", cancelled) == "cancelled");
  Read past = read_pkcs8(pkcs8_encrypted("secret", 10'000'001));
  CHECK(past.inspection.rounds == 10'000'001);
  CHECK_FALSE(past.inspection.error);
  CHECK(past.outcome("secret") == "rounds-too-large");
}

TEST_CASE("PKCS#8: a key of another form inside is noted") {
  Read file = read_pkcs8(pkcs8_encrypted("secret", 3, rsa_key()));
  CHECK(file.outcome("secret") == "proved");
  CHECK(file.notes(errc::label_mismatch));
}

TEST_CASE("binary ASN.1 that was cut is named by what is left") {
  const Bytes modulus = integer(Bytes(64, 0x7f));
  const Bytes order = integer(Bytes(20, 0x7f));
  const auto container = [](Bytes bytes) {
    bytes.pop_back();
    const KeyFile file = KeyFile::parse(bytes);
    REQUIRE(file.error() != nullptr);
    CHECK(word(file.error()->code) == "truncated");
    CHECK(file.error()->hint() == "copy the file again, whole");
    return file.inspection().container;
  };
  CHECK(container(sequence(integer(0) + modulus + integer(17) + modulus)) == "pem-pkcs1");
  CHECK(container(sequence(integer(0) + modulus + order + modulus)) == "pem-dsa");
  CHECK(container(ec_key({})) == "pem-sec1");
  CHECK(container(ed25519_pkcs8()) == "pkcs8");
  CHECK(container(pkcs8_encrypted("secret")) == "pkcs8-encrypted");
}

TEST_CASE("what is no private key is named under the label of one") {
  const auto outcome_of = [](std::string_view label, const Bytes& bytes) {
    const std::string text = "-----BEGIN " + std::string(label) + "-----\n" +
                             base64_encode(bytes, Base64Padding::with) + "\n-----END " +
                             std::string(label) + "-----\n";
    const KeyFile file = KeyFile::parse(wire::as_bytes(text));
    REQUIRE(file.error() != nullptr);
    CHECK(file.error()->detail.contains("under a private key's label"));
    return std::string(word(file.error()->code));
  };
  const Bytes blob = ssh_string("ssh-ed25519") + ssh_string(Bytes(32, 7));
  CHECK(outcome_of("OPENSSH PRIVATE KEY", blob) == "public-key-given");
  CHECK(outcome_of("RSA PRIVATE KEY", blob) == "public-key-given");
  CHECK(outcome_of("PRIVATE KEY", sequence(sequence(ed25519_identifier) + bits(Bytes(32, 7)))) ==
        "public-key-given");
  CHECK(outcome_of("PRIVATE KEY", sequence(integer(3) + sequence({}))) == "unsupported-container");
}
