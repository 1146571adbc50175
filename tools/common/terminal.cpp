// SPDX-License-Identifier: MIT
// Width from the kernel, colour from the option, NO_COLOR (no-color.org) and TERM.
#include "common/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace tool {

namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool wants_color(ColorChoice choice, int descriptor) {
  if (choice != ColorChoice::automatic) {
    return choice == ColorChoice::always;
  }
  const char* term = std::getenv("TERM");
  return is_terminal(descriptor) && !is_set("NO_COLOR") && term != nullptr &&
         std::string_view(term) != "dumb";
}

}  // namespace

bool is_terminal(int descriptor) {
  return ::isatty(descriptor) == 1;
}

std::size_t columns(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) {
    return size.ws_col;
  }
  return 80;
}

Paint::Paint(ColorChoice choice, int descriptor) : coloured_(wants_color(choice, descriptor)) {}

std::string Paint::with(std::string_view code, std::string_view text) const {
  if (!coloured_ || text.empty()) {
    return std::string(text);
  }
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace tool
