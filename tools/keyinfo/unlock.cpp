// SPDX-License-Identifier: MIT
// The order of tries: nothing, the passphrase at hand, three questions.
#include "unlock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "common/escape.hpp"
#include "common/unlock.hpp"

namespace tool::keyinfo {

namespace {

using osshkey::errc;
using osshkey::Error;
using osshkey::Keys;
using osshkey::Result;
using osshkey::SecureBytes;

constexpr int attempts = 3;

bool is_wrong_passphrase(const Result<Keys>& result) {
  return !result && result.error().code == errc::wrong_passphrase;
}

Result<Keys> needs_passphrase(std::string advice) {
  return std::unexpected(Error{.code = errc::needs_passphrase, .advice = std::move(advice)});
}

bool is_locked(const osshkey::KeyFile& file) {
  return file.error() == nullptr && file.is_encrypted();
}

Result<Keys> unlock_timed(Opening& opening, osshkey::ByteView passphrase) {
  const auto start = std::chrono::steady_clock::now();
  Result<Keys> keys = unlock_watched(opening.file, passphrase);
  if (keys || is_wrong_passphrase(keys)) {  // other failures come before the derivation
    opening.unlock_time = std::chrono::steady_clock::now() - start;
  }
  return keys;
}

/// unlock_batch unlocks what is locked.
void unlock_batch(std::span<Opening> openings, osshkey::ByteView passphrase) {
  std::vector<osshkey::KeyFile*> files;
  std::vector<Opening*> locked;
  for (Opening& opening : openings) {
    if (is_locked(opening.file)) {
      files.push_back(&opening.file);
      locked.push_back(&opening);
    }
  }
  const std::vector<osshkey::ByteView> passphrases(files.size(), passphrase);
  std::vector<Result<Keys>> results = unlock_together(files, passphrases);
  for (std::size_t i = 0; i < locked.size(); ++i) {
    locked[i]->outcome = std::move(results[i]);
  }
}

}  // namespace

Result<Unlocker> Unlocker::make(const PassphraseOrigin& origin) {
  Unlocker unlocker;
  if (std::holds_alternative<AskForPassphrase>(origin)) {
    unlocker.asker_ = std::make_unique<Asker>();
    return unlocker;
  }
  Result<SecureBytes> read;
  if (const auto* file = std::get_if<PassphraseFile>(&origin)) {
    read = read_passphrase_file(file->path);
  } else if (const auto* descriptor = std::get_if<PassphraseDescriptor>(&origin)) {
    read = read_passphrase(descriptor->number);
  } else {
    return unlocker;
  }
  if (!read) {
    return std::unexpected(read.error());
  }
  unlocker.passphrase_ = std::move(*read);
  return unlocker;
}

void Unlocker::open_all(std::span<Opening> openings) {
  if (can_batch() && openings.size() > 1) {
    unlock_batch(openings, passphrase_->view());
  }
  for (Opening& opening : openings) {
    if (!opening.outcome) {
      open(opening);
    }
  }
}

void Unlocker::open(Opening& opening) {
  if (!is_locked(opening.file)) {
    opening.outcome = opening.file.open();
  } else if (asker_ != nullptr) {
    opening.outcome = ask_and_unlock(opening);
  } else if (passphrase_) {
    opening.outcome = unlock_timed(opening, passphrase_->view());
  }
}

osshkey::ByteView Unlocker::passphrase_of(const osshkey::Inspection& inspection) const {
  if (!inspection.encrypted || !passphrase_) {
    return {};
  }
  const osshkey::ByteView bytes = passphrase_->view();
  const bool fitted_shorter = std::ranges::find(inspection.notes, errc::passphrase_newline,
                                                &osshkey::Note::code) != inspection.notes.end();
  return fitted_shorter ? without_newline(bytes) : bytes;
}

Result<Keys> Unlocker::ask_and_unlock(Opening& opening) {
  if (opening.file.inspection().kdf == "bcrypt") {
    // There is no empty passphrase, so this costs nothing, and nobody is asked in vain for one that
    // couldn't open the file.
    Result<Keys> tried = opening.file.unlock(osshkey::ByteView{});
    if (tried || tried.error().code != errc::needs_passphrase) {
      return tried;
    }
  }
  if (passphrase_) {
    Result<Keys> tried = unlock_timed(opening, passphrase_->view());
    if (!is_wrong_passphrase(tried)) {
      return tried;
    }
  }
  if (!asker_->can_ask()) {
    return needs_passphrase(
        "there is no terminal to ask on: give --passphrase-file, or set SSH_ASKPASS");
  }
  const std::string shown = for_terminal(opening.name);
  std::string question = fmt::format("Passphrase for {}: ", shown);
  Result<Keys> tried = needs_passphrase({});
  for (int attempt = 0; attempt < attempts; ++attempt) {
    Result<SecureBytes> entered = asker_->ask(question);
    if (!entered) {
      return std::unexpected(entered.error());
    }
    tried = unlock_timed(opening, entered->view());
    if (!is_wrong_passphrase(tried)) {
      if (tried) {
        passphrase_ = std::move(*entered);
      }
      return tried;
    }
    question = fmt::format("Wrong, try again. Passphrase for {}: ", shown);
  }
  return tried;
}

}  // namespace tool::keyinfo
