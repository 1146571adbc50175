// SPDX-License-Identifier: MIT
// Ctrl-C while a key is derived: the derivation is cancelled, so that the line on the terminal is
// tidy and the report says what happened, before the signal ends the process as usual.
#pragma once

#include <array>
#include <csignal>

namespace tool {

/// ignore_broken_pipe makes a closed standard output an error of write().
void ignore_broken_pipe();

/// InterruptWatch notices SIGINT, SIGTERM and SIGHUP instead of dying of them. A second signal
/// kills as usual. One that was ignored from the start stays ignored.
class InterruptWatch {
 public:
  InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

  /// signal is the one that came, or 0.
  [[nodiscard]] static int signal() noexcept;

 private:
  static constexpr std::array watched{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, watched.size()> old_{};
};

/// die_of ends the process by the signal, so that a shell sees 128 + signal and a script stops.
[[noreturn]] void die_of(int signal);

}  // namespace tool
