// SPDX-License-Identifier: MIT
// What reports have in common: whether a key is taken from the inspection or from the unlocked
// file, and what stands beside the key in its file.
#include "report.hpp"

#include <algorithm>

namespace tool::keyinfo {

std::vector<KeyView> Report::key_views() const {
  std::vector<KeyView> views;
  if (keys != nullptr) {
    for (const osshkey::PrivateKey& key : *keys) {
      views.push_back(
          {.public_key = &key.public_key(), .comment = &key.comment(), .proved = key.is_proved()});
    }
    return views;
  }
  for (const osshkey::KeyInspection& key : inspection->keys) {
    if (key.public_key) {
      views.push_back(
          {.public_key = &*key.public_key, .comment = key.comment ? &*key.comment : nullptr});
    }
  }
  return views;
}

bool has_note(const osshkey::Inspection& inspection, osshkey::errc code) {
  return std::ranges::find(inspection.notes, code, &osshkey::Note::code) != inspection.notes.end();
}

const osshkey::Note* text_beside(const osshkey::Inspection& inspection) {
  using osshkey::errc;
  const auto is_text = [](const osshkey::Note& note) {
    return note.code == errc::quoted ||
           ((note.code == errc::leading_text || note.code == errc::trailing_text) &&
            note.detail.empty());
  };
  const auto found = std::ranges::find_if(inspection.notes, is_text);
  return found == inspection.notes.end() ? nullptr : &*found;
}

bool holds_only_the_key(const osshkey::Inspection& inspection) {
  return std::ranges::none_of(inspection.notes, [](const osshkey::Note& note) {
    return osshkey::kind(note.code) == osshkey::failure::irregular ||
           note.code == osshkey::errc::several_keys;
  });
}

}  // namespace tool::keyinfo
