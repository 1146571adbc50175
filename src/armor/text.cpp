// SPDX-License-Identifier: MIT
// Text: UTF-16 and byte order marks, lines and the characters that surround keys.
#include "armor/text.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "wire/reader.hpp"

namespace osshkey::armor {

namespace {

enum class ByteOrder : std::uint8_t { little, big };

struct Utf16 {
  ByteOrder order = ByteOrder::little;
  std::size_t mark = 0;  // bytes of the byte order mark
};

/// sniff_utf16 goes by the mark, or by the zero byte that every ASCII character has in UTF-16.
std::optional<Utf16> sniff_utf16(ByteView file) {
  if (file.size() < 2) {
    return std::nullopt;
  }
  const bool is_utf32 = file.size() >= 4 && file[2] == 0 && file[3] == 0;
  if (file[0] == 0xFF && file[1] == 0xFE && !is_utf32) {
    return Utf16{.order = ByteOrder::little, .mark = 2};
  }
  if (file[0] == 0xFE && file[1] == 0xFF) {
    return Utf16{.order = ByteOrder::big, .mark = 2};
  }
  constexpr std::size_t sample = 32;
  if (file.size() < sample) {
    return std::nullopt;
  }
  const auto ascii_from = [&](std::size_t first) {
    for (std::size_t i = 0; i < sample; i += 2) {
      if (file[i + first] == 0 || file[i + first] > 0x7E || file[i + 1 - first] != 0) {
        return false;
      }
    }
    return true;
  };
  if (ascii_from(0)) {
    return Utf16{.order = ByteOrder::little};
  }
  if (ascii_from(1)) {
    return Utf16{.order = ByteOrder::big};
  }
  return std::nullopt;
}

/// to_utf8 treats surrogates as single characters: no part of a key lies outside of ASCII, and what
/// surrounds it is only looked at for hyphens and blanks.
SecureBytes to_utf8(ByteView file, Utf16 utf16) {
  const ByteView units = file.subspan(utf16.mark);
  SecureBytes out(units.size() / 2 * 3);
  std::size_t size = 0;
  const auto put = [&](unsigned byte) { out.data()[size++] = static_cast<std::uint8_t>(byte); };
  const std::size_t high = utf16.order == ByteOrder::little ? 1 : 0;
  for (std::size_t i = 0; i + 1 < units.size(); i += 2) {
    const unsigned unit = unsigned{units[i + high]} << 8 | units[i + 1 - high];
    if (unit < 0x80) {
      put(unit);
    } else if (unit < 0x800) {
      put(0xC0 | unit >> 6);
      put(0x80 | (unit & 0x3F));
    } else {
      put(0xE0 | unit >> 12);
      put(0x80 | (unit >> 6 & 0x3F));
      put(0x80 | (unit & 0x3F));
    }
  }
  out.shrink(size);
  return out;
}

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

// No-break space, zero width space and joiners, word joiner, BOM amid text: what web pages and chat
// programs put around copied text.
// Also the soft hyphen, marks of direction, line and paragraph separators, and the narrow and the
// ideographic space.
// And the no-break space as HTML may spell it.
constexpr std::array<std::string_view, 15> wide_blanks = {
    "\xC2\xA0",     "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x81\xA0",
    "\xEF\xBB\xBF", "\xC2\xAD",     "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xA8",
    "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE3\x80\x80", "&nbsp;",       "&#160;"};

// U+2010 to U+2015, the minus sign, the small and the full width hyphen, the soft hyphen, a line of
// boxes; hyphens and dashes as JSON may spell them, and a hyphen as Markdown does.
constexpr std::array<std::string_view, 16> wide_hyphens = {
    "\xE2\x80\x90", "\xE2\x80\x91", "\xE2\x80\x92", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x80\x95",
    "\xE2\x88\x92", "\xEF\xB9\xA3", "\xEF\xBC\x8D", "\xC2\xAD",     "\xE2\x94\x80", "\\u002d",
    "\\u002D",      "\\u2013",      "\\u2014",      "\\-"};

// The en and the em dash of Windows-1252.
constexpr bool is_narrow_hyphen(char c) {
  return c == '-' || c == '\x96' || c == '\x97';
}

constexpr bool is_narrow_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

// Of ISO 8859-1 and Windows-1252; in UTF-8 the byte stands only behind others.
constexpr char narrow_no_break_space = '\xA0';

struct Found {
  std::size_t text = 0;  // bytes of the line before its ending
  std::size_t size = 0;  // bytes of the ending
  Ending ending = Ending::none;
};

/// escape_at measures a written-out line end: backslashes, then `n` or `r`; `\r\n` is one.
std::size_t escape_at(std::string_view text) {
  const std::size_t letter = text.find_first_not_of('\\');
  if (letter == std::string_view::npos || letter == 0) {
    return 0;
  }
  if (const std::string_view code = text.substr(letter, 5);
      code == "u000a" || code == "u000A" || code == "u000d" || code == "u000D") {
    return letter + code.size();
  }
  if (text[letter] != 'n' && text[letter] != 'r') {
    return 0;
  }
  const std::size_t size = letter + 1;
  if (text[letter] == 'n') {
    return size;
  }
  const std::string_view after = text.substr(size);
  const std::size_t next = after.find_first_not_of('\\');
  return next != std::string_view::npos && next != 0 && after[next] == 'n' ? size + next + 1 : size;
}

/// cr_lf_at measures a CR LF, whose CR may have been doubled by a second conversion.
std::size_t cr_lf_at(std::string_view text) {
  if (text.starts_with("\r\n")) {
    return 2;
  }
  return text.starts_with("\r\r\n") ? 3 : 0;
}

Found find_ending(std::string_view text, Escapes escapes) {
  const std::string_view stops = escapes == Escapes::end_lines ? "\n\r\\" : "\n\r";
  std::size_t at = text.find_first_of(stops);
  while (at != std::string_view::npos) {
    if (text[at] == '\n') {
      return {.text = at, .size = 1, .ending = Ending::lf};
    }
    if (text[at] == '\r') {
      const std::size_t size = cr_lf_at(text.substr(at));
      return {.text = at,
              .size = std::max(size, std::size_t{1}),
              .ending = size == 0 ? Ending::cr : Ending::crlf};
    }
    if (const std::size_t size = escape_at(text.substr(at)); size != 0) {
      return {.text = at, .size = size, .ending = Ending::escaped};
    }
    // Past the whole run of backslashes, so that a file of them is walked over once.
    at = text.find_first_not_of('\\', at);
    at = at == std::string_view::npos ? at : text.find_first_of(stops, at);
  }
  return {.text = text.size(), .size = 0, .ending = Ending::none};
}

}  // namespace

Text read_text(ByteView file) {
  Text text;
  if (const std::optional<Utf16> utf16 = sniff_utf16(file)) {
    text.owned = to_utf8(file, *utf16);
    text.view = wire::as_text(text.owned.view());
    text.encoding = errc::utf16;
    return text;
  }
  text.view = wire::as_text(file);
  if (text.view.starts_with(utf8_mark)) {
    text.view.remove_prefix(utf8_mark.size());
    text.encoding = errc::bom;
  }
  return text;
}

std::optional<Line> Lines::next() {
  if (done_) {
    return std::nullopt;
  }
  const Found found = find_ending(text_, escapes_);
  const Line line{.text = text_.substr(0, found.text), .ending = found.ending, .number = number_};
  text_.remove_prefix(found.text + found.size);
  done_ = found.ending == Ending::none;
  if (found.ending != Ending::escaped) {
    ++number_;
  }
  return line;
}

std::uint32_t count_lines(std::string_view text) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool cr = text[i] == '\r' && cr_lf_at(text.substr(i)) == 0;
    count += text[i] == '\n' || cr ? 1U : 0U;
  }
  return count;
}

std::size_t blank_at(std::string_view text) noexcept {
  if (text.empty()) {
    return 0;
  }
  if (is_narrow_blank(text.front()) || text.front() == narrow_no_break_space) {
    return 1;
  }
  const auto found = std::ranges::find_if(
      wide_blanks, [&](std::string_view blank) { return text.starts_with(blank); });
  return found == wide_blanks.end() ? 0 : found->size();
}

std::string_view without_blanks(std::string_view text) noexcept {
  while (const std::size_t size = blank_at(text)) {
    text.remove_prefix(size);
  }
  for (;;) {
    if (!text.empty() && is_narrow_blank(text.back())) {
      text.remove_suffix(1);
      continue;
    }
    const auto found = std::ranges::find_if(
        wide_blanks, [&](std::string_view blank) { return text.ends_with(blank); });
    if (found == wide_blanks.end()) {
      return text;
    }
    text.remove_suffix(found->size());
  }
}

std::string_view without_marks(std::string_view line) noexcept {
  line = without_blanks(line);
  while (line.starts_with('>')) {
    line = without_blanks(line.substr(1));
  }
  return line;
}

bool only_white(std::string_view text) noexcept {
  while (!text.empty()) {
    const char c = text.front();
    const std::size_t size = c == '\n' || c == '\r' || c == '\0' ? 1 : blank_at(text);
    if (size == 0) {
      return false;
    }
    text.remove_prefix(size);
  }
  return true;
}

std::size_t hyphen_at(std::string_view text) noexcept {
  if (!text.empty() && is_narrow_hyphen(text.front())) {
    return 1;
  }
  const auto found = std::ranges::find_if(
      wide_hyphens, [&](std::string_view hyphen) { return text.starts_with(hyphen); });
  return found == wide_hyphens.end() ? 0 : found->size();
}

std::size_t hyphen_before(std::string_view text) noexcept {
  const auto found = std::ranges::find_if(
      wide_hyphens, [&](std::string_view hyphen) { return text.ends_with(hyphen); });
  if (found != wide_hyphens.end()) {
    return found->size();
  }
  return !text.empty() && is_narrow_hyphen(text.back()) ? 1 : 0;
}

}  // namespace osshkey::armor
