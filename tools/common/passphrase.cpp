// SPDX-License-Identifier: MIT
// Every byte goes from read() straight into guarded memory: the buffers of stdio would keep copies.
#include "common/passphrase.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "common/prompt.hpp"

namespace tool {

namespace {

using osshkey::Error;
using osshkey::Result;
using osshkey::SecureBytes;

// bcrypt hashes the passphrase first, so its length is limited by good sense only.
constexpr std::size_t longest = std::size_t{64} << 10;

std::unexpected<Error> system_failure(const std::string& what, int number) {
  return std::unexpected(Error{.code = osshkey::errc::io_error,
                               .detail = what,
                               .system = std::error_code(number, std::generic_category())});
}

/// Descriptor closes what it holds.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  [[nodiscard]] int get() const { return number_; }
  void close() {
    if (number_ >= 0) {
      ::close(std::exchange(number_, -1));
    }
  }

 private:
  int number_;
};

/// run_askpass starts the program as ssh does: the question is its argument, the answer its output.
Result<SecureBytes> run_askpass(const std::string& program, const std::string& question) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return system_failure(program, errno);
  }
  Descriptor from_child(ends[0]);
  Descriptor to_parent(ends[1]);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, to_parent.get(), STDOUT_FILENO);
  std::string argument0 = program;
  std::string argument1 = question;
  char* const arguments[] = {argument0.data(), argument1.data(), nullptr};
  pid_t child = -1;
  posix_spawnattr_t attributes;  // this tool ignores SIGPIPE, which the program needn't
  ::posix_spawnattr_init(&attributes);
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int failure =
      ::posix_spawnp(&child, program.c_str(), &actions, &attributes, arguments, environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    return system_failure(program, failure);
  }
  to_parent.close();
  Result<SecureBytes> answer = read_passphrase(from_child.get());
  from_child.close();  // a program that goes on writing must not be waited for
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return std::unexpected(Error{.code = osshkey::errc::needs_passphrase,
                                 .detail = "$SSH_ASKPASS ended without an answer"});
  }
  return answer;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace

osshkey::ByteView without_newline(osshkey::ByteView passphrase) {
  for (const char end : {'\n', '\r'}) {
    if (passphrase.empty() || passphrase.back() != end) {
      break;
    }
    passphrase = passphrase.first(passphrase.size() - 1);
  }
  return passphrase;
}

Result<SecureBytes> read_passphrase(int descriptor) {
  SecureBytes bytes(longest + 1);
  std::size_t used = 0;
  while (used < bytes.size()) {
    const ssize_t got = ::read(descriptor, bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno != EINTR) {
      return system_failure(fmt::format("descriptor {}", descriptor), errno);
    }
    if (got == 0) {
      bytes.shrink(used);
      bytes.shrink(without_newline(bytes.view()).size());
      return bytes;
    }
    used += got > 0 ? static_cast<std::size_t>(got) : 0;
  }
  return std::unexpected(
      Error{.code = osshkey::errc::file_too_large, .detail = "the passphrase has over 64 KiB"});
}

Result<SecureBytes> read_passphrase_file(const std::string& path) {
  if (path == "-") {
    return read_passphrase(STDIN_FILENO);
  }
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0) {
    return system_failure(path, errno);
  }
  return read_passphrase(file.get());
}

Asker::Asker() : program_(environment("SSH_ASKPASS")) {
  const std::string required = environment("SSH_ASKPASS_REQUIRE");
  if (required == "never") {
    program_.clear();
  }
  // As in ssh: the program asks where there is no terminal, or where it is told to.
  if (program_.empty() || (required != "force" && required != "prefer")) {
    terminal_ = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
  }
}

Asker::~Asker() {
  if (terminal_ >= 0) {
    ::close(terminal_);
  }
}

bool Asker::can_ask() const {
  return terminal_ >= 0 || !program_.empty();
}

Result<SecureBytes> Asker::ask(const std::string& question) {
  if (terminal_ >= 0) {
    return prompt(terminal_, question);
  }
  return run_askpass(program_, question);
}

}  // namespace tool
