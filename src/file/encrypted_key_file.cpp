// SPDX-License-Identifier: MIT
// KDF, cipher, padding, and then what every file in ASN.1 goes through.
#include "file/encrypted_key_file.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/fail.hpp"
#include "cipher/kdf.hpp"
#include "cipher/named_cipher.hpp"
#include "container/pbe.hpp"
#include "container/pem.hpp"
#include "file/advice.hpp"
#include "file/asn1_key_file.hpp"

namespace osshkey {

namespace {

using container::Structure;

/// EmptyPassphrase says whether a file can be encrypted with one: PKCS#8 can, PEM can't.
enum class EmptyPassphrase : std::uint8_t { possible, impossible };

/// Encryption is all that decryption needs. The bytes that its views point to are in `decoded`,
/// `joined` and `iv`.
struct Encryption {
  SecureBytes decoded{};
  std::vector<SecureBytes> joined{};
  ByteView ciphertext{};
  std::optional<std::uint64_t> ciphertext_offset{};
  std::vector<std::uint8_t> iv{};  ///< empty where it is derived
  KdfParameters kdf{};
  cipher::NamedCipher cipher{};
  Structure expected{};  ///< inside; unknown where nothing is promised
  EmptyPassphrase empty_passphrase{};
};

/// derives_iv tells the schemes that derive the IV with the key from those that store it.
bool derives_iv(Kdf kdf) {
  return kdf == Kdf::pbkdf1 || kdf == Kdf::pkcs12;
}

class EncryptedKeyOpener final : public KeyOpener {
 public:
  EncryptedKeyOpener(Encryption encryption, const Policy& policy)
      : encryption_(std::move(encryption)), policy_(policy) {}

  Result<Keys> open(ByteView passphrase, const UnlockOptions& options,
                    std::vector<Note>& notes) override;

 private:
  [[nodiscard]] Result<SecureBytes> decrypt(ByteView passphrase,
                                            const UnlockOptions& options) const;
  [[nodiscard]] ByteView without_padding(ByteView plaintext) const;

  Encryption encryption_;
  Policy policy_;
};

Result<SecureBytes> EncryptedKeyOpener::decrypt(ByteView passphrase,
                                                const UnlockOptions& options) const {
  const cipher::Cipher row = encryption_.cipher.row();
  SecureBytes key(row.key_size);
  SecureBytes derived_iv(derives_iv(encryption_.kdf.kdf) ? row.iv_size : 0);
  if (Result<void> derived =
          cipher::derive(encryption_.kdf, passphrase, {.key = key.span(), .iv = derived_iv.span()},
                         options.threads);
      !derived) {
    return std::unexpected(derived.error());
  }
  const cipher::Keyed keyed{.cipher = row,
                            .key = key.view(),
                            .iv = derived_iv.empty() ? encryption_.iv : derived_iv.view()};
  SecureBytes plaintext(encryption_.ciphertext.size());
  if (Result<void> done = cipher::decrypt(keyed, encryption_.ciphertext, {}, plaintext.span());
      !done) {
    return std::unexpected(done.error());
  }
  return plaintext;
}

/// without_padding is what may be a key; empty where the padding is garbled.
ByteView EncryptedKeyOpener::without_padding(ByteView plaintext) const {
  if (!encryption_.cipher.is_padded()) {
    return plaintext;
  }
  const Result<std::size_t> size =
      cipher::remove_padding(plaintext, encryption_.cipher.block_size());
  return plaintext.first(size.value_or(0));
}

/// is_private_key tells what a right passphrase brings to light from anything else.
bool is_private_key(Structure structure) {
  return structure == Structure::pkcs1 || structure == Structure::sec1 ||
         structure == Structure::dsa || structure == Structure::pkcs8;
}

/// explain_garbage says why the decrypted bytes are no key.
std::unexpected<Error> explain_garbage(ByteView plaintext) {
  if (container::begins_private_key(plaintext)) {
    return fail(errc::malformed, {.field = "private key"},
                "the passphrase is right, what it protects is damaged");
  }
  return fail(errc::wrong_passphrase, {}, "or the file is damaged");
}

Result<Keys> EncryptedKeyOpener::open(ByteView passphrase, const UnlockOptions& options,
                                      std::vector<Note>& notes) {
  if (Result<void> allowed = cipher::check_cost(encryption_.kdf, policy_.limits); !allowed) {
    return std::unexpected(allowed.error());
  }
  if (passphrase.empty() && encryption_.empty_passphrase == EmptyPassphrase::impossible) {
    return fail(errc::needs_passphrase);
  }
  if (options.stop.stop_requested()) {
    return fail(errc::cancelled);
  }
  const Result<SecureBytes> plaintext = decrypt(passphrase, options);
  if (!plaintext) {
    return std::unexpected(plaintext.error());
  }
  const ByteView key = without_padding(plaintext->view());
  const Structure structure = container::recognise(key);
  if (!is_private_key(structure)) {
    return explain_garbage(plaintext->view());
  }
  if (structure != encryption_.expected) {
    notes.push_back({.code = errc::label_mismatch,
                     .detail = "it holds " + std::string(container_word(structure))});
  }
  Result<Keys> keys = open_asn1_key(
      {.structure = structure, .bytes = key, .strictness = policy_.strictness}, notes);
  if (keys) {
    advise_on_key(keys->front().public_key(), notes);
  }
  return keys;
}

std::optional<std::string_view> find_header(const armor::Armored& armored, std::string_view name) {
  const auto found = std::ranges::find(armored.headers, name, &armor::Header::name);
  if (found == armored.headers.end()) {
    return std::nullopt;
  }
  return found->value;
}

container::PemEncryption pem_encryption(const armor::Armored& armored) {
  return container::parse_pem_encryption(find_header(armored, "Proc-Type"),
                                         find_header(armored, "DEK-Info"));
}

/// check_sizes refuses what no passphrase could mend.
Result<void> check_sizes(const Encryption& encryption) {
  const std::size_t iv_size = derives_iv(encryption.kdf.kdf) ? 0 : encryption.cipher.iv_size();
  if (encryption.iv.size() != iv_size) {
    return fail(errc::malformed, {.field = "IV"},
                "it has " + std::to_string(encryption.iv.size()) + " bytes, must have " +
                    std::to_string(iv_size));
  }
  const std::size_t size = encryption.ciphertext.size();
  if (size == 0 || size % encryption.cipher.block_size() != 0) {
    return fail(errc::malformed,
                {.field = "encrypted private key", .offset = encryption.ciphertext_offset},
                std::to_string(size) + " bytes are not a multiple of the block size " +
                    std::to_string(encryption.cipher.block_size()));
  }
  return {};
}

Result<Encryption> check_pem(armor::Armored& armored, container::PemEncryption headers) {
  if (headers.error) {
    return std::unexpected(*headers.error);
  }
  Result<cipher::NamedCipher> cipher = cipher::NamedCipher::find(headers.cipher_name);
  if (!cipher) {
    return std::unexpected(cipher.error());
  }
  // The salt is the first 8 bytes of the IV: a cipher without an IV has no place in this format.
  constexpr std::size_t salt_size = 8;
  if (cipher->iv_size() < salt_size) {
    return fail(errc::unsupported_cipher, {.field = "DEK-Info"}, headers.cipher_name,
                cipher::write_anew);
  }
  // libcrypto reads as many digits as the cipher needs, and nothing behind them.
  headers.iv.resize(std::min(headers.iv.size(), cipher->iv_size()));
  Encryption encryption{.decoded = std::move(armored.bytes),
                        .ciphertext_offset = 0,
                        .iv = std::move(headers.iv),
                        .kdf = {.kdf = Kdf::bytes_to_key, .name = "evp-bytestokey-md5"},
                        .cipher = std::move(*cipher),
                        .expected = container::structure_of_label(armored.label),
                        .empty_passphrase = EmptyPassphrase::impossible};
  encryption.ciphertext = encryption.decoded.view();
  if (Result<void> sizes = check_sizes(encryption); !sizes) {
    return std::unexpected(sizes.error());
  }
  encryption.kdf.salt = ByteView(encryption.iv).first(salt_size);
  return encryption;
}

Result<Encryption> check_pkcs8(SecureBytes decoded, container::EncryptedPkcs8 file) {
  if (file.error) {
    if (file.error->code == errc::unsupported_cipher) {
      file.error->advice = cipher::write_anew;
    }
    return std::unexpected(*file.error);
  }
  Result<cipher::NamedCipher> cipher = cipher::NamedCipher::find(file.cipher);
  if (!cipher) {
    return std::unexpected(cipher.error());
  }
  if (file.key_size.value_or(cipher->key_size()) != cipher->key_size()) {
    return fail(errc::bad_kdf_options, {.field = "key length"},
                "it isn't the cipher's " + std::to_string(cipher->key_size()) + " bytes");
  }
  Encryption encryption{.decoded = std::move(decoded),
                        .joined = std::move(file.joined),
                        .ciphertext = file.ciphertext,
                        .ciphertext_offset = file.ciphertext_offset,
                        .iv = {file.iv.begin(), file.iv.end()},
                        .kdf = file.kdf,
                        .cipher = std::move(*cipher),
                        .expected = Structure::pkcs8,
                        .empty_passphrase = EmptyPassphrase::possible};
  if (Result<void> sizes = check_sizes(encryption); !sizes) {
    return std::unexpected(sizes.error());
  }
  return encryption;
}

std::unique_ptr<KeyOpener> make_opener(Result<Encryption> encryption, const Policy& policy,
                                       Inspection& inspection) {
  if (!encryption) {
    inspection.error = std::move(encryption.error());
    return nullptr;
  }
  if (policy.strictness == Strictness::strict && encryption->cipher.is_legacy()) {
    inspection.error = Error{.code = errc::unsupported_cipher,
                             .field = "cipher name",
                             .detail = inspection.cipher +
                                       ", which libcrypto has in its legacy provider only: "
                                       "OpenSSH doesn't load it",
                             .advice = "write the file anew: keyinfo --rewrite FILE"};
    return nullptr;
  }
  advise_on_encryption(encryption->cipher.age(), inspection);
  return std::make_unique<EncryptedKeyOpener>(std::move(*encryption), policy);
}

}  // namespace

Result<void> check_headers(const armor::Armored& armored) {
  const auto& headers = armored.headers;
  if (headers.empty()) {
    return {};
  }
  if (headers[0].name != "Proc-Type" || !container::is_encrypted_to_openssl(headers[0].value)) {
    return fail(errc::malformed, {.field = "Proc-Type"},
                "OpenSSL takes header lines only where 'Proc-Type: 4,ENCRYPTED' is the first");
  }
  if (headers.size() < 2 || headers[1].name != "DEK-Info") {
    return fail(errc::malformed, {.field = "DEK-Info"}, "OpenSSL expects it right after Proc-Type");
  }
  if (!container::is_dek_info_to_openssl(headers[1].value)) {
    return fail(errc::malformed, {.field = "DEK-Info"},
                "OpenSSL expects the IV right after the comma");
  }
  return {};
}

bool is_key_in_clear(const armor::Armored& armored) {
  const ByteView bytes = armored.bytes.view();
  const Structure structure = container::recognise(bytes);
  if (structure == Structure::pkcs8_encrypted) {
    return !container::parse_encrypted_pkcs8(bytes, Strictness::forgiving).error;
  }
  return is_private_key(structure) &&
         container::parse_asn1_key(structure, bytes, std::nullopt, Strictness::forgiving);
}

bool has_pem_encryption(const armor::Armored& armored) {
  return pem_encryption(armored).encrypted;
}

std::unique_ptr<KeyOpener> read_encrypted_pem(armor::Armored& armored, const Policy& policy,
                                              Inspection& inspection) {
  container::PemEncryption headers = pem_encryption(armored);
  // Only decryption shows what the bytes are; until then the label is believed.
  const Structure promised = container::structure_of_label(armored.label);
  inspection.container = container_word(is_private_key(promised) ? promised : Structure::pkcs1);
  inspection.encrypted = true;
  inspection.cipher = headers.cipher_name;
  inspection.kdf = headers.cipher_name.empty() ? "" : "evp-bytestokey-md5";
  inspection.rounds = headers.cipher_name.empty() ? 0 : 1;
  inspection.keys.emplace_back();
  Result<Encryption> encryption = check_pem(armored, std::move(headers));
  if (encryption) {
    inspection.salt.assign(encryption->kdf.salt.begin(), encryption->kdf.salt.end());
  }
  return make_opener(std::move(encryption), policy, inspection);
}

std::unique_ptr<KeyOpener> read_encrypted_pkcs8(SecureBytes decoded, const Policy& policy,
                                                Inspection& inspection) {
  container::EncryptedPkcs8 file =
      container::parse_encrypted_pkcs8(decoded.view(), policy.strictness);
  inspection.container = container_word(Structure::pkcs8_encrypted);
  inspection.encrypted = true;
  inspection.cipher = file.cipher_name;
  inspection.kdf = file.kdf.name;
  inspection.rounds = file.kdf.rounds;
  inspection.salt.assign(file.kdf.salt.begin(), file.kdf.salt.end());
  inspection.keys.emplace_back();
  return make_opener(check_pkcs8(std::move(decoded), std::move(file)), policy, inspection);
}

}  // namespace osshkey
