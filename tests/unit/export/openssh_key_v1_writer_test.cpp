// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <random>

#include <osshkey/osshkey.hpp>

#include "cipher/cipher.hpp"
#include "key/key_type.hpp"
#include "make_keys.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

std::string text(const Result<SecureBytes>& written) {
  REQUIRE(written);
  return std::string(wire::as_text(written->view()));
}

/// private_fields is all numbers of a key as the private section spells them.
std::string private_fields(const PrivateKey& key) {
  const key::KeyType& type = *key::find_type(key.public_key().type());
  return to_hex(wire::build([&](wire::Writer& writer) {
    type.write_private(key.numbers(), key::PublicFields::in_section, writer);
  }));
}

/// check_same unlocks what was written and compares everything.
void check_same(const PrivateKey& key, const Result<SecureBytes>& written, ByteView passphrase) {
  REQUIRE(written);
  KeyFile file = KeyFile::parse(written->view());
  REQUIRE(file.error() == nullptr);
  const Result<Keys> keys = file.unlock(passphrase);
  REQUIRE(keys);
  REQUIRE(keys->size() == 1);
  CHECK(keys->front().public_key() == key.public_key());
  CHECK(to_hex(keys->front().public_key().certificate()) == to_hex(key.public_key().certificate()));
  CHECK(keys->front().comment() == key.comment());
  CHECK(keys->front().is_proved() == key.is_proved());
  CHECK(private_fields(keys->front()) == private_fields(key));
  for (const Note& note : file.inspection().notes) {
    CHECK(kind(note.code) == failure::advice);
  }
}

/// writable_ciphers is what today's OpenSSH reads, under the names it has today.
std::vector<std::string_view> writable_ciphers() {
  std::vector<std::string_view> names;
  for (const cipher::Cipher& row : cipher::all_ciphers()) {
    if (row.age != cipher::Age::historic && row.engine != cipher::Engine::none) {
      names.push_back(row.name);
    }
  }
  return names;
}

}  // namespace

TEST_CASE("each type is read back from each cipher") {
  const Bytes passphrase = from_text("correct horse");
  for (const std::string_view type : key_types) {
    CAPTURE(type);
    const PrivateKey key = make_key(type);
    check_same(key, to_openssh(key), {});
    for (const std::string_view cipher : writable_ciphers()) {
      CAPTURE(cipher);
      check_same(key, to_openssh(key, {.passphrase = passphrase, .cipher = cipher, .rounds = 1}),
                 passphrase);
    }
  }
}

TEST_CASE("whatever is chosen at random is read back") {
  const auto chosen_seed = std::random_device{}();
  CAPTURE(chosen_seed);
  std::mt19937 random(chosen_seed);
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  const auto bytes = [&](std::size_t size) {
    Bytes made(size);
    for (std::uint8_t& byte : made) {
      byte = static_cast<std::uint8_t>(below(256));
    }
    return made;
  };
  const std::vector<std::string_view> ciphers = writable_ciphers();
  for (int i = 0; i < 40; ++i) {
    CAPTURE(i);
    const Bytes comment = bytes(below(100));
    const Bytes passphrase = bytes(1 + below(200));
    const PrivateKey key = make_key_from_seed(bytes(32), wire::as_text(comment));
    const auto rounds = static_cast<std::uint32_t>(1 + below(4));
    check_same(key,
               to_openssh(key, {.passphrase = passphrase,
                                .cipher = ciphers[below(ciphers.size())],
                                .rounds = rounds}),
               passphrase);
  }
}

TEST_CASE("a certificate stays with its key") {
  const PrivateKey key = make_certified_key();
  REQUIRE_FALSE(key.public_key().certificate().empty());
  check_same(key, to_openssh(key), {});
}

TEST_CASE("the text has the shape of ssh-keygen's") {
  const std::string written = text(to_openssh(make_key("ssh-ed25519")));
  CHECK(written.starts_with("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA"));
  CHECK(written.ends_with("\n-----END OPENSSH PRIVATE KEY-----\n"));
  const std::size_t first = written.find('\n') + 1;
  CHECK(written.find('\n', first) - first == 70);
  CHECK(written.find('\r') == std::string::npos);
}

TEST_CASE("the usual encryption is that of ssh-keygen") {
  const Bytes passphrase = from_text("p");
  const Result<SecureBytes> written =
      to_openssh(make_key("ssh-ed25519"), {.passphrase = passphrase, .cipher = {}, .rounds = 0});
  REQUIRE(written);
  const KeyFile file = KeyFile::parse(written->view());
  CHECK(file.inspection().cipher == "aes256-ctr");
  CHECK(file.inspection().kdf == "bcrypt");
  CHECK(file.inspection().rounds == 24);
  CHECK(file.inspection().salt.size() == 16);
  CHECK(file.inspection().notes.empty());
}

TEST_CASE("salt and check values are new each time") {
  const PrivateKey key = make_key("ssh-ed25519");
  const Bytes passphrase = from_text("p");
  const Protection protection{.passphrase = passphrase, .cipher = {}, .rounds = 1};
  CHECK(text(to_openssh(key)) != text(to_openssh(key)));
  CHECK(KeyFile::parse(to_openssh(key, protection)->view()).inspection().salt !=
        KeyFile::parse(to_openssh(key, protection)->view()).inspection().salt);
}

TEST_CASE("an old name of aes256-cbc is written under today's") {
  const Bytes passphrase = from_text("p");
  const Result<SecureBytes> written =
      to_openssh(make_key("ssh-ed25519"),
                 {.passphrase = passphrase, .cipher = "rijndael-cbc@lysator.liu.se", .rounds = 1});
  REQUIRE(written);
  CHECK(KeyFile::parse(written->view()).inspection().cipher == "aes256-cbc");
}

TEST_CASE("ciphers that OpenSSH gave up, unknown ones and none with a passphrase are refused") {
  const PrivateKey key = make_key("ssh-ed25519");
  const Bytes passphrase = from_text("p");
  for (const std::string_view cipher :
       {"blowfish-cbc", "cast128-cbc", "arcfour", "arcfour128", "arcfour256", "none", "aes"}) {
    CAPTURE(cipher);
    const Result<SecureBytes> written =
        to_openssh(key, {.passphrase = passphrase, .cipher = cipher, .rounds = 1});
    REQUIRE_FALSE(written);
    CHECK(written.error().code == errc::unsupported_cipher);
  }
  // A wrong name is one, too, where nothing is encrypted.
  CHECK(to_openssh(key, {.cipher = "aes"}).error().code == errc::unsupported_cipher);
  CHECK(to_openssh(key, {.cipher = "none"}));
  CHECK(to_openssh(key, {.cipher = "aes256-ctr"}));
}
