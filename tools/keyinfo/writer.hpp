// SPDX-License-Identifier: MIT
// Everything that writes keys: `--export` and `--rewrite`.
#pragma once

#include <optional>
#include <string>

#include <osshkey/export.hpp>
#include <osshkey/osshkey.hpp>

#include "options.hpp"

namespace tool::keyinfo {

/// Source is an opened file.
struct Source {
  std::string_view name;
  const osshkey::Inspection& inspection;
  const osshkey::Keys& keys;
  osshkey::ByteView passphrase;  ///< the one that opened it; empty where it isn't encrypted
};

class Writer {
 public:
  /// The new passphrase is nothing where the old one is kept.
  Writer(const Writing& writing, std::optional<osshkey::SecureBytes> new_passphrase)
      : writing_(writing), new_passphrase_(std::move(new_passphrase)) {}

  /// check refuses, before anybody is asked for a passphrase, what can't end well.
  /// Fails with: io_error.
  [[nodiscard]] osshkey::Result<void> check() const;

  /// export_key writes the first key, or the public lines of all, to the file of `--output`, and
  /// yields a sentence on what was done.
  /// Fails with: io_error, needs_passphrase, unsupported_key_type, unsupported_cipher,
  /// rounds_too_large.
  [[nodiscard]] osshkey::Result<std::string> export_key(const Source& source) const;

  /// rewrite replaces the file by a clean one that was read back and proved.
  /// Fails with: io_error, too_many_keys, leading_text, trailing_text and quoted (the file holds
  /// something beside the key), key_mismatch (what was read back differs), needs_passphrase,
  /// unsupported_cipher, cancelled.
  [[nodiscard]] osshkey::Result<std::string> rewrite(const Source& source) const;

 private:
  [[nodiscard]] osshkey::ByteView passphrase(const Source& source) const;
  /// asked is the protection as the options say. Fails with: needs_passphrase (a cipher or rounds
  /// are asked for where nothing would be encrypted).
  [[nodiscard]] osshkey::Result<osshkey::Protection> asked(const Source& source) const;
  /// kept completes asked() with what an openssh-key-v1 file had.
  [[nodiscard]] osshkey::Result<osshkey::Protection> kept(const Source& source) const;

  const Writing& writing_;
  std::optional<osshkey::SecureBytes> new_passphrase_;
};

}  // namespace tool::keyinfo
