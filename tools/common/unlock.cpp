// SPDX-License-Identifier: MIT
// The batch, then the files whose derivation can't be part of it, one after the other.
#include "common/unlock.hpp"

#include <algorithm>
#include <cstddef>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>

#include "common/progress.hpp"
#include "common/signals.hpp"

namespace tool {

namespace {

using osshkey::ByteView;
using osshkey::KeyFile;
using osshkey::Keys;
using osshkey::Result;

/// threads_for is at most one for each file: the two chains of one key share a thread at half the
/// cost of two threads, and in the same time.
unsigned threads_for(std::size_t files) {
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::clamp(files, std::size_t{1}, processors));
}

bool is_for_batch(const KeyFile& file) {
  return file.inspection().kdf == "bcrypt";
}

std::vector<Result<Keys>> unlock_batch(std::span<KeyFile> files,
                                       std::span<const ByteView> passphrases) {
  const InterruptWatch watch;
  std::stop_source stop;
  Progress progress;
  return osshkey::unlock_many(files, passphrases,
                              {.threads = threads_for(files.size()),
                               .stop = stop.get_token(),
                               .progress = [&](std::uint64_t done, std::uint64_t total) {
                                 if (InterruptWatch::signal() != 0) {
                                   stop.request_stop();
                                 }
                                 progress.show(done, total);
                               }});
}

Result<Keys> unlock_alone(KeyFile& file, ByteView passphrase) {
  // These derivations report no progress: a signal ends them by its own action.
  if (InterruptWatch::signal() != 0) {
    return std::unexpected(osshkey::Error{.code = osshkey::errc::cancelled});
  }
  return file.unlock(passphrase);
}

/// encoding_hint is what to do about a passphrase as Windows' programs write it to a file; empty
/// for any other.
std::string_view encoding_hint(ByteView passphrase) {
  const std::string_view text(reinterpret_cast<const char*>(passphrase.data()), passphrase.size());
  if (text.starts_with("\xEF\xBB\xBF")) {
    return "the passphrase begins with a byte order mark; write its file without: "
           "(umask 077; tail -c +4 PASSPHRASE > NEW)";
  }
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return "the passphrase is in UTF-16, as PowerShell's > writes it; convert its file: "
           "(umask 077; iconv -f UTF-16 -t UTF-8 PASSPHRASE > NEW)";
  }
  return {};
}

void add_encoding_hint(Result<Keys>& result, ByteView passphrase) {
  const std::string_view hint = encoding_hint(passphrase);
  if (!result && result.error().code == osshkey::errc::wrong_passphrase && !hint.empty()) {
    result.error().advice = hint;
  }
}

}  // namespace

std::vector<Result<Keys>> unlock_together(std::span<KeyFile* const> files,
                                          std::span<const ByteView> passphrases) {
  std::vector<std::size_t> places;  // of the batch's files among all
  std::vector<KeyFile> batch;
  std::vector<ByteView> of_batch;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (is_for_batch(*files[i])) {
      places.push_back(i);
      batch.push_back(std::move(*files[i]));
      of_batch.push_back(passphrases[i]);
    }
  }
  std::vector<Result<Keys>> results(files.size());
  std::vector<Result<Keys>> unlocked;
  if (!batch.empty()) {
    unlocked = unlock_batch(batch, of_batch);
  }
  for (std::size_t k = 0; k < places.size(); ++k) {
    *files[places[k]] = std::move(batch[k]);
    results[places[k]] = std::move(unlocked[k]);
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!is_for_batch(*files[i])) {
      results[i] = unlock_alone(*files[i], passphrases[i]);
    }
    add_encoding_hint(results[i], passphrases[i]);
  }
  return results;
}

Result<Keys> unlock_watched(KeyFile& file, ByteView passphrase) {
  KeyFile* const files[] = {&file};
  return std::move(unlock_together(files, {&passphrase, 1}).front());
}

}  // namespace tool
