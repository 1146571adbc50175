// SPDX-License-Identifier: MIT
// Written, synced, renamed, and the directory synced where it can be: after a crash at any point
// there is the old file or the new one.
#include "new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace tool::keyinfo {

namespace {

using osshkey::Error;
using osshkey::Result;

std::unexpected<Error> system_failure(const std::string& path, int number) {
  return std::unexpected(Error{.code = osshkey::errc::io_error,
                               .detail = path,
                               .system = std::error_code(number, std::generic_category())});
}

std::string directory_of(const std::string& place) {
  const std::filesystem::path parent = std::filesystem::path(place).parent_path();
  return parent.empty() ? "." : parent.string();
}

/// sync_directory makes a rename last where that is possible: it isn't on some file systems, nor in
/// a directory that may be written and not read. By then the new file is in its place, and saying
/// that it failed would be wrong.
void sync_directory(const std::string& directory) {
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    ::fsync(descriptor);
    ::close(descriptor);
  }
}

/// rename_to_nothing renames unless there is something already, in one step.
int rename_to_nothing(const char* from, const char* to) {
  if (::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) {
    return 0;
  }
  if (errno != EINVAL && errno != ENOSYS) {
    return errno;
  }
  // An old kernel or a file system without the flag: a link doesn't replace either.
  if (::link(from, to) != 0) {
    return errno;
  }
  return ::unlink(from) == 0 ? 0 : errno;
}

}  // namespace

Result<NewFile> NewFile::create(const std::string& place) {
  const std::filesystem::path path(place);
  std::string pattern = directory_of(place) + "/." + path.filename().string() + ".keyinfo-XXXXXX";
  const int descriptor = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (descriptor < 0) {
    return system_failure(place, errno);
  }
  return NewFile(place, std::move(pattern), descriptor);
}

NewFile::NewFile(std::string place, std::string path, int descriptor)
    : place_(std::move(place)), path_(std::move(path)), descriptor_(descriptor) {}

NewFile::NewFile(NewFile&& other) noexcept
    : place_(std::move(other.place_)),
      path_(std::exchange(other.path_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

NewFile::~NewFile() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
  if (!path_.empty()) {
    ::unlink(path_.c_str());
  }
}

Result<void> NewFile::write(osshkey::ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      return system_failure(place_, errno);
    }
    bytes = bytes.subspan(written > 0 ? static_cast<std::size_t>(written) : 0);
  }
  if (::fsync(descriptor_) != 0) {
    return system_failure(place_, errno);
  }
  return {};
}

Result<void> NewFile::take_over(const std::string& other) {
  struct stat theirs{};
  struct stat ours{};
  if (::stat(other.c_str(), &theirs) != 0) {
    return system_failure(other, errno);
  }
  if (::fstat(descriptor_, &ours) != 0) {
    return system_failure(path_, errno);
  }
  const bool same_owner = ours.st_uid == theirs.st_uid && ours.st_gid == theirs.st_gid;
  // The owner first: changing it may clear bits of the mode.
  if ((!same_owner && ::fchown(descriptor_, theirs.st_uid, theirs.st_gid) != 0) ||
      ::fchmod(descriptor_, theirs.st_mode & 07777U) != 0) {
    return system_failure(place_, errno);
  }
  return {};
}

Result<void> NewFile::put_in_place(IfExists if_exists) {
  int failure = 0;
  if (if_exists == IfExists::fail) {
    failure = rename_to_nothing(path_.c_str(), place_.c_str());
  } else if (::rename(path_.c_str(), place_.c_str()) != 0) {
    failure = errno;
  }
  if (failure != 0) {
    return system_failure(place_, failure);
  }
  path_.clear();
  sync_directory(directory_of(place_));
  return {};
}

}  // namespace tool::keyinfo
