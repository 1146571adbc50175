// SPDX-License-Identifier: MIT
// From the bytes of a file to its keys, with one passphrase and the lowest costs. Where a file
// holds the public half of a type that can be proved, what opens is one of the seeds' keys.
#include <set>
#include <string>

#include "properties.hpp"
#include "sample_files.hpp"
#include "sample_keys.hpp"

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
  return sample_files();
}
