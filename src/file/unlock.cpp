// SPDX-License-Identifier: MIT
// From parsed files and passphrases to keys, for one file and for many: the derivations by
// bcrypt_pbkdf as one batch, then each file's opener, then a second try where a newline slipped in.
#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>
#include <osshkey/unlock_many.hpp>

#include <algorithm>
#include <iterator>
#include <new>
#include <optional>
#include <utility>

#include "base/clean_stack.hpp"
#include "base/fail.hpp"
#include "file/key_limit.hpp"
#include "file/key_opener.hpp"
#include "file/strict_policy.hpp"
#include "wire/reader.hpp"

namespace osshkey {

/// KeyFileUnlocking sees the inside of a KeyFile.
struct KeyFileUnlocking {
  static bool has_opener(const KeyFile& file) { return file.opener_ != nullptr; }
  static KeyOpener& opener(KeyFile& file) { return *file.opener_; }
  static bool is_strict(const KeyFile& file) {
    return file.policy_.strictness == Strictness::strict;
  }
  static const Limits& limits(const KeyFile& file) { return file.policy_.limits; }
  static void add_notes(KeyFile& file, std::vector<Note> notes) {
    std::ranges::move(notes, std::back_inserter(file.inspection_.notes));
  }
};

namespace {

using Access = KeyFileUnlocking;

/// Attempt is one passphrase tried on one file that has no error.
struct Attempt {
  KeyFile* file;
  ByteView passphrase;
  Result<Keys> keys{};
  std::vector<Note> notes{};
};

/// Derivation is an attempt that waits for a derivation of the batch.
struct Derivation {
  Attempt* attempt;
  KdfDemand demand;
};

Error derivation_error(bcrypt_pbkdf::Status status) {
  switch (status) {
    case bcrypt_pbkdf::Status::cancelled:
      return Error{.code = errc::cancelled};
    case bcrypt_pbkdf::Status::out_of_memory:
      return Error{.code = errc::out_of_memory};
    default:
      return Error{.code = errc::bad_kdf_options,
                   .field = "kdf options",
                   .detail = bcrypt_pbkdf::message(status)};
  }
}

/// or_out_of_memory keeps one file's need of memory from hindering the others.
template <typename Open>
Result<Keys> or_out_of_memory(Open open) {
  try {
    return open();
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

void derive_and_open(std::span<const Derivation> batch, const UnlockOptions& options) {
  std::size_t total = 0;
  for (const Derivation& derivation : batch) {
    total += derivation.demand.output_size;
  }
  SecureBytes derived(total);
  std::vector<bcrypt_pbkdf::Request> requests;
  std::size_t used = 0;
  for (const auto& [attempt, demand] : batch) {
    requests.push_back({.passphrase = attempt->passphrase,
                        .salt = demand.salt,
                        .rounds = demand.rounds,
                        .output = derived.span().subspan(used, demand.output_size)});
    used += demand.output_size;
  }
  bcrypt_pbkdf::derive_many(
      requests, {.threads = options.threads, .stop = options.stop, .progress = options.progress});
  for (std::size_t i = 0; i < batch.size(); ++i) {
    Attempt& attempt = *batch[i].attempt;
    if (requests[i].status != bcrypt_pbkdf::Status::ok) {
      attempt.keys = std::unexpected(derivation_error(requests[i].status));
      continue;
    }
    attempt.keys = or_out_of_memory([&] {
      return Access::opener(*attempt.file).open_derived(requests[i].output, attempt.notes);
    });
  }
}

void try_all(std::span<Attempt> attempts, const UnlockOptions& options) {
  std::vector<Derivation> batch;
  std::vector<Attempt*> others;
  for (Attempt& attempt : attempts) {
    const std::optional<KdfDemand> demand = Access::opener(*attempt.file).demand();
    if (demand && !attempt.passphrase.empty()) {
      batch.push_back({.attempt = &attempt, .demand = *demand});
    } else {
      others.push_back(&attempt);
    }
  }
  if (!batch.empty()) {
    derive_and_open(batch, options);
  }
  for (Attempt* attempt : others) {
    attempt->keys = or_out_of_memory([&] {
      return Access::opener(*attempt->file).open(attempt->passphrase, options, attempt->notes);
    });
  }
}

/// without_newline is the passphrase less `\n` or `\r\n` at its end, empty where there is none.
ByteView without_newline(ByteView passphrase) {
  if (passphrase.empty() || passphrase.back() != '\n') {
    return {};
  }
  passphrase = passphrase.first(passphrase.size() - 1);
  return !passphrase.empty() && passphrase.back() == '\r' ? passphrase.first(passphrase.size() - 1)
                                                          : passphrase;
}

bool is_wrong_passphrase(const Attempt& attempt) {
  return !attempt.keys && attempt.keys.error().code == errc::wrong_passphrase;
}

/// retry tries again without the newline that a file or a pipe has put behind the passphrase.
void retry(std::span<Attempt> attempts, const UnlockOptions& options) {
  std::vector<Attempt*> failed;
  std::vector<Attempt> again;
  for (Attempt& attempt : attempts) {
    const ByteView shorter = without_newline(attempt.passphrase);
    if (is_wrong_passphrase(attempt) && !shorter.empty() && !Access::is_strict(*attempt.file)) {
      failed.push_back(&attempt);
      again.push_back({.file = attempt.file, .passphrase = shorter});
    }
  }
  try_all(again, options);
  for (std::size_t i = 0; i < again.size(); ++i) {
    if (!is_wrong_passphrase(again[i])) {
      *failed[i] = std::move(again[i]);
      if (failed[i]->keys) {
        failed[i]->notes.push_back({.code = errc::passphrase_newline});
      }
    }
  }
}

/// add_hint names what may be wrong with a passphrase whose bytes depend on who typed it where.
void add_hint(Attempt& attempt) {
  const bool is_ascii =
      std::ranges::all_of(attempt.passphrase, [](std::uint8_t b) { return b < 128; });
  if (is_ascii || !is_wrong_passphrase(attempt)) {
    return;
  }
  attempt.keys.error().advice =
      attempt.file->inspection().container == "ppk2"
          ? "the passphrase has characters beyond ASCII, which PuTTY took in the code page of its "
            "Windows: try it in Latin-1 (ISO 8859-1) instead of UTF-8"
          : "the passphrase has characters beyond ASCII: try their other Unicode form, NFC or NFD "
            "(macOS and Linux keyboards differ), or the encoding of the system that made the key";
}

/// check_sizes applies the limit to keys whose public half only the passphrase brought to light.
void check_sizes(Attempt& attempt) {
  if (!attempt.keys) {
    return;
  }
  std::optional<Error> refused;
  for (const PrivateKey& key : *attempt.keys) {
    if (!refused) {
      refused = refusal_of_size(key.public_key(), Access::limits(*attempt.file));
    }
  }
  if (refused) {
    attempt.keys = std::unexpected(std::move(*refused));
  }
}

/// settle holds a strict policy against what was noted, and hands out the result.
Result<Keys> settle(Attempt& attempt) {
  add_hint(attempt);
  check_sizes(attempt);
  if (attempt.keys && Access::is_strict(*attempt.file)) {
    std::optional<Error> refused = refusal(attempt.notes);
    if (!refused) {
      refused = refusal_of_key(*attempt.keys);
    }
    if (refused) {
      attempt.keys = std::unexpected(std::move(*refused));
    }
  }
  Access::add_notes(*attempt.file, std::move(attempt.notes));
  return std::move(attempt.keys);
}

/// unlock_each calls `passphrase_of(i)` for the passphrase of each file.
template <typename PassphraseOf>
void unlock_each(std::span<KeyFile> files, PassphraseOf passphrase_of, const UnlockOptions& options,
                 std::vector<Result<Keys>>& results) {
  std::vector<Attempt> attempts;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (const Error* error = files[i].error()) {
      results[i] = std::unexpected(*error);
    } else if (!Access::has_opener(files[i])) {
      results[i] = fail(errc::empty, {}, "the KeyFile was moved from");
    } else {
      attempts.push_back({.file = &files[i], .passphrase = passphrase_of(i)});
      places.push_back(i);
    }
  }
  try_all(attempts, options);
  retry(attempts, options);
  for (std::size_t k = 0; k < attempts.size(); ++k) {
    results[places[k]] = settle(attempts[k]);
  }
}

template <typename PassphraseOf>
std::vector<Result<Keys>> unlock_or_out_of_memory(std::span<KeyFile> files,
                                                  PassphraseOf passphrase_of,
                                                  const UnlockOptions& options) {
  const CleanStack clean_stack;
  std::vector<Result<Keys>> results;
  results.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    results.emplace_back(fail(errc::out_of_memory));
  }
  try {
    unlock_each(files, passphrase_of, options, results);
  } catch (const std::bad_alloc&) {
    return results;  // the files that weren't reached keep the outcome that they began with
  }
  return results;
}

}  // namespace

std::vector<Result<Keys>> unlock_many(std::span<KeyFile> files, ByteView passphrase,
                                      const UnlockOptions& options) {
  return unlock_or_out_of_memory(files, [&](std::size_t) { return passphrase; }, options);
}

std::vector<Result<Keys>> unlock_many(std::span<KeyFile> files,
                                      std::span<const ByteView> passphrases,
                                      const UnlockOptions& options) {
  return unlock_or_out_of_memory(
      files, [&](std::size_t i) { return i < passphrases.size() ? passphrases[i] : ByteView{}; },
      options);
}

Result<Keys> KeyFile::unlock(ByteView passphrase, const UnlockOptions& options) {
  try {
    return std::move(unlock_many({this, 1}, passphrase, options).front());
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

Result<Keys> KeyFile::unlock(std::string_view passphrase, const UnlockOptions& options) {
  return unlock(wire::as_bytes(passphrase), options);
}

Result<Keys> KeyFile::open() {
  if (inspection_.error) {
    return std::unexpected(*inspection_.error);
  }
  if (inspection_.encrypted) {
    return fail(errc::needs_passphrase);
  }
  return unlock(ByteView{});
}

}  // namespace osshkey
