// SPDX-License-Identifier: MIT
#include <osshkey/key_file.hpp>

#include <doctest/doctest.h>
#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include <algorithm>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "cipher/cipher.hpp"
#include "key_builder.hpp"
#include "scratch.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

const Ed25519Pair pair(1);
constexpr std::string_view passphrase = "a passphrase";

KeyFile parse(const Envelope& envelope, const Policy& policy = {}) {
  const std::string text = armor(envelope.bytes());
  return KeyFile::parse(ByteView(from_text(text)), policy);
}

const Policy strict{.strictness = Strictness::strict};

Bytes bcrypt_options(std::uint32_t rounds) {
  return ssh_string(Bytes(16, 9)) + u32(rounds);
}

/// encrypted_envelope is a good file, encrypted with the row of a name, at one round.
Envelope encrypted_envelope(std::string_view cipher_name, const Bytes& section) {
  const cipher::Cipher& row = *cipher::find_cipher(cipher_name);
  Envelope envelope;
  envelope.cipher_name = ssh_string(cipher_name);
  envelope.kdf_name = ssh_string("bcrypt");
  envelope.kdf_options = ssh_string(bcrypt_options(1));
  envelope.public_keys = ssh_string(pair.blob());
  Bytes derived(std::size_t{row.key_size} + row.iv_size);
  REQUIRE(bcrypt_pbkdf::derive(from_text(passphrase), Bytes(16, 9), 1, derived) ==
          bcrypt_pbkdf::Status::ok);
  Bytes ciphertext(section.size());
  envelope.tail.resize(row.tag_size);
  const ByteView view(derived);
  REQUIRE(cipher::encrypt(
      {.cipher = row, .key = view.first(row.key_size), .iv = view.subspan(row.key_size)}, section,
      ciphertext, envelope.tail));
  envelope.private_section = ssh_string(ciphertext);
  return envelope;
}

Bytes good_section(std::size_t block) {
  return padded(u32(7) + u32(7) + pair.private_fields() + ssh_string("test"), block);
}

bool has_note(const KeyFile& file, errc code) {
  const std::vector<Note>& notes = file.inspection().notes;
  return std::ranges::find(notes, code, &Note::code) != notes.end();
}

errc unlock_code(KeyFile file, std::string_view with = passphrase) {
  const Result<Keys> keys = file.unlock(with);
  return keys ? errc{} : keys.error().code;
}

}  // namespace

TEST_CASE("an unencrypted key is shown, opened and proved") {
  KeyFile file = parse(plain_envelope(pair));
  REQUIRE(file.error() == nullptr);
  CHECK(file.inspection().container == "openssh-key-v1");
  CHECK(file.inspection().cipher == "none");
  CHECK_FALSE(file.is_encrypted());
  CHECK(has_note(file, errc::unencrypted));
  const Result<Keys> keys = file.open();
  REQUIRE(keys);
  REQUIRE(keys->size() == 1);
  const PrivateKey& key = keys->front();
  CHECK(key.is_proved());
  CHECK(key.comment() == "test");
  CHECK(key.public_key().type() == "ssh-ed25519");
  CHECK(key.public_key().bits() == 256);
  REQUIRE(key.ed25519() != nullptr);
  CHECK(to_hex(key.ed25519()->secret) == to_hex(pair.secret));
  CHECK(to_hex(key.ed25519()->seed()) == to_hex(Bytes(32, 1)));
  CHECK(to_hex(key.ed25519()->public_key) == to_hex(pair.public_key));
}

TEST_CASE("a key outlives its file") {
  Keys keys = [] {
    KeyFile file = parse(plain_envelope(pair));
    return std::move(*file.open());
  }();
  const PrivateKey moved = std::move(keys.front());
  CHECK(to_hex(moved.ed25519()->secret) == to_hex(pair.secret));
}

TEST_CASE("every cipher opens, and a wrong passphrase is called one") {
  for (const cipher::Cipher& row : cipher::all_ciphers()) {
    CAPTURE(row.name);
    if (row.engine == cipher::Engine::none || row.age == cipher::Age::historic) {
      continue;
    }
    const Envelope envelope = encrypted_envelope(row.name, good_section(row.block_size));
    KeyFile file = parse(envelope);
    REQUIRE(file.error() == nullptr);
    CHECK(file.is_encrypted());
    CHECK(has_note(file, errc::weak_cipher) == (row.name == std::string_view("3des-cbc")));
    CHECK(file.inspection().rounds == 1);
    CHECK(file.inspection().salt == Bytes(16, 9));
    REQUIRE(file.inspection().keys.size() == 1);
    CHECK(file.inspection().keys[0].public_key.has_value());
    CHECK(file.open().error().code == errc::needs_passphrase);
    CHECK(file.unlock("").error().code == errc::needs_passphrase);
    const Result<Keys> wrong = file.unlock("another");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().code == errc::wrong_passphrase);
    CHECK((wrong.error().detail == "or the file is damaged") == (row.tag_size != 0));
    const Result<Keys> keys = file.unlock(passphrase);
    REQUIRE(keys);
    CHECK(keys->front().is_proved());
  }
}

TEST_CASE("a cipher of the past is noted without a passphrase") {
  for (const std::string_view name : {"blowfish-cbc", "cast128-cbc", "arcfour", "arcfour256"}) {
    CAPTURE(name);
    Envelope envelope = encrypted_envelope("3des-cbc", good_section(8));
    envelope.cipher_name = ssh_string(name);
    CHECK(has_note(parse(envelope), errc::weak_cipher));
  }
}

TEST_CASE("what can be refused without the KDF is refused at once") {
  struct Row {
    std::string_view what;
    errc code;
    std::string_view field;
    std::function<void(Envelope&)> damage;
  };
  const std::vector<Row> rows = {
      {"unknown cipher", errc::unsupported_cipher, "cipher name",
       [](Envelope& e) { e.cipher_name = ssh_string("serpent-cbc"); }},
      {"unknown KDF", errc::unsupported_kdf, "kdf name",
       [](Envelope& e) { e.kdf_name = ssh_string("scrypt"); }},
      {"cipher without KDF", errc::malformed, "kdf name",
       [](Envelope& e) { e.kdf_name = ssh_string("none"); }},
      {"no rounds", errc::bad_kdf_options, "kdf options",
       [](Envelope& e) { e.kdf_options = ssh_string(bcrypt_options(0)); }},
      {"no salt", errc::bad_kdf_options, "kdf options",
       [](Envelope& e) { e.kdf_options = ssh_string(ssh_string("") + u32(1)); }},
      {"no keys", errc::malformed, "number of keys", [](Envelope& e) { e.key_count = u32(0); }},
      {"too many keys", errc::too_many_keys, "number of keys",
       [](Envelope& e) { e.key_count = u32(0xffffffff); }},
      {"public key too short", errc::malformed, "Ed25519 public key",
       [](Envelope& e) {
         e.public_keys = ssh_string(ssh_string("ssh-ed25519") + ssh_string(Bytes(31, 1)));
       }},
      {"public key too long", errc::trailing_data, "public key",
       [](Envelope& e) { e.public_keys = ssh_string(pair.blob() + from_text("x")); }},
      {"half a block", errc::malformed, "private section",
       [](Envelope& e) { e.private_section = ssh_string(Bytes(24, 1)); }},
      {"empty section", errc::malformed, "private section",
       [](Envelope& e) { e.private_section = ssh_string(""); }},
      {"tag missing", errc::truncated, "authentication tag", [](Envelope& e) { e.tail.clear(); }},
      {"tag too short", errc::truncated, "authentication tag",
       [](Envelope& e) { e.tail.pop_back(); }},
      {"tag too long", errc::trailing_data, "authentication tag",
       [](Envelope& e) { e.tail.push_back(0); }},
  };
  const Envelope good = encrypted_envelope("aes256-gcm@openssh.com", good_section(16));
  for (const Row& row : rows) {
    CAPTURE(row.what);
    Envelope envelope = good;
    row.damage(envelope);
    KeyFile file = parse(envelope);
    REQUIRE(file.error() != nullptr);
    CHECK(file.error()->code == row.code);
    CHECK(file.error()->field == row.field);
    CHECK(file.error()->offset.has_value());
    CHECK(file.error()->line.has_value());
    CHECK(file.inspection().container == "openssh-key-v1");
    CHECK(unlock_code(std::move(file)) == row.code);
  }
}

TEST_CASE("rounds over the limit stop unlocking and not inspection") {
  Envelope envelope = encrypted_envelope("aes256-ctr", good_section(16));
  for (const std::uint32_t rounds : {65537U, 100'000'000U, 0xffffffffU}) {
    envelope.kdf_options = ssh_string(bcrypt_options(rounds));
    KeyFile file = parse(envelope);
    CHECK(file.error() == nullptr);
    CHECK(file.inspection().rounds == rounds);
    const Result<Keys> keys = file.unlock(passphrase);
    REQUIRE_FALSE(keys);
    CHECK(keys.error().code == errc::rounds_too_large);
    CHECK(keys.error().detail == std::to_string(rounds) + " rounds, the limit is 65536");
  }
  Policy tight;
  tight.limits.rounds = 1;
  envelope.kdf_options = ssh_string(bcrypt_options(1));
  CHECK(unlock_code(parse(envelope, tight)) == errc{});
  envelope.kdf_options = ssh_string(bcrypt_options(2));
  CHECK(unlock_code(parse(envelope, tight)) == errc::rounds_too_large);
}

TEST_CASE("what a writer did wrong beside the key is named, and where the key can be had") {
  const Ed25519Pair own(1);
  const Bytes key = u32(7) + u32(7) + own.private_fields();
  const Bytes unchecked = u32(7) + u32(8) + own.private_fields();
  struct Row {
    errc code;
    std::string_view detail;
    Bytes section;
  };
  const Row rows[] = {
      {errc::malformed, "it is missing, all of the key is there", padded(key, 8)},
      {errc::malformed, "it is missing, all of the key is there", key},
      {errc::malformed,
       "137 bytes are not a multiple of the block size 8, padding is missing, all of the key is "
       "there",
       key + ssh_string("remark")},
      {errc::malformed,
       "140 bytes are not a multiple of the block size 8, padding is missing, all of the key is "
       "there",
       key + ssh_string("comment") + Bytes{1, 2}},
      {errc::malformed, "133 bytes are not a multiple of the block size 8",
       key + u32(4) + Bytes(2, 'c')},
      {errc::check_mismatch, "all of the key is there", unchecked},
      {errc::check_mismatch, "all of the key is there", padded(unchecked + ssh_string("x"), 8)},
      {errc::check_mismatch, "", u32(7) + u32(8) + Bytes(120, 5)},
  };
  for (const Row& row : rows) {
    Envelope envelope = plain_envelope(own);
    envelope.private_section = ssh_string(row.section);
    KeyFile file = parse(envelope);
    const Result<Keys> keys = file.open();
    REQUIRE_FALSE(keys);
    CHECK(keys.error().code == row.code);
    CHECK(keys.error().detail == row.detail);
    CHECK(keys.error().advice.contains("PKCS#8") == keys.error().detail.ends_with("is there"));
  }
}

TEST_CASE("damage behind the right passphrase is never called a wrong passphrase") {
  struct Row {
    std::string_view what;
    errc code;
    Bytes section;
  };
  const Ed25519Pair other(2);
  const Bytes head = u32(7) + u32(7);
  const Bytes comment = ssh_string("test");
  const Bytes type = ssh_string("ssh-ed25519");
  const std::vector<Row> rows = {
      {"bad padding", errc::bad_padding, head + pair.private_fields() + comment + Bytes(1, 9)},
      {"no comment", errc::malformed, head + pair.private_fields()},
      {"comment too long", errc::malformed, head + pair.private_fields() + u32(1000)},
      {"unknown type", errc::malformed, head + ssh_string("ssh-unknown") + comment},
      {"secret too short", errc::malformed,
       head + type + ssh_string(pair.public_key) + ssh_string(Bytes(63, 1)) + comment},
      {"seed of another key", errc::key_mismatch,
       head + type + ssh_string(pair.public_key) + ssh_string(Bytes(32, 2) + pair.public_key) +
           comment},
      {"public half of the secret", errc::key_mismatch,
       head + type + ssh_string(pair.public_key) + ssh_string(Bytes(32, 1) + other.public_key) +
           comment},
      {"another key", errc::key_mismatch, head + other.private_fields() + comment},
  };
  for (const std::string_view cipher_name : {"none", "aes256-ctr", "aes256-gcm@openssh.com"}) {
    CAPTURE(cipher_name);
    for (const Row& row : rows) {
      CAPTURE(row.what);
      const Bytes section = padded(row.section, 16);
      Envelope envelope = plain_envelope(pair);
      if (cipher_name == "none") {
        envelope.private_section = ssh_string(section);
      } else {
        envelope = encrypted_envelope(cipher_name, section);
      }
      KeyFile file = parse(envelope);
      REQUIRE(file.error() == nullptr);
      const Result<Keys> keys = file.unlock(passphrase);
      REQUIRE_FALSE(keys);
      CHECK(keys.error().code == row.code);
      CHECK_FALSE(keys.error().field.empty());
      CHECK_FALSE(keys.error().offset.has_value());
    }
  }
}

TEST_CASE("check values that differ: damage or a wrong passphrase, depending on the cipher") {
  const Bytes section = padded(u32(7) + u32(8) + pair.private_fields() + ssh_string("test"), 16);
  Envelope plain = plain_envelope(pair);
  plain.private_section = ssh_string(section);
  CHECK(unlock_code(parse(plain)) == errc::check_mismatch);
  CHECK(unlock_code(parse(encrypted_envelope("aes256-ctr", section))) == errc::wrong_passphrase);
  // The tag agreed, so the passphrase was right.
  CHECK(unlock_code(parse(encrypted_envelope("aes256-gcm@openssh.com", section))) ==
        errc::check_mismatch);
}

TEST_CASE("irregular forms are noted, and refused by a strict policy") {
  Envelope trailing = encrypted_envelope("aes256-ctr", good_section(16));
  trailing.kdf_options = ssh_string(bcrypt_options(1) + from_text("x"));
  KeyFile forgiving = parse(trailing);
  CHECK(has_note(forgiving, errc::trailing_kdf_options));
  CHECK(forgiving.unlock(passphrase));
  CHECK(parse(trailing, strict).error()->code == errc::trailing_kdf_options);

  Envelope wide = plain_envelope(pair);
  Bytes section = u32(7) + u32(7) + pair.private_fields() + ssh_string("test");
  for (std::uint8_t i = 1; section.size() % 8 != 0 || i < 9; ++i) {
    section.push_back(i);
  }
  wide.private_section = ssh_string(section);
  KeyFile noted = parse(wide);
  CHECK(noted.open());
  CHECK(has_note(noted, errc::extra_padding));
  CHECK(parse(wide, strict).open().error().code == errc::extra_padding);
}

TEST_CASE("a zero byte in a comment is kept; OpenSSH lets it pass at the end alone") {
  using namespace std::string_view_literals;
  const auto strictly = [](std::string_view comment) {
    return parse(plain_envelope(pair, comment), strict).open().has_value();
  };
  CHECK(strictly("test"));
  CHECK(strictly("test\0"sv));
  CHECK_FALSE(strictly("te\0st"sv));
  CHECK_FALSE(strictly("test\0\0"sv));
  KeyFile file = parse(plain_envelope(pair, "te\0st"sv));
  CHECK(file.open()->front().comment() == "te\0st"sv);
}

TEST_CASE("several keys come in their order; OpenSSH reads one") {
  const Ed25519Pair other(2);
  Envelope envelope = plain_envelope(pair);
  envelope.key_count = u32(2);
  envelope.public_keys = ssh_string(pair.blob()) + ssh_string(other.blob());
  envelope.private_section =
      ssh_string(padded(u32(7) + u32(7) + pair.private_fields() + ssh_string("one") +
                            other.private_fields() + ssh_string("two"),
                        8));
  KeyFile file = parse(envelope);
  const Result<Keys> keys = file.open();
  REQUIRE(keys);
  REQUIRE(keys->size() == 2);
  CHECK((*keys)[0].comment() == "one");
  CHECK((*keys)[1].comment() == "two");
  CHECK((*keys)[1].public_key() == *file.inspection().keys[1].public_key);
  CHECK(has_note(file, errc::several_keys));
  CHECK(parse(envelope, strict).error()->code == errc::too_many_keys);
}

TEST_CASE("an empty public key is read from the private section") {
  Envelope envelope = plain_envelope(pair);
  envelope.public_keys = ssh_string("");
  KeyFile file = parse(envelope);
  REQUIRE(file.error() == nullptr);
  CHECK_FALSE(file.inspection().keys[0].public_key);
  CHECK(file.open());
  CHECK(parse(envelope, strict).error() != nullptr);
}

TEST_CASE("an unknown type is shown by its name and can't be unlocked") {
  const Bytes blob = ssh_string("future@example.org") + ssh_string("public");
  Envelope envelope;
  envelope.public_keys = ssh_string(blob);
  envelope.private_section =
      ssh_string(plain_section(ssh_string("future@example.org") + ssh_string("private")));
  KeyFile file = parse(envelope);
  REQUIRE(file.error() == nullptr);
  REQUIRE(file.inspection().keys[0].public_key);
  CHECK(file.inspection().keys[0].public_key->type() == "future@example.org");
  CHECK_FALSE(file.inspection().keys[0].public_key->is_known());
  const Result<Keys> keys = file.open();
  REQUIRE_FALSE(keys);
  CHECK(keys.error().code == errc::unsupported_key_type);
  CHECK(keys.error().detail == "future@example.org");
}

TEST_CASE("where the type was lost, what stands in its place isn't shown") {
  // Without its type, a section begins with the key itself.
  const Bytes fields = ssh_string(pair.secret) + ssh_string(pair.public_key) + ssh_string("test");
  for (const std::string_view cipher_name : {"none", "aes256-ctr"}) {
    for (const Bytes& outer : {pair.blob(), ssh_string("future@example.org"), Bytes{}}) {
      const Bytes section = padded(u32(7) + u32(7) + fields, 16);
      Envelope envelope =
          cipher_name == "none" ? plain_envelope(pair) : encrypted_envelope(cipher_name, section);
      if (cipher_name == "none") {
        envelope.private_section = ssh_string(section);
      }
      envelope.public_keys = ssh_string(outer);
      KeyFile file = parse(envelope);
      const Result<Keys> keys = file.unlock(passphrase);
      REQUIRE_FALSE(keys);
      const std::string text = keys.error().text();
      CHECK(text.find(std::string(wire::as_text(pair.secret)).substr(0, 4)) == std::string::npos);
      CHECK(keys.error().code ==
            (outer == pair.blob() ? errc::malformed : errc::unsupported_key_type));
    }
  }
}

TEST_CASE("bcrypt with cipher none: no passphrase is needed") {
  Envelope envelope = plain_envelope(pair);
  envelope.kdf_name = ssh_string("bcrypt");
  envelope.kdf_options = ssh_string(bcrypt_options(16));
  KeyFile file = parse(envelope);
  CHECK(has_note(file, errc::passphrase_not_needed));
  CHECK(file.open());
}

TEST_CASE("a stop ends the derivation, and progress reaches its total") {
  Envelope envelope = encrypted_envelope("aes256-ctr", good_section(16));
  KeyFile file = parse(envelope);
  std::stop_source stop;
  stop.request_stop();
  const Result<Keys> cancelled = file.unlock(passphrase, {.stop = stop.get_token()});
  REQUIRE_FALSE(cancelled);
  CHECK(cancelled.error().code == errc::cancelled);

  std::uint64_t last = 0;
  std::uint64_t all = 0;
  const Result<Keys> keys =
      file.unlock(passphrase, {.progress = [&](std::uint64_t done, std::uint64_t total) {
                    last = done;
                    all = total;
                  }});
  CHECK(keys);
  CHECK(last == all);
  CHECK(all == 2);  // two chains of one round
}

TEST_CASE("files: missing, a folder, too large, empty") {
  const Scratch scratch;
  CHECK(KeyFile::load(scratch.path("missing")).error()->code == errc::io_error);
  CHECK(KeyFile::load(scratch.path(".")).error()->code == errc::io_error);
  Policy small;
  small.limits.file_size = 10;
  CHECK(KeyFile::load(scratch.write("large", "12345678901"), small).error()->code ==
        errc::file_too_large);
  CHECK(KeyFile::parse(Bytes(11, 'x'), small).error()->code == errc::file_too_large);
  KeyFile broken = KeyFile::load(scratch.path("missing"));
  CHECK(broken.unlock("x").error().code == errc::io_error);
  CHECK(broken.open().error().code == errc::io_error);
}

TEST_CASE("a KeyFile that was moved from fails and doesn't crash") {
  KeyFile file = KeyFile::load(testdata("keys/id_ed25519.none"));
  KeyFile taken = std::move(file);
  CHECK(taken.open());
  // NOLINTNEXTLINE(bugprone-use-after-move): what that does is what is tested
  CHECK_FALSE(file.open());
  CHECK(file.unlock("x").error().code == errc::empty);
}

TEST_CASE("the keys of the test data open with their passphrase") {
  for (const char* name :
       {"3des-cbc", "aes128-cbc", "aes192-cbc", "aes256-cbc", "aes128-ctr", "aes192-ctr",
        "aes256-ctr", "aes128-gcm", "aes256-gcm", "chacha20-poly1305", "rounds-1", "rounds-16"}) {
    CAPTURE(name);
    KeyFile file = KeyFile::load(testdata(std::string("keys/id_ed25519.") + name));
    const Result<Keys> keys = file.unlock("correct horse battery staple");
    REQUIRE(keys);
    CHECK(read_text(testdata("keys/id_ed25519.fingerprint"))
              .find(keys->front().public_key().fingerprint()) != std::string::npos);
    CHECK(keys->front().comment() == "demo@osshkey");
    CHECK(keys->front().public_key().authorized_key("demo@osshkey") + "\n" ==
          read_text(testdata("keys/id_ed25519.pub")));
  }
}
