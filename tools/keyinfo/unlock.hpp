// SPDX-License-Identifier: MIT
// Opens files, asking for as few passphrases as possible.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <osshkey/osshkey.hpp>

#include "common/passphrase.hpp"
#include "options.hpp"

namespace tool::keyinfo {

/// Opening is a file and what came of opening it.
struct Opening {
  std::string name;
  osshkey::KeyFile file;
  /// outcome is unset before, and where an encrypted file is left locked.
  std::optional<osshkey::Result<osshkey::Keys>> outcome{};
  /// unlock_time is what the last passphrase tried took; unset where none was, and for files that
  /// were unlocked together.
  std::optional<std::chrono::duration<double>> unlock_time{};
};

class Unlocker {
 public:
  /// make reads the passphrase where it comes from a file or a descriptor.
  /// Fails with: as read_passphrase().
  [[nodiscard]] static osshkey::Result<Unlocker> make(const PassphraseOrigin& origin);

  /// open_all proves the files that aren't encrypted, and unlocks the others if that is wanted. A
  /// passphrase that opened one file is tried on the next before asking again.
  void open_all(std::span<Opening> openings);

  /// can_batch tells whether several files in one open_all() take less time than one in each: a
  /// passphrase is at hand, and nobody is asked.
  [[nodiscard]] bool can_batch() const { return passphrase_.has_value() && asker_ == nullptr; }

  /// passphrase_of is the one that opened a file, the last one where passphrases were asked for;
  /// empty where the file isn't encrypted.
  [[nodiscard]] osshkey::ByteView passphrase_of(const osshkey::Inspection& inspection) const;

 private:
  Unlocker() = default;
  void open(Opening& opening);
  [[nodiscard]] osshkey::Result<osshkey::Keys> ask_and_unlock(Opening& opening);

  std::optional<osshkey::SecureBytes> passphrase_;  // given, or the last one that fitted
  std::unique_ptr<Asker> asker_;                    // null unless asking is wanted
};

}  // namespace tool::keyinfo
