// SPDX-License-Identifier: MIT
// A PEM block: what stands before, between and after the markers of the first private key of a
// text.
#pragma once

#include <string_view>

#include "armor/armor.hpp"
#include "armor/marker.hpp"
#include "armor/remarks.hpp"

namespace osshkey::armor {

/// read_pem reads the block that `begin` opens.
[[nodiscard]] Armored read_pem(std::string_view text, const Marker& begin, Remarks& remarks);

}  // namespace osshkey::armor
