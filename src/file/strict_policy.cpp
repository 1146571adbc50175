// SPDX-License-Identifier: MIT
// The notes by their kind, the keys by the key layer's knowledge of OpenSSH.
#include "file/strict_policy.hpp"

#include <algorithm>

#include "key/strict.hpp"

namespace osshkey {

std::optional<Error> refusal(std::span<const Note> notes) {
  const auto found = std::ranges::find(notes, failure::irregular,
                                       [](const Note& note) { return kind(note.code); });
  if (found == notes.end()) {
    return std::nullopt;
  }
  return Error{.code = found->code, .line = found->line, .detail = found->detail};
}

std::optional<Error> refusal_of_key(const Inspection& inspection) {
  for (const KeyInspection& shown : inspection.keys) {
    if (shown.public_key) {
      if (std::optional<Error> refused = key::strict_refusal(*shown.public_key)) {
        return refused;
      }
    }
  }
  return std::nullopt;
}

std::optional<Error> refusal_of_key(const Keys& keys) {
  for (const PrivateKey& key : keys) {
    if (std::optional<Error> refused = key::strict_refusal(key)) {
      return refused;
    }
  }
  return std::nullopt;
}

}  // namespace osshkey
