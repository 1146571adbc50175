// SPDX-License-Identifier: MIT
// Text: the bytes of a file as characters, whatever encoding an editor gave them, and the small
// questions that the armor asks of characters: blanks, quotation marks, hyphens, lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey::armor {

/// Text is a file's characters without a byte order mark. UTF-16 was turned into UTF-8 in memory of
/// its own; otherwise the view is into the file, which must outlive it.
struct Text {
  std::string_view view{};
  std::optional<errc> encoding{};  ///< bom or utf16, where the file had it
  SecureBytes owned{};
};

[[nodiscard]] Text read_text(ByteView file);

/// Ending is how a line ends.
enum class Ending : std::uint8_t {
  none,     ///< the text ends with the line
  lf,       ///< LF
  crlf,     ///< CR LF
  cr,       ///< CR alone
  escaped,  ///< backslash and `n` or `r`, or `u000a`, escaped once or more
};

/// Escapes says whether a written-out `\n` ends a line. Comments may hold backslashes, base64
/// can't.
enum class Escapes : std::uint8_t { are_text, end_lines };

/// Line is one line without its ending; `number` counts the lines of the file from 1.
struct Line {
  std::string_view text{};
  Ending ending = Ending::none;
  std::uint32_t number = 0;
};

/// Lines walks over the lines of a text, the last of which may lack an ending.
class Lines {
 public:
  Lines(std::string_view text, std::uint32_t first_number, Escapes escapes) noexcept
      : text_(text), number_(first_number), escapes_(escapes) {}

  /// next is the next line; nothing is left after the line whose ending is `none`.
  std::optional<Line> next();
  /// rest is what was not walked over yet.
  [[nodiscard]] std::string_view rest() const noexcept { return text_; }

 private:
  std::string_view text_;
  std::uint32_t number_;
  Escapes escapes_;
  bool done_ = false;
};

/// count_lines is the number of line ends in a text.
[[nodiscard]] std::uint32_t count_lines(std::string_view text);

/// blank_at is the size of the blank that a text begins with (a no-break space takes two bytes, a
/// zero width one three), or 0. Line ends are not blanks.
[[nodiscard]] std::size_t blank_at(std::string_view text) noexcept;

/// without_blanks drops the blanks at both ends.
[[nodiscard]] std::string_view without_blanks(std::string_view text) noexcept;

/// without_marks drops the blanks too, and the `>` that mail programs put before quoted lines.
[[nodiscard]] std::string_view without_marks(std::string_view line) noexcept;

/// only_white is true for a text of blanks, line ends and zero bytes.
[[nodiscard]] bool only_white(std::string_view text) noexcept;

[[nodiscard]] constexpr bool is_quote(char c) noexcept {
  return c == '"' || c == '\'' || c == '`';
}

/// hyphen_at is the size of the hyphen, or of what word processors make of it, that a text begins
/// with; 0 where there is none. hyphen_before is the same for the end of a text.
[[nodiscard]] std::size_t hyphen_at(std::string_view text) noexcept;
[[nodiscard]] std::size_t hyphen_before(std::string_view text) noexcept;

}  // namespace osshkey::armor
