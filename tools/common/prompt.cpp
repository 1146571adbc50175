// SPDX-License-Identifier: MIT
// Signals are blocked but while ppoll waits: none can come between the check and the wait, and none
// can end the process while echo is off.
#include "common/prompt.hpp"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "common/output.hpp"

namespace tool {

namespace {

using osshkey::Error;
using osshkey::Result;
using osshkey::SecureBytes;

// A terminal in line mode takes at most 4095 bytes of a line.
constexpr std::size_t longest_line = 4096;

volatile std::sig_atomic_t pending = 0;

extern "C" void remember(int signal) {
  pending = signal;
}

/// CaughtSignals blocks the signals that a person at a terminal sends, and remembers one that comes
/// while `mask()` is in force.
class CaughtSignals {
 public:
  CaughtSignals() {
    sigset_t blocked;
    ::sigemptyset(&blocked);
    struct sigaction action{};
    action.sa_handler = remember;
    for (std::size_t i = 0; i < caught.size(); ++i) {
      ::sigaddset(&blocked, caught[i]);
      ::sigaction(caught[i], &action, &old_[i]);
      if (old_[i].sa_handler == SIG_IGN) {
        ::sigaction(caught[i], &old_[i], nullptr);
      }
    }
    ::sigprocmask(SIG_BLOCK, &blocked, &mask_);
    pending = 0;
  }
  CaughtSignals(const CaughtSignals&) = delete;
  CaughtSignals& operator=(const CaughtSignals&) = delete;
  ~CaughtSignals() {
    for (std::size_t i = 0; i < caught.size(); ++i) {
      ::sigaction(caught[i], &old_[i], nullptr);
    }
    ::sigprocmask(SIG_SETMASK, &mask_, nullptr);
  }
  [[nodiscard]] const sigset_t& mask() const { return mask_; }

 private:
  static constexpr std::array caught{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
  std::array<struct sigaction, caught.size()> old_{};
  sigset_t mask_{};
};

/// EchoOff silences the terminal until it is destroyed. The newline is still shown.
class EchoOff {
 public:
  explicit EchoOff(int terminal) : terminal_(terminal) {
    if (::tcgetattr(terminal_, &old_) == 0) {
      termios silent = old_;
      silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
      silent.c_lflag |= static_cast<tcflag_t>(ECHONL | ICANON);
      silenced_ = ::tcsetattr(terminal_, TCSAFLUSH, &silent) == 0;
    }
  }
  EchoOff(const EchoOff&) = delete;
  EchoOff& operator=(const EchoOff&) = delete;
  ~EchoOff() {
    if (silenced_) {
      ::tcsetattr(terminal_, TCSANOW, &old_);
    }
  }
  [[nodiscard]] bool silenced() const { return silenced_; }

 private:
  int terminal_;
  termios old_{};
  bool silenced_ = false;
};

std::unexpected<Error> system_failure(int number) {
  return std::unexpected(Error{.code = osshkey::errc::io_error,
                               .detail = "the terminal",
                               .system = std::error_code(number, std::generic_category())});
}

/// read_line stops at a newline, at the end of input, or when a signal came (`pending`).
Result<SecureBytes> read_line(int terminal, const sigset_t& mask) {
  SecureBytes line(longest_line);
  std::size_t used = 0;
  while (used < line.size()) {
    pollfd waiting{.fd = terminal, .events = POLLIN, .revents = 0};
    if (::ppoll(&waiting, 1, nullptr, &mask) < 0) {
      if (errno != EINTR) {
        return system_failure(errno);
      }
      if (pending != 0) {
        return SecureBytes{};
      }
      continue;
    }
    const ssize_t got = ::read(terminal, line.data() + used, 1);
    if (got < 0) {
      return system_failure(errno);
    }
    if (got == 0) {
      return std::unexpected(Error{.code = osshkey::errc::needs_passphrase});
    }
    if (line.data()[used] == '\n') {
      break;
    }
    ++used;
  }
  line.shrink(used);
  return line;
}

Result<SecureBytes> ask_once(int terminal, std::string_view question) {
  const CaughtSignals signals;
  const EchoOff silence(terminal);
  if (!silence.silenced()) {
    return system_failure(errno);
  }
  Output output(terminal);
  output.write(question);
  output.flush();
  Result<SecureBytes> line = read_line(terminal, signals.mask());
  if (!line || pending != 0) {  // the newline that nobody typed
    output.write("\n");
    output.flush();
  }
  return line;
}

}  // namespace

Result<SecureBytes> prompt(int terminal, std::string_view question) {
  for (;;) {
    Result<SecureBytes> line = ask_once(terminal, question);
    if (pending == 0) {
      return line;
    }
    // The terminal and the old handlers are back: now the signal may do what it does.
    ::raise(static_cast<int>(pending));
  }
}

}  // namespace tool
