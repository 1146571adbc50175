// SPDX-License-Identifier: MIT
// Where things stand: lines of errors and notes, headers, offsets; and any bytes at all.
#include <doctest/doctest.h>

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
  CHECK(advice("_").find("URL-safe") == std::string::npos);
  CHECK(advice("%2B").find("%XX") != std::string::npos);
  CHECK(advice("=3D").find("quopri") != std::string::npos);
  CHECK(advice("&#43;").find("web page") != std::string::npos);
  CHECK(advice("==").empty() == false);
}

TEST_CASE("the URL-safe alphabet is named only where the whole text is written in it") {
  const std::string text = pem_sample().text;
  const std::size_t begin = text.find('\n');
  const std::size_t size = text.rfind("\n-----END") - begin;
  const std::string body = text.substr(begin, size);
  const auto advice = [&](const std::string& spoilt) {
    return std::string(read_armor(replaced(text, body, spoilt)).error.value().hint());
  };
  const std::string whole = replaced(replaced(body, "+", "-"), "/", "_");
  CHECK(advice(whole).find("URL-safe") != std::string::npos);
  CHECK(advice(replaced_first(body, "/", "_")).find("URL-safe") == std::string::npos);
  CHECK(advice(whole + "\nName: x").find("URL-safe") == std::string::npos);
}

TEST_CASE("headers of an encrypted key that ran into one another or into the text") {
  const Sample sample = encrypted_pem_sample();
  const auto check = [&](const std::string& text, std::string_view expected) {
    CAPTURE(text);
    const armor::Armored found = read_armor(text);
    CHECK(words(found) == expected);
    CHECK(bytes_of(found) == sample.bytes);
    REQUIRE(found.headers.size() == 2);
    CHECK(found.headers[0].value == "4,ENCRYPTED");
    CHECK(found.headers[1].value == "AES-128-CBC,00112233445566778899AABBCCDDEEFF");
  };
  const std::string& text = sample.text;
  check(replaced_first(text, "EEFF\n\n", "EEFF"), "one-line");
  check(replaced_first(text, "EEFF\n\n", "EEFF "), "one-line");
  check(replaced_first(text, "ENCRYPTED\n", "ENCRYPTED"), "one-line");
  check(replaced(replaced(text, "\n", ""), " ", ""), "begin-line-repaired one-line");
  check(replaced_first(text, "DEK-Info: ", "DEK-Info:\n "), "one-line");
  check(replaced(text, "BEGIN RSA", "BEGIN OPENSSH"), "error begin-end-mismatch");
  check(replaced(text, "RSA", "OPENSSH"), "");

  // An IV of the wrong length is not cut to measure.
  const armor::Armored longer = read_armor(replaced_first(text, "EEFF\n", "EEFF00\n"));
  CHECK(longer.headers[1].value == "AES-128-CBC,00112233445566778899AABBCCDDEEFF00");
  for (const std::string_view name : {"dek-info:", "DEK-INFO:", "DEK-Info :"}) {
    const armor::Armored found = read_armor(replaced_first(text, "DEK-Info:", name));
    CHECK(words(found) == "error malformed");
    CHECK(found.error->line == 3);
  }
}

TEST_CASE("headers of an encrypted key before an openssh-key-v1 text are to be removed") {
  const Sample sample = openssh_sample();
  const armor::Armored found = read_armor(replaced_first(
      sample.text, "\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: DES-CBC,0011223344556677\n\n"));
  CHECK(words(found) == "error malformed");
  CHECK(found.headers.empty());
  CHECK(found.error->hint().find("remove the lines Proc-Type") != std::string_view::npos);
}

TEST_CASE("the hint for a lost BEGIN line names the label of the END line, and the line") {
  const auto error = [](const std::string& text) { return read_armor(text).error.value(); };
  const std::string text = encrypted_pem_sample().text;
  const std::size_t first = text.find('\n');
  const Error lost = error(text.substr(first + 1));
  CHECK(lost.code == errc::no_begin_line);
  CHECK(lost.advice.find("'-----BEGIN RSA PRIVATE KEY-----'") != std::string::npos);
  CHECK(lost.advice.find("header lines") != std::string::npos);
  const Error damaged = error("IN RSA PRIVATE KEY-----" + text.substr(first));
  CHECK(damaged.line == 1);
  CHECK(damaged.advice == "replace line 1 by '-----BEGIN RSA PRIVATE KEY-----'");
}

TEST_CASE("the line that lost a character is named") {
  Sample sample = openssh_sample();
  sample.text.erase(sample.text.find('\n') + 1 + 71 + 8, 1);
  const Error error = read_armor(sample.text).error.value();
  CHECK(error.code == errc::bad_base64);
  CHECK(error.line == 3);
  CHECK(error.detail.find("69 characters, the others have 70") != std::string::npos);
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

// Nothing is timed here: what grows with the square of a megabyte takes minutes, and ends at the
// time limit that every test program has.
TEST_CASE("a megabyte of any unit is answered in time that grows with its size only") {
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
                                  "+" + begin + repeated("+A\n") + "+-----END X PRIVATE KEY-----",
                                  "1 " + begin + repeated("2 A\n"),
                                  repeated("-----BEGIN OPENSSH\n"),
                                  repeated("-----END RSA PRIVATE KY-----\n"),
                                  pem + repeated("DEK-Info: DES-CBC,0011223344556677"),
                                  pem + repeated("Proc-Type: 4,ENCRYPTED"),
                                  pem + repeated("A=\n"),
                                  begin + repeated("=")}) {
    CAPTURE(text.substr(0, 64));
    const armor::Armored found = read_armor(text);
    CHECK((found.error || found.form == armor::Form::pem));
  }
}

}  // namespace osshkey::testing
