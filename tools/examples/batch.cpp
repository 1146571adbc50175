// SPDX-License-Identifier: MIT
// Many files unlocked together with one passphrase, which is the first line of standard input.
//
//   batch FILE... < PASSPHRASE
#include <osshkey/osshkey.hpp>

#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  std::string passphrase;
  std::getline(std::cin, passphrase);

  std::vector<osshkey::KeyFile> files;
  for (int i = 1; i < argc; ++i) {
    files.push_back(osshkey::KeyFile::load(argv[i]));
  }
  const osshkey::ByteView bytes(reinterpret_cast<const std::uint8_t*>(passphrase.data()),
                                passphrase.size());
  const auto results = osshkey::unlock_many(files, bytes, {.threads = 0});
  osshkey::wipe({reinterpret_cast<std::uint8_t*>(passphrase.data()), passphrase.size()});

  bool all = true;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::cout << argv[i + 1] << ": ";
    if (results[i]) {
      std::cout << results[i]->front().public_key().fingerprint() << "\n";
    } else {
      std::cout << results[i].error().text() << "\n";
      all = false;
    }
  }
  return all ? 0 : 1;
}
