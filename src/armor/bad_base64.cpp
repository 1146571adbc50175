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
    "this is the URL-safe alphabet; if the whole text is written in it, convert the base64 lines "
    "(not the BEGIN and END lines): tr -- '-_' '+/'";
constexpr std::string_view html =
    "the text went through a web page; copy the key from the original file";

constexpr std::array<Row, 14> rows = {{
    {"***", "it was replaced by asterisks", masked},
    {"*", "an asterisk", masked},
    {"\xE2\x80\xA2", "a bullet", masked},
    {"[", "a square bracket", cut_out},
    {"...", "an ellipsis", cut_out},
    {"\xE2\x80\xA6", "an ellipsis", cut_out},
    {"<br", "HTML", html},
    {"</", "HTML", html},
    {"&", "an HTML entity", html},
    {"<", "an angle bracket", cut_out},
    {"-", "'-' is no base64", url_alphabet},
    {"_", "'_' is no base64", url_alphabet},
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

}  // namespace

Error bad_base64(std::string_view text, const Base64Decoder& decoder, std::uint32_t line) {
  Error error{.code = errc::bad_base64, .offset = decoder.size(), .line = line};
  const auto row =
      std::ranges::find_if(rows, [&](const Row& r) { return text.starts_with(r.begins); });
  if (row != rows.end()) {
    error.detail = row->detail;
    error.advice = row->advice;
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

}  // namespace osshkey::armor
