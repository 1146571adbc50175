// SPDX-License-Identifier: MIT
// KeyFile: a private key file, inspected without a passphrase and unlocked with one.
//
//   #include <osshkey/osshkey.hpp>
//
//   auto file = osshkey::KeyFile::load("id_ed25519");
//   auto keys = file.unlock(passphrase);
//   if (!keys) {
//     std::cerr << keys.error().text() << "\n" << keys.error().hint() << "\n";
//   } else {
//     std::cout << keys->front().public_key().fingerprint() << "\n";
//   }
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <osshkey/api.hpp>
#include <osshkey/error.hpp>
#include <osshkey/limits.hpp>
#include <osshkey/private_key.hpp>
#include <osshkey/public_key.hpp>

namespace osshkey {

/// Strictness decides over irregular forms (the causes of kind `irregular`).
enum class Strictness : std::uint8_t {
  forgiving,  ///< open what a person would call intact, and note each irregularity
  strict,     ///< open only what OpenSSH opens; an irregularity is an error of the same word
};

/// Policy is what the caller allows a file to be.
struct Policy {
  Strictness strictness = Strictness::forgiving;
  Limits limits{};
};

/// KeyInspection is what a file tells of one key without its passphrase.
struct KeyInspection {
  /// public_key is empty where the file shows it only after decryption.
  std::optional<PublicKey> public_key{};
  /// comment is known early in PuTTY's files only; elsewhere it is unset until the key is open.
  std::optional<std::string> comment{};
};

/// Inspection is what a file tells without its passphrase. Where the file is damaged, it holds all
/// that could still be read.
struct Inspection {
  /// container is the word of the format, such as `openssh-key-v1`; empty when not a key file.
  std::string_view container{};
  bool encrypted = false;
  /// cipher and kdf are the names in the file; `none` where there is none, empty where unknown or
  /// where something else than a name stands in its place.
  std::string cipher{};
  std::string kdf{};
  /// rounds of bcrypt, iterations, scrypt's N or Argon2's passes; 0 where there are none.
  std::uint64_t rounds = 0;
  std::vector<std::uint8_t> salt{};
  std::vector<KeyInspection> keys{};
  std::vector<Note> notes{};
  /// error is what is wrong with the file itself, found without a passphrase.
  std::optional<Error> error{};
};

/// UnlockOptions bounds and watches the derivation, which is where unlocking spends its time.
struct UnlockOptions {
  unsigned threads = 1;  ///< of the derivation; 0 for all cores
  /// stop ends a derivation by bcrypt within milliseconds. PBKDF2, scrypt and Argon2 run to their
  /// end, which Limits bounds; what comes after them is left out.
  std::stop_token stop{};
  /// progress is called with done and total steps of the derivation by bcrypt, on the calling
  /// thread; the other derivations report nothing. It begins anew where a passphrase is tried again
  /// without its newline. An exception thrown here ends the derivation as cancelled.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress{};
};

/// Keys are the keys of one file, in their order.
using Keys = std::vector<PrivateKey>;

class KeyOpener;

/// KeyFile holds the parsed file. It always exists; what is wrong with it is in `error()`, and
/// every attempt to unlock it fails with the same error. Move-only: the content may be unencrypted.
class OSSHKEY_API KeyFile {
 public:
  /// load reads and parses a file. A file that can't be read has the error io_error or
  /// file_too_large.
  [[nodiscard]] static KeyFile load(const std::filesystem::path& path, const Policy& policy = {});
  /// load_descriptor reads an open descriptor to its end and leaves it open.
  [[nodiscard]] static KeyFile load_descriptor(int descriptor, const Policy& policy = {});
  /// parse parses the bytes of a file; they are copied where they are needed and can be wiped
  /// after.
  [[nodiscard]] static KeyFile parse(ByteView bytes, const Policy& policy = {});

  KeyFile(KeyFile&&) noexcept;
  KeyFile& operator=(KeyFile&&) noexcept;
  KeyFile(const KeyFile&) = delete;
  KeyFile& operator=(const KeyFile&) = delete;
  ~KeyFile();

  [[nodiscard]] const Inspection& inspection() const noexcept { return inspection_; }
  /// error is what is wrong with the file, or null. Lives as long as this object.
  [[nodiscard]] const Error* error() const noexcept {
    return inspection_.error ? &*inspection_.error : nullptr;
  }
  [[nodiscard]] bool is_encrypted() const noexcept { return inspection_.encrypted; }

  /// unlock decrypts, parses and proves the keys. The passphrase is bytes, taken as they are; it is
  /// not looked at where the file isn't encrypted. Where it is wrong and ends in a newline, it is
  /// tried without, unless the policy is strict, and noted as passphrase_newline. What is noted on
  /// the way joins inspection().notes. See <osshkey/unlock_many.hpp> for several files. Fails with:
  /// error() where there is one; needs_passphrase for an empty passphrase where the container has
  /// no empty one; wrong_passphrase; rounds_too_large, key_too_large, bad_kdf_options;
  /// unsupported_*; what the private section shows: truncated, malformed, bad_padding,
  /// trailing_data, bad_number, invalid_key, key_mismatch, check_mismatch; under a strict policy
  /// what was noted of kind irregular; cancelled, out_of_memory. One that was moved from fails with
  /// empty.
  [[nodiscard]] Result<Keys> unlock(ByteView passphrase, const UnlockOptions& options = {});
  [[nodiscard]] Result<Keys> unlock(std::string_view passphrase, const UnlockOptions& options = {});
  /// open does the same for a file that isn't encrypted. Fails with: needs_passphrase as well,
  /// which is when to ask for one.
  [[nodiscard]] Result<Keys> open();

 private:
  friend struct KeyFileAccess;
  friend struct KeyFileUnlocking;
  KeyFile();
  Inspection inspection_;
  Policy policy_;
  std::unique_ptr<KeyOpener> opener_;
};

}  // namespace osshkey
