// SPDX-License-Identifier: MIT
// Text from a file, made safe: no byte of a comment, a cipher's name or a path may steer a
// terminal, reorder a line or break an encoding.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tool {

/// for_terminal is the text with control characters, marks of writing direction, line separators
/// and invalid UTF-8 written as `\n`, `\x1b`, `\u{202e}`. A backslash stays as it is: nobody takes
/// the text apart again, and Windows' paths stay readable.
[[nodiscard]] std::string for_terminal(std::string_view text);

/// repaired_utf8 is the text with U+FFFD for each ill-formed part, or nothing where there is none.
[[nodiscard]] std::optional<std::string> repaired_utf8(std::string_view text);

/// to_utf8 is the text itself where it is well-formed, else repaired.
[[nodiscard]] std::string to_utf8(std::string_view text);

/// display_width is the number of columns that text without control characters takes.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// shortened cuts the text to `width` columns, which end in dots where it was cut.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);

/// shortened_start cuts at the front, for a path, whose end says most.
[[nodiscard]] std::string shortened_start(std::string_view text, std::size_t width);

}  // namespace tool
