// SPDX-License-Identifier: MIT
// bad_base64: says what stands in base64 text where it can't, and what that usually means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <osshkey/error.hpp>

#include "armor/base64_decoder.hpp"
#include "armor/text.hpp"

namespace osshkey::armor {

/// OddLine is the one line before the last that is longer or shorter than all others.
struct OddLine {
  std::uint32_t line = 0;
  std::size_t width = 0;
  std::size_t usual = 0;
};

/// bad_base64 is the error for the character that a text begins with; `body` is the whole text
/// between the markers, which tells what was done to it.
[[nodiscard]] Error bad_base64(std::string_view text, const Base64Decoder& decoder,
                               std::uint32_t line, std::string_view body);

/// lost_plus is the error for blanks that stand where plus signs were, as a web form decodes them.
/// Written-out line ends leave nothing for a command that goes by lines.
[[nodiscard]] Error lost_plus(std::optional<std::uint32_t> line, Escapes ends);

/// blame names the line that lost or gained a character, where the length of all shows no more than
/// that one did.
void blame(Error& error, const OddLine& odd);

}  // namespace osshkey::armor
