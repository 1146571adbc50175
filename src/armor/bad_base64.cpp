// SPDX-License-Identifier: MIT
// bad_base64: one row for each way in which base64 text is known to be spoilt.
#include "armor/bad_base64.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace osshkey::armor {

namespace {

struct Row {
  std::string_view begins;
  std::string_view detail;
  std::string_view advice;
};

constexpr std::string_view masked =
    "the key was masked before it was stored: take it from its source, not from a log or a form "
    "that hides secrets";
constexpr std::string_view cut_out =
    "a part of the key was left out by hand; the rest can't be opened, take the whole file";
constexpr std::string_view url_alphabet =
    "this is the URL-safe alphabet; convert it: (umask 077; sed '/-----/!y|-_|+/|' FILE > NEW)";
constexpr std::string_view quoted_printable =
    "decode the mail's text once: (umask 077; python3 -m quopri -d FILE > NEW)";
constexpr std::string_view percent =
    "each %XX stands for one character (%2B '+', %2F '/', %3D '='); put these back";
constexpr std::string_view html =
    "the text went through a web page; copy the key from the original file";

constexpr std::string_view colours =
    R"(take them out: (umask 077; sed "s/$(printf '\033')\[[0-9;]*[A-Za-z]//g" FILE > NEW))";
constexpr std::string_view frame = "copy the key from its file, without the frame around it";
constexpr std::string_view dashes =
    "put five hyphens on each side of the BEGIN and the END line in place of the damaged dashes";

constexpr std::array<Row, 19> rows = {{
    {"***", "it was replaced by asterisks", masked},
    {"*", "an asterisk", masked},
    {" ", "a blank stands inside the text", "take it out, or put back what stood in its place"},
    {"\x1B", "the colour codes of a terminal", colours},
    {"\xE2\x94", "the frame of a box", frame},
    {"\xE2\x95", "the frame of a box", frame},
    {"\xC3\xA2\xE2\x82\xAC", "dashes that a wrong encoding spoilt", dashes},
    {"\xE2\x80\xA2", "a bullet", masked},
    {"[", "a square bracket", cut_out},
    {"...", "an ellipsis", cut_out},
    {"\xE2\x80\xA6", "an ellipsis", cut_out},
    {"<br", "HTML", html},
    {"</", "HTML", html},
    {"&", "an HTML entity", html},
    {"<", "an angle bracket", cut_out},
    {"%2", "characters are encoded as in a URL", percent},
    {"%3", "characters are encoded as in a URL", percent},
    {std::string_view("\0", 1), "a zero byte",
     "the file was damaged on the disk or by a program; restore it from a copy"},
    {":", "a colon",
     "a header line stands where none may be, or another text was pasted into the key"},
}};

/// name_of describes a character without repeating what may belong to a secret: it is no base64.
std::string name_of(char c) {
  if (c > ' ' && c <= '~') {
    return std::string("'") + c + "' is no base64";
  }
  constexpr std::string_view digits = "0123456789abcdef";
  const auto byte = static_cast<std::uint8_t>(c);
  return std::string("the byte 0x") + digits[byte >> 4U] + digits[byte & 15U];
}

bool is_base64_of_urls(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '=' || c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// lines_with_soft_ends counts the lines that a `=` ends, as quoted-printable breaks long ones.
std::size_t lines_with_soft_ends(std::string_view body) {
  std::size_t count = 0;
  for (std::size_t at = body.find('='); at != std::string_view::npos; at = body.find('=', at + 1)) {
    const std::string_view after = body.substr(at + 1);
    count += after.starts_with('\n') || after.starts_with("\r\n") ? 1U : 0U;
  }
  return count;
}

bool is_quoted_printable(std::string_view body) {
  return body.contains("=3D") || lines_with_soft_ends(body) > 1;
}

}  // namespace

Error bad_base64(std::string_view text, const Base64Decoder& decoder, std::uint32_t line,
                 std::string_view body) {
  Error error{.code = errc::bad_base64, .offset = decoder.size(), .line = line};
  const auto row =
      std::ranges::find_if(rows, [&](const Row& r) { return text.starts_with(r.begins); });
  if (row != rows.end()) {
    error.detail = row->detail;
    error.advice = row->advice;
  } else if ((text.starts_with('-') || text.starts_with('_')) && body.contains('\n') &&
             std::ranges::all_of(body, is_base64_of_urls)) {
    error.detail = name_of(text.front());
    error.advice = url_alphabet;
  } else if ((text.starts_with('=') || decoder.padded()) && is_quoted_printable(body)) {
    error.detail = "it is encoded as quoted-printable";
    error.advice = quoted_printable;
  } else if (text.starts_with('=')) {
    error.detail =
        text.find_first_not_of("= ") == std::string_view::npos
            ? "the '=' at the end don't fit the number of characters: some were lost or added"
            : "'=' stands inside the text";
  } else if (decoder.padded()) {
    error.detail = "text goes on after the '=' that ends it";
    error.advice = "two texts may have been joined, or lines are in the wrong order";
  } else {
    error.detail = name_of(text.front());
  }
  return error;
}

Error lost_plus(std::optional<std::uint32_t> line, Escapes ends) {
  Error error{.code = errc::bad_base64,
              .line = line,
              .detail = "blanks stand where the plus signs were",
              .advice = "put a '+' for each blank in the lines of base64"};
  if (ends == Escapes::are_text) {
    error.advice += ": (umask 077; sed '/[:-]/!s/ /+/g' FILE > NEW)";
  }
  return error;
}

void blame(Error& error, const OddLine& odd) {
  error.offset = std::nullopt;
  error.line = odd.line;
  error.detail += "; this line has " + std::to_string(odd.width) + " characters, the others have " +
                  std::to_string(odd.usual);
}

}  // namespace osshkey::armor
