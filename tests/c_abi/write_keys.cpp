// SPDX-License-Identifier: MIT
// Writes a fresh key of each type for the tests in C, which can't make keys.
//
//   write_keys FOLDER
#include <osshkey/osshkey.hpp>

#include <filesystem>
#include <fstream>
#include <ios>
#include <stdexcept>
#include <string_view>

#include "make_keys.hpp"

namespace {

void write(const std::filesystem::path& path, const osshkey::PrivateKey& key) {
  const osshkey::Result<osshkey::SecureBytes> text = osshkey::to_openssh(key);
  if (!text) {
    throw std::runtime_error(text.error().text());
  }
  std::ofstream file(path, std::ios::binary);
  for (const std::uint8_t byte : text->view()) {
    file.put(static_cast<char>(byte));
  }
  if (!file.flush()) {
    throw std::runtime_error("can't write " + path.string());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  for (const std::string_view type : osshkey::testing::key_types) {
    write(folder / type, osshkey::testing::make_key(type));
  }
  write(folder / "certified", osshkey::testing::make_certified_key());
}
