// SPDX-License-Identifier: MIT
// Directories: every regular file below, in the order of names.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace tool::keyinfo {

/// walk calls `visit` for each regular file (also behind a symbolic link) below the directory, and
/// `complain` for a directory that can't be read. Links to directories are not followed, so that no
/// loop is possible. Only the names of the directories on the path are held in memory.
void walk(
    const std::filesystem::path& directory,
    const std::function<void(const std::filesystem::path&)>& visit,
    const std::function<void(const std::filesystem::path&, const std::error_code&)>& complain);

/// is_directory follows links.
[[nodiscard]] bool is_directory(const std::string& path);

}  // namespace tool::keyinfo
