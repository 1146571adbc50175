// SPDX-License-Identifier: MIT
// Reads a whole file into guarded memory, up to a limit.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey {

struct FileContent {
  SecureBytes bytes{};
  /// permissions is the note on a regular file of ours that others can read.
  std::optional<Note> permissions{};
};

/// too_large is the failure of what has more bytes than `limit`.
[[nodiscard]] std::unexpected<Error> too_large(std::size_t limit);

/// read_file reads a regular file or a pipe.
/// Fails with: io_error (with the system's code; also for a directory or a device), file_too_large.
[[nodiscard]] Result<FileContent> read_file(const std::filesystem::path& path, std::size_t limit);

/// read_descriptor reads an open descriptor to its end and leaves it open. Fails with the same.
[[nodiscard]] Result<FileContent> read_descriptor(int descriptor, std::size_t limit);

}  // namespace osshkey
