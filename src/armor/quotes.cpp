// SPDX-License-Identifier: MIT
// Quotes: strings of source code, JSON's escapes, quoted mail.
#include "armor/quotes.hpp"

#include <algorithm>
#include <array>

#include "armor/text.hpp"

namespace osshkey::armor {

namespace {

// What stands between the parts of a string that is written on several lines. The plus sign is
// base64 too: it comes off only behind a closing quotation mark.
constexpr std::string_view joints = " \t+,.;&()\\";

/// without_opening takes off the quotation mark that a text begins with: it opens a string, or
/// closes the one before and, past a joint, another may be opened.
std::string_view without_opening(std::string_view text) {
  std::string_view inside = text.substr(1);
  const std::size_t next = inside.find_first_not_of(joints);
  if (next != std::string_view::npos && is_quote(inside[next])) {
    inside = inside.substr(next + 1);
  }
  const bool nothing = inside.find_first_not_of(joints) == std::string_view::npos;
  return nothing ? std::string_view{} : inside;
}

}  // namespace

Unquoted unquote(std::string_view text) {
  Unquoted result{.text = text};
  if (text.starts_with('>')) {
    result = {.text = without_marks(text), .found = errc::indented};
  }
  if (!result.text.empty() && is_quote(result.text.front())) {
    result = {.text = without_opening(result.text), .found = errc::quoted};
  }
  // A line that goes on with a string: `+ "text"`.
  const std::size_t opening = result.text.find_first_not_of(joints);
  if (opening != std::string_view::npos && opening > 0 && is_quote(result.text[opening])) {
    const std::string_view inside = result.text.substr(opening + 1);
    const bool nothing = inside.find_first_not_of(joints) == std::string_view::npos;
    if (!nothing || result.text[opening - 1] == ' ') {
      result = {.text = nothing ? std::string_view{} : inside, .found = errc::quoted};
    }
  }
  const auto quote = std::ranges::find_if(result.text, is_quote);
  if (quote != result.text.end()) {
    const auto size = static_cast<std::size_t>(quote - result.text.begin());
    if (result.text.find_first_not_of(joints, size + 1) == std::string_view::npos) {
      result = {.text = result.text.substr(0, size), .found = errc::quoted};
    }
  } else if (result.text.ends_with('\\')) {
    result.text = without_blanks(result.text.substr(0, result.text.size() - 1));
    result.found = result.found.value_or(errc::literal_backslash_n);
  }
  return result;
}

JsonEscape json_escape_at(std::string_view text) {
  struct Spelling {
    std::string_view written;
    char character;
  };
  constexpr std::array<Spelling, 8> spellings = {{{"/", '/'},
                                                  {"u002f", '/'},
                                                  {"u002F", '/'},
                                                  {"u002b", '+'},
                                                  {"u002B", '+'},
                                                  {"u003d", '='},
                                                  {"u003D", '='},
                                                  {"=", '='}}};
  const std::size_t backslashes = std::min(text.find_first_not_of('\\'), text.size());
  if (backslashes == 0) {
    return {};
  }
  const std::string_view after = text.substr(backslashes);
  const auto found = std::ranges::find_if(
      spellings, [&](const Spelling& spelling) { return after.starts_with(spelling.written); });
  if (found == spellings.end()) {
    return {};
  }
  return {.size = backslashes + found->written.size(), .character = found->character};
}

}  // namespace osshkey::armor
