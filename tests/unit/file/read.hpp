// SPDX-License-Identifier: MIT
// Read: one file's inspection and opener, and what came of opening it.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "der.hpp"
#include "file/key_opener.hpp"
#include "wire/reader.hpp"

namespace osshkey::testing {

/// Read is a file after its inspection.
struct Read {
  Inspection inspection{};
  std::unique_ptr<KeyOpener> opener{};

  /// outcome is the word of the first error, found by inspection or by opening, or `proved`.
  std::string outcome(std::string_view passphrase = {}, const UnlockOptions& options = {}) {
    if (inspection.error) {
      return std::string(word(inspection.error->code));
    }
    const Result<Keys> keys = opener->open(wire::as_bytes(passphrase), options, inspection.notes);
    if (!keys) {
      last_error = keys.error();
      return std::string(word(keys.error().code));
    }
    last_blob = to_hex(keys->front().public_key().blob());
    last_comment = keys->front().comment();
    return keys->front().is_proved() ? "proved" : "unproved";
  }

  [[nodiscard]] bool notes(errc code) const {
    return std::ranges::any_of(inspection.notes,
                               [&](const Note& note) { return note.code == code; });
  }

  std::optional<Error> last_error{};
  std::string last_blob{};
  std::string last_comment{};
};

inline const std::string ed25519_blob =
    to_hex(ssh_string("ssh-ed25519") + ssh_string(ed25519_public));

}  // namespace osshkey::testing
