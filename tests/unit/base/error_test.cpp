// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>

#include <osshkey/error.hpp>

using namespace osshkey;

TEST_CASE("every cause has a word, a message and a kind, and words are unique") {
  std::set<std::string_view> words;
  for (const errc code : all_codes()) {
    CAPTURE(word(code));
    CHECK(words.insert(word(code)).second);
    CHECK_FALSE(message(code).empty());
    CHECK_FALSE(message(code).ends_with('.'));
    CHECK(kind_name(kind(code)) != "unknown");
    CHECK(std::ranges::all_of(word(code), [](char c) {
      return c == '-' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }));
  }
  CHECK(words.size() == static_cast<std::size_t>(errc::unencrypted));
}

TEST_CASE("every error says what to do next, except for one that the caller asked for") {
  for (const errc code : all_codes()) {
    CAPTURE(word(code));
    if (kind(code) != failure::advice && code != errc::cancelled) {
      CHECK_FALSE(hint(code).empty());
    }
  }
}

TEST_CASE("the five kinds that a caller tells apart") {
  CHECK(make_error_code(errc::needs_passphrase) == failure::passphrase);
  CHECK(make_error_code(errc::wrong_passphrase) == failure::passphrase);
  CHECK(make_error_code(errc::key_mismatch) == failure::malformed);
  CHECK(make_error_code(errc::unsupported_cipher) == failure::unsupported);
  CHECK(make_error_code(errc::rounds_too_large) == failure::limit_exceeded);
  CHECK(make_error_code(errc::wrong_passphrase) != failure::malformed);
}

TEST_CASE("a text joins message and detail, and the advice replaces the hint") {
  const Error plain{.code = errc::unsupported_cipher, .detail = "serpent-cbc"};
  CHECK(plain.text() == std::string(message(errc::unsupported_cipher)) + ": serpent-cbc");
  CHECK(plain.hint() == hint(errc::unsupported_cipher));
  const Error advised{.code = errc::unsupported_cipher, .advice = "do this"};
  CHECK(advised.hint() == "do this");
  CHECK(advised.error_code().category().name() == std::string("osshkey"));
}

TEST_CASE("an io-error shows the system's own reason") {
  const Error error{.code = errc::io_error,
                    .system = std::make_error_code(std::errc::no_such_file_or_directory)};
  CHECK(error.text().find("No such file") != std::string::npos);
}

TEST_CASE("a code without a row is unknown, not a crash") {
  CHECK(word(static_cast<errc>(0)) == "unknown");
  CHECK(word(static_cast<errc>(255)) == "unknown");
}
