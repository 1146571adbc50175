// SPDX-License-Identifier: MIT
// KDF, cipher, MAC, private numbers, in this order.
#include "file/ppk_file.hpp"

#include <string>
#include <utility>

#include "base/fail.hpp"
#include "cipher/cipher.hpp"
#include "cipher/hash.hpp"
#include "cipher/kdf.hpp"
#include "container/ppk.hpp"
#include "file/advice.hpp"
#include "key/certificate.hpp"
#include "key/complete.hpp"
#include "key/make_key.hpp"
#include "wire/name.hpp"
#include "wire/reader.hpp"
#include "wire/writer.hpp"

namespace osshkey {

namespace {

constexpr std::size_t sha1_size = 20;
constexpr std::size_t sha256_size = 32;

class PpkOpener final : public KeyOpener {
 public:
  PpkOpener(SecureBytes text, container::Ppk file, PublicKey public_key, const Policy& policy)
      : text_(std::move(text)),
        file_(std::move(file)),
        public_key_(std::move(public_key)),
        policy_(policy) {}

  Result<Keys> open(ByteView passphrase, const UnlockOptions& options,
                    std::vector<Note>& notes) override;

 private:
  /// Opened is the private blob in clear with the key of the MAC.
  struct Opened {
    SecureBytes blob{};
    SecureBytes mac_key{};
  };
  [[nodiscard]] Result<Opened> decrypt(ByteView passphrase, const UnlockOptions& options) const;
  [[nodiscard]] bool has_mac(const Opened& opened, std::string_view comment) const;
  [[nodiscard]] Result<Keys> read_key(const Opened& opened, std::string_view comment,
                                      std::vector<Note>& notes) const;
  [[nodiscard]] Error explain_mac(const Opened& opened) const;

  SecureBytes text_;  // the views of file_ point into it
  container::Ppk file_;
  PublicKey public_key_;
  Policy policy_;
};

Result<PpkOpener::Opened> PpkOpener::decrypt(ByteView passphrase,
                                             const UnlockOptions& options) const {
  Opened opened{.blob = SecureBytes(file_.private_blob.view()),
                .mac_key = SecureBytes(file_.version == 2 ? sha1_size : sha256_size)};
  if (!file_.kdf) {
    if (file_.version == 3) {
      opened.mac_key = {};
      return opened;
    }
    const Result<void> derived =
        cipher::derive({.kdf = Kdf::ppk2}, {}, {.mac_key = opened.mac_key.span()}, 1);
    return derived ? Result<Opened>(std::move(opened)) : std::unexpected(derived.error());
  }
  const cipher::Cipher& row = *cipher::find_cipher(file_.cipher_name);
  SecureBytes key(row.key_size);
  SecureBytes iv(row.iv_size);
  if (Result<void> derived = cipher::derive(
          *file_.kdf, passphrase,
          {.key = key.span(), .iv = iv.span(), .mac_key = opened.mac_key.span()}, options.threads);
      !derived) {
    return std::unexpected(derived.error());
  }
  if (Result<void> done = cipher::decrypt({.cipher = row, .key = key.view(), .iv = iv.view()},
                                          file_.private_blob.view(), {}, opened.blob.span());
      !done) {
    return std::unexpected(done.error());
  }
  return opened;
}

/// has_mac covers every field, so that an edited comment fails it, too.
bool PpkOpener::has_mac(const Opened& opened, std::string_view comment) const {
  const SecureBytes message = wire::build_secure([&](wire::Writer& writer) {
    writer.string(file_.key_type);
    writer.string(file_.cipher_name);
    writer.string(comment);
    writer.string(file_.public_blob);
    writer.string(opened.blob.view());
  });
  const SecureBytes mac =
      cipher::hmac(file_.version == 2 ? "SHA1" : "SHA256", opened.mac_key.view(), message.view());
  return equal_constant_time(mac.view(), file_.mac);
}

/// explain_mac tells a wrong passphrase from an edited file: only the right one brings to light a
/// private half that belongs to the public half.
Error PpkOpener::explain_mac(const Opened& opened) const {
  std::vector<Note> unused;
  if (file_.kdf && !read_key(opened, file_.comment, unused)) {
    return {
        .code = errc::wrong_passphrase, .field = "Private-MAC", .detail = "or the file is damaged"};
  }
  return {.code = errc::check_mismatch,
          .field = "Private-MAC",
          .detail = "the MAC, which covers the comment too, isn't the one of this content",
          .advice = "undo the last change to the file; to change the comment use puttygen"};
}

std::string_view without_blanks_at_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

/// read_private_blob takes the private numbers in PuTTY's order (its manual, appendix C.3).
struct PrivateBlob {
  wire::Reader& reader;
  SecureBytes& storage;

  void operator()(RsaNumbers& key) const {
    key.d = reader.mpint("RSA private exponent");
    key.p = reader.mpint("RSA prime p");
    key.q = reader.mpint("RSA prime q");
    key.iqmp = reader.mpint("RSA coefficient");
  }
  void operator()(DsaNumbers& key) const { key.x = reader.mpint("DSA private key"); }
  void operator()(EcdsaNumbers& key) const { key.scalar = reader.mpint("ECDSA scalar"); }
  void operator()(Ed25519Numbers& key) const { key.secret = seed("Ed25519 private key", 32); }
  void operator()(Ed448Numbers& key) const { key.seed = seed("Ed448 private key", 57); }
  void operator()(SecurityKeyNumbers& /*key*/) const { refuse_type(); }
  void operator()(MldsaEd25519Numbers& /*key*/) const { refuse_type(); }

 private:
  void refuse_type() const {
    reader.refuse(errc::unsupported_key_type, "PuTTY has no form for it");
  }
  /// seed is little-endian and, as older versions wrote it, without zeros at its end.
  [[nodiscard]] ByteView seed(std::string_view field, std::size_t size) const {
    const ByteView written = reader.string(field);
    if (written.size() > size) {
      reader.refuse(errc::malformed, "it is too long");
      return {};
    }
    storage = SecureBytes(size);
    std::ranges::copy(written, storage.data());
    return storage.view();
  }
};

/// read_public_blob takes the numbers of the public half, or of the key that a certificate is for.
Result<key::ParsedKey> read_public_blob(ByteView blob) {
  key::ParsedKey parsed;
  wire::Reader reader(blob);
  const std::string_view name = reader.name("public key type");
  parsed.type = key::find_type(name);
  if (parsed.type == nullptr) {
    parsed.type = key::find_certificate_type(name);
    parsed.certificate = blob;
  }
  if (parsed.type == nullptr) {
    return fail(errc::unsupported_key_type, {.field = "public key type"}, std::string(name));
  }
  Result<KeyNumbers> numbers = parsed.certificate.empty()
                                   ? parsed.type->read_public(reader)
                                   : key::read_certificate(reader, *parsed.type);
  if (!numbers) {
    return std::unexpected(numbers.error());
  }
  parsed.numbers = *numbers;
  return parsed;
}

Result<Keys> PpkOpener::open(ByteView passphrase, const UnlockOptions& options,
                             std::vector<Note>& notes) {
  if (file_.kdf) {
    if (Result<void> allowed = cipher::check_cost(*file_.kdf, policy_.limits); !allowed) {
      return std::unexpected(allowed.error());
    }
    if (passphrase.empty()) {
      return fail(errc::needs_passphrase);
    }
    if (options.stop.stop_requested()) {
      return fail(errc::cancelled);
    }
  }
  const Result<Opened> opened = decrypt(passphrase, options);
  if (!opened) {
    return std::unexpected(opened.error());
  }
  if (has_mac(*opened, file_.comment)) {
    return read_key(*opened, file_.comment, notes);
  }
  // Editors and mail add blanks to the ends of lines.
  const std::string_view comment = without_blanks_at_end(file_.comment);
  if (comment.size() == file_.comment.size() || !has_mac(*opened, comment)) {
    return std::unexpected(explain_mac(*opened));
  }
  notes.push_back({.code = errc::indented, .detail = "blanks were added to the comment"});
  return read_key(*opened, comment, notes);
}

Result<Keys> PpkOpener::read_key(const Opened& opened, std::string_view comment,
                                 std::vector<Note>& notes) const {
  Result<key::ParsedKey> parsed = read_public_blob(file_.public_blob);
  if (!parsed) {
    return std::unexpected(parsed.error());
  }
  parsed->comment = wire::as_bytes(comment);
  wire::Reader reader(opened.blob.view());
  SecureBytes padded_seed;
  std::visit(PrivateBlob{reader, padded_seed}, parsed->numbers);
  if (Result<void> read = reader.result(); !read) {
    return std::unexpected(read.error());
  }
  // PuTTY fills the last block with bytes of a hash; the MAC has covered them.
  SecureBytes computed;
  if (Result<void> completed = key::complete(parsed->numbers, computed); !completed) {
    return std::unexpected(completed.error());
  }
  Result<PrivateKey> made = key::make_private_key(*parsed, &public_key_, notes);
  if (!made) {
    return std::unexpected(made.error());
  }
  Keys keys;
  keys.push_back(std::move(*made));
  return keys;
}

void describe(const container::Ppk& file, Inspection& inspection) {
  inspection.container = file.version == 2 ? "ppk2" : file.version == 3 ? "ppk3" : "";
  inspection.cipher = wire::shown_name(file.cipher_name);
  inspection.encrypted = !file.cipher_name.empty() && file.cipher_name != "none";
  inspection.kdf = file.kdf ? file.kdf->name : inspection.encrypted ? "" : "none";
  inspection.rounds = file.kdf ? file.kdf->rounds : 0;
  inspection.salt = file.salt;
}

/// show_public_key parses the public half and shows it, but where the first line names another
/// type: lines of the private half may then stand in its place. Fails with what parse_public_key
/// fails with, and key_mismatch.
Result<PublicKey> show_public_key(const container::Ppk& file, Inspection& inspection) {
  Result<PublicKey> parsed = key::parse_public_key(file.public_blob, std::nullopt);
  if (!parsed) {
    parsed.error().offset = file.public_offset;
    return parsed;
  }
  wire::Reader reader{ByteView(file.public_blob)};
  if (reader.name("public key type") != file.key_type) {
    return fail(errc::key_mismatch, {.field = "public key type", .offset = file.public_offset},
                "the first line names another type");
  }
  if (!file.error || parsed->is_known()) {
    inspection.keys.push_back({.public_key = *parsed, .comment = std::string(file.comment)});
  }
  return parsed;
}

}  // namespace

std::unique_ptr<KeyOpener> read_ppk(SecureBytes text, const Policy& policy,
                                    Inspection& inspection) {
  container::Ppk file = container::parse_ppk(text.view());
  describe(file, inspection);
  if (file.error && file.public_blob.empty()) {
    inspection.error = file.error;
    return nullptr;
  }
  Result<PublicKey> public_key = show_public_key(file, inspection);
  if (file.error) {
    inspection.error = file.error;
  } else if (!public_key) {
    inspection.error = public_key.error();
  }
  if (inspection.error) {
    return nullptr;
  }
  advise_on_encryption(cipher::Age::current, inspection);
  return std::make_unique<PpkOpener>(std::move(text), std::move(file), std::move(*public_key),
                                     policy);
}

}  // namespace osshkey
