// SPDX-License-Identifier: MIT
// The three lines of a program that uses the installed library.
#include <cstdio>

#include <osshkey/osshkey.hpp>

int main(int, char** argv) {
  auto file = osshkey::KeyFile::load(argv[1]);
  auto keys = file.unlock(argv[2]);
  return std::puts(keys ? keys->front().public_key().fingerprint().c_str()
                        : keys.error().text().c_str()) < 0 ||
         !keys;
}
