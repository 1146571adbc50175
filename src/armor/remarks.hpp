// SPDX-License-Identifier: MIT
// Remarks: the irregularities of one file, each named once, at the line where it first shows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <osshkey/error.hpp>

namespace osshkey::armor {

/// Weight says whether OpenSSH refuses a file for an irregularity.
enum class Weight : std::uint8_t { refused, harmless };

class Remarks {
 public:
  /// add names an irregularity, once; the refused one hides a harmless one of the same word.
  void add(errc code, std::optional<std::uint32_t> line, Weight weight, std::string detail = {}) {
    if (has(code, Weight::refused)) {
      return;
    }
    if (weight == Weight::refused) {
      std::erase_if(list(Weight::harmless), [&](const Note& note) { return note.code == code; });
    } else if (has(code, Weight::harmless)) {
      return;
    }
    list(weight).push_back({.code = code, .line = line, .detail = std::move(detail)});
  }

  [[nodiscard]] bool has(errc code) const {
    return has(code, Weight::refused) || has(code, Weight::harmless);
  }

  /// take hands over the notes of one weight in the order in which they were made.
  [[nodiscard]] std::vector<Note> take(Weight weight) { return std::move(list(weight)); }

 private:
  [[nodiscard]] std::vector<Note>& list(Weight weight) {
    return weight == Weight::refused ? refused_ : harmless_;
  }
  [[nodiscard]] bool has(errc code, Weight weight) const {
    const std::vector<Note>& notes = weight == Weight::refused ? refused_ : harmless_;
    return std::ranges::find(notes, code, &Note::code) != notes.end();
  }

  std::vector<Note> refused_{};
  std::vector<Note> harmless_{};
};

}  // namespace osshkey::armor
