// SPDX-License-Identifier: MIT
#include "sample_files.hpp"

#include "cipher/cipher.hpp"
#include "ppk_builder.hpp"
#include "properties.hpp"
#include "sample_keys.hpp"
#include "wire/reader.hpp"

namespace osshkey::fuzz {

namespace {

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

std::vector<Bytes> sample_files() {
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

}  // namespace osshkey::fuzz
