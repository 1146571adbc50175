// SPDX-License-Identifier: MIT
// Quotes: takes off a line of base64 what source code, JSON, mail and shells put around it. None of
// these characters is base64, so nothing of the key can be lost.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <osshkey/error.hpp>

namespace osshkey::armor {

struct Unquoted {
  std::string_view text{};
  std::optional<errc>
      found{};  ///< quoted, indented or literal_backslash_n, where something came off
};

/// unquote takes off quotation marks with what joins two strings in source code, a backslash that
/// continues the line, and the `>` of quoted mail. The text has no blanks around it.
[[nodiscard]] Unquoted unquote(std::string_view text);

/// JsonEscape is a character of base64 as some JSON writers spell it; size 0 where there is none.
struct JsonEscape {
  std::size_t size = 0;
  char character = 0;
};

/// json_escape_at reads `\/`, `\u003d` and their like, and `\=` of Java's properties, at the
/// beginning of a text.
[[nodiscard]] JsonEscape json_escape_at(std::string_view text);

}  // namespace osshkey::armor
