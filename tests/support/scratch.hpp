// SPDX-License-Identifier: MIT
// A folder of a test's own that disappears with it.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace osshkey::testing {

class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "osshkey-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("no scratch folder");
    }
    folder_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;  // a leftover folder in /tmp must not fail a test
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::filesystem::path path(std::string_view name) const { return folder_ / name; }

  /// write makes a file that only its owner can read.
  std::filesystem::path write(std::string_view name, std::string_view content) const {
    std::ofstream file(path(name), std::ios::binary);
    file << content;
    file.close();
    std::filesystem::permissions(
        path(name), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    return path(name);
  }

 private:
  std::filesystem::path folder_;
};

/// read_text is the whole of a file.
inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("can't read " + path.string());
  }
  std::string content(std::filesystem::file_size(path), '\0');
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  return content;
}

/// testdata is a file of the repository's test data.
inline std::filesystem::path testdata(std::string_view name) {
  const char* folder = ::getenv("OSSHKEY_TESTDATA");
  if (folder == nullptr) {
    throw std::runtime_error("OSSHKEY_TESTDATA is not set; run the test through Meson");
  }
  return std::filesystem::path(folder) / name;
}

}  // namespace osshkey::testing
