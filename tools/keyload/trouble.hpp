// SPDX-License-Identifier: MIT
// What went wrong with the agent or with a file beside a key: a sentence and what to do about it.
#pragma once

#include <expected>
#include <string>

namespace tool::keyload {

struct Trouble {
  std::string text;
  std::string hint{};
};

template <typename T>
using Outcome = std::expected<T, Trouble>;

}  // namespace tool::keyload
