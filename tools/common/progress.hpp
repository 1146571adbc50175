// SPDX-License-Identifier: MIT
// A bar with the time left, for derivations that take longer than a person waits without wondering.
#pragma once

#include <chrono>
#include <cstdint>

namespace tool {

class Progress {
 public:
  Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// The line is cleared.
  ~Progress();

  /// show draws the bar on standard error where that is a terminal and the whole will take over a
  /// second.
  void show(std::uint64_t done, std::uint64_t total);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_;
  Clock::time_point drawn_at_;
  bool enabled_;
  bool drawn_ = false;
};

}  // namespace tool
