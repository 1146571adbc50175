// SPDX-License-Identifier: MIT
// A text signed with a key, and the signature verified with the line of its .pub file.
//
//   sign FILE PUBLIC_FILE TEXT < PASSPHRASE
#include <osshkey/osshkey.hpp>

#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include "read_passphrase.h"

namespace {

osshkey::ByteView bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

int fail(const osshkey::Error& error) {
  std::cerr << error.text() << "\n" << error.hint() << "\n";
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    return 2;
  }
  osshkey::SecureBytes passphrase(1024);
  const std::ptrdiff_t length = read_passphrase(passphrase.data(), passphrase.size());
  passphrase.shrink(length < 0 ? 0 : static_cast<std::size_t>(length));
  const auto keys = osshkey::KeyFile::load(argv[1]).unlock(passphrase.view());
  if (!keys) {
    return fail(keys.error());
  }
  const auto signature = osshkey::sign(keys->front(), bytes_of(argv[3]));
  if (!signature) {
    return fail(signature.error());
  }
  std::cout << "signature of " << signature->size() << " bytes\n";

  std::string line;
  std::ifstream file(argv[2]);
  std::getline(file, line);
  const auto public_key = osshkey::PublicKey::from_line(line);
  if (!public_key) {
    return fail(public_key.error());
  }
  const auto verified = osshkey::verify(*public_key, bytes_of(argv[3]), *signature);
  if (!verified) {
    return fail(verified.error());
  }
  std::cout << "verified\n";
}
