// SPDX-License-Identifier: MIT
// KeyFile: the pipeline from the bytes of a file to what it shows, and from there to its keys.
#include <osshkey/key_file.hpp>

#include <algorithm>
#include <new>
#include <utility>

#include "armor/armor.hpp"
#include "base/fail.hpp"
#include "base/read_file.hpp"
#include "file/advice.hpp"
#include "file/key_opener.hpp"
#include "file/openssh_key_v1_file.hpp"
#include "key/strict.hpp"
#include "wire/reader.hpp"

namespace osshkey {

namespace {

std::unique_ptr<KeyOpener> read_container(armor::Armored& armored, const Policy& policy,
                                          Inspection& inspection) {
  return read_openssh_key_v1(std::move(armored.bytes), policy, inspection);
}

/// add_line names the line of the file where only the offset is known.
void add_line(Error& error, const armor::Armored& armored) {
  if (!error.line && error.offset) {
    error.line = armored.line_of(*error.offset);
  }
}

/// refusal is the first note that a strict policy refuses, as an error of the same word.
std::optional<Error> refusal(std::span<const Note> notes) {
  const auto found = std::ranges::find(notes, failure::irregular,
                                       [](const Note& note) { return kind(note.code); });
  if (found == notes.end()) {
    return std::nullopt;
  }
  return Error{.code = found->code, .line = found->line, .detail = found->detail};
}

/// refusal_of_key is what a strict policy has against the first key that it refuses.
std::optional<Error> refusal_of_key(const Inspection& inspection) {
  for (const KeyInspection& shown : inspection.keys) {
    if (shown.public_key) {
      if (std::optional<Error> refused = key::strict_refusal(*shown.public_key)) {
        return refused;
      }
    }
  }
  return std::nullopt;
}

std::optional<Error> refusal_of_key(const Keys& keys) {
  for (const PrivateKey& key : keys) {
    if (std::optional<Error> refused = key::strict_refusal(key)) {
      return refused;
    }
  }
  return std::nullopt;
}

}  // namespace

struct KeyFileAccess {
  /// parse is the pipeline: armor, container, what the policy and good sense say of it.
  static void parse(ByteView bytes, KeyFile& file) {
    Inspection& inspection = file.inspection_;
    if (bytes.size() > file.policy_.limits.file_size) {
      inspection.error = Error{.code = errc::file_too_large};
      return;
    }
    armor::Armored armored = armor::read(bytes);
    std::ranges::move(armored.notes, std::back_inserter(inspection.notes));
    if (armored.form != armor::Form::none) {
      file.opener_ = read_container(armored, file.policy_, inspection);
    }
    if (armored.error) {  // damage of the text comes before what follows from it
      inspection.error = std::move(armored.error);
    }
    if (inspection.error) {
      add_line(*inspection.error, armored);
    } else if (file.policy_.strictness == Strictness::strict) {
      inspection.error = refusal(inspection.notes);
      if (!inspection.error) {
        inspection.error = refusal_of_key(inspection);
      }
    }
    std::ranges::move(armored.harmless, std::back_inserter(inspection.notes));
    if (inspection.error) {
      file.opener_.reset();
    }
    for (const KeyInspection& key : inspection.keys) {
      if (key.public_key) {
        advise_on_key(*key.public_key, inspection.notes);
      }
    }
  }

  static KeyFile load(Result<FileContent> content, KeyFile file) {
    if (!content) {
      file.inspection_.error = std::move(content.error());
      return file;
    }
    parse(content->bytes.view(), file);
    if (content->permissions) {
      file.inspection_.notes.push_back(std::move(*content->permissions));
    }
    return file;
  }

  static KeyFile make(const Policy& policy) {
    KeyFile file;
    file.policy_ = policy;
    return file;
  }

  static KeyFile failed(errc code) {
    KeyFile file;
    file.inspection_.error = Error{.code = code};
    return file;
  }

  /// unlock opens the file and holds a strict policy against what was noted on the way.
  static Result<Keys> unlock(KeyFile& file, ByteView passphrase, const UnlockOptions& options) {
    if (file.inspection_.error) {
      return std::unexpected(*file.inspection_.error);
    }
    std::vector<Note> notes;
    Result<Keys> keys = file.opener_->open(passphrase, options, notes);
    if (keys && file.policy_.strictness == Strictness::strict) {
      std::optional<Error> refused = refusal(notes);
      if (!refused) {
        refused = refusal_of_key(*keys);
      }
      if (refused) {
        keys = std::unexpected(std::move(*refused));
      }
    }
    std::ranges::move(notes, std::back_inserter(file.inspection_.notes));
    return keys;
  }
};

namespace {

/// or_out_of_memory runs `work` and turns a failed allocation into an error.
template <typename Work>
KeyFile or_out_of_memory(Work work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return KeyFileAccess::failed(errc::out_of_memory);
  }
}

}  // namespace

KeyFile::KeyFile() = default;
KeyFile::KeyFile(KeyFile&&) noexcept = default;
KeyFile& KeyFile::operator=(KeyFile&&) noexcept = default;
KeyFile::~KeyFile() = default;

KeyFile KeyFile::load(const std::filesystem::path& path, const Policy& policy) {
  return or_out_of_memory([&] {
    return KeyFileAccess::load(read_file(path, policy.limits.file_size), KeyFileAccess::make(policy));
  });
}

KeyFile KeyFile::load_descriptor(int descriptor, const Policy& policy) {
  return or_out_of_memory([&] {
    return KeyFileAccess::load(read_descriptor(descriptor, policy.limits.file_size), KeyFileAccess::make(policy));
  });
}

KeyFile KeyFile::parse(ByteView bytes, const Policy& policy) {
  return or_out_of_memory([&] {
    KeyFile file = KeyFileAccess::make(policy);
        KeyFileAccess::parse(bytes, file);
    return file;
  });
}

Result<Keys> KeyFile::unlock(ByteView passphrase, const UnlockOptions& options) {
  try {
    return KeyFileAccess::unlock(*this, passphrase, options);
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
