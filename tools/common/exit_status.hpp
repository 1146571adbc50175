// SPDX-License-Identifier: MIT
// The exit status that scripts depend on.
#pragma once

namespace tool {

inline constexpr int exit_ok = 0;      // every file was opened
inline constexpr int exit_failed = 1;  // at least one file was not
inline constexpr int exit_usage = 2;   // the command line is wrong

}  // namespace tool
