// SPDX-License-Identifier: MIT
// PublicKey and PrivateKey out of parsed numbers.
#include "key/make_key.hpp"

#include <algorithm>

#include "base/fail.hpp"
#include "key/certificate.hpp"
#include "key/numbers.hpp"
#include "key/rsa_numbers.hpp"
#include "wire/name.hpp"

namespace osshkey {

/// PublicKeyAccess and PrivateKeyAccess fill in the classes that users can only read.
struct PublicKeyAccess {
  static PublicKey make(std::string_view type, bool known, unsigned bits,
                        std::vector<std::uint8_t> blob, ByteView certificate) {
    PublicKey key;
    key.type_ = type;
    key.known_ = known;
    key.bits_ = bits;
    key.blob_ = std::move(blob);
    key.certificate_.assign(certificate.begin(), certificate.end());
    return key;
  }
};

struct PrivateKeyAccess {
  static PrivateKey make(const key::ParsedKey& parsed, PublicKey public_key, bool proved) {
    PrivateKey key;
    key.numbers_ = parsed.numbers;
    key::copy_numbers(key.numbers_, key.storage_);
    key.public_key_ = std::move(public_key);
    key.comment_ = wire::as_text(parsed.comment);
    key.proved_ = proved;
    return key;
  }
};

Result<PublicKey> PublicKey::from_blob(ByteView blob) {
  return key::parse_public_key(blob, 0);
}

Result<void> PrivateKey::certify(PublicKey certified) {
  if (certified.certificate().empty()) {
    return fail(errc::malformed, {.field = "certificate"}, "there is a plain public key");
  }
  if (!(certified == public_key_)) {
    return fail(errc::key_mismatch, {.field = "certificate"}, "the certificate is another key's");
  }
  public_key_ = std::move(certified);
  return {};
}

}  // namespace osshkey

namespace osshkey::key {

namespace {

/// make_with_coefficient is the key with the coefficient that belongs to its proved primes.
Result<PrivateKey> make_with_coefficient(ParsedKey parsed, PublicKey public_key,
                                         std::vector<Note>& notes) {
  const Result<SecureBytes> storage =
      complete_rsa_coefficient(std::get<RsaNumbers>(parsed.numbers));
  if (!storage) {
    return std::unexpected(storage.error());
  }
  notes.push_back(misplaced_rsa_numbers());
  return PrivateKeyAccess::make(parsed, std::move(public_key), true);
}

}  // namespace

void copy_numbers(KeyNumbers& numbers, SecureBytes& storage) {
  std::visit(
      [&](auto& key) {
        std::size_t total = 0;
        each_view(key, [&](const ByteView& view) { total += view.size(); });
        storage = SecureBytes(total);
        std::size_t used = 0;
        each_view(key, [&](ByteView& view) {
          const std::span<std::uint8_t> copy = storage.span().subspan(used, view.size());
          std::ranges::copy(view, copy.begin());
          used += view.size();
          view = copy;
        });
      },
      numbers);
}

PublicKey make_public_key(const KeyType& type, const KeyNumbers& numbers, ByteView certificate) {
  std::vector<std::uint8_t> blob = wire::build([&](wire::Writer& writer) {
    writer.string(type.name);
    type.write_public(numbers, writer);
  });
  return PublicKeyAccess::make(type.name, true, type.bits(numbers), std::move(blob), certificate);
}

Result<PublicKey> parse_public_key(ByteView blob, std::optional<std::uint64_t> offset) {
  wire::Reader reader = offset ? wire::Reader(blob, *offset) : wire::Reader(blob);
  const std::string_view name = reader.name("public key type");
  if (Result<void> read = reader.result(); !read) {
    return std::unexpected(read.error());
  }
  if (const KeyType* type = find_type(name)) {
    const Result<KeyNumbers> numbers = type->read_public(reader);
    if (!numbers) {
      return std::unexpected(numbers.error());
    }
    if (Result<void> end = reader.finish("public key"); !end) {
      return std::unexpected(end.error());
    }
    return make_public_key(*type, *numbers);
  }
  if (const KeyType* type = find_certificate_type(name)) {
    const Result<KeyNumbers> numbers = read_certificate(reader, *type);
    if (!numbers) {
      return std::unexpected(numbers.error());
    }
    return make_public_key(*type, *numbers, blob);
  }
  if (!wire::is_name(name)) {
    return fail(errc::malformed, {.field = "public key type", .offset = offset},
                name.empty() ? "it is empty" : "it isn't a name");
  }
  return PublicKeyAccess::make(name, false, 0, {blob.begin(), blob.end()}, {});
}

Result<PrivateKey> make_private_key(const ParsedKey& parsed, const PublicKey* expected,
                                    std::vector<Note>& notes) {
  PublicKey public_key = make_public_key(*parsed.type, parsed.numbers, parsed.certificate);
  if (Result<PublicKey> checked = parse_public_key(public_key.blob(), std::nullopt); !checked) {
    return std::unexpected(checked.error());
  }
  if (expected != nullptr && !(public_key == *expected)) {
    return fail(errc::key_mismatch, {.field = "public key"},
                expected->type() == public_key.type()
                    ? "the file's two public keys differ"
                    : "the file's two public keys are of different types");
  }
  const Result<Proof> proof = parsed.type->prove(parsed.numbers);
  if (!proof) {
    return std::unexpected(proof.error());
  }
  if (*proof == Proof::all_but_coefficient) {
    return make_with_coefficient(parsed, std::move(public_key), notes);
  }
  if (*proof == Proof::ed25519_only) {
    notes.push_back({.code = errc::mldsa_unproved});
  }
  return PrivateKeyAccess::make(parsed, std::move(public_key), *proof == Proof::complete);
}

}  // namespace osshkey::key
