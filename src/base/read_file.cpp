// SPDX-License-Identifier: MIT
// Bounded file read over the POSIX calls: std::ifstream would leave copies in its own buffer.
#include "base/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <string>

#include "base/fail.hpp"

namespace osshkey {

namespace {

constexpr std::size_t first_block = std::size_t{16} << 10;

std::unexpected<Error> system_failure(int number) {
  return std::unexpected(
      Error{.code = errc::io_error, .system = std::error_code(number, std::generic_category())});
}

/// Descriptor closes what it holds.
class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }
  [[nodiscard]] int get() const { return descriptor_; }

 private:
  int descriptor_;
};

/// read_to_end reads at most one byte more than the limit allows, which proves that it is exceeded.
Result<SecureBytes> read_to_end(int descriptor, std::size_t expected, std::size_t limit) {
  SecureBytes block(std::min(expected, limit) + 1);
  std::size_t used = 0;
  for (;;) {
    if (used == block.size()) {
      if (used > limit) {
        return too_large(limit);
      }
      SecureBytes larger(std::min(block.size() * 2, limit + 1));
      std::ranges::copy(block.view(), larger.data());
      block = std::move(larger);
    }
    const ssize_t got = ::read(descriptor, block.data() + used, block.size() - used);
    if (got < 0) {
      if (errno == EINTR) {
        continue;
      }
      return system_failure(errno);
    }
    if (got == 0) {
      block.shrink(used);
      return block;
    }
    used += static_cast<std::size_t>(got);
  }
}

bool others_can_read(const struct stat& status) {
  // What OpenSSH looks at: files of other owners, such as root's, are not its question.
  return S_ISREG(status.st_mode) && status.st_uid == ::getuid() && (status.st_mode & 077U) != 0;
}

}  // namespace

std::unexpected<Error> too_large(std::size_t limit) {
  return fail(errc::file_too_large, {}, "the limit is " + std::to_string(limit) + " bytes");
}

Result<FileContent> read_descriptor(int descriptor, std::size_t limit) {
  limit = std::min(limit, std::numeric_limits<std::size_t>::max() - 1);  // one byte more is read
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) {
    return system_failure(errno);
  }
  std::size_t expected = first_block;
  if (S_ISREG(status.st_mode)) {
    expected = static_cast<std::size_t>(status.st_size);
    if (expected > limit) {
      return too_large(limit);
    }
  }
  Result<SecureBytes> bytes = read_to_end(descriptor, expected, limit);
  if (!bytes) {
    return std::unexpected(bytes.error());
  }
  FileContent content{.bytes = std::move(*bytes)};
  if (others_can_read(status)) {
    content.permissions = Note{.code = errc::permissions};
  }
  return content;
}

Result<FileContent> read_file(const std::filesystem::path& path, std::size_t limit) {
  // Without O_NONBLOCK, opening a FIFO would wait for a writer that may never come.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (file.get() < 0) {
    return system_failure(errno);
  }
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) {
    return system_failure(errno);
  }
  if (S_ISDIR(status.st_mode)) {
    return system_failure(EISDIR);
  }
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
    return fail(errc::io_error, {}, "it is a device");
  }
  // A pipe that has a writer is read to its end.
  const int flags = ::fcntl(file.get(), F_GETFL);
  if (flags < 0 || ::fcntl(file.get(), F_SETFL, flags & ~O_NONBLOCK) != 0) {
    return system_failure(errno);
  }
  return read_descriptor(file.get(), limit);
}

}  // namespace osshkey
