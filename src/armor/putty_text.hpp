// SPDX-License-Identifier: MIT
// The text of a PuTTY key file: found, freed from what surrounds it, with LF line ends.
#pragma once

#include <cstddef>
#include <string_view>

#include "armor/armor.hpp"
#include "armor/remarks.hpp"

namespace osshkey::armor {

/// find_putty is where the first line of a PuTTY key file begins, or npos.
[[nodiscard]] std::size_t find_putty(std::string_view text);

/// read_putty reads the file that begins at `begin`.
[[nodiscard]] Armored read_putty(std::string_view text, std::size_t begin, Remarks& remarks);

}  // namespace osshkey::armor
