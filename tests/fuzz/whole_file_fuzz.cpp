// SPDX-License-Identifier: MIT
// From the bytes of a file to its keys, with one passphrase and the lowest costs. Where a file
// holds the public half of a type that can be proved, what opens is one of the seeds' keys.
#include <array>
#include <set>
#include <string>

#include "cipher/cipher.hpp"
#include "ppk_builder.hpp"
#include "properties.hpp"
#include "sample_keys.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

const std::set<std::string>& known_fingerprints() {
  static const std::set<std::string> known = [] {
    std::set<std::string> all;
    for (const PrivateKey& key : sample_keys()) {
      all.insert(key.public_key().fingerprint());
    }
    return all;
  }();
  return known;
}

/// repeats_public_half tells the containers in which nobody can change a private key by accident.
/// Those of ASN.1 may leave the public half out, and then any seed or scalar is a good key.
bool repeats_public_half(std::string_view container) {
  return container == "openssh-key-v1" || container.starts_with("ppk");
}

void add(std::vector<Bytes>& inputs, const Result<SecureBytes>& text) {
  if (text) {
    inputs.emplace_back(text->view().begin(), text->view().end());
  }
}

void add_ppk(std::vector<Bytes>& inputs, const PrivateKey& key) {
  for (const unsigned version : {2U, 3U}) {
    for (const PpkCipher cipher : {PpkCipher::none, PpkCipher::aes256_cbc}) {
      inputs.push_back(testing::from_text(ppk_text(ppk_parts(key, version), cipher)));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView bytes(data, size);
  const std::optional<Keys> keys = check_file(bytes);
  if (!keys) {
    return 0;
  }
  const KeyFile file = KeyFile::parse(bytes, quick_policy(Strictness::forgiving));
  for (const PrivateKey& key : *keys) {
    if (key.is_proved() && repeats_public_half(file.inspection().container)) {
      expect(known_fingerprints().contains(key.public_key().fingerprint()),
             "no change makes another key");
    }
  }
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  const ByteView secret = wire::as_bytes(passphrase);
  std::vector<Bytes> inputs;
  for (const PrivateKey& key : sample_keys()) {
    add(inputs, to_openssh(key));
    add(inputs, to_pkcs8(key));
    add(inputs, to_pem(key));
    add(inputs, to_pem(key, secret));
  }
  const PrivateKey& key = sample_keys().front();
  for (const cipher::Cipher& row : cipher::all_ciphers()) {
    add(inputs, to_openssh(key, {.passphrase = secret, .cipher = row.name, .rounds = 1}));
  }
  add(inputs, to_pkcs8(key, {.passphrase = secret, .rounds = 1}));
  add_ppk(inputs, key);
  return inputs;
}
