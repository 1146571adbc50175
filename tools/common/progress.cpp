// SPDX-License-Identifier: MIT
// The bar appears as soon as the pace tells that the whole takes over a second.
#include "common/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "common/output.hpp"
#include "common/terminal.hpp"

namespace tool {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr Seconds worth_showing{1.0};
constexpr Seconds first_estimate{0.2};
constexpr Seconds redraw{0.1};

void write_now(std::string_view text) {
  Output errors(STDERR_FILENO);
  errors.write(text);
  errors.flush();
}

std::string duration(Seconds left) {
  const auto seconds = static_cast<std::uint64_t>(left.count() + 0.999);
  if (seconds < 60) {
    return fmt::format("{} s", seconds);
  }
  if (seconds < 3600) {
    return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
  }
  return fmt::format("{} h {:02} min", seconds / 3600, seconds / 60 % 60);
}

}  // namespace

Progress::Progress()
    : start_(Clock::now()), drawn_at_(start_), enabled_(is_terminal(STDERR_FILENO)) {}

Progress::~Progress() {
  if (drawn_) {
    write_now("\r\x1b[K");
  }
}

void Progress::show(std::uint64_t done, std::uint64_t total) {
  if (!enabled_ || done == 0) {
    return;
  }
  const Clock::time_point now = Clock::now();
  const Seconds elapsed = now - start_;
  const double share = static_cast<double>(done) / static_cast<double>(total);
  if (elapsed < first_estimate || elapsed / share < worth_showing || now - drawn_at_ < redraw) {
    return;
  }
  drawn_at_ = now;
  drawn_ = true;
  const std::string left = duration(elapsed / share - elapsed);
  const std::string text = fmt::format("{:3.0f} %  {} left", share * 100, left);
  const std::size_t width = columns(STDERR_FILENO);
  constexpr std::size_t frame = 16;  // what stands around the bar and its text
  const std::size_t room = width > text.size() + frame ? width - text.size() - frame : 0;
  const std::size_t bar = std::min<std::size_t>(room, 40);
  const auto full = static_cast<std::size_t>(share * static_cast<double>(bar));
  write_now(fmt::format("\rderiving [{:=<{}}{: <{}}] {}\x1b[K", "", full, "", bar - full, text));
}

}  // namespace tool
