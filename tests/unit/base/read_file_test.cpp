// SPDX-License-Identifier: MIT
#include "base/read_file.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <limits>
#include <ostream>
#include <string>
#include <thread>

#include "scratch.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using osshkey::testing::Scratch;

namespace {

constexpr std::size_t limit = 1000;

errc code_of(const Result<FileContent>& content) {
  return content ? errc{} : content.error().code;
}

}  // namespace

TEST_CASE("a file is read whole, up to the limit and not one byte more") {
  const Scratch scratch;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, limit}) {
    const Result<FileContent> content =
        read_file(scratch.write("file", std::string(size, 'x')), limit);
    REQUIRE(content);
    CHECK(content->bytes.size() == size);
    CHECK_FALSE(content->permissions);
  }
  CHECK(code_of(read_file(scratch.write("file", std::string(limit + 1, 'x')), limit)) ==
        errc::file_too_large);
}

TEST_CASE("what can't be read has the system's reason") {
  const Scratch scratch;
  const Result<FileContent> missing = read_file(scratch.path("missing"), limit);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == errc::io_error);
  CHECK(missing.error().system == std::errc::no_such_file_or_directory);

  const Result<FileContent> folder = read_file(scratch.path("."), limit);
  REQUIRE_FALSE(folder);
  CHECK(folder.error().system == std::errc::is_a_directory);

  const Result<FileContent> device = read_file("/dev/zero", limit);
  REQUIRE_FALSE(device);
  CHECK(device.error().code == errc::io_error);
  CHECK(device.error().detail == "it is a device");

  CHECK(code_of(read_descriptor(-1, limit)) == errc::io_error);
}

TEST_CASE("a file that others can read is noted") {
  const Scratch scratch;
  const auto path = scratch.write("file", "x");
  ::chmod(path.c_str(), 0644);
  const Result<FileContent> content = read_file(path, limit);
  REQUIRE(content);
  REQUIRE(content->permissions);
  CHECK(content->permissions->code == errc::permissions);
}

TEST_CASE("a pipe is read to its end, in pieces, and stops at the limit") {
  const auto through_pipe = [](std::size_t size, std::size_t most = limit) {
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    std::thread writer([&] {
      const std::string piece(10, 'x');
      for (std::size_t sent = 0; sent < size; sent += piece.size()) {
        if (::write(ends[1], piece.data(), piece.size()) < 0) {
          break;
        }
      }
      ::close(ends[1]);
    });
    Result<FileContent> content = read_descriptor(ends[0], most);
    writer.join();
    ::close(ends[0]);
    return content;
  };
  const Result<FileContent> whole = through_pipe(limit);
  REQUIRE(whole);
  CHECK(whole->bytes.size() == limit);
  CHECK(code_of(through_pipe(limit + 10)) == errc::file_too_large);
  const Result<FileContent> unlimited =
      through_pipe(100'000, std::numeric_limits<std::size_t>::max());
  REQUIRE(unlimited);
  CHECK(unlimited->bytes.size() == 100'000);
}

TEST_CASE("a FIFO without a writer is empty and doesn't block") {
  const Scratch scratch;
  REQUIRE(::mkfifo(scratch.path("fifo").c_str(), 0600) == 0);
  const Result<FileContent> content = read_file(scratch.path("fifo"), limit);
  REQUIRE(content);
  CHECK(content->bytes.empty());
}
