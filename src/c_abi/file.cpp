// SPDX-License-Identifier: MIT
// Files of the C interface, as they are inspected without a passphrase.
#include <cstdint>
#include <limits>

#include "c_abi/handles.hpp"

using namespace osshkey::c_abi;
using osshkey::KeyFile;
using osshkey::Policy;

namespace osshkey::c_abi {

namespace {

/// clamped keeps a limit of the C interface, whose sizes don't depend on the platform, in range.
std::size_t clamped(std::uint64_t size) {
  return size > std::numeric_limits<std::size_t>::max() ? std::numeric_limits<std::size_t>::max()
                                                        : static_cast<std::size_t>(size);
}

/// to_policy is unset where a value is none of the documented ones.
std::optional<Policy> to_policy(const osshkey_policy* policy) {
  if (policy == nullptr) {
    return Policy{};
  }
  if ((policy->strict != 0 && policy->strict != 1) || !is_unused(policy->reserved)) {
    return std::nullopt;
  }
  return Policy{.strictness = policy->strict == 1 ? Strictness::strict : Strictness::forgiving,
                .limits = {.file_size = clamped(policy->max_file_size),
                           .rounds = policy->max_rounds,
                           .keys = policy->max_keys,
                           .key_bits = policy->max_key_bits,
                           .pbkdf2_iterations = policy->max_iterations,
                           .kdf_memory = policy->max_kdf_memory,
                           .kdf_passes = policy->max_kdf_passes}};
}

/// open_file makes the handle of what `read(policy)` yields.
template <typename Read>
int open_file(const osshkey_policy* policy, std::optional<std::string_view> path,
              osshkey_file** file, Read read) {
  return guarded([&] {
    const std::optional<Policy> allowed = to_policy(policy);
    if (!allowed) {
      return int{OSSHKEY_INVALID_ARGUMENT};
    }
    *file =
        std::make_unique<osshkey_file>(read(*allowed), std::optional<std::string>(path)).release();
    return int{OSSHKEY_OK};
  });
}

int show_error(const StoredError& stored, osshkey_error* error) {
  const bool is_stored = stored.status == OSSHKEY_OK || !stored.text.empty();
  const std::string_view text =
      is_stored ? std::string_view(stored.text) : osshkey_message(stored.status);
  *error = {.status = stored.status,
            .system = stored.system,
            .line = stored.line,
            .offset = stored.offset,
            .field = stored.field.c_str(),
            .text = text.data(),
            .text_len = text.size(),
            .hint = is_stored ? stored.hint.c_str() : osshkey_hint(stored.status)};
  return stored.status;
}

/// key_at is what the file shows of a key, or null.
const KeyInspection* key_at(const osshkey_file* file, std::size_t index) {
  return file != nullptr && index < file->file.inspection().keys.size()
             ? &file->file.inspection().keys[index]
             : nullptr;
}

}  // namespace

StoredError store(const Error& error) {
  return {.status = to_status(error.code),
          .system = error.system.value(),
          .line = error.line.value_or(0),
          .offset = error.offset ? static_cast<std::int64_t>(*error.offset) : -1,
          .field = std::string(error.field),
          .text = error.text(),
          .hint = std::string(error.hint())};
}

}  // namespace osshkey::c_abi

osshkey_file::osshkey_file(KeyFile parsed, std::optional<std::string> loaded_from)
    : file(std::move(parsed)),
      path(std::move(loaded_from)),
      container(file.inspection().container) {
  if (const osshkey::Error* found = file.error()) {
    error = store(*found);
  }
  for (const osshkey::KeyInspection& key : file.inspection().keys) {
    std::optional<osshkey_public_key>& stored = public_keys.emplace_back();
    if (key.public_key) {
      stored = osshkey_public_key{*key.public_key};
    }
  }
  add_notes();
}

void osshkey_file::add_notes() {
  const std::vector<osshkey::Note>& all = file.inspection().notes;
  while (notes.size() < all.size()) {
    const osshkey::Note& note = all[notes.size()];
    const int status = to_status(note.code);
    notes.push_back({.status = status,
                     .line = note.line.value_or(0),
                     .text = note.text(),
                     .hint = osshkey_hint(status)});
  }
}

int osshkey_policy_init(osshkey_policy* policy) {
  if (policy == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  const osshkey::Limits limits;
  *policy = {.strict = 0,
             .max_rounds = limits.rounds,
             .max_keys = limits.keys,
             .max_key_bits = limits.key_bits,
             .max_kdf_passes = limits.kdf_passes,
             .max_file_size = limits.file_size,
             .max_iterations = limits.pbkdf2_iterations,
             .max_kdf_memory = limits.kdf_memory,
             .reserved = {}};
  return OSSHKEY_OK;
}

int osshkey_file_load(const char* path, const osshkey_policy* policy, osshkey_file** file) {
  if (file == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  *file = nullptr;
  if (path == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return open_file(policy, path, file,
                   [&](const Policy& allowed) { return KeyFile::load(path, allowed); });
}

int osshkey_file_load_descriptor(int descriptor, const osshkey_policy* policy,
                                 osshkey_file** file) {
  if (file == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  *file = nullptr;
  if (descriptor < 0) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return open_file(policy, std::nullopt, file, [&](const Policy& allowed) {
    return KeyFile::load_descriptor(descriptor, allowed);
  });
}

int osshkey_file_parse(const uint8_t* bytes, size_t len, const osshkey_policy* policy,
                       osshkey_file** file) {
  if (file == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  *file = nullptr;
  if (!is_view(bytes, len)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return open_file(policy, std::nullopt, file,
                   [&](const Policy& allowed) { return KeyFile::parse({bytes, len}, allowed); });
}

void osshkey_file_free(osshkey_file* file) {
  delete file;
}

int osshkey_file_error(const osshkey_file* file, osshkey_error* error) {
  return file == nullptr || error == nullptr ? int{OSSHKEY_INVALID_ARGUMENT}
                                             : show_error(file->error, error);
}

int osshkey_file_unlock_error(const osshkey_file* file, osshkey_error* error) {
  return file == nullptr || error == nullptr ? int{OSSHKEY_INVALID_ARGUMENT}
                                             : show_error(file->unlock_error, error);
}

const char* osshkey_file_path(const osshkey_file* file) {
  return file != nullptr && file->path ? file->path->c_str() : nullptr;
}

const char* osshkey_file_container(const osshkey_file* file, size_t* len) {
  return file == nullptr ? show_nothing<char>(len) : show(file->container, len);
}

const char* osshkey_file_cipher(const osshkey_file* file, size_t* len) {
  return file == nullptr ? show_nothing<char>(len) : show(file->file.inspection().cipher, len);
}

const char* osshkey_file_kdf(const osshkey_file* file, size_t* len) {
  return file == nullptr ? show_nothing<char>(len) : show(file->file.inspection().kdf, len);
}

uint64_t osshkey_file_rounds(const osshkey_file* file) {
  return file == nullptr ? 0 : file->file.inspection().rounds;
}

const uint8_t* osshkey_file_salt(const osshkey_file* file, size_t* len) {
  return file == nullptr ? show_nothing<uint8_t>(len)
                         : show_bytes(file->file.inspection().salt, len);
}

int osshkey_file_is_encrypted(const osshkey_file* file) {
  return file != nullptr && file->file.is_encrypted() ? 1 : 0;
}

size_t osshkey_file_key_count(const osshkey_file* file) {
  return file == nullptr ? 0 : file->public_keys.size();
}

const osshkey_public_key* osshkey_file_public_key(const osshkey_file* file, size_t index) {
  return index < osshkey_file_key_count(file) && file->public_keys[index]
             ? &*file->public_keys[index]
             : nullptr;
}

const char* osshkey_file_comment(const osshkey_file* file, size_t index, size_t* len) {
  const osshkey::KeyInspection* key = key_at(file, index);
  return key == nullptr || !key->comment ? show_nothing<char>(len) : show(*key->comment, len);
}

size_t osshkey_file_note_count(const osshkey_file* file) {
  return file == nullptr ? 0 : file->notes.size();
}

int osshkey_file_note(const osshkey_file* file, size_t index, osshkey_note* note) {
  if (note == nullptr || index >= osshkey_file_note_count(file)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  const StoredNote& stored = file->notes[index];
  *note = {.status = stored.status,
           .line = stored.line,
           .text = stored.text.c_str(),
           .text_len = stored.text.size(),
           .hint = stored.hint};
  return OSSHKEY_OK;
}
