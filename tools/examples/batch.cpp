// SPDX-License-Identifier: MIT
// Many files unlocked together with one passphrase, which is the first line of standard input.
//
//   batch FILE... < PASSPHRASE
#include <osshkey/osshkey.hpp>

#include <iostream>
#include <vector>

#include "read_passphrase.h"

int main(int argc, char** argv) {
  osshkey::SecureBytes passphrase(1024);
  const std::ptrdiff_t length = read_passphrase(passphrase.data(), passphrase.size());
  passphrase.shrink(length < 0 ? 0 : static_cast<std::size_t>(length));

  std::vector<osshkey::KeyFile> files;
  for (int i = 1; i < argc; ++i) {
    files.push_back(osshkey::KeyFile::load(argv[i]));
  }
  const auto results = osshkey::unlock_many(files, passphrase.view(), {.threads = 0});

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
