// SPDX-License-Identifier: MIT
// The half of differential.py that speaks C++: writes mutated files of unencrypted openssh-key-v1
// and says what a strict policy makes of each.
//
//   MUTANTS COUNT FOLDER      prints `NAME opens FINGERPRINT` (`certified` with a certificate) or
//                             `NAME fails WORD FIELD` a file
#include <fstream>
#include <iostream>
#include <string>

#include "armor/armor.hpp"
#include "key_builder.hpp"
#include "mutate.hpp"
#include "properties.hpp"
#include "sample_keys.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

/// good_texts is a file of each type that releases of OpenSSH in use know.
std::vector<Bytes> good_texts() {
  std::vector<Bytes> texts;
  for (const PrivateKey& key : sample_keys()) {
    if (key.public_key().type().starts_with("ssh-mldsa")) {
      continue;
    }
    const Result<SecureBytes> text = to_openssh(key);
    texts.emplace_back(text->view().begin(), text->view().end());
  }
  return texts;
}

Bytes decoded(const Bytes& text) {
  const armor::Armored found = armor::read(text);
  return {found.bytes.view().begin(), found.bytes.view().end()};
}

/// mutant is a text with changes: one of four in the text itself, the others in what it holds.
Bytes mutant(const std::vector<Bytes>& texts, std::uint64_t number) {
  Random random(number);
  const Bytes& text = texts[number % texts.size()];
  const Bytes& other = texts[random.below(texts.size())];
  if (random.below(4) == 0) {
    return mutated(text, other, random);
  }
  return testing::from_text(testing::armor(mutated(decoded(text), decoded(other), random)));
}

std::string verdict(const Bytes& text) {
  KeyFile file = KeyFile::parse(text, {.strictness = Strictness::strict});
  const Result<Keys> keys = file.unlock(ByteView{});
  if (keys) {
    const PublicKey& key = keys->front().public_key();
    return (key.certificate().empty() ? "opens " : "certified ") + key.fingerprint();
  }
  return "fails " + std::string(word(keys.error().code)) + " " + std::string(keys.error().field);
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::cerr << "usage: mutants COUNT FOLDER\n";
    return 2;
  }
  const std::vector<Bytes> texts = good_texts();
  const std::uint64_t wanted = std::stoul(words[1]);
  for (std::uint64_t i = 0; i < wanted; ++i) {
    // The first are the good files themselves: their acceptance shows that the comparison works.
    const Bytes text = i < texts.size() ? texts[i] : mutant(texts, i);
    const std::string name = "mutant" + std::to_string(i);
    std::ofstream(std::string(words[2]) + "/" + name, std::ios::binary)
        .write(reinterpret_cast<const char*>(text.data()),
               static_cast<std::streamsize>(text.size()));
    std::cout << name << " " << verdict(text) << "\n";
  }
  return 0;
}
