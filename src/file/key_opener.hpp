// SPDX-License-Identifier: MIT
// KeyOpener: what KeyFile keeps of a parsed file in order to open it later. One for each container.
#pragma once

#include <optional>
#include <vector>

#include <osshkey/key_file.hpp>

#include "armor/armor.hpp"

namespace osshkey {

/// KdfDemand is a derivation by bcrypt_pbkdf that an opener is waiting for.
struct KdfDemand {
  ByteView salt{};
  std::uint32_t rounds = 0;
  std::size_t output_size = 0;
};

class KeyOpener {
 public:
  KeyOpener() = default;
  KeyOpener(const KeyOpener&) = delete;
  KeyOpener& operator=(const KeyOpener&) = delete;
  virtual ~KeyOpener() = default;

  /// open derives, decrypts, parses and proves. `notes` receives what was noted. Only called where
  /// demand() is unset or the passphrase is empty.
  [[nodiscard]] virtual Result<Keys> open(ByteView passphrase, const UnlockOptions& options,
                                          std::vector<Note>& notes) = 0;

  /// demand is the derivation that the file needs, where it is bcrypt_pbkdf and within the limits:
  /// so that the derivations of many files can run as one batch, whose results go to open_derived.
  [[nodiscard]] virtual std::optional<KdfDemand> demand() const { return std::nullopt; }
  [[nodiscard]] virtual Result<Keys> open_derived(ByteView /*derived*/,
                                                  std::vector<Note>& /*notes*/) {
    return Keys{};
  }
};

}  // namespace osshkey
