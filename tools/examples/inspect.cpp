// SPDX-License-Identifier: MIT
// What a key file tells without its passphrase.
//
//   inspect FILE
#include <osshkey/osshkey.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2) {
    return 2;
  }
  const auto file = osshkey::KeyFile::load(argv[1]);
  const osshkey::Inspection& seen = file.inspection();
  std::cout << "container " << seen.container << "\n"
            << "cipher    " << seen.cipher << "\n"
            << "kdf       " << seen.kdf << ", " << seen.rounds << " rounds\n";
  for (const osshkey::KeyInspection& key : seen.keys) {
    if (key.public_key) {
      std::cout << "key       " << key.public_key->type() << " " << key.public_key->fingerprint()
                << "\n";
    }
  }
  for (const osshkey::Note& note : seen.notes) {
    std::cout << "note      " << note.text() << "\n";
  }
  if (file.error() != nullptr) {
    std::cout << "error     " << file.error()->text() << "\n";
    return 1;
  }
}
