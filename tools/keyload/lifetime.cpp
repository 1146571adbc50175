// SPDX-License-Identifier: MIT
// A number and a unit at a time, seconds where there is none.
#include "lifetime.hpp"

#include <charconv>
#include <limits>

namespace tool::keyload {

namespace {

constexpr std::uint64_t longest = std::numeric_limits<std::int32_t>::max();

/// seconds_of is 0 for what isn't a unit.
std::uint64_t seconds_of(char unit) {
  constexpr std::uint64_t minute = 60;
  constexpr std::uint64_t hour = 60 * minute;
  constexpr std::uint64_t day = 24 * hour;
  switch (unit) {
    case 's':
    case 'S':
      return 1;
    case 'm':
    case 'M':
      return minute;
    case 'h':
    case 'H':
      return hour;
    case 'd':
    case 'D':
      return day;
    case 'w':
    case 'W':
      return 7 * day;
    default:
      return 0;
  }
}

}  // namespace

std::optional<std::uint32_t> parse_lifetime(std::string_view text) {
  if (text.empty()) {
    return std::nullopt;
  }
  std::uint64_t total = 0;
  while (!text.empty()) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) {
      return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    std::uint64_t unit = 1;
    if (!text.empty()) {
      unit = seconds_of(text.front());
      text.remove_prefix(1);
    }
    total += number * unit;
    if (unit == 0 || total > longest) {
      return std::nullopt;
    }
  }
  return static_cast<std::uint32_t>(total);
}

}  // namespace tool::keyload
