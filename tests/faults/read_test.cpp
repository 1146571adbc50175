// SPDX-License-Identifier: MIT
// The system's calls under read_file answer badly: short, interrupted, with an error at each call,
// with an end at each byte, and for a file that grows or shrinks meanwhile. The linker's --wrap
// puts the functions below in their place.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <osshkey/osshkey.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>

#include "base/read_file.hpp"
#include "make_keys.hpp"
#include "scratch.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

/// Faults is what goes wrong; the counters say how often each call was made.
struct Faults {
  std::size_t most_bytes = std::size_t{1} << 30;  ///< of one read
  std::optional<std::size_t> end_after{};         ///< bytes, then the file seems to end
  std::size_t interruptions = 0;                  ///< EINTR before each read that succeeds
  std::optional<std::size_t> failing_read{};      ///< gets EIO
  std::optional<std::size_t> failing_fstat{};     ///< gets EIO
  std::ptrdiff_t size_change = 0;                 ///< what fstat reports beside the true size

  std::size_t reads = 0;
  std::size_t fstats = 0;
  std::size_t bytes = 0;
  std::size_t interrupted = 0;
};

Faults faults;

}  // namespace

extern "C" {
// The linker asks for these names.
// NOLINTBEGIN(bugprone-reserved-identifier)
ssize_t __real_read(int descriptor, void* buffer, std::size_t size);
int __real_fstat(int descriptor, struct stat* status);
ssize_t __wrap_read(int descriptor, void* buffer, std::size_t size);
int __wrap_fstat(int descriptor, struct stat* status);
int __wrap_fstat64(int descriptor, struct stat* status);

ssize_t __wrap_read(int descriptor, void* buffer, std::size_t size) {
  if (faults.interrupted < faults.interruptions) {
    ++faults.interrupted;
    errno = EINTR;
    return -1;
  }
  faults.interrupted = 0;
  if (faults.failing_read == faults.reads++) {
    errno = EIO;
    return -1;
  }
  std::size_t most = std::min(size, faults.most_bytes);
  if (faults.end_after) {
    most = std::min(most, *faults.end_after - faults.bytes);
  }
  const ssize_t got = __real_read(descriptor, buffer, most);
  faults.bytes += got > 0 ? static_cast<std::size_t>(got) : 0;
  return got;
}

int __wrap_fstat(int descriptor, struct stat* status) {
  if (faults.failing_fstat == faults.fstats++) {
    errno = EIO;
    return -1;
  }
  const int done = __real_fstat(descriptor, status);
  status->st_size += faults.size_change;
  return done;
}

int __wrap_fstat64(int descriptor, struct stat* status) {
  return __wrap_fstat(descriptor, status);
}
// NOLINTEND(bugprone-reserved-identifier)
}

namespace {

constexpr std::size_t limit = std::size_t{4} << 20;

std::string key_text() {
  const Result<SecureBytes> text = to_openssh(make_key("ssh-ed25519"));
  REQUIRE(text);
  return std::string(wire::as_text(text->view()));
}

/// read_with is what is read under faults: the content, or the word of the error.
std::string read_with(const Faults& wanted, const std::filesystem::path& path,
                      std::size_t most = limit) {
  faults = wanted;
  const Result<FileContent> content = read_file(path, most);
  const Faults after = faults;
  faults = {};
  if (!content) {
    CHECK(content.error().system.value() == (content.error().code == errc::io_error ? EIO : 0));
    return std::string(word(content.error().code));
  }
  CHECK(after.bytes == content->bytes.size());
  return std::string(wire::as_text(content->bytes.view()));
}

}  // namespace

TEST_CASE("short and interrupted reads are read on") {
  const Scratch scratch;
  const std::string text = key_text();
  const auto path = scratch.write("file", text);
  for (const std::size_t most : {1U, 2U, 7U, 64U}) {
    CAPTURE(most);
    CHECK(read_with({.most_bytes = most}, path) == text);
    CHECK(read_with({.most_bytes = most, .interruptions = 3}, path) == text);
  }
}

TEST_CASE("an error of each call is the system's, and nothing half read is believed") {
  const Scratch scratch;
  const std::string text = key_text();
  const auto path = scratch.write("file", text);
  constexpr std::size_t piece = 50;
  const std::size_t reads = text.size() / piece + 2;  // the last one finds the end
  for (std::size_t i = 0; i < reads; ++i) {
    CAPTURE(i);
    CHECK(read_with({.most_bytes = piece, .failing_read = i}, path) == "io-error");
  }
  CHECK(read_with({.most_bytes = piece, .failing_read = reads}, path) == text);
  CHECK(read_with({.failing_fstat = 0}, path) == "io-error");
  CHECK(read_with({.failing_fstat = 1}, path) == "io-error");
  CHECK(read_with({.failing_fstat = 2}, path) == text);
}

TEST_CASE("a file that ends at any byte is never a key, and says what is wrong") {
  const Scratch scratch;
  const std::string text = key_text();
  const auto path = scratch.write("file", text);
  // The last line without its LF, or without some of its hyphens, is still whole.
  const std::size_t body = text.find("\n-----END");
  for (std::size_t end = 0; end < body - 4; ++end) {
    CAPTURE(end);
    faults = {.end_after = end};
    KeyFile file = KeyFile::load(path);
    faults = {};
    REQUIRE(file.error() != nullptr);
    CHECK(kind(file.error()->code) != failure::environment);
    CHECK_FALSE(file.error()->text().empty());
    CHECK_FALSE(file.open());
  }
}

TEST_CASE("a file that grows or shrinks while it is read") {
  const Scratch scratch;
  const std::string text = key_text();
  const auto path = scratch.write("file", text);
  const auto size = static_cast<std::ptrdiff_t>(text.size());
  for (const std::ptrdiff_t change : {-size, -1L, 1L, 100000L}) {
    CAPTURE(change);
    CHECK(read_with({.size_change = change}, path) == text);
  }
  // What grows past the limit is refused, whatever its size was when it was asked for.
  CHECK(read_with({.size_change = -size}, path, text.size()) == text);
  CHECK(read_with({.size_change = -size}, path, text.size() - 1) == "file-too-large");
  CHECK(read_with({.size_change = -1}, path, text.size() - 1) == "file-too-large");
}

TEST_CASE("a FIFO is read to its end in whatever pieces it comes") {
  const Scratch scratch;
  const std::string text = key_text();
  const auto path = scratch.path("fifo");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  // Open for both, so that neither side waits for the other.
  const int both = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(both >= 0);
  REQUIRE(::write(both, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  CHECK(read_with({.most_bytes = 10, .end_after = text.size()}, path) == text);
  ::close(both);
}
