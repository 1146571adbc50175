// SPDX-License-Identifier: MIT
// Where the user's keys are.
#pragma once

#include <string>

namespace tool {

/// home_ssh is the user's `~/.ssh`, or `.ssh` where there is no home.
[[nodiscard]] std::string home_ssh();

}  // namespace tool
