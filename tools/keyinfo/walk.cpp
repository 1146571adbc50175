// SPDX-License-Identifier: MIT
// Depth first, files before directories.
#include "walk.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

namespace tool::keyinfo {

namespace fs = std::filesystem;

void walk(const fs::path& directory, const std::function<void(const fs::path&)>& visit,
          const std::function<void(const fs::path&, const std::error_code&)>& complain) {
  std::error_code error;
  std::vector<fs::path> files;
  std::vector<fs::path> directories;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unknown;  // an entry that is gone or can't be looked at is no file
    if (!entry->is_symlink(unknown) && entry->is_directory(unknown)) {
      directories.push_back(entry->path());
    } else if (entry->is_regular_file(unknown)) {
      files.push_back(entry->path());
    }
  }
  if (error) {
    complain(directory, error);
  }
  std::ranges::sort(files);
  std::ranges::sort(directories);
  std::ranges::for_each(files, visit);
  for (const fs::path& below : directories) {
    walk(below, visit, complain);
  }
}

bool is_directory(const std::string& path) {
  std::error_code unknown;  // what can't be looked at fails when it is opened
  return fs::is_directory(path, unknown);
}

}  // namespace tool::keyinfo
