// SPDX-License-Identifier: MIT
// Files of the C interface unlocked: with a passphrase, with one that is asked for, and many at
// once.
#include <algorithm>
#include <functional>
#include <span>

#include "c_abi/handles.hpp"
#include "c_abi/work.hpp"

using namespace osshkey::c_abi;
using osshkey::ByteView;
using osshkey::KeyFile;
using osshkey::Keys;
using osshkey::Result;
using osshkey::SecureBytes;

namespace osshkey::c_abi {

namespace {

/// settle stores what an attempt has shown of a file, and hands out its keys.
int settle(osshkey_file& file, Result<Keys> result, osshkey_keys** keys) {
  file.unlock_error = {};
  file.add_notes();
  if (!result) {
    file.unlock_error = store(result.error());
    return file.unlock_error.status;
  }
  auto handle = std::make_unique<osshkey_keys>();
  handle->keys.reserve(result->size());
  for (PrivateKey& key : *result) {
    handle->keys.emplace_back(std::move(key));
  }
  *keys = handle.release();
  return OSSHKEY_OK;
}

/// conclude returns the status of an attempt, and stores it where the attempt ended before it came
/// to a result. That takes no memory, which may be what is missing.
int conclude(osshkey_file& file, int status) noexcept {
  if (file.unlock_error.status != status) {
    file.unlock_error = {.status = status};
  }
  return status;
}

bool is_wrong_passphrase(const Result<Keys>& result) {
  return !result && result.error().code == errc::wrong_passphrase;
}

/// Question asks the caller for passphrases.
struct Question {
  osshkey_passphrase_callback ask;
  void* user;
  unsigned attempts;
};

/// without_asking is the result where the passphrase doesn't matter, or unset where it is needed.
std::optional<Result<Keys>> without_asking(KeyFile& file, const UnlockOptions& options) {
  if (file.error() != nullptr || !file.is_encrypted()) {
    return file.open();
  }
  if (file.inspection().container == "pkcs8-encrypted") {
    return std::nullopt;  // where an empty passphrase is one like any other, and costs as much
  }
  Result<Keys> tried = file.unlock(ByteView{}, options);
  if (tried || tried.error().code != errc::needs_passphrase) {
    return tried;
  }
  return std::nullopt;
}

int unlock_asking(osshkey_file& file, const Question& question, const UnlockOptions& options,
                  osshkey_keys** keys) {
  if (std::optional<Result<Keys>> known = without_asking(file.file, options)) {
    return settle(file, std::move(*known), keys);
  }
  SecureBytes buffer(OSSHKEY_PASSPHRASE_SIZE);
  Result<Keys> result = std::unexpected(Error{.code = errc::needs_passphrase});
  for (unsigned attempt = 1; attempt <= question.attempts; ++attempt) {
    const int size = question.ask(question.user, &file, attempt, buffer.data(), buffer.size());
    if (size < 0 || static_cast<std::size_t>(size) > buffer.size()) {
      return OSSHKEY_CALLBACK_FAILED;
    }
    result = file.file.unlock(buffer.view().first(static_cast<std::size_t>(size)), options);
    if (!is_wrong_passphrase(result)) {
      break;
    }
    wipe(buffer.span());
  }
  return settle(file, std::move(result), keys);
}

/// Borrowed holds the files of a batch side by side, and puts them back.
class Borrowed {
 public:
  explicit Borrowed(std::span<osshkey_unlock_request> requests) : requests_(requests) {
    files_.reserve(requests.size());
    for (const osshkey_unlock_request& request : requests) {
      files_.push_back(std::move(request.file->file));
    }
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  ~Borrowed() {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      requests_[i].file->file = std::move(files_[i]);
    }
  }

  [[nodiscard]] std::span<KeyFile> files() noexcept { return files_; }

 private:
  std::span<osshkey_unlock_request> requests_;
  std::vector<KeyFile> files_;
};

bool are_valid(std::span<const osshkey_unlock_request> requests) {
  std::vector<const osshkey_file*> files;
  for (const osshkey_unlock_request& request : requests) {
    if (request.file == nullptr || !is_view(request.passphrase, request.passphrase_len) ||
        !is_unused(request.reserved)) {
      return false;
    }
    files.push_back(request.file);
  }
  std::ranges::sort(files, std::ranges::less{});
  return std::ranges::adjacent_find(files) == files.end();
}

std::vector<Result<Keys>> unlock_borrowed(std::span<osshkey_unlock_request> requests, Work& work) {
  std::vector<ByteView> passphrases;
  passphrases.reserve(requests.size());
  for (const osshkey_unlock_request& request : requests) {
    passphrases.emplace_back(request.passphrase, request.passphrase_len);
  }
  Borrowed borrowed(requests);
  return unlock_many(borrowed.files(), passphrases, work.unlock_options());
}

/// unlock_requests sets what became of each request.
void unlock_requests(std::span<osshkey_unlock_request> requests, Work& work) {
  std::vector<Result<Keys>> results = unlock_borrowed(requests, work);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    osshkey_unlock_request& request = requests[i];
    request.status = conclude(*request.file, guarded([&] {
      return settle(*request.file, std::move(results[i]), &request.keys);
    }));
  }
}

}  // namespace

}  // namespace osshkey::c_abi

int osshkey_file_unlock(osshkey_file* file, const uint8_t* passphrase, size_t passphrase_len,
                        const osshkey_options* options, osshkey_keys** keys) {
  if (keys == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  *keys = nullptr;
  if (file == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return conclude(*file, guarded([&] {
    Work work(options);
    if (!is_view(passphrase, passphrase_len) || !work.is_valid()) {
      return int{OSSHKEY_INVALID_ARGUMENT};
    }
    return settle(*file, file->file.unlock({passphrase, passphrase_len}, work.unlock_options()),
                  keys);
  }));
}

int osshkey_file_unlock_ask(osshkey_file* file, osshkey_passphrase_callback ask, void* ask_user,
                            unsigned attempts, const osshkey_options* options,
                            osshkey_keys** keys) {
  if (keys == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  *keys = nullptr;
  if (file == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return conclude(*file, guarded([&] {
    Work work(options);
    if (ask == nullptr || attempts == 0 || !work.is_valid()) {
      return int{OSSHKEY_INVALID_ARGUMENT};
    }
    return unlock_asking(*file, {.ask = ask, .user = ask_user, .attempts = attempts},
                         work.unlock_options(), keys);
  }));
}

int osshkey_unlock_many(osshkey_unlock_request* requests, size_t count,
                        const osshkey_options* options) {
  if (!is_view(requests, count)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  const std::span<osshkey_unlock_request> all(requests, count);
  for (osshkey_unlock_request& request : all) {
    request.keys = nullptr;
  }
  const int status = guarded([&] {
    Work work(options);
    if (!work.is_valid() || !are_valid(all)) {
      return int{OSSHKEY_INVALID_ARGUMENT};
    }
    unlock_requests(all, work);
    return int{OSSHKEY_OK};
  });
  if (status != OSSHKEY_OK) {
    for (osshkey_unlock_request& request : all) {
      request.status = request.file == nullptr ? status : conclude(*request.file, status);
    }
    return status;
  }
  return first_failure<osshkey_unlock_request>(all);
}

void osshkey_keys_free(osshkey_keys* keys) {
  delete keys;
}

size_t osshkey_keys_count(const osshkey_keys* keys) {
  return keys == nullptr ? 0 : keys->keys.size();
}

const osshkey_private_key* osshkey_keys_get(const osshkey_keys* keys, size_t index) {
  return index < osshkey_keys_count(keys) ? &keys->keys[index] : nullptr;
}

int osshkey_keys_set_comment(osshkey_keys* keys, size_t index, const char* comment, size_t len) {
  if (index >= osshkey_keys_count(keys) || !is_view(comment, len)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return guarded([&] {
    keys->keys[index].key.set_comment(std::string(std::string_view(comment, len)));
    return int{OSSHKEY_OK};
  });
}

int osshkey_keys_certify(osshkey_keys* keys, size_t index, const osshkey_public_key* certified) {
  if (index >= osshkey_keys_count(keys) || certified == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return guarded([&] {
    osshkey_private_key& own = keys->keys[index];
    const osshkey::Result<void> done = own.key.certify(certified->key);
    if (!done) {
      return to_status(done.error().code);
    }
    own.public_key.key = own.key.public_key();
    return int{OSSHKEY_OK};
  });
}
