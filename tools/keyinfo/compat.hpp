// SPDX-License-Identifier: MIT
// Who else can read this file: which programs and libraries will refuse it, why, and what mends it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report.hpp"

namespace tool::keyinfo {

/// Refusal is one property of the file and those who can't take it.
struct Refusal {
  std::string reason;                      ///< from the file's own words: escape it before printing
  std::vector<std::string_view> programs;  ///< those that refuse every such file
  std::vector<std::string_view> sometimes;  ///< those that refuse some such files
  std::string_view mending;                 ///< a command with FILE for the file; may be empty
};

/// known_programs lists all programs that refusals() can speak of.
[[nodiscard]] std::span<const std::string_view> known_programs();

/// refusals lists what stands in the way of other programs; empty where all of them read the file.
[[nodiscard]] std::vector<Refusal> refusals(const Report& report);

}  // namespace tool::keyinfo
