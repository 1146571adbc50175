// SPDX-License-Identifier: MIT
#include <osshkey/unlock_many.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include <osshkey/export.hpp>

#include "make_keys.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

const PrivateKey& key() {
  static const PrivateKey made = make_key("ssh-ed25519");
  return made;
}

std::string text(const SecureBytes& bytes) {
  return std::string(wire::as_text(bytes.view()));
}

/// file_text is the test's key, encrypted where there is a passphrase.
std::string file_text(std::string_view passphrase, std::string_view cipher = "aes256-ctr",
                      std::uint32_t rounds = 1) {
  const Result<SecureBytes> written = to_openssh(
      key(), {.passphrase = wire::as_bytes(passphrase), .cipher = cipher, .rounds = rounds});
  REQUIRE(written);
  return text(*written);
}

KeyFile parse(std::string_view content, Strictness strictness = Strictness::forgiving) {
  return KeyFile::parse(wire::as_bytes(content), {.strictness = strictness, .limits = {}});
}

errc outcome(const Result<Keys>& result) {
  if (!result) {
    return result.error().code;
  }
  CHECK(result->size() == 1);
  CHECK(result->front().public_key() == key().public_key());
  return errc{};
}

bool has_note(const KeyFile& file, errc code) {
  return std::ranges::find(file.inspection().notes, code, &Note::code) !=
         file.inspection().notes.end();
}

}  // namespace

TEST_CASE("each file has its own result: good, wrong, unencrypted, damaged, of another container") {
  std::vector<KeyFile> files;
  files.push_back(parse(file_text("secret")));
  files.push_back(parse(file_text("another")));
  files.push_back(parse(file_text("")));
  files.push_back(parse(file_text("secret").substr(0, 150)));
  files.push_back(parse(file_text("secret", "chacha20-poly1305@openssh.com", 3)));
  files.push_back(parse(
      text(*to_pkcs8(key(), {.passphrase = wire::as_bytes("secret"), .cipher = {}, .rounds = 1}))));
  files.push_back(parse("no key at all"));

  const std::vector<Result<Keys>> results = unlock_many(files, wire::as_bytes("secret"));
  REQUIRE(results.size() == files.size());
  CHECK(outcome(results[0]) == errc{});
  CHECK(outcome(results[1]) == errc::wrong_passphrase);
  CHECK(outcome(results[2]) == errc{});
  REQUIRE(files[3].error() != nullptr);
  CHECK(outcome(results[3]) == files[3].error()->code);
  CHECK(outcome(results[4]) == errc{});
  CHECK(outcome(results[5]) == errc{});
  CHECK(outcome(results[6]) == errc::not_a_private_key);
}

TEST_CASE("a passphrase for each file; a file without one needs it") {
  std::vector<KeyFile> files;
  files.push_back(parse(file_text("one")));
  files.push_back(parse(file_text("two")));
  files.push_back(parse(file_text("three")));
  const std::vector<ByteView> passphrases = {wire::as_bytes("one"), wire::as_bytes("two")};
  const std::vector<Result<Keys>> results = unlock_many(files, passphrases);
  CHECK(outcome(results.at(0)) == errc{});
  CHECK(outcome(results.at(1)) == errc{});
  CHECK(outcome(results.at(2)) == errc::needs_passphrase);
}

TEST_CASE("no files have no results") {
  CHECK(unlock_many({}, wire::as_bytes("secret")).empty());
}

TEST_CASE("progress counts the steps of all files, on any number of threads") {
  for (const unsigned threads : {1U, 2U, 0U}) {
    CAPTURE(threads);
    std::vector<KeyFile> files;
    files.push_back(parse(file_text("secret", "aes256-ctr", 4)));  // two chains of 4 steps
    files.push_back(parse(file_text("secret", "3des-cbc", 3)));    // one chain of 3
    std::uint64_t last_done = 0;
    std::uint64_t last_total = 0;
    const std::vector<Result<Keys>> results =
        unlock_many(files, wire::as_bytes("secret"),
                    {.threads = threads, .stop = {}, .progress = [&](auto done, auto total) {
                       CHECK(done >= last_done);
                       last_done = done;
                       last_total = total;
                     }});
    CHECK(outcome(results.at(0)) == errc{});
    CHECK(outcome(results.at(1)) == errc{});
    CHECK(last_total == 11);
    CHECK(last_done == 11);
  }
}

TEST_CASE("a stop cancels what needs a derivation, and nothing else") {
  std::vector<KeyFile> files;
  files.push_back(parse(file_text("secret")));
  files.push_back(parse(file_text("")));
  std::stop_source source;
  source.request_stop();
  const std::vector<Result<Keys>> results = unlock_many(
      files, wire::as_bytes("secret"), {.threads = 1, .stop = source.get_token(), .progress = {}});
  CHECK(outcome(results.at(0)) == errc::cancelled);
  CHECK(outcome(results.at(1)) == errc{});
}

TEST_CASE("a strict policy holds for each file by itself") {
  const std::string crlf = [] {
    std::string changed;
    for (const char c : file_text("secret")) {
      changed += c == '\n' ? "\r\n" : std::string(1, c);
    }
    return changed;
  }();
  std::vector<KeyFile> files;
  files.push_back(parse(crlf, Strictness::strict));
  files.push_back(parse(crlf));
  const std::vector<Result<Keys>> results = unlock_many(files, wire::as_bytes("secret"));
  CHECK(outcome(results.at(0)) == errc::crlf);
  CHECK(outcome(results.at(1)) == errc{});
}

TEST_CASE("a passphrase that matches only without its newline is noted, and refused under strict") {
  for (const std::string_view typed : {"secret\n", "secret\r\n"}) {
    CAPTURE(typed);
    for (const std::string_view cipher : {"aes256-ctr", "aes256-gcm@openssh.com"}) {
      CAPTURE(cipher);
      const std::string content = file_text("secret", cipher);
      KeyFile file = parse(content);
      CHECK(outcome(file.unlock(typed)) == errc{});
      CHECK(has_note(file, errc::passphrase_newline));
      KeyFile strict = parse(content, Strictness::strict);
      CHECK(outcome(strict.unlock(typed)) == errc::wrong_passphrase);
    }
  }
  KeyFile pkcs8 = parse(
      text(*to_pkcs8(key(), {.passphrase = wire::as_bytes("secret"), .cipher = {}, .rounds = 1})));
  CHECK(outcome(pkcs8.unlock("secret\n")) == errc{});
  CHECK(has_note(pkcs8, errc::passphrase_newline));
}

TEST_CASE("a newline that belongs to the passphrase is kept, and one too few stays wrong") {
  KeyFile file = parse(file_text("secret\n"));
  CHECK(outcome(file.unlock("secret\n")) == errc{});
  CHECK_FALSE(has_note(file, errc::passphrase_newline));
  CHECK(outcome(parse(file_text("secret")).unlock("wrong\n")) == errc::wrong_passphrase);
  CHECK(outcome(parse(file_text("secret")).unlock("\n")) == errc::wrong_passphrase);
}

TEST_CASE("a wrong passphrase beyond ASCII draws a hint at its encoding, and others don't") {
  const std::string content = file_text("p\u00e4ss");
  const Result<Keys> decomposed = parse(content).unlock("pa\u0308ss");
  REQUIRE_FALSE(decomposed);
  CHECK(decomposed.error().code == errc::wrong_passphrase);
  CHECK(decomposed.error().hint().find("NFC") != std::string_view::npos);
  const Result<Keys> ascii = parse(content).unlock("pass");
  REQUIRE_FALSE(ascii);
  CHECK(ascii.error().hint() == hint(errc::wrong_passphrase));
}
