// SPDX-License-Identifier: MIT
// Opens files one after the other, asking for as few passphrases as possible.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>

#include <osshkey/osshkey.hpp>

#include "common/passphrase.hpp"
#include "options.hpp"

namespace tool::keyinfo {

/// unlock_watched unlocks, shows progress and lets a signal cancel.
[[nodiscard]] osshkey::Result<osshkey::Keys> unlock_watched(osshkey::KeyFile& file,
                                                            osshkey::ByteView passphrase);

class Unlocker {
 public:
  /// make reads the passphrase where it comes from a file or a descriptor.
  /// Fails with: as read_passphrase().
  [[nodiscard]] static osshkey::Result<Unlocker> make(const PassphraseOrigin& origin);

  /// open proves a file that isn't encrypted, and unlocks one that is if that is wanted; nothing
  /// where it isn't. A passphrase that opened one file is tried on the next before asking again.
  [[nodiscard]] std::optional<osshkey::Result<osshkey::Keys>> open(std::string_view name,
                                                                   osshkey::KeyFile& file);

  /// passphrase_of is the one that opened the last file; empty where that isn't encrypted.
  [[nodiscard]] osshkey::ByteView passphrase_of(const osshkey::Inspection& inspection) const;

  /// unlock_time is what the last passphrase tried on the last file took; nothing where none was.
  [[nodiscard]] std::optional<std::chrono::duration<double>> unlock_time() const {
    return unlock_time_;
  }

 private:
  Unlocker() = default;
  [[nodiscard]] osshkey::Result<osshkey::Keys> unlock(osshkey::KeyFile& file,
                                                      osshkey::ByteView passphrase);
  [[nodiscard]] osshkey::Result<osshkey::Keys> ask_and_unlock(std::string_view name,
                                                              osshkey::KeyFile& file);

  std::optional<osshkey::SecureBytes> passphrase_;  // given, or the last one that fitted
  std::unique_ptr<Asker> asker_;                    // null unless asking is wanted
  std::optional<std::chrono::duration<double>> unlock_time_;
};

}  // namespace tool::keyinfo
