// SPDX-License-Identifier: MIT
// The batch, then the files whose derivation can't be part of it, one after the other.
#include "candidate.hpp"

#include <algorithm>
#include <stop_token>
#include <thread>

#include "common/progress.hpp"
#include "common/signals.hpp"

namespace tool::keyload {

namespace {

using osshkey::ByteView;
using osshkey::Keys;
using osshkey::Result;

/// threads_for is at most one for each file: the two chains of one key share a thread at half the
/// cost of two threads, and in the same time.
unsigned threads_for(std::size_t files) {
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::clamp(files, std::size_t{1}, processors));
}

bool is_for_batch(const Candidate& candidate) {
  return candidate.file.inspection().kdf == "bcrypt";
}

std::vector<Result<Keys>> unlock_batch(std::span<osshkey::KeyFile> files,
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

Result<Keys> unlock_alone(Candidate& candidate) {
  // These derivations report no progress: a signal ends them by its own action.
  if (InterruptWatch::signal() != 0) {
    return std::unexpected(osshkey::Error{.code = osshkey::errc::cancelled});
  }
  return candidate.file.unlock(candidate.passphrase);
}

}  // namespace

std::vector<Result<Keys>> unlock_together(std::span<Candidate> candidates) {
  std::vector<std::size_t> places;  // of the batch's files among the candidates
  std::vector<osshkey::KeyFile> batch;
  std::vector<ByteView> passphrases;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (is_for_batch(candidates[i])) {
      places.push_back(i);
      batch.push_back(std::move(candidates[i].file));
      passphrases.push_back(candidates[i].passphrase);
    }
  }
  std::vector<Result<Keys>> of_batch = unlock_batch(batch, passphrases);
  std::vector<Result<Keys>> results(candidates.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    candidates[places[i]].file = std::move(batch[i]);
    results[places[i]] = std::move(of_batch[i]);
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!is_for_batch(candidates[i])) {
      results[i] = unlock_alone(candidates[i]);
    }
  }
  return results;
}

}  // namespace tool::keyload
