// SPDX-License-Identifier: MIT
// Container, KDF, cipher and private section of openssh-key-v1, in this order.
#include "file/openssh_key_v1_file.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/fail.hpp"
#include "cipher/cipher.hpp"
#include "container/openssh_key_v1.hpp"
#include "file/advice.hpp"
#include "key/make_key.hpp"
#include "key/private_section.hpp"
#include "wire/name.hpp"

namespace osshkey {

namespace {

using container::Located;
using container::OpensshKeyV1;

/// Encryption is what the envelope says of how the private section is protected, once it is proved
/// to be possible.
struct Encryption {
  const cipher::Cipher* cipher = nullptr;
  std::optional<container::BcryptOptions> bcrypt{};

  [[nodiscard]] bool needs_passphrase() const { return cipher->engine != cipher::Engine::none; }
  /// needed_size is the bytes of key and IV, in one derivation.
  [[nodiscard]] std::size_t needed_size() const {
    return std::size_t{cipher->key_size} + cipher->iv_size;
  }
};

class OpensshKeyV1Opener final : public KeyOpener {
 public:
  OpensshKeyV1Opener(SecureBytes decoded, OpensshKeyV1 file, Encryption encryption,
                     std::vector<std::optional<PublicKey>> expected, std::uint32_t max_rounds)
      : decoded_(std::move(decoded)),
        file_(std::move(file)),
        encryption_(encryption),
        expected_(std::move(expected)),
        max_rounds_(max_rounds) {}

  Result<Keys> open(ByteView passphrase, const UnlockOptions& options,
                    std::vector<Note>& notes) override;
  [[nodiscard]] std::optional<KdfDemand> demand() const override;
  Result<Keys> open_derived(ByteView derived, std::vector<Note>& notes) override;

 private:
  [[nodiscard]] Result<void> check_rounds() const;
  [[nodiscard]] Result<SecureBytes> decrypt(ByteView derived) const;
  [[nodiscard]] Result<Keys> make_keys(const key::PrivateSection& section,
                                       std::vector<Note>& notes) const;
  [[nodiscard]] Error explained(Error error) const;
  [[nodiscard]] Error explained_type(Error error) const;

  SecureBytes decoded_;  // every view of file_ and of encryption_ points into it
  OpensshKeyV1 file_;
  Encryption encryption_;
  std::vector<std::optional<PublicKey>> expected_;
  std::uint32_t max_rounds_;
};

Result<void> OpensshKeyV1Opener::check_rounds() const {
  if (encryption_.needs_passphrase() && encryption_.bcrypt->rounds > max_rounds_) {
    return fail(errc::rounds_too_large,
                {.field = "kdf options", .offset = file_.kdf_options.offset},
                std::to_string(encryption_.bcrypt->rounds) + " rounds, the limit is " +
                    std::to_string(max_rounds_));
  }
  return {};
}

Result<Keys> OpensshKeyV1Opener::open(ByteView /*passphrase*/, const UnlockOptions& /*options*/,
                                      std::vector<Note>& notes) {
  if (!encryption_.needs_passphrase()) {
    return open_derived({}, notes);
  }
  if (Result<void> allowed = check_rounds(); !allowed) {
    return std::unexpected(allowed.error());
  }
  return fail(errc::needs_passphrase);  // demand() is for those who have one
}

std::optional<KdfDemand> OpensshKeyV1Opener::demand() const {
  if (!encryption_.needs_passphrase() || !check_rounds()) {
    return std::nullopt;
  }
  return KdfDemand{.salt = encryption_.bcrypt->salt,
                   .rounds = encryption_.bcrypt->rounds,
                   .output_size = encryption_.needed_size()};
}

Result<SecureBytes> OpensshKeyV1Opener::decrypt(ByteView derived) const {
  const cipher::Cipher& row = *encryption_.cipher;
  const cipher::Keyed keyed{.cipher = row,
                            .key = derived.first(row.key_size),
                            .iv = derived.subspan(row.key_size, row.iv_size)};
  SecureBytes plaintext(file_.encrypted.bytes.size());
  if (Result<void> done =
          cipher::decrypt(keyed, file_.encrypted.bytes, file_.tail.bytes, plaintext.span());
      !done) {
    return std::unexpected(done.error());
  }
  return plaintext;
}

/// explained_type tells a type that nobody here knows from damage, by the public key, whose type
/// may be named.
Error OpensshKeyV1Opener::explained_type(Error error) const {
  const bool all_known = std::ranges::all_of(
      expected_, [](const auto& key) { return key.has_value() && key->is_known(); });
  if (all_known) {
    return Error{
        .code = errc::malformed, .field = error.field, .detail = "it isn't that of the public key"};
  }
  const auto unknown = std::ranges::find_if(
      expected_, [](const auto& key) { return key.has_value() && !key->is_known(); });
  if (unknown != expected_.end()) {
    error.detail = (*unknown)->type();
  }
  return error;
}

/// explained tells a wrong passphrase from damage, which depends on how the section is protected.
Error OpensshKeyV1Opener::explained(Error error) const {
  const bool has_tag = encryption_.cipher->tag_size != 0;
  if (error.code == errc::unsupported_key_type) {
    return explained_type(std::move(error));
  }
  if (error.code == errc::check_mismatch && encryption_.needs_passphrase() && !has_tag) {
    return Error{.code = errc::wrong_passphrase};
  }
  if (error.code == errc::wrong_passphrase && has_tag) {
    error.detail = "or the file is damaged";
  }
  if (error.code == errc::check_mismatch && has_tag) {
    error.detail = "although the passphrase and the authentication tag are right";
  }
  return error;
}

Result<Keys> OpensshKeyV1Opener::open_derived(ByteView derived, std::vector<Note>& notes) {
  const Result<SecureBytes> plaintext = decrypt(derived);
  if (!plaintext) {
    return std::unexpected(explained(plaintext.error()));
  }
  const Result<key::PrivateSection> section =
      key::parse_private_section(plaintext->view(), file_.key_count);
  if (!section) {
    return std::unexpected(explained(section.error()));
  }
  if (section->padding >= encryption_.cipher->block_size) {
    notes.push_back({.code = errc::extra_padding,
                     .detail = std::to_string(section->padding) + " bytes in blocks of " +
                               std::to_string(encryption_.cipher->block_size)});
  }
  return make_keys(*section, notes);
}

Result<Keys> OpensshKeyV1Opener::make_keys(const key::PrivateSection& section,
                                           std::vector<Note>& notes) const {
  Keys keys;
  for (std::size_t i = 0; i < section.keys.size(); ++i) {
    const PublicKey* expected = expected_[i] ? &*expected_[i] : nullptr;
    Result<PrivateKey> made = key::make_private_key(section.keys[i], expected, notes);
    if (!made) {
      return std::unexpected(made.error());
    }
    keys.push_back(std::move(*made));
  }
  return keys;
}

/// read_public_keys shows every public key that can be parsed; an empty one is tolerated, because
/// the private section repeats it.
Result<void> read_public_keys(const OpensshKeyV1& file, Strictness strictness,
                              Inspection& inspection) {
  for (const Located& located : file.public_keys) {
    KeyInspection& shown = inspection.keys.emplace_back();
    if (located.bytes.empty() && strictness == Strictness::forgiving) {
      continue;
    }
    Result<PublicKey> parsed = key::parse_public_key(located.bytes, located.offset);
    if (!parsed) {
      Error error = parsed.error();
      if (error.code == errc::truncated) {  // the blob is whole, so a length inside it is wrong
        error.code = errc::malformed;
        error.detail = "a length is larger than what is left";
      }
      return std::unexpected(std::move(error));
    }
    shown.public_key = std::move(*parsed);
  }
  return {};
}

Result<Encryption> read_encryption(const OpensshKeyV1& file, Inspection& inspection) {
  const Where cipher_name{.field = "cipher name", .offset = file.cipher_name_offset};
  const Where kdf_name{.field = "kdf name", .offset = file.kdf_name_offset};
  Encryption encryption{.cipher = cipher::find_cipher(file.cipher_name)};
  if (file.kdf_name == "bcrypt") {
    const Result<container::BcryptOptions> options =
        container::parse_bcrypt_options(file.kdf_options);
    if (options) {
      encryption.bcrypt = *options;
      inspection.rounds = options->rounds;
      inspection.salt.assign(options->salt.begin(), options->salt.end());
    }
    if (encryption.cipher != nullptr && !options) {
      return std::unexpected(options.error());
    }
  }
  if (encryption.cipher == nullptr) {
    return fail(errc::unsupported_cipher, cipher_name, wire::shown_name(file.cipher_name));
  }
  if (file.kdf_name == "none") {
    if (encryption.needs_passphrase()) {
      return fail(errc::malformed, kdf_name, "a cipher is named but no KDF");
    }
    if (!file.kdf_options.bytes.empty()) {
      inspection.notes.push_back({.code = errc::trailing_kdf_options});
    }
  } else if (!encryption.bcrypt) {
    return fail(errc::unsupported_kdf, kdf_name, wire::shown_name(file.kdf_name));
  } else {
    if (encryption.bcrypt->trailing) {
      inspection.notes.push_back({.code = errc::trailing_kdf_options});
    }
    if (!encryption.needs_passphrase()) {
      inspection.notes.push_back({.code = errc::passphrase_not_needed});
    }
  }
  return encryption;
}

/// wrong_size is the error for a section that isn't whole blocks, which may be for want of padding.
Error wrong_size(const OpensshKeyV1& file, const cipher::Cipher& row) {
  const Located& section = file.encrypted;
  Error error{.code = errc::malformed,
              .field = "private section",
              .offset = section.offset,
              .detail = std::to_string(section.bytes.size()) +
                        " bytes are not a multiple of the block size " +
                        std::to_string(row.block_size)};
  if (row.engine != cipher::Engine::none) {
    return error;
  }
  const auto read = key::parse_private_section(section.bytes, file.key_count);
  if (read) {
    error.detail += ", padding is missing, all of the key is there";
    error.advice = key::advice_for_writers;
  }
  const bool is_explained = !read && read.error().advice == key::advice_for_writers;
  return is_explained ? read.error() : error;
}

/// check_sizes refuses what no passphrase could mend: OpenSSH finds it out after the KDF.
Result<void> check_sizes(const OpensshKeyV1& file, const cipher::Cipher& row) {
  const std::size_t size = file.encrypted.bytes.size();
  if (size < row.block_size || size % row.block_size != 0) {
    return std::unexpected(wrong_size(file, row));
  }
  const std::size_t tail = file.tail.bytes.size();
  const Where where{.field = row.tag_size == 0 ? "private section" : "authentication tag",
                    .offset = file.tail.offset};
  if (tail < row.tag_size) {
    return fail(errc::truncated, where, missing_bytes(row.tag_size - tail));
  }
  if (tail > row.tag_size) {
    return fail(errc::trailing_data,
                {.field = where.field, .offset = file.tail.offset + row.tag_size},
                extra_bytes(tail - row.tag_size));
  }
  return {};
}

/// has_likely_section tells whether what should be the private section's size can be it: the
/// section repeats the public numbers and has the private ones and a comment.
bool has_likely_section(const OpensshKeyV1& file) {
  constexpr std::size_t most_times_larger =
      4;  // RSA is the largest: n is followed by d, p, q and iqmp
  constexpr std::size_t largest_comment = 1024;
  constexpr std::size_t smallest_block = 8;
  std::size_t public_size = 0;
  for (const Located& key : file.public_keys) {
    public_size += key.bytes.size();
  }
  const std::size_t size = file.encrypted_size.value_or(0);
  return size % smallest_block == 0 && size > public_size &&
         size <= most_times_larger * public_size + largest_comment;
}

/// is_whole is true where every length fits, to the last byte.
bool is_whole(const OpensshKeyV1& file) {
  const cipher::Cipher* row = cipher::find_cipher(file.cipher_name);
  return !file.error &&
         (row == nullptr ? has_likely_section(file) : file.tail.bytes.size() == row->tag_size);
}

/// drop_doubtful_keys shows of a damaged file only public keys that the damage has left alone.
/// Where lines are missing inside, bytes of the private section stand in the public key and behind
/// it: the type, the numbers or the size that follows can't be right then.
void drop_doubtful_keys(const OpensshKeyV1& file, Inspection& inspection) {
  const bool all_known = std::ranges::all_of(inspection.keys, [](const KeyInspection& shown) {
    return shown.public_key && shown.public_key->is_known();
  });
  const bool too_many = file.error && file.error->code == errc::too_many_keys;
  const bool whole = is_whole(file);
  const bool likely = has_likely_section(file);
  const bool two_of_three = (all_known && (whole || likely)) || (whole && likely);
  if (!two_of_three && !(too_many && all_known)) {
    inspection.keys.clear();
  }
}

/// explained_end tells a file that was cut from one whose middle is damaged, so that no number of
/// bytes is said to be missing that never was there.
Error explained_end(const OpensshKeyV1& file) {
  if (file.error->code != errc::truncated || !file.encrypted_size || has_likely_section(file)) {
    return *file.error;
  }
  return {.code = errc::malformed,
          .field = file.error->field,
          .offset = file.error->offset,
          .detail = std::to_string(*file.encrypted_size) + " bytes can't be its size",
          .advice =
              "copy the file again, whole: lines of it are missing, doubled or in another "
              "order"};
}

Result<Encryption> check(const OpensshKeyV1& file, const Policy& policy, Inspection& inspection) {
  inspection.cipher = wire::shown_name(file.cipher_name);
  inspection.kdf = wire::shown_name(file.kdf_name);
  inspection.encrypted = file.cipher_name != "none" && !file.cipher_name.empty();
  const Result<void> public_keys = read_public_keys(file, policy.strictness, inspection);
  Result<Encryption> encryption = read_encryption(file, inspection);
  if (file.error) {
    return std::unexpected(explained_end(file));
  }
  if (!public_keys) {
    return std::unexpected(public_keys.error());
  }
  if (encryption) {
    if (Result<void> sizes = check_sizes(file, *encryption->cipher); !sizes) {
      return std::unexpected(sizes.error());
    }
  }
  return encryption;
}

}  // namespace

std::unique_ptr<KeyOpener> read_openssh_key_v1(SecureBytes decoded, const Policy& policy,
                                               Inspection& inspection) {
  // OpenSSH reads files of exactly one key.
  const std::uint32_t max_keys = policy.strictness == Strictness::strict ? 1 : policy.limits.keys;
  OpensshKeyV1 file = container::parse_openssh_key_v1(decoded.view(), max_keys);
  inspection.container = "openssh-key-v1";
  if (file.error && file.error->code == errc::too_many_keys &&
      file.key_count <= policy.limits.keys) {
    file.error->advice =
        "OpenSSH reads files of exactly one key; without the strict policy all are read";
  }
  const Result<Encryption> encryption = check(file, policy, inspection);
  if (!encryption) {
    inspection.error = encryption.error();
    drop_doubtful_keys(file, inspection);
    return nullptr;
  }
  if (file.key_count > 1) {
    inspection.notes.push_back(
        {.code = errc::several_keys, .detail = std::to_string(file.key_count)});
  }
  advise_on_encryption(encryption->cipher->age, inspection);

  std::vector<std::optional<PublicKey>> expected;
  expected.reserve(inspection.keys.size());
  for (const KeyInspection& shown : inspection.keys) {
    expected.push_back(shown.public_key);
  }
  return std::make_unique<OpensshKeyV1Opener>(std::move(decoded), std::move(file), *encryption,
                                              std::move(expected), policy.limits.rounds);
}

}  // namespace osshkey
