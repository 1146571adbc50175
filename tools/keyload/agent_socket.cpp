// SPDX-License-Identifier: MIT
// Framing of draft-ietf-sshm-ssh-agent section 3: a length of four bytes, then the message.
#include "agent_socket.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <span>
#include <system_error>
#include <utility>

#include "common/escape.hpp"

namespace tool::keyload {

namespace {

// What OpenSSH's programs take and send at most.
constexpr std::size_t longest_answer = std::size_t{256} << 10;

constexpr std::string_view start_one =
    "start one by eval \"$(ssh-agent)\", or log in with agent forwarding";

std::string system_text(int number) {
  return std::generic_category().message(number);
}

/// got_disconnected is true for the errors that mean that nobody is at the other end any more.
bool got_disconnected(int number) {
  return number == EPIPE || number == ECONNRESET;
}

/// read_full reads until `bytes` are full or the other side closes, and yields how many came.
Outcome<std::size_t> read_full(int descriptor, std::span<std::uint8_t> bytes) {
  std::size_t used = 0;
  while (used < bytes.size()) {
    const ssize_t got = ::recv(descriptor, bytes.data() + used, bytes.size() - used, 0);
    if (got == 0 || (got < 0 && got_disconnected(errno))) {
      break;
    }
    if (got > 0) {
      used += static_cast<std::size_t>(got);
    } else if (errno != EINTR) {
      return std::unexpected(
          Trouble{fmt::format("the agent's answer can't be read: {}", system_text(errno))});
    }
  }
  return used;
}

enum class Waiting { nothing, data, end };

/// look tells, without reading, whether the other side has sent something or closed.
Waiting look(int descriptor) {
  std::uint8_t byte = 0;
  const ssize_t got = ::recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  if (got < 0) {
    return got_disconnected(errno) ? Waiting::end : Waiting::nothing;
  }
  return got == 0 ? Waiting::end : Waiting::data;
}

}  // namespace

Outcome<AgentSocket> AgentSocket::connect() {
  const char* path = std::getenv("SSH_AUTH_SOCK");
  if (path == nullptr || *path == '\0') {
    return std::unexpected(
        Trouble{"there is no agent: SSH_AUTH_SOCK isn't set", std::string(start_one)});
  }
  AgentSocket socket(path);
  if (const Outcome<void> opened = socket.open(); !opened) {
    return std::unexpected(opened.error());
  }
  return socket;
}

AgentSocket::AgentSocket(AgentSocket&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

Outcome<void> AgentSocket::open() {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path_.size() >= sizeof address.sun_path) {
    return std::unexpected(
        Trouble{fmt::format("the agent's path, SSH_AUTH_SOCK, has {} bytes; a socket's has at most "
                            "{}",
                            path_.size(), sizeof address.sun_path - 1)});
  }
  path_.copy(address.sun_path, path_.size());
  descriptor_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor_ < 0 ||
      ::connect(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    const int number = errno;
    close();
    return std::unexpected(
        Trouble{fmt::format("no agent answers at {}: {}", for_terminal(path_), system_text(number)),
                std::string(start_one)});
  }
  return {};
}

void AgentSocket::close() noexcept {
  if (descriptor_ >= 0) {
    ::close(std::exchange(descriptor_, -1));
  }
}

Outcome<void> AgentSocket::be_ready() {
  if (descriptor_ >= 0) {
    switch (look(descriptor_)) {
      case Waiting::nothing:
        return {};
      case Waiting::data:
        close();
        return std::unexpected(Trouble{"the agent sent more than its answer"});
      case Waiting::end:  // it gave up an idle connection, which it may
        close();
        break;
    }
  }
  return open();
}

Outcome<void> AgentSocket::send(osshkey::ByteView message) const {
  while (!message.empty()) {
    const ssize_t sent = ::send(descriptor_, message.data(), message.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      message = message.subspan(static_cast<std::size_t>(sent));
    } else if (got_disconnected(errno)) {
      return std::unexpected(Trouble{"the agent closed the connection before it had the message"});
    } else if (errno != EINTR) {
      return std::unexpected(
          Trouble{fmt::format("nothing can be sent to the agent: {}", system_text(errno))});
    }
  }
  return {};
}

Outcome<std::vector<std::uint8_t>> AgentSocket::receive() const {
  std::array<std::uint8_t, 4> header{};
  const Outcome<std::size_t> header_size = read_full(descriptor_, header);
  if (!header_size) {
    return std::unexpected(header_size.error());
  }
  if (*header_size == 0) {
    return std::unexpected(Trouble{"the agent closed the connection without an answer"});
  }
  if (*header_size < header.size()) {
    return std::unexpected(Trouble{"the agent closed the connection within its answer's length"});
  }
  std::size_t size = 0;
  for (const std::uint8_t byte : header) {
    size = size << 8 | byte;
  }
  if (size == 0) {
    return std::unexpected(Trouble{"the agent's answer is empty"});
  }
  if (size > longest_answer) {
    return std::unexpected(Trouble{fmt::format(
        "the agent's answer is too long: {} bytes, where {} are allowed", size, longest_answer)});
  }
  std::vector<std::uint8_t> answer(size);
  const Outcome<std::size_t> answer_size = read_full(descriptor_, answer);
  if (!answer_size) {
    return std::unexpected(answer_size.error());
  }
  if (*answer_size < size) {
    return std::unexpected(Trouble{
        fmt::format("the agent closed the connection within its answer: {} of {} bytes came",
                    *answer_size, size)});
  }
  if (look(descriptor_) == Waiting::data) {
    return std::unexpected(Trouble{"the agent sent more than its answer"});
  }
  return answer;
}

Outcome<std::vector<std::uint8_t>> AgentSocket::exchange(osshkey::ByteView message) {
  if (const Outcome<void> ready = be_ready(); !ready) {
    return std::unexpected(ready.error());
  }
  Outcome<std::vector<std::uint8_t>> answer;
  if (const Outcome<void> sent = send(message); sent) {
    answer = receive();
  } else {
    answer = std::unexpected(sent.error());
  }
  if (!answer) {
    close();
  }
  return answer;
}

}  // namespace tool::keyload
