// SPDX-License-Identifier: MIT
// What kind of place the output goes to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tool {

enum class ColorChoice : std::uint8_t { automatic, always, never };

[[nodiscard]] bool is_terminal(int descriptor);

/// columns is the width of the terminal, or 80 where it doesn't tell.
[[nodiscard]] std::size_t columns(int descriptor);

/// Paint colours text, or leaves it as it is. The colours are the terminal's own eight, which its
/// owner chose to be readable on its background.
class Paint {
 public:
  Paint(ColorChoice choice, int descriptor);

  [[nodiscard]] std::string title(std::string_view text) const { return with("1", text); }
  [[nodiscard]] std::string faint(std::string_view text) const { return with("2", text); }
  [[nodiscard]] std::string good(std::string_view text) const { return with("32", text); }
  [[nodiscard]] std::string warning(std::string_view text) const { return with("33", text); }
  [[nodiscard]] std::string bad(std::string_view text) const { return with("1;31", text); }

 private:
  [[nodiscard]] std::string with(std::string_view code, std::string_view text) const;
  bool coloured_;
};

}  // namespace tool
