// SPDX-License-Identifier: MIT
// The handler only leaves the signal's number behind; everything else happens outside of it.
#include "common/signals.hpp"

#include <unistd.h>

namespace tool {

namespace {

volatile std::sig_atomic_t noticed = 0;

extern "C" void notice(int signal) {
  noticed = signal;
}

}  // namespace

void ignore_broken_pipe() {
  std::signal(SIGPIPE, SIG_IGN);
}

InterruptWatch::InterruptWatch() {
  struct sigaction action{};
  action.sa_handler = notice;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < watched.size(); ++i) {
    ::sigaction(watched[i], nullptr, &old_[i]);
    if (old_[i].sa_handler != SIG_IGN) {
      ::sigaction(watched[i], &action, nullptr);
    }
  }
}

InterruptWatch::~InterruptWatch() {
  for (std::size_t i = 0; i < watched.size(); ++i) {
    ::sigaction(watched[i], &old_[i], nullptr);
  }
}

int InterruptWatch::signal() noexcept {
  return noticed;
}

void die_of(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  // The signal is blocked by whoever started this process.
  ::_exit(128 + signal);
}

}  // namespace tool
