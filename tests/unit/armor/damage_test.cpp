// SPDX-License-Identifier: MIT
// The ways in which armor is known to be damaged, applied to a fresh text of each form. What is
// said of the result is held against one table: the word of an error, or the notes under which the
// bytes come out unchanged. A word in brackets is one that OpenSSH reads past.
#include <doctest/doctest.h>

#include <array>
#include <functional>

#include "samples.hpp"

namespace osshkey::testing {

namespace {

using Damage = std::function<std::string(std::string)>;

/// between_markers applies damage to the lines between the first and the last.
std::string between_markers(const std::string& text, const Damage& damage) {
  const std::size_t begin = text.find('\n') + 1;
  const std::size_t end = text.rfind('\n', text.size() - 2) + 1;
  return text.substr(0, begin) + damage(text.substr(begin, end - begin)) + text.substr(end);
}

/// body_start is where the base64 begins, behind the header lines.
std::size_t body_start(const std::string& text) {
  for (const std::string_view before : {"\n\n", "Private-Lines: 1\n", "-----\n"}) {
    if (const std::size_t at = text.find(before); at != std::string::npos) {
      return at + before.size();
    }
  }
  return 0;
}

std::string utf16(const std::string& text, std::string_view mark, bool little) {
  std::string wide(mark);
  for (const char c : text) {
    wide += little ? std::string{c, '\0'} : std::string{'\0', c};
  }
  return wide;
}

std::string json_string(const std::string& text) {
  return "{\"type\": \"key\", \"private_key\": \"" +
         replaced(replaced(text, "/", "\\/"), "\n", "\\n") + "\", \"client\": 1}\n";
}

std::string with_body(const std::string& text, std::size_t width) {
  const std::size_t begin = body_start(text);
  const std::size_t end = text.rfind('\n', text.size() - 2) + 1;
  const std::string body = replaced(text.substr(begin, end - begin), "\n", "");
  return text.substr(0, begin) + wrapped(body, width) + text.substr(end);
}

struct Way {
  std::string_view name;
  Damage damage;
  // What must be said of: openssh-key-v1, PEM, encrypted PEM, PuTTY. "-" where the form has no such
  // line, or where the container is to find the damage.
  std::array<std::string_view, 4> expected;
};

const std::vector<Way>& ways() {
  static const std::vector<Way> all = {
      {"CRLF",
       [](std::string t) { return replaced(std::move(t), "\n", "\r\n"); },
       {"crlf", "(crlf)", "(crlf)", ""}},
      {"CR CR LF",
       [](std::string t) { return replaced(std::move(t), "\n", "\r\r\n"); },
       {"crlf", "(crlf)", "(crlf)", ""}},
      {"CR alone",
       [](std::string t) { return replaced(std::move(t), "\n", "\r"); },
       {"cr-only", "cr-only", "cr-only", "cr-only"}},
      {"CRLF on the last line",
       [](std::string t) {
         t.insert(t.size() - 1, "\r");
         return t;
       },
       {"crlf", "(crlf)", "(crlf)", ""}},
      {"byte order mark",
       [](std::string t) { return "\xEF\xBB\xBF" + t; },
       {"bom", "(bom)", "(bom)", "bom"}},
      {"UTF-16",
       [](std::string t) { return utf16(t, "\xFF\xFE", true); },
       {"utf16", "utf16", "utf16", "utf16"}},
      {"UTF-16, big end first",
       [](std::string t) { return utf16(t, "\xFE\xFF", false); },
       {"utf16", "utf16", "utf16", "utf16"}},
      {"UTF-16 without a mark",
       [](std::string t) { return utf16(t, "", true); },
       {"utf16", "utf16", "utf16", "utf16"}},
      {"comment before",
       [](std::string t) { return "# deploy key\n" + t; },
       {"leading-text", "(leading-text)", "(leading-text)", "leading-text"}},
      {"blank line before",
       [](std::string t) { return "\n" + t; },
       {"leading-text", "(leading-text)", "(leading-text)", ""}},
      {"certificate before",
       [](std::string t) { return block("CERTIFICATE", "AAAA\n") + t; },
       {"leading-text", "(leading-text)", "(leading-text)", "leading-text"}},
      {"parameters before",
       [](std::string t) { return block("EC PARAMETERS", "AAAA\n") + "\n" + t; },
       {"leading-text", "", "", "leading-text"}},
      {"parameters and a line before",
       [](std::string t) { return block("EC PARAMETERS", "AAAA\n") + "a line\n" + t; },
       {"leading-text", "(leading-text)", "(leading-text)", "leading-text"}},
      {"word before on the same line",
       [](std::string t) { return "key: " + t; },
       {"leading-text", "leading-text", "leading-text", "leading-text"}},
      {"text after",
       [](std::string t) { return t + "EOF\n"; },
       {"(trailing-text)", "(trailing-text)", "(trailing-text)", "(trailing-text)"}},
      {"text after on the same line",
       [](std::string t) {
         t.insert(t.size() - 1, " EOF");
         return t;
       },
       {"trailing-text", "trailing-text", "trailing-text", "-"}},
      {"zero bytes after",
       [](std::string t) { return t + std::string(16, '\0'); },
       {"", "", "", ""}},
      {"newlines after", [](std::string t) { return t + "\n\n"; }, {"", "", "", ""}},
      {"indented",
       [](std::string t) { return each_line(t, "    ", ""); },
       {"indented", "indented", "indented", "indented"}},
      {"YAML block",
       [](std::string t) { return "key: |\n" + each_line(t, "  ", "") + "user: me\n"; },
       {"leading-text indented (trailing-text)", "indented (leading-text) (trailing-text)",
        "indented (leading-text) (trailing-text)", "leading-text indented (trailing-text)"}},
      {"indented but for the first line",
       [](std::string t) { return each_line(t, "\t", "").substr(1); },
       {"indented", "indented", "indented", "indented"}},
      {"blanks at the ends of lines",
       [](std::string t) { return each_line(t, "", "  "); },
       {"indented", "(indented)", "(indented)", "-"}},
      {"no-break spaces",
       [](std::string t) { return each_line(t, "\xC2\xA0", ""); },
       {"indented", "indented", "indented", "indented"}},
      {"quoted mail",
       [](std::string t) { return each_line(t, "> ", ""); },
       {"indented", "indented", "indented", "indented"}},
      {"shell variable",
       [](std::string t) { return "KEY=\"" + t + "\"\n"; },
       {"quoted", "quoted", "quoted", "quoted"}},
      {"quoted, written-out newlines",
       [](std::string t) { return "KEY='" + replaced(t, "\n", "\\n") + "'\n"; },
       {"quoted literal-backslash-n", "quoted literal-backslash-n", "quoted literal-backslash-n",
        "quoted literal-backslash-n"}},
      {"JSON string",
       [](std::string t) { return json_string(t); },
       {"quoted literal-backslash-n", "quoted literal-backslash-n", "quoted literal-backslash-n",
        "-"}},
      {"JSON array of lines",
       [](std::string t) { return "[" + each_line(t, "\"", "\",") + "]"; },
       {"quoted", "quoted", "quoted", "-"}},
      {"strings of source code",
       [](std::string t) { return each_line(t, "  \"", "\\n\" +"); },
       {"quoted literal-backslash-n indented", "quoted literal-backslash-n (indented)",
        "quoted literal-backslash-n indented", "-"}},
      {"written-out newlines",
       [](std::string t) { return replaced(std::move(t), "\n", "\\n"); },
       {"literal-backslash-n", "literal-backslash-n", "literal-backslash-n",
        "literal-backslash-n"}},
      {"newlines written out twice",
       [](std::string t) { return replaced(std::move(t), "\n", "\\\\n"); },
       {"literal-backslash-n", "literal-backslash-n", "literal-backslash-n",
        "literal-backslash-n"}},
      {"written-out CR LF",
       [](std::string t) { return replaced(std::move(t), "\n", "\\r\\n"); },
       {"literal-backslash-n", "literal-backslash-n", "literal-backslash-n",
        "literal-backslash-n"}},
      {"backslash at the ends of lines",
       [](std::string t) { return each_line(t, "", "\\"); },
       {"literal-backslash-n", "literal-backslash-n", "literal-backslash-n", "-"}},
      {"newlines became blanks",
       [](std::string t) { return replaced(std::move(t), "\n", " "); },
       {"one-line missing-final-newline", "one-line", "one-line", "error malformed indented"}},
      {"newlines lost",
       [](std::string t) { return replaced(std::move(t), "\n", ""); },
       {"one-line missing-final-newline", "one-line", "one-line", "error malformed"}},
      {"newlines doubled",
       [](std::string t) { return replaced(std::move(t), "\n", "\n\n"); },
       {"blank-lines", "blank-lines", "blank-lines", "blank-lines"}},
      {"blank line before the end",
       [](std::string t) {
         t.insert(t.rfind('\n', t.size() - 2), "\n");
         return t;
       },
       {"blank-lines", "blank-lines", "blank-lines", "blank-lines"}},
      {"final newline lost",
       [](std::string t) {
         t.pop_back();
         return t;
       },
       {"missing-final-newline", "", "", ""}},
      {"em dashes",
       [](std::string t) { return replaced(std::move(t), "-----", "\xE2\x80\x94\xE2\x80\x94-"); },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired", "-"}},
      {"en dashes of Windows-1252",
       [](std::string t) { return replaced(std::move(t), "--", "\x96"); },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired", "-"}},
      {"BEGIN with four hyphens",
       [](std::string t) { return t.substr(1); },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired",
        "error no-begin-line"}},
      {"BEGIN with six hyphens",
       [](std::string t) { return "-" + t; },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired", "-"}},
      {"BEGIN in lower case",
       [](std::string t) { return replaced_first(std::move(t), "BEGIN", "begin"); },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired", "-"}},
      {"BEGIN without its blanks",
       [](std::string t) { return replaced_first(std::move(t), "PRIVATE KEY", "PRIVATEKEY"); },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired", "-"}},
      {"BEGIN without its last hyphens",
       [](std::string t) { return replaced_first(std::move(t), "-----\n", "\n"); },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired", "-"}},
      {"BEGIN with another letter",
       [](std::string t) { return replaced_first(std::move(t), "PRIVATE", "PRIVQTE"); },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired", "-"}},
      {"BEGIN with letters exchanged",
       [](std::string t) { return replaced_first(std::move(t), "S", "X"); },
       {"begin-line-repaired", "-", "-", "-"}},
      {"BEGIN twice",
       [](std::string t) { return t.substr(0, t.find("\n") + 1) + t; },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired", "-"}},
      {"BEGIN without its first hyphens",
       [](std::string t) { return t.substr(5); },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired", "-"}},
      {"END without its first hyphens",
       [](std::string t) { return replaced_first(std::move(t), "-----END", "END"); },
       {"end-line-missing", "end-line-missing", "end-line-missing", "-"}},
      {"END with a letter lost",
       [](std::string t) { return t.erase(t.size() - 8, 1); },
       {"end-line-missing", "end-line-missing", "end-line-missing", "-"}},
      {"line numbers",
       [](std::string t) {
         std::string numbered;
         std::size_t number = 6;
         for (const std::string& line : lines_of(t)) {
           numbered += "  " + std::to_string(number++) + "\t" + line + "\n";
         }
         return numbered;
       },
       {"indented", "indented", "indented", "-"}},
      {"plus signs before each line",
       [](std::string t) { return each_line(t, "+", ""); },
       {"indented", "indented", "indented", "-"}},
      {"hyphens before each line",
       [](std::string t) { return each_line(t, "-", ""); },
       {"indented", "indented", "indented", "-"}},
      {"comment signs before each line",
       [](std::string t) { return replaced(each_line(t, "# ", ""), " \n", "\n"); },
       {"indented", "indented", "indented", "-"}},
      {"the file's name before each line",
       [](std::string t) { return each_line(t, "id_rsa:", ""); },
       {"indented", "indented", "indented", "-"}},
      {"plus signs became blanks",
       [](std::string t) { return replaced(std::move(t), "+", " "); },
       {"error bad-base64 indented (base64-wrapping)", "error bad-base64 (indented) (base64-wrapping)", "error bad-base64 indented (base64-wrapping)", "-"}},
      {"four hyphens",
       [](std::string t) { return replaced(std::move(t), "-----", "----"); },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired", "-"}},
      {"blanks became line ends",
       [](std::string t) { return replaced(std::move(t), " ", "\n"); },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired one-line", "-"}},
      {"no-break spaces in the markers",
       [](std::string t) {
         return replaced(replaced(t, "BEGIN ", "BEGIN\xC2\xA0"), "END ", "END\xA0");
       },
       {"begin-line-repaired", "begin-line-repaired", "begin-line-repaired", "-"}},
      {"line ends and hyphens as JSON's codes",
       [](std::string t) {
         return replaced(replaced(t, "\n", "\\u000a"), "-----",
                         "\\u002d\\u002d\\u002d\\u002d\\u002d");
       },
       {"begin-line-repaired literal-backslash-n", "-", "-", "-"}},
      {"a file of Java's properties",
       [](std::string t) { return "key=" + replaced(replaced(t, "\n", "\\n\\\n"), "=", "\\="); },
       {"leading-text literal-backslash-n quoted", "-", "-", "-"}},
      {"strings joined by a plus sign",
       [](std::string t) { return "k =\n" + each_line(t, " + \"", "\\n\""); },
       {"leading-text quoted literal-backslash-n indented", "-", "-", "-"}},
      {"BEGIN line lost",
       [](std::string t) { return t.substr(t.find("\n") + 1); },
       {"error no-begin-line", "error no-begin-line", "error no-begin-line",
        "error no-begin-line"}},
      {"END line lost",
       [](std::string t) { return t.substr(0, t.rfind('\n', t.size() - 2) + 1); },
       {"end-line-missing", "end-line-missing", "error truncated end-line-missing",
        "error truncated"}},
      {"END line cut",
       [](std::string t) { return t.substr(0, t.size() - 9); },
       {"error truncated end-line-missing", "error truncated end-line-missing",
        "error truncated end-line-missing", "-"}},
      {"END line without its last hyphen",
       [](std::string t) {
         t.erase(t.size() - 2, 1);
         return t;
       },
       {"error truncated end-line-missing", "error truncated end-line-missing",
        "error truncated end-line-missing", "-"}},
      {"END line without its first hyphen",
       [](std::string t) {
         t.erase(t.rfind("-----E") == std::string::npos ? 0 : t.rfind("-----E"), 1);
         return t;
       },
       {"end-line-missing", "end-line-missing", "end-line-missing", "-"}},
      {"END line of another label",
       [](std::string t) { return replaced(std::move(t), "-----END ", "-----END MY "); },
       {"error begin-end-mismatch", "error begin-end-mismatch", "error begin-end-mismatch", "-"}},
      {"body lost",
       [](std::string t) { return between_markers(t, [](const std::string&) { return ""; }); },
       {"error truncated", "error truncated", "error truncated", "-"}},
      {"second half lost",
       [](std::string t) { return t.substr(0, t.size() / 2); },
       {"error truncated end-line-missing", "error truncated end-line-missing",
        "error truncated end-line-missing", "error truncated"}},
      {"one line lost",
       [](std::string t) {
         t.erase(body_start(t), t.find('\n', body_start(t)) + 1 - body_start(t));
         return t;
       },
       {"error bad-base64", "-", "-", "-"}},
      {"one character lost",
       [](std::string t) {
         t.erase(body_start(t) + 20, 1);
         return t;
       },
       {"error bad-base64 (base64-wrapping)", "error bad-base64 (base64-wrapping)",
        "error bad-base64 (base64-wrapping)", "-"}},
      {"padding lost",
       [](std::string t) { return replaced(std::move(t), "=", ""); },
       {"base64-unpadded", "base64-unpadded", "base64-unpadded", "-"}},
      {"lines of one character",
       [](std::string t) { return with_body(t, 1); },
       {"(base64-wrapping)", "(base64-wrapping)", "one-line", "-"}},
      {"one long line",
       [](std::string t) { return with_body(t, 1000); },
       {"(base64-wrapping)", "(base64-wrapping)", "one-line", "-"}},
      {"lines of 50",
       [](std::string t) { return with_body(t, 50); },
       {"(base64-wrapping)", "(base64-wrapping)", "one-line", "-"}},
      {"asterisk",
       [](std::string t) {
         t[body_start(t) + 20] = '*';
         return t;
       },
       {"error bad-base64", "error bad-base64", "error bad-base64", "-"}},
      {"middle left out",
       [](std::string t) {
         t.replace(body_start(t) + 10, 20, "...");
         return t;
       },
       {"error bad-base64", "error bad-base64", "error bad-base64", "-"}},
      {"URL-safe alphabet",
       [](std::string t) {
         t[body_start(t) + 20] = '_';
         return t;
       },
       {"error bad-base64", "error bad-base64", "error bad-base64", "-"}},
      {"zero byte inside",
       [](std::string t) {
         t[body_start(t) + 20] = '\0';
         return t;
       },
       {"error bad-base64", "error bad-base64", "error bad-base64", "-"}},
      {"another key begins inside",
       [](std::string t) { return t.substr(0, t.size() / 2) + "\n" + t; },
       {"error begin-end-mismatch", "error begin-end-mismatch", "error begin-end-mismatch", "-"}},
      {"two keys",
       [](std::string t) { return t + t; },
       {"(several-keys)", "(several-keys)", "(several-keys)", "(several-keys)"}},
      {"base64 of the file",
       [](std::string t) { return wrapped(base64_encode(from_text(t), Base64Padding::with), 76); },
       {"error base64-of-file", "error base64-of-file", "error base64-of-file",
        "error base64-of-file"}},
      {"body encoded twice",
       [](std::string t) {
         return block("OPENSSH PRIVATE KEY",
                      wrapped(base64_encode(from_text(t), Base64Padding::with), 70));
       },
       {"error base64-of-file", "error base64-of-file", "error base64-of-file", "-"}},
      {"every character masked",
       [](std::string t) { return std::string(t.size(), '*'); },
       {"error not-a-private-key", "error not-a-private-key", "error not-a-private-key",
        "error not-a-private-key"}},
  };
  return all;
}

}  // namespace

TEST_CASE("damaged armor yields its word or its note, and never other bytes") {
  const std::array samples = {openssh_sample(), pem_sample(), encrypted_pem_sample(),
                              putty_sample()};
  for (const Way& way : ways()) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (way.expected[i] == "-") {
        continue;
      }
      CAPTURE(way.name);
      CAPTURE(samples[i].label);
      const armor::Armored found = read_armor(way.damage(samples[i].text));
      CHECK(words(found) == way.expected[i]);
      if (!found.error) {
        CHECK(to_hex(found.bytes.view()) == to_hex(samples[i].bytes));
        CHECK(found.label == samples[i].label);
        CHECK(found.headers.size() == (i == 2 ? 2 : 0));
      }
    }
  }
}

}  // namespace osshkey::testing
