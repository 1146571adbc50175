// SPDX-License-Identifier: MIT
// By the environment, which a test or a script can set.
#include "common/home.hpp"

#include <cstdlib>

namespace tool {

std::string home_ssh() {
  const char* home = std::getenv("HOME");
  return home == nullptr ? ".ssh" : std::string(home) + "/.ssh";
}

}  // namespace tool
