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
  /// completed says whether the numbers fit together so far and none is missing any more.
  Result<void> completed{};
  key::RsaExponents exponents = key::RsaExponents::in_place;
};

Result<void> complete(const container::Asn1Key& read, LoadedKey& loaded) {
  // Some writers set to zero what they don't use: the primes with all that follows from them, the
  // exponents, the coefficient.
  if (const auto* rsa = std::get_if<RsaNumbers>(&loaded.parsed.numbers);
      rsa != nullptr && !(rsa->p.empty() && rsa->q.empty()) &&
      !(read.dp.empty() && read.dq.empty())) {
    loaded.exponents = key::place_rsa_exponents(*rsa, read.dp, read.dq);
    if (loaded.exponents == key::RsaExponents::wrong) {
      const Result<key::Proof> others = loaded.parsed.type->prove(loaded.parsed.numbers);
      return std::unexpected(others ? key::wrong_rsa_crt_number("RSA exponents dP and dQ",
                                                                "they don't belong to the primes")
                                    : others.error());
    }
  }
  return key::complete(loaded.parsed.numbers, loaded.storage);
}

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
  loaded.completed = complete(*read, loaded);
  return loaded;
}

/// show_public_key adds the public half, checked as that of any public key file, even where the
/// private half can't be right.
Result<void> show_public_key(const Asn1Content& content, Inspection& inspection) {
  const Result<LoadedKey> loaded = load(content);
  if (!loaded) {
    return std::unexpected(loaded.error());
  }
  const PublicKey made = key::make_public_key(*loaded->parsed.type, loaded->parsed.numbers);
  Result<PublicKey> checked = key::parse_public_key(made.blob(), std::nullopt);
  if (checked) {
    inspection.keys.push_back({.public_key = std::move(*checked)});
  }
  if (!loaded->completed) {
    return loaded->completed;
  }
  return checked ? Result<void>() : std::unexpected(checked.error());
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
  if (!loaded->completed) {
    return std::unexpected(loaded->completed.error());
  }
  const std::size_t noted = notes.size();
  Result<PrivateKey> made = key::make_private_key(loaded->parsed, nullptr, notes);
  if (!made) {
    return std::unexpected(made.error());
  }
  if (loaded->exponents == key::RsaExponents::exchanged && notes.size() == noted) {
    notes.push_back(key::misplaced_rsa_numbers());
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
  const Result<void> shown = show_public_key({.structure = structure,
                                              .bytes = decoded.view(),
                                              .offset = 0,
                                              .strictness = policy.strictness},
                                             inspection);
  if (!shown) {
    inspection.error = shown.error();
    return nullptr;
  }
  advise_on_encryption(cipher::Age::current, inspection);
  return std::make_unique<Asn1KeyOpener>(structure, std::move(decoded), policy.strictness);
}

}  // namespace osshkey
