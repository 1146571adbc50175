// SPDX-License-Identifier: MIT
// The order of tries: nothing, the passphrase at hand, three questions.
#include "unlock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stop_token>
#include <utility>

#include "common/escape.hpp"
#include "common/progress.hpp"
#include "common/signals.hpp"

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

}  // namespace

Result<Keys> unlock_watched(osshkey::KeyFile& file, osshkey::ByteView passphrase) {
  // The other derivations report no progress: a signal ends them by its own action.
  if (file.inspection().kdf != "bcrypt") {
    return file.unlock(passphrase);
  }
  const InterruptWatch watch;
  std::stop_source stop;
  Progress progress;
  return file.unlock(passphrase, {.stop = stop.get_token(),
                                  .progress = [&](std::uint64_t done, std::uint64_t total) {
                                    if (InterruptWatch::signal() != 0) {
                                      stop.request_stop();
                                    }
                                    progress.show(done, total);
                                  }});
}

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

Result<Keys> Unlocker::unlock(osshkey::KeyFile& file, osshkey::ByteView passphrase) {
  const auto start = std::chrono::steady_clock::now();
  Result<Keys> keys = unlock_watched(file, passphrase);
  if (keys || is_wrong_passphrase(keys)) {  // other failures come before the derivation
    unlock_time_ = std::chrono::steady_clock::now() - start;
  }
  return keys;
}

std::optional<Result<Keys>> Unlocker::open(std::string_view name, osshkey::KeyFile& file) {
  unlock_time_.reset();
  if (file.error() != nullptr || !file.is_encrypted()) {
    return file.open();
  }
  if (asker_ != nullptr) {
    return ask_and_unlock(name, file);
  }
  if (passphrase_) {
    return unlock(file, passphrase_->view());
  }
  return std::nullopt;
}

osshkey::ByteView Unlocker::passphrase_of(const osshkey::Inspection& inspection) const {
  if (!inspection.encrypted || !passphrase_) {
    return {};
  }
  const osshkey::ByteView bytes = passphrase_->view();
  const bool without_newline = std::ranges::find(inspection.notes, errc::passphrase_newline,
                                                 &osshkey::Note::code) != inspection.notes.end();
  return without_newline ? bytes.first(bytes.size() - 1) : bytes;
}

Result<Keys> Unlocker::ask_and_unlock(std::string_view name, osshkey::KeyFile& file) {
  if (file.inspection().kdf == "bcrypt") {
    // There is no empty passphrase, so this costs nothing, and nobody is asked in vain for one that
    // couldn't open the file.
    Result<Keys> tried = file.unlock(osshkey::ByteView{});
    if (tried || tried.error().code != errc::needs_passphrase) {
      return tried;
    }
  }
  if (passphrase_) {
    Result<Keys> tried = unlock(file, passphrase_->view());
    if (!is_wrong_passphrase(tried)) {
      return tried;
    }
  }
  if (!asker_->can_ask()) {
    return needs_passphrase(
        "there is no terminal to ask on: give --passphrase-file, or set SSH_ASKPASS");
  }
  const std::string shown = for_terminal(name);
  std::string question = fmt::format("Passphrase for {}: ", shown);
  Result<Keys> tried = needs_passphrase({});
  for (int attempt = 0; attempt < attempts; ++attempt) {
    Result<SecureBytes> entered = asker_->ask(question);
    if (!entered) {
      return std::unexpected(entered.error());
    }
    tried = unlock(file, entered->view());
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
