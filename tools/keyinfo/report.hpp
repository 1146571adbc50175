// SPDX-License-Identifier: MIT
// What was found out about one file, and the interface of those who write it down.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <osshkey/osshkey.hpp>

namespace tool::keyinfo {

/// KeyView is one key as it is known now: from the inspection, or unlocked.
struct KeyView {
  const osshkey::PublicKey* public_key = nullptr;
  const std::string* comment = nullptr;  ///< null until it is known
  bool proved = false;
};

/// Report is the outcome for one file. Views live as long as the call it is handed to.
struct Report {
  std::string_view name;
  const osshkey::Inspection* inspection = nullptr;
  const osshkey::Keys* keys = nullptr;    ///< null until unlocked
  const osshkey::Error* error = nullptr;  ///< why the file was not opened, or not written
  /// unlock_time is what decrypting took, where it was done.
  std::optional<std::chrono::duration<double>> unlock_time{};
  std::string done{};  ///< what was written where; empty for an inspection

  [[nodiscard]] bool is_unlocked() const { return keys != nullptr; }
  /// key_views lists the keys whose public half is known.
  [[nodiscard]] std::vector<KeyView> key_views() const;
};

[[nodiscard]] bool has_note(const osshkey::Inspection& inspection, osshkey::errc code);

/// text_beside is the note on text around the key, which a rewritten file would lack; null where
/// there is none. A note on white space has a detail that says so.
[[nodiscard]] const osshkey::Note* text_beside(const osshkey::Inspection& inspection);

/// holds_only_the_key is true for a file that consists of one key and is as its format has it, so
/// that programs which write it anew in its place lose nothing.
[[nodiscard]] bool holds_only_the_key(const osshkey::Inspection& inspection);

/// DirectorySummary is what the walk of a directory came to.
struct DirectorySummary {
  std::string_view name;
  std::size_t keys = 0;     ///< private key files, each reported
  std::size_t locked = 0;   ///< of these, encrypted and not unlocked
  std::size_t failed = 0;   ///< of these, not opened
  std::size_t skipped = 0;  ///< files that are no private keys
};

/// Reporter writes reports down, each when it is known: nothing is kept for later but a few rows.
class Reporter {
 public:
  Reporter() = default;
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;
  virtual ~Reporter() = default;

  virtual void report(const Report& report) = 0;
  virtual void summarise(const DirectorySummary& /*summary*/) {}
  virtual void finish() {}
};

}  // namespace tool::keyinfo
