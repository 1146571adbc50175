// SPDX-License-Identifier: MIT
// A UTF-8 decoder and what is decided from it: which characters may be printed, and how wide they
// are.
#include "common/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>

namespace tool {

namespace {

// ASCII, because nothing else of the tool's own text needs a locale.
constexpr std::string_view dots = "...";

struct Character {
  char32_t code = 0;
  std::size_t size = 1;  // bytes
  bool valid = false;
};

struct Range {
  char32_t first;
  char32_t last;
};

std::uint8_t byte_at(std::string_view text, std::size_t i) {
  return static_cast<std::uint8_t>(text[i]);
}

/// decode reads the character at the front. An ill-formed part is the longest prefix of a
/// well-formed character, as Unicode (chapter 3.9) recommends, so that each is replaced once.
Character decode(std::string_view text) {
  const std::uint8_t lead = byte_at(text, 0);
  if (lead < 0x80) {
    return {.code = lead, .size = 1, .valid = true};
  }
  if (lead < 0xC2 || lead > 0xF4) {
    return {};
  }
  const std::size_t needed = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t code = lead & (0x7FU >> needed);
  for (std::size_t i = 1; i < needed; ++i) {
    std::uint8_t low = 0x80;
    std::uint8_t high = 0xBF;
    if (i == 1) {  // no overlong form, no surrogate, nothing past U+10FFFF
      low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : low;
      high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : high;
    }
    if (i >= text.size() || byte_at(text, i) < low || byte_at(text, i) > high) {
      return {.code = 0, .size = i, .valid = false};
    }
    code = code << 6 | (byte_at(text, i) & 0x3FU);
  }
  return {.code = code, .size = needed, .valid = true};
}

// What a terminal could act on or a reader could be deceived by: controls, soft hyphen, zero width
// and direction marks, separators of lines, interlinear marks, tags, private use and noncharacters.
constexpr auto hidden = std::to_array<Range>({
    {0x0000, 0x001F},
    {0x007F, 0x009F},
    {0x00AD, 0x00AD},
    {0x061C, 0x061C},
    {0x115F, 0x1160},
    {0x180B, 0x180F},
    {0x200B, 0x200F},
    {0x2028, 0x202E},
    {0x2060, 0x206F},
    {0x3164, 0x3164},
    {0xE000, 0xF8FF},
    {0xFE00, 0xFE0F},
    {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB},
    {0xFFFE, 0xFFFF},
    {0xE0000, 0x10FFFF},
});

// Characters without a column of their own, and those of two columns (East Asian Width W and F),
// in the blocks that comments are likely to use.
constexpr auto combining = std::to_array<Range>({
    {0x0300, 0x036F},
    {0x0483, 0x0489},
    {0x0591, 0x05BD},
    {0x064B, 0x065F},
    {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E},
    {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF},
    {0x20D0, 0x20F0},
    {0x3099, 0x309A},
    {0xFE20, 0xFE2F},
});
constexpr auto wide = std::to_array<Range>({
    {0x1100, 0x115F},
    {0x2E80, 0x303E},
    {0x3041, 0x33FF},
    {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF},
    {0xA960, 0xA97F},
    {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F},
    {0x1F680, 0x1F6FF},
    {0x1F900, 0x1F9FF},
    {0x20000, 0x3FFFD},
});

bool is_in(std::span<const Range> ranges, char32_t code) {
  const auto after = std::ranges::upper_bound(ranges, code, {}, &Range::first);
  return after != ranges.begin() && code <= std::prev(after)->last;
}

std::size_t width_of(char32_t code) {
  return is_in(combining, code) ? 0 : is_in(wide, code) ? 2 : 1;
}

void append_escaped(std::string& out, char32_t code) {
  switch (code) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (code < 0x80) {
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<std::uint32_t>(code));
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{{{:04x}}}", static_cast<std::uint32_t>(code));
  }
}

}  // namespace

std::string for_terminal(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character c = decode(text);
    if (!c.valid) {
      for (std::size_t i = 0; i < c.size; ++i) {
        fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte_at(text, i));
      }
    } else if (is_in(hidden, c.code)) {
      append_escaped(out, c.code);
    } else {
      out += text.substr(0, c.size);
    }
    text.remove_prefix(c.size);
  }
  return out;
}

std::optional<std::string> repaired_utf8(std::string_view text) {
  std::string out;
  bool repaired = false;
  while (!text.empty()) {
    const Character c = decode(text);
    out += c.valid ? text.substr(0, c.size) : std::string_view("\xEF\xBF\xBD");
    repaired = repaired || !c.valid;
    text.remove_prefix(c.size);
  }
  if (!repaired) {
    return std::nullopt;
  }
  return out;
}

std::string to_utf8(std::string_view text) {
  return repaired_utf8(text).value_or(std::string(text));
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character c = decode(text);
    width += width_of(c.code);
    text.remove_prefix(c.size);
  }
  return width;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) {
    return std::string(text);
  }
  std::string out;
  std::size_t used = dots.size();
  while (!text.empty()) {
    const Character c = decode(text);
    used += width_of(c.code);
    if (used > width) {
      break;
    }
    out += text.substr(0, c.size);
    text.remove_prefix(c.size);
  }
  return out + std::string(dots);
}

std::string shortened_start(std::string_view text, std::size_t width) {
  std::size_t left = display_width(text);
  if (left <= width) {
    return std::string(text);
  }
  while (!text.empty() && left + dots.size() > width) {
    const Character c = decode(text);
    left -= width_of(c.code);
    text.remove_prefix(c.size);
  }
  return std::string(dots) + std::string(text);
}

}  // namespace tool
