// SPDX-License-Identifier: MIT
// Structure, missing numbers, proof, in this order.
#include "file/asn1_key_file.hpp"

#include <utility>

#include "file/advice.hpp"
#include "key/complete.hpp"
#include "key/rsa_numbers.hpp"

namespace osshkey {

namespace {

/// LoadedKey is a parsed key with the memory of what had to be computed or put together.
struct LoadedKey {
  key::ParsedKey parsed{};
  SecureBytes storage{};
  std::vector<SecureBytes> joined{};
};

Result<LoadedKey> load(const Asn1Content& content) {
  Result<container::Asn1Key> read = container::parse_asn1_key(content.structure, content.bytes,
                                                              content.offset, content.strictness);
  if (!read) {
    return std::unexpected(read.error());
  }
  LoadedKey loaded;
  loaded.parsed.type = key::find_type(read->type);
  loaded.parsed.numbers = read->numbers;
  loaded.joined = std::move(read->joined);
  // Some writers set to zero what they don't use: the primes with all that follows from them, the
  // exponents, the coefficient.
  if (const auto* rsa = std::get_if<RsaNumbers>(&read->numbers);
      rsa != nullptr && !(rsa->p.empty() && rsa->q.empty()) &&
      !(read->dp.empty() && read->dq.empty())) {
    if (Result<void> checked = key::check_rsa_crt(*rsa, read->dp, read->dq); !checked) {
      return std::unexpected(checked.error());
    }
  }
  if (Result<void> completed = key::complete(loaded.parsed.numbers, loaded.storage); !completed) {
    return std::unexpected(completed.error());
  }
  return loaded;
}

/// load_public_key is the public half, checked as that of any public key file.
Result<PublicKey> load_public_key(const Asn1Content& content) {
  const Result<LoadedKey> loaded = load(content);
  if (!loaded) {
    return std::unexpected(loaded.error());
  }
  const PublicKey made = key::make_public_key(*loaded->parsed.type, loaded->parsed.numbers);
  return key::parse_public_key(made.blob(), std::nullopt);
}

class Asn1KeyOpener final : public KeyOpener {
 public:
  Asn1KeyOpener(container::Structure structure, SecureBytes decoded, Strictness strictness)
      : structure_(structure), decoded_(std::move(decoded)), strictness_(strictness) {}

  Result<Keys> open(ByteView /*passphrase*/, const UnlockOptions& /*options*/,
                    std::vector<Note>& notes) override {
    return open_asn1_key(
        {.structure = structure_, .bytes = decoded_.view(), .offset = 0, .strictness = strictness_},
        notes);
  }

 private:
  container::Structure structure_;
  SecureBytes decoded_;
  Strictness strictness_;
};

}  // namespace

Result<Keys> open_asn1_key(const Asn1Content& content, std::vector<Note>& notes) {
  const Result<LoadedKey> loaded = load(content);
  if (!loaded) {
    return std::unexpected(loaded.error());
  }
  Result<PrivateKey> made = key::make_private_key(loaded->parsed, nullptr, notes);
  if (!made) {
    return std::unexpected(made.error());
  }
  Keys keys;
  keys.push_back(std::move(*made));
  return keys;
}

std::unique_ptr<KeyOpener> read_asn1_key(container::Structure structure, SecureBytes decoded,
                                         const Policy& policy, Inspection& inspection) {
  inspection.container = container::container_word(structure);
  inspection.cipher = "none";
  inspection.kdf = "none";
  Result<PublicKey> shown = load_public_key({.structure = structure,
                                             .bytes = decoded.view(),
                                             .offset = 0,
                                             .strictness = policy.strictness});
  if (!shown) {
    inspection.error = std::move(shown.error());
    return nullptr;
  }
  inspection.keys.push_back({.public_key = std::move(*shown)});
  advise_on_encryption(cipher::Age::current, inspection);
  return std::make_unique<Asn1KeyOpener>(structure, std::move(decoded), policy.strictness);
}

}  // namespace osshkey
