// SPDX-License-Identifier: MIT
// Seams: what stands between all lines of a key instead of a line end or beside it: a colour code,
// an HTML tag, a list's comma, the `$` of a listing. What is the same between all lines, and holds
// what base64 can't, belongs to none of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <osshkey/secure_memory.hpp>

#include "armor/marker.hpp"
#include "armor/remarks.hpp"

namespace osshkey::armor {

/// Unseamed is the text with plain ends of its lines, which keep their numbers, and what to say.
struct Unseamed {
  SecureBytes text{};
  Note note{};
};

/// without_pem_seams is nothing where the lines behind the BEGIN marker aren't all separated by the
/// same characters.
[[nodiscard]] std::optional<Unseamed> without_pem_seams(std::string_view text, const Marker& begin);

/// without_putty_seams is the same for the PuTTY key file that begins at `begin`. Blanks and the
/// `>` of quoted mail are left to those who read the lines, and so are written-out line ends.
[[nodiscard]] std::optional<Unseamed> without_putty_seams(std::string_view text, std::size_t begin);

}  // namespace osshkey::armor
