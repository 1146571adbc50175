// SPDX-License-Identifier: MIT
// A text signed with a key, and the signature verified with the line of its .pub file.
//
//   sign FILE PUBLIC_FILE TEXT < PASSPHRASE
#include <osshkey/osshkey.hpp>

#include <fstream>
#include <iostream>
#include <span>
#include <string>
#include <string_view>

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
  std::string passphrase;
  std::getline(std::cin, passphrase);
  const auto keys = osshkey::KeyFile::load(argv[1]).unlock(passphrase);
  osshkey::wipe({reinterpret_cast<std::uint8_t*>(passphrase.data()), passphrase.size()});
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
