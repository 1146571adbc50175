// SPDX-License-Identifier: MIT
// PuTTY's files, from their text to proved keys.
#include "file/ppk_file.hpp"

#include <doctest/doctest.h>
#include <sodium.h>

#include "cipher/cipher.hpp"
#include "cipher/hash.hpp"
#include "cipher/kdf.hpp"
#include "read.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

std::string base64(const Bytes& bytes) {
  std::string text(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();
  return text;
}

/// PpkText is the parts of an unencrypted file in version 3, whose MAC has an empty key.
struct PpkText {
  std::string type = "ssh-ed25519";
  std::string comment = "a comment";
  Bytes public_blob = ssh_string("ssh-ed25519") + ssh_string(ed25519_public);
  Bytes private_blob = ssh_string(ed25519_seed);
  std::string comment_shown = comment;

  [[nodiscard]] std::string text() const {
    const Bytes covered = ssh_string(type) + ssh_string("none") + ssh_string(comment) +
                          ssh_string(public_blob) + ssh_string(private_blob);
    return "PuTTY-User-Key-File-3: " + type + "\nEncryption: none\nComment: " + comment_shown +
           "\nPublic-Lines: 1\n" + base64(public_blob) + "\nPrivate-Lines: 1\n" +
           base64(private_blob) +
           "\nPrivate-MAC: " + to_hex(cipher::hmac("SHA256", {}, covered).view()) + "\n";
  }
};

Read read_ppk_text(const std::string& text, const Policy& policy = {}) {
  Read read;
  read.opener = read_ppk(SecureBytes(wire::as_bytes(text)), policy, read.inspection);
  return read;
}

}  // namespace

TEST_CASE("PuTTY: public key and comment in clear") {
  Read file = read_ppk_text(PpkText().text());
  CHECK(file.inspection.container == "ppk3");
  CHECK(file.inspection.cipher == "none");
  CHECK(to_hex(file.inspection.keys[0].public_key->blob()) == ed25519_blob);
  CHECK(file.inspection.keys[0].comment == "a comment");
  CHECK(file.outcome() == "proved");
  CHECK(file.last_comment == "a comment");
}

TEST_CASE("PuTTY: an edited comment fails the MAC") {
  PpkText file;
  file.comment_shown = "another comment";
  Read read = read_ppk_text(file.text());
  CHECK_FALSE(read.inspection.error);
  CHECK(read.outcome() == "check-mismatch");
}

TEST_CASE("PuTTY: blanks that were added to the comment, and those that are the comment") {
  PpkText file;
  file.comment_shown = file.comment + " \t";
  Read added = read_ppk_text(file.text());
  CHECK(added.outcome() == "proved");
  CHECK(added.last_comment == "a comment");
  CHECK(added.notes(errc::indented));
  file.comment = " ";
  file.comment_shown = " ";
  Read blank = read_ppk_text(file.text());
  CHECK(blank.outcome() == "proved");
  CHECK(blank.last_comment == " ");
  CHECK_FALSE(blank.notes(errc::indented));
}

TEST_CASE("PuTTY: under the right passphrase an edited comment isn't a wrong passphrase") {
  // Version 2, whose derivation is cheap; the last block is filled up with zeros.
  const Bytes private_blob = ssh_string(ed25519_seed) + Bytes(12, 0);
  Bytes key(32);
  Bytes iv(16);
  REQUIRE(cipher::derive({.kdf = Kdf::ppk2}, wire::as_bytes("secret"), {.key = key, .iv = iv}, 1));
  Bytes encrypted(private_blob.size());
  REQUIRE(cipher::encrypt({.cipher = *cipher::find_cipher("aes256-cbc"), .key = key, .iv = iv},
                          private_blob, encrypted, {}));
  Read file = read_ppk_text(
      "PuTTY-User-Key-File-2: ssh-ed25519\nEncryption: aes256-cbc\nComment: edited\n"
      "Public-Lines: 1\n" +
      base64(PpkText().public_blob) + "\nPrivate-Lines: 1\n" + base64(encrypted) +
      "\nPrivate-MAC: " + std::string(40, '0') + "\n");
  CHECK(file.outcome("secret") == "check-mismatch");
  CHECK(file.last_error->advice.contains("undo the last change"));
  for (int i = 0; i < 200; ++i) {
    CHECK(file.outcome("wrong" + std::to_string(i)) == "wrong-passphrase");
  }
}

TEST_CASE("PuTTY: the private half in its forms") {
  PpkText rsa{.type = "ssh-rsa",
              .public_blob =
                  ssh_string("ssh-rsa") + ssh_string(from_hex("11")) + ssh_string(from_hex("0ca1")),
              .private_blob = ssh_string(from_hex("0ac1")) + ssh_string(from_hex("3d")) +
                              ssh_string(from_hex("35")) + ssh_string(from_hex("26"))};
  CHECK(read_ppk_text(rsa.text()).outcome() == "proved");
  rsa.private_blob = ssh_string(from_hex("0ac1"));
  CHECK(read_ppk_text(rsa.text()).outcome() == "truncated");
  PpkText ecdsa{.type = "ecdsa-sha2-nistp256",
                .public_blob = ssh_string("ecdsa-sha2-nistp256") + ssh_string("nistp256") +
                               ssh_string(nistp256_generator),
                .private_blob = ssh_string(from_hex("01"))};
  CHECK(read_ppk_text(ecdsa.text()).outcome() == "proved");
  ecdsa.private_blob = ssh_string(from_hex("02"));
  CHECK(read_ppk_text(ecdsa.text()).outcome() == "key-mismatch");
  PpkText dsa{.type = "ssh-dss",
              .public_blob = ssh_string("ssh-dss") + ssh_string(from_hex("17")) +
                             ssh_string(from_hex("0b")) + ssh_string(from_hex("04")) +
                             ssh_string(from_hex("08")),
              .private_blob = ssh_string(from_hex("07"))};
  CHECK(read_ppk_text(dsa.text()).outcome() == "proved");
  PpkText ed25519;
  ed25519.private_blob = ssh_string(ed25519_seed + Bytes{0});
  CHECK(read_ppk_text(ed25519.text()).outcome() == "malformed");
  ed25519.private_blob = ssh_string(Bytes(32, 1));
  CHECK(read_ppk_text(ed25519.text()).outcome() == "key-mismatch");
}

TEST_CASE("PuTTY: an Ed25519 seed without the zeros at its end") {
  Bytes seed(30, 7);
  Bytes public_key(crypto_sign_PUBLICKEYBYTES);
  Bytes secret(crypto_sign_SECRETKEYBYTES);
  crypto_sign_seed_keypair(public_key.data(), secret.data(), (seed + Bytes(2, 0)).data());
  const PpkText file{.public_blob = ssh_string("ssh-ed25519") + ssh_string(public_key),
                     .private_blob = ssh_string(seed)};
  CHECK(read_ppk_text(file.text()).outcome() == "proved");
}

TEST_CASE("PuTTY: types that disagree or that aren't known") {
  PpkText file;
  file.type = "ssh-rsa";
  CHECK(read_ppk_text(file.text()).outcome() == "key-mismatch");
  file.type = "ssh-unknown";
  file.public_blob = ssh_string("ssh-unknown");
  Read unknown = read_ppk_text(file.text());
  CHECK(unknown.inspection.keys[0].public_key->type() == "ssh-unknown");
  CHECK(unknown.outcome() == "unsupported-key-type");
}

TEST_CASE("PuTTY: costs past the limit stop unlocking and not inspection") {
  const auto file = [](std::string_view memory, std::string_view passes) {
    std::string text = PpkText().text();
    text.replace(text.find("none"), 4, "aes256-cbc");
    const std::size_t at = text.find("Private-Lines");
    text.insert(at, "Key-Derivation: Argon2id\nArgon2-Memory: " + std::string(memory) +
                        "\nArgon2-Passes: " + std::string(passes) +
                        "\nArgon2-Parallelism: 1\nArgon2-Salt: 0001020304050607\n");
    const std::size_t body = text.find("Private-Lines: 1\n") + 17;
    return text.replace(body, text.find('\n', body) - body, base64(Bytes(48, 1)));
  };
  Read past = read_ppk_text(file("4194304", "1"));
  CHECK(past.inspection.kdf == "argon2id");
  CHECK(past.inspection.rounds == 1);
  CHECK(past.inspection.keys[0].public_key);
  CHECK(past.outcome("secret") == "rounds-too-large");
  CHECK(read_ppk_text(file("8", "4097")).outcome("secret") == "rounds-too-large");
  Read cheap = read_ppk_text(file("8", "1"));
  CHECK(cheap.outcome("secret") == "wrong-passphrase");
  CHECK(cheap.outcome("") == "needs-passphrase");
}

TEST_CASE("nothing is shown of a private blob that stands where something public should") {
  const std::string seed = base64(ssh_string(ed25519_seed));
  const std::string good = PpkText{}.text();
  const auto with = [&](std::string_view what, const std::string& instead) {
    std::string text = good;
    return text.replace(text.find(what), what.size(), instead);
  };
  const std::string public_blob = base64(PpkText{}.public_blob);
  for (const std::string& text :
       {with("PuTTY-User-Key-File-3", "PuTTY-User-Key-File-3" + seed),
        with("Encryption: none", "Encryption: none" + seed),
        with("Encryption: none", "Encryption: " + seed), with(public_blob, seed),
        with(public_blob + "\nPrivate-Lines: 1\n", "")}) {
    CAPTURE(text);
    const Read read = read_ppk_text(text);
    REQUIRE(read.inspection.error);
    CHECK(read.inspection.error->text().find(seed) == std::string::npos);
    CHECK(read.inspection.cipher.find(seed) == std::string::npos);
    CHECK(read.inspection.keys.empty());
  }
  const Read encrypted =
      read_ppk_text(with("Encryption: none", "Encryption: aes256-cbc")
                        .insert(with("Encryption: none", "Encryption: aes256-cbc").find("Private"),
                                "Key-Derivation: " + seed + "\n"));
  REQUIRE(encrypted.inspection.error);
  CHECK(encrypted.inspection.error->code == errc::unsupported_kdf);
  CHECK(encrypted.inspection.error->text().find(seed) == std::string::npos);
  CHECK(encrypted.inspection.kdf == "");
}
