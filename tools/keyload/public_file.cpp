// SPDX-License-Identifier: MIT
// One short file read at once.
#include "public_file.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

#include "common/escape.hpp"

namespace tool::keyload {

namespace {

// A certificate may name hundreds of principals; OpenSSH's own line is no longer.
constexpr std::size_t longest_line = std::size_t{256} << 10;

}  // namespace

std::optional<Outcome<osshkey::PublicKey>> read_public_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    if (errno == ENOENT) {
      return std::nullopt;
    }
    return std::unexpected(Trouble{std::generic_category().message(errno)});
  }
  std::string line(longest_line, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  osshkey::Result<osshkey::PublicKey> key = osshkey::PublicKey::from_line(line);
  if (!key) {
    return std::unexpected(Trouble{for_terminal(key.error().text())});
  }
  return std::move(*key);
}

std::string certificate_path(const std::string& path) {
  return path + "-cert.pub";
}

}  // namespace tool::keyload
