// SPDX-License-Identifier: MIT
// Where things stand: lines of errors and notes, headers, offsets; and any bytes at all.
#include <doctest/doctest.h>

#include <ctime>

#include "samples.hpp"

namespace osshkey::testing {

TEST_CASE("every decoded byte knows its line") {
  const armor::Armored found = read_armor("# comment\n\n" + pem_sample().text);
  CHECK(found.line_of(0) == 4);
  CHECK(found.line_of(47) == 4);
  CHECK(found.line_of(48) == 5);
  CHECK(found.line_of(found.bytes.size() - 1) == 9);

  const armor::Armored putty = read_armor("\n" + putty_sample().text);
  CHECK(putty.line_of(0) == 2);
  CHECK(putty.line_of(putty.bytes.size() - 1) == 10);
  CHECK(armor::Armored{}.line_of(0) == std::nullopt);
}

TEST_CASE("a PuTTY comment of blanks, or of none, is no irregular form") {
  for (const std::string_view comment : {"Comment:  ", "Comment: ", "Comment:"}) {
    const std::string text = replaced_first(putty_sample().text, "Comment: a key", comment);
    const armor::Armored found = read_armor(text);
    CHECK(bytes_of(found) == from_text(text));
    CHECK(found.notes.empty());
  }
}

TEST_CASE("a blank line between two header lines is noted") {
  const std::string text =
      replaced_first(encrypted_pem_sample().text, "\nDEK-Info", "\n\nDEK-Info");
  CHECK(note_of(read_armor(text), errc::blank_lines));
  CHECK_FALSE(note_of(read_armor(encrypted_pem_sample().text), errc::blank_lines));
}

TEST_CASE("damaged base64 is located, and what stands before it stays") {
  Sample sample = openssh_sample();
  sample.text[sample.text.find('\n') + 1 + 71 + 8] = '#';
  const armor::Armored found = read_armor(sample.text);
  REQUIRE(found.error.has_value());
  CHECK(found.error->code == errc::bad_base64);
  CHECK(found.error->line == 3);
  CHECK(found.error->offset == 78 * 6 / 8);
  CHECK(bytes_of(found) == Bytes(sample.bytes.begin(), sample.bytes.begin() + 78 * 6 / 8));
}

TEST_CASE("notes carry the line where they first show") {
  const auto line_of = [](std::string_view text, errc code) {
    const std::optional<Note> note = note_of(read_armor(text), code);
    REQUIRE(note.has_value());
    return note->line;
  };
  const std::string text = openssh_sample().text;
  const std::size_t second = text.find('\n', text.find('\n') + 1);
  CHECK(line_of(text.substr(0, second) + "\r" + text.substr(second), errc::crlf) == 2);
  CHECK(line_of(text.substr(0, second) + "\n" + text.substr(second), errc::blank_lines) == 3);
  CHECK(line_of("# a\n" + text.substr(1), errc::begin_line_repaired) == 2);
  CHECK(line_of(text + "x", errc::trailing_text) == 9);
  CHECK(line_of(text + "\n" + text, errc::several_keys) == 10);
  CHECK(line_of(text.substr(0, text.size() - 1), errc::missing_final_newline) == 8);
}

TEST_CASE("RFC 1421 headers") {
  const auto values = [](std::string_view text) {
    std::string all;
    for (const armor::Header& header : read_armor(text).headers) {
      all += header.name + "=" + header.value + ";";
    }
    return all;
  };
  const std::string text = encrypted_pem_sample().text;
  const std::string expected =
      "Proc-Type=4,ENCRYPTED;DEK-Info=AES-128-CBC,00112233445566778899AABBCCDDEEFF;";
  CHECK(values(text) == expected);
  CHECK(values(replaced_first(text, "AES-128-CBC,", "AES-128-CBC,\n ")) == expected);
  CHECK(values(replaced(text, "\n", " ")) == expected);
  CHECK(words(read_armor(replaced_first(text, "\n\n", "\n"))) == "one-line");
  // OpenSSH's own form has no headers.
  CHECK(words(read_armor(replaced_first(openssh_sample().text, "\n", "\nComment: x\n"))) ==
        "error bad-base64");
}

TEST_CASE("text that only looks like a key's line is no key") {
  CHECK(read_armor("The line -----BEGIN CERTIFICATE----- begins it.").form == armor::Form::none);
  CHECK(read_armor("BEGIN PRIVATE KEY without hyphens\n").form == armor::Form::none);
}

TEST_CASE("spoilt base64 says what spoilt it") {
  const auto advice = [](std::string_view spoilt) {
    std::string text = openssh_sample().text;
    text.replace(100, spoilt.size(), spoilt);
    const armor::Armored found = read_armor(text);
    REQUIRE(found.error.has_value());
    CHECK(found.error->code == errc::bad_base64);
    return std::string(found.error->hint());
  };
  CHECK(advice("****").find("masked") != std::string::npos);
  CHECK(advice("[REDACTED]").find("left out") != std::string::npos);
  CHECK(advice("...").find("left out") != std::string::npos);
  CHECK(advice("<snip>").find("left out") != std::string::npos);
  CHECK(advice("_").find("URL-safe") != std::string::npos);
  CHECK(advice("&#43;").find("web page") != std::string::npos);
  CHECK(advice("==").empty() == false);
}

TEST_CASE("a text cut anywhere is truncated, or whole but for its end") {
  for (const Sample& sample : {openssh_sample(), encrypted_pem_sample(), putty_sample()}) {
    for (std::size_t size = 0; size < sample.text.size(); ++size) {
      CAPTURE(size);
      const armor::Armored found = read_armor(sample.text.substr(0, size));
      if (found.form == armor::Form::none) {
        CHECK(found.error.has_value());
        continue;
      }
      // Where nothing in the text shows the cut, the container's lengths do.
      const bool complete = !found.error;
      CHECK((complete || found.error->code == errc::truncated));
      // A line of PuTTY's that was cut gets its line end all the same.
      const Bytes bytes = bytes_of(found);
      const std::size_t added = sample.label.empty() && !bytes.empty() ? 1 : 0;
      CHECK(std::ranges::equal(ByteView(bytes).first(bytes.size() - added),
                               ByteView(sample.bytes).first(bytes.size() - added)));
    }
  }
}

TEST_CASE("a flipped bit never yields other bytes without changing base64") {
  for (const Sample& sample : {openssh_sample(), pem_sample(), encrypted_pem_sample()}) {
    for (std::size_t i = 0; i < sample.text.size(); ++i) {
      std::string text = sample.text;
      text[i] = static_cast<char>(text[i] ^ (1 << i % 8));
      CAPTURE(i);
      const armor::Armored found = read_armor(text);
      if (!found.error) {
        CHECK(found.bytes.size() == sample.bytes.size());
      }
    }
  }
}

TEST_CASE("any bytes are answered in time that grows with their number only") {
  constexpr std::size_t size = std::size_t{1} << 20;
  const auto repeated = [](std::string_view unit) {
    std::string text;
    while (text.size() < size) {
      text += unit;
    }
    return text;
  };
  const std::string begin = "-----BEGIN OPENSSH PRIVATE KEY-----\n";
  const std::string pem = "-----BEGIN RSA PRIVATE KEY-----\n";
  for (const std::string& text : {repeated("-"),
                                  repeated("\n"),
                                  repeated(std::string("\0", 1)),
                                  repeated("\\"),
                                  repeated("\\r"),
                                  repeated("A"),
                                  repeated("B"),
                                  repeated("-B"),
                                  repeated("E"),
                                  repeated("-END"),
                                  repeated("-----BEGIN "),
                                  repeated(begin),
                                  repeated("\xE2\x80\x94"),
                                  repeated(" "),
                                  repeated("PuTTY-User-Key-File-2: "),
                                  begin + repeated("-"),
                                  begin + repeated("A\n"),
                                  begin + repeated("\""),
                                  begin + repeated("\\\\"),
                                  begin + repeated(">"),
                                  begin + repeated("\\n"),
                                  pem + repeated("a: b\n"),
                                  pem + repeated("a: b,\n"),
                                  pem + repeated("a:b "),
                                  "-----BEGIN RSA PRIVATE KEY-----" + repeated(" a:b"),
                                  begin + repeated("-----END X"),
                                  repeated("ssh-ed2551"),
                                  repeated("\xFF\xFE"),
                                  repeated("\r"),
                                  begin + repeated("=")}) {
    CAPTURE(text.substr(0, 64));
    const std::clock_t start = std::clock();
    const armor::Armored found = read_armor(text);
    const std::clock_t took = std::clock() - start;
    CHECK((found.error || found.form == armor::Form::pem));
    // Linear work takes some milliseconds here; the bound leaves room for sanitizers.
    CHECK(took < 5 * CLOCKS_PER_SEC);
  }
}

}  // namespace osshkey::testing
