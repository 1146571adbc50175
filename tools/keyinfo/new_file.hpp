// SPDX-License-Identifier: MIT
// A file that appears whole or not at all.
#pragma once

#include <string>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace tool::keyinfo {

enum class IfExists : std::uint8_t { fail, replace };

/// NewFile is a temporary file beside its later place. Unless it was put there, it is removed when
/// the object goes.
class NewFile {
 public:
  /// create makes the file, readable by its owner alone. Fails with: io_error.
  [[nodiscard]] static osshkey::Result<NewFile> create(const std::string& place);

  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  /// path is where the file is now.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// write puts the bytes into the file and onto the disk. Fails with: io_error.
  [[nodiscard]] osshkey::Result<void> write(osshkey::ByteView bytes);
  /// take_over gives the file the owner and mode of another one. Fails with: io_error.
  [[nodiscard]] osshkey::Result<void> take_over(const std::string& other);
  /// put_in_place renames the file and makes that last. Fails with: io_error.
  [[nodiscard]] osshkey::Result<void> put_in_place(IfExists if_exists);

 private:
  NewFile(std::string place, std::string path, int descriptor);

  std::string place_;
  std::string path_;
  int descriptor_;
};

}  // namespace tool::keyinfo
