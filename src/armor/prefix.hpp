// SPDX-License-Identifier: MIT
// Prefix: what a listing puts before every line of a key: line numbers, a comment's sign, the name
// of the file. Where each line from BEGIN to END has it, it can't belong to the key.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <osshkey/secure_memory.hpp>

namespace osshkey::armor {

/// Unprefixed is the text without its prefix; the lines keep their numbers.
struct Unprefixed {
  SecureBytes text{};
  std::uint32_t line = 0;  ///< that of the BEGIN marker
};

/// without_prefix is nothing where no prefix stands before BEGIN, or not before each line up to
/// END. Blanks and the `>` of quoted mail are left to those who read the lines.
[[nodiscard]] std::optional<Unprefixed> without_prefix(std::string_view text);

}  // namespace osshkey::armor
