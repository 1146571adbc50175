// SPDX-License-Identifier: MIT
// Buffered writing over the POSIX calls.
#include "common/output.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "common/exit_status.hpp"

namespace tool {

namespace {

// A directory of small keys costs one system call for some hundred of them.
constexpr std::size_t enough = std::size_t{64} << 10;

/// wait_until_writable is for a descriptor that somebody made non-blocking, such as a shared pipe.
void wait_until_writable(int descriptor) {
  pollfd waiting{.fd = descriptor, .events = POLLOUT, .revents = 0};
  ::poll(&waiting, 1, -1);
}

}  // namespace

Output::Output(int descriptor) : descriptor_(descriptor) {}

void Output::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= enough) {
    flush();
  }
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && !error_) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      wait_until_writable(descriptor_);
    } else if (errno != EINTR) {
      error_ = std::error_code(errno, std::generic_category());
    }
  }
  buffer_.clear();
}

int write_once(int descriptor, std::string_view text, int status) {
  Output output(descriptor);
  output.write(text);
  output.flush();
  return output.error() ? exit_failed : status;
}

}  // namespace tool
