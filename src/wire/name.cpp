// SPDX-License-Identifier: MIT
#include "wire/name.hpp"

#include <algorithm>

namespace osshkey::wire {

namespace {

constexpr std::size_t max_size = 64;

bool is_lower_or_digit(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool is_letter_or_digit(char c) noexcept {
  return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z');
}

}  // namespace

bool is_name(std::string_view text) noexcept {
  return !text.empty() && text.size() <= max_size &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~' && c != ','; });
}

std::string shown_name(std::string_view name) {
  const bool reads_like_one = is_name(name) && is_letter_or_digit(name.front()) &&
                              std::ranges::all_of(name.substr(1), [](char c) {
                                return is_lower_or_digit(c) || std::string_view("-._@").contains(c);
                              });
  return reads_like_one ? std::string(name) : std::string();
}

}  // namespace osshkey::wire
