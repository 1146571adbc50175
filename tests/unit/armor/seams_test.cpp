// SPDX-License-Identifier: MIT
// What stands between all lines of a key, and text that lost its meaning on the way: opened where
// nothing else can be meant, otherwise named together with a command that mends it.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "samples.hpp"

namespace osshkey::testing {

namespace {

std::array<Sample, 4> all_samples() {
  return {openssh_sample(), pem_sample(), encrypted_pem_sample(), putty_sample()};
}

void check_same(const armor::Armored& found, const Sample& sample) {
  CHECK_MESSAGE(!found.error, words(found));
  CHECK(to_hex(found.bytes.view()) == to_hex(sample.bytes));
  CHECK(found.label == sample.label);
}

/// seamed puts the seam between the lines; the last line keeps its end.
std::string seamed(std::string text, std::string_view seam) {
  text.pop_back();
  return replaced(std::move(text), "\n", seam) + "\n";
}

struct Seam {
  std::string_view seam;
  errc note;
};

constexpr std::array seams = std::to_array<Seam>({
    {"$\n", errc::indented},
    {"^M$\n", errc::indented},
    {"<br>\n", errc::indented},
    {"&#13;\n", errc::indented},
    {";\r\n", errc::indented},
    {"\x1b[0m\n\x1b[32m", errc::indented},
    {"        \xE2\x94\x82\n\xE2\x94\x82 ", errc::indented},
    {"%0A", errc::one_line},
    {"<NEWLINE>", errc::one_line},
    {"|", errc::one_line},
    {"\xC2\x85", errc::one_line},
    {"\\x0a", errc::literal_backslash_n},
    {"', '", errc::quoted},
    {"`n", errc::quoted},
    {"\\n\",\"stream\":\"stdout\"}\n{\"log\":\"", errc::quoted},
});

std::string damaged_detail(const armor::Armored& found) {
  REQUIRE(found.error);
  CHECK(found.error->code == errc::bad_base64);
  return found.error->detail;
}

}  // namespace

TEST_CASE("the same characters between all lines belong to none of them") {
  for (const Sample& sample : all_samples()) {
    for (const Seam& way : seams) {
      CAPTURE(way.seam);
      CAPTURE(sample.label);
      const armor::Armored found = read_armor(seamed(sample.text, way.seam));
      check_same(found, sample);
      CHECK_MESSAGE(note_of(found, way.note), words(found));
      CHECK(!found.notes.empty());
    }
  }
}

TEST_CASE("written-out line ends that lost their backslash are seen by their distance") {
  for (const Sample& sample : {openssh_sample(), pem_sample()}) {
    for (const std::string_view seam : {"n", "/n", "rn", "\nn"}) {
      CAPTURE(seam);
      check_same(read_armor(seamed(sample.text, seam)), sample);
    }
  }
}

TEST_CASE("lines keep their numbers where the seams hold line ends") {
  const std::string text = seamed(openssh_sample().text, "$\n");
  const armor::Armored found = read_armor("a line\n" + text);
  CHECK(found.line_of(0) == 3);
  CHECK(found.line_of(60) == 4);
}

TEST_CASE("what may stand for something left out ends no line") {
  for (const std::string_view mark : {"...", "<snip>", "[REDACTED]", "***", "\xE2\x80\xA6"}) {
    CAPTURE(mark);
    CHECK(read_armor(seamed(openssh_sample().text, mark)).error);
  }
}

TEST_CASE("lines of unequal length may lack a part where nothing but the seam ends them") {
  std::string text = seamed(openssh_sample().text, "|");
  text.erase(150, 8);
  CHECK(damaged_detail(read_armor(text)) == "'|' is no base64");
}

TEST_CASE("a seam that is missing once may be part of the text") {
  const std::string text = seamed(openssh_sample().text, "$\n");
  CHECK(read_armor(replaced_first(text, "\n", "")).error);
  const std::string putty = seamed(putty_sample().text, "$\n");
  std::string changed = putty;
  changed.erase(changed.rfind('$', changed.find("Private-Lines")), 1);
  CHECK(read_armor(changed).error);
}

TEST_CASE("PuTTY's files are freed of prefixes, continued lines and quotes as PEM is") {
  const Sample sample = putty_sample();
  std::string numbered;
  std::string blamed;
  int number = 0;
  for (const std::string& line : lines_of(sample.text)) {
    const std::string count = std::to_string(++number);
    numbered.append(6 - count.size(), ' ').append(count).append("\t").append(line).append("\n");
    blamed.append("^abc1234 (Some One 2024-01-01").append(3 - count.size(), ' ').append(count);
    blamed.append(") ").append(line).append("\n");
  }
  for (const std::string& text :
       {each_line(sample.text, "+", ""), numbered, blamed, each_line(sample.text, "web_1  | ", ""),
        each_line(sample.text, "", "\\"), each_line(sample.text, "\"", "\","),
        each_line(sample.text, "\"", "\\n\""), each_line(sample.text, "\"", "\\n\" +"),
        "key: \"" + replaced(sample.text, "\n", "\\n\\\n  ") + "\"\n",
        "{\\rtf1\n" + each_line(sample.text, "", "\\") + "}",
        sample.text.substr(0, sample.text.size() - 1) + "\\n\n",
        "\"" + replaced(replaced(replaced(sample.text, "/", "\\/"), "=", "\\u003d"), "\n", "\\n") +
            "\"\n"}) {
    CAPTURE(text);
    const armor::Armored found = read_armor(text);
    check_same(found, sample);
    CHECK(!found.notes.empty());
  }
}

TEST_CASE("git blame counts behind a prefix of its own") {
  std::string text;
  int number = 0;
  for (const std::string& line : lines_of(openssh_sample().text)) {
    text += "^abc1234 (Some One 2024-01-01 10:00:00 +0000 " + std::to_string(++number) + ") ";
    text += line + "\n";
  }
  const armor::Armored found = read_armor(text);
  check_same(found, openssh_sample());
  CHECK(words(found) == "indented");
}

TEST_CASE("a field of PuTTY's behind other text is not said to be missing") {
  std::string text = putty_sample().text;
  text.insert(text.find("Private-MAC"), "- ");
  const armor::Armored found = read_armor(text);
  REQUIRE(found.error);
  CHECK(found.error->code == errc::malformed);
  CHECK(found.error->detail == "other text stands before the fields in their lines");
}

TEST_CASE("a PuTTY file encoded for a URL is named so") {
  const std::string text = replaced(replaced(putty_sample().text, "\n", "%0A"), ": ", ":%20");
  const armor::Armored found = read_armor(text);
  REQUIRE(found.error);
  CHECK(found.error->detail == "it is encoded as in a URL");
}

TEST_CASE("plus signs that a web form decoded to blanks are named") {
  for (const Sample& sample : all_samples()) {
    CAPTURE(sample.label);
    std::string text;
    for (const std::string& line : lines_of(replaced(sample.text, "MmMg", "Mm+g"))) {
      text += (line.contains(':') ? line : replaced(line, "+", " ")) + "\n";
    }
    const armor::Armored found = read_armor(text);
    CHECK(damaged_detail(found) == "blanks stand where the plus signs were");
    CHECK(found.error->advice.contains("sed '/[:-]/!s/ /+/g'"));
  }
  // One line is too few for a usual length, so that its groups must tell.
  const std::string line = "MC4CAQAwBQYDK2VwBCIEIGWq+Hk0sBz3ZcTbWq0aLhVYjTvqGJ5x2dJ7qkq0aX8M";
  CHECK(!read_armor(block("PRIVATE KEY", line + "\n")).error);
  CHECK(damaged_detail(read_armor(block("PRIVATE KEY", replaced(line, "+", " ") + "\n"))) ==
        "blanks stand where the plus signs were");
}

TEST_CASE("damage inside PuTTY's base64 is named as in PEM") {
  struct Row {
    std::string_view written;
    std::string_view detail;
  };
  const std::string text = putty_sample().text;
  const std::size_t at = text.find("Private-Lines: 1\n") + 30;
  for (const auto& [written, detail] :
       {Row{"***", "it was replaced by asterisks"}, Row{"&#43;", "an HTML entity"},
        Row{"%2B", "characters are encoded as in a URL"},
        Row{"\x1b[0m", "the colour codes of a terminal"},
        Row{" ", "a blank stands inside the text"}}) {
    CAPTURE(written);
    std::string changed = text;
    changed.insert(at, written);
    const armor::Armored found = read_armor(changed);
    CHECK(damaged_detail(found) == detail);
    CHECK(found.error->line == 8);
  }
  CHECK(damaged_detail(read_armor(replaced(text, "HW5\n", "H=3D=3D\n"))) ==
        "it is encoded as quoted-printable");
  // Lines that end in `=` are those of two blobs here, not quoted-printable's.
  std::string padded = replaced(text, "HW5\n", "H==\n");
  padded.replace(padded.find("Private-MAC") - 3, 2, "==");
  CHECK(!read_armor(padded).error);
  CHECK(damaged_detail(read_armor(padded.insert(at + 2, "="))) ==
        "text goes on after the '=' that ends it");
}

TEST_CASE("colours, frames and spoilt dashes are named") {
  const std::string text = openssh_sample().text;
  CHECK(damaged_detail(read_armor(replaced_first(text, "KEY-----", "KEY\x1b[0m-----"))) ==
        "the colour codes of a terminal");
  std::string framed = text;
  framed.insert(framed.find('\n') + 20, "\xE2\x94\x82");
  CHECK(damaged_detail(read_armor(framed)) == "the frame of a box");
  const std::string dashes = "\xC3\xA2\xE2\x82\xAC\xE2\x80\x9C-";
  CHECK(damaged_detail(read_armor(replaced(text, "-----", dashes))) ==
        "dashes that a wrong encoding spoilt");
}

TEST_CASE("hyphens that Markdown escaped and blanks that HTML wrote out are repaired") {
  const Sample sample = openssh_sample();
  check_same(read_armor(replaced(sample.text, "-----", "\\-\\-\\-\\-\\-")), sample);
  check_same(read_armor(replaced(replaced(sample.text, " ", "&nbsp;"), "\n", "<br/>")), sample);
}

TEST_CASE("a block without a key says what stands in its place") {
  const auto error_of = [](const std::string& text) {
    const armor::Armored found = read_armor(text);
    REQUIRE(found.error);
    return *found.error;
  };
  const std::string label = "OPENSSH PRIVATE KEY";
  CHECK(error_of(block(label, "")).detail == "nothing stands between the BEGIN and the END line");
  CHECK(error_of("-----BEGIN OPENSSH PRIVATE KEY-----\n").detail == "only the BEGIN line is left");
  const Error swapped = error_of(replaced(
      replaced(replaced(openssh_sample().text, "BEGIN", "E"), "END", "BEGIN"), "-E ", "-END "));
  CHECK(swapped.code == errc::begin_end_mismatch);
  CHECK(swapped.detail == "the END line stands before the BEGIN line");
  for (const std::string& body :
       {std::string("YOUR KEY HERE\n"), std::string("foo\nbar\n"), std::string("<content>\n"),
        std::string("${KEY_BODY}\n"), std::string(32, 'x') + "\n",
        std::string(70, 'X') + "\n" + std::string(70, 'X') + "\n"}) {
    CAPTURE(body);
    CHECK(error_of(block(label, body)).code == errc::not_a_private_key);
  }
  // The last line of a key that was cut is no placeholder.
  const std::vector<std::string> lines = lines_of(openssh_sample().text);
  const armor::Armored rest = read_armor(block(label, lines[lines.size() - 2] + "\n"));
  CHECK((!rest.error || rest.error->code != errc::not_a_private_key));
}

TEST_CASE("PuTTY's text under a BEGIN line is read, its numbers alone are named") {
  const Sample sample = putty_sample();
  const armor::Armored found = read_armor(block("OPENSSH PRIVATE KEY", sample.text));
  check_same(found, sample);
  CHECK(words(found) == "leading-text (trailing-text)");
  const Bytes numbers = Bytes{0, 0, 1, 0} + noise(256);
  const std::string body = wrapped(base64_encode(numbers, Base64Padding::with), 64);
  const armor::Armored alone = read_armor(block("RSA PRIVATE KEY", body));
  REQUIRE(alone.error);
  CHECK(alone.error->code == errc::malformed);
  CHECK(alone.error->detail == "it holds numbers as a PuTTY key file does in its lines");
}

}  // namespace osshkey::testing
