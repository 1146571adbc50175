// SPDX-License-Identifier: MIT
// KeyFile: the pipeline from the bytes of a file to what it shows. unlock.cpp goes on from there.
#include <osshkey/key_file.hpp>

#include <algorithm>
#include <new>
#include <utility>

#include "armor/armor.hpp"
#include "armor/content.hpp"
#include "armor/der_file.hpp"
#include "base/clean_stack.hpp"
#include "base/fail.hpp"
#include "base/read_file.hpp"
#include "container/asn1_key.hpp"
#include "file/advice.hpp"
#include "file/asn1_key_file.hpp"
#include "file/encrypted_key_file.hpp"
#include "file/key_limit.hpp"
#include "file/key_opener.hpp"
#include "file/openssh_key_v1_file.hpp"
#include "file/ppk_file.hpp"
#include "file/strict_policy.hpp"

namespace osshkey {

namespace {

using container::Structure;

/// check_form refuses under a strict policy what OpenSSH doesn't look at.
Result<void> check_form(armor::Form form, Strictness strictness) {
  if (strictness == Strictness::strict && form == armor::Form::der) {
    return fail(errc::no_begin_line, {}, "OpenSSH doesn't read binary ASN.1",
                "write it as text: openssl pkey -inform DER -in FILE -out NEW");
  }
  if (strictness == Strictness::strict && form == armor::Form::putty) {
    return fail(errc::unsupported_container, {}, "OpenSSH doesn't read PuTTY's files",
                "convert it: puttygen FILE -O private-openssh -o NEW");
  }
  return {};
}

/// structure_of_beginning is what bytes that break off seem to have been.
Structure structure_of_beginning(ByteView bytes) {
  switch (armor::read_der(bytes).value_or(armor::DerFile{}).kind) {
    case armor::DerKind::rsa:
      return Structure::pkcs1;
    case armor::DerKind::ec:
      return Structure::sec1;
    case armor::DerKind::dsa:
      return Structure::dsa;
    case armor::DerKind::pkcs8_encrypted:
      return Structure::pkcs8_encrypted;
    default:
      return Structure::pkcs8;
  }
}

/// find_structure is what the bytes are or, where they are damaged, what the label says they were.
Structure find_structure(const armor::Armored& armored) {
  const Structure found = container::recognise(armored.bytes.view());
  if (found != Structure::unknown) {
    return found;
  }
  const Structure promised = container::structure_of_label(armored.label);
  return promised == Structure::unknown ? structure_of_beginning(armored.bytes.view()) : promised;
}

/// under_label says of what is no private key that its label promised one. Programs that could
/// convert it don't look for it there.
Error under_label(Error foreign) {
  if (foreign.code == errc::unsupported_container) {
    foreign.advice = armor::take_out_of_lines;
  }
  foreign.detail += ", under a private key's label";
  return foreign;
}

/// looks_encrypted tells cipher text, which is a number of whole blocks under the label of a form
/// that has headers, from a damaged structure.
bool looks_encrypted(const armor::Armored& armored) {
  constexpr std::size_t block_size = 8;  // the smallest
  constexpr std::size_t least_size = 64;
  const Structure promised = container::structure_of_label(armored.label);
  const bool has_headers =
      promised == Structure::pkcs1 || promised == Structure::sec1 || promised == Structure::dsa;
  const ByteView bytes = armored.bytes.view();
  return has_headers && bytes.size() >= least_size && bytes.size() % block_size == 0 &&
         bytes.front() != container::tag::sequence;
}

std::unexpected<Error> headers_lost() {
  return fail(
      errc::malformed, {.field = "private key", .offset = 0}, "the base64 text doesn't hold ASN.1",
      "it looks like cipher text without its headers: put the lines Proc-Type and DEK-Info, "
      "and the blank line after them, back from a copy of the file");
}

/// read_container reads what stands in the armor. The content decides what that is, not the label.
Result<std::unique_ptr<KeyOpener>> read_container(armor::Armored& armored, const Policy& policy,
                                                  Inspection& inspection) {
  if (Result<void> readable = check_form(armored.form, policy.strictness); !readable) {
    return std::unexpected(readable.error());
  }
  if (armored.form == armor::Form::putty) {
    return read_ppk(std::move(armored.bytes), policy, inspection);
  }
  if (policy.strictness == Strictness::strict) {
    if (Result<void> allowed = check_headers(armored); !allowed) {
      return std::unexpected(allowed.error());
    }
  }
  if (has_pem_encryption(armored)) {
    if (!is_key_in_clear(armored)) {
      return read_encrypted_pem(armored, policy, inspection);
    }
    inspection.notes.push_back(
        {.code = errc::label_mismatch, .detail = "the headers say that it is encrypted"});
  }
  if (std::optional<Error> foreign = armor::foreign_content(armored.bytes.view())) {
    return std::unexpected(under_label(std::move(*foreign)));
  }
  const Structure structure = find_structure(armored);
  if (armored.form == armor::Form::pem &&
      structure != container::structure_of_label(armored.label)) {
    inspection.notes.push_back({.code = errc::label_mismatch, .detail = armored.label});
  }
  if (structure != Structure::openssh_key_v1 && looks_encrypted(armored)) {
    inspection.container = container_word(structure);
    return headers_lost();
  }
  switch (structure) {
    case Structure::openssh_key_v1:
      return read_openssh_key_v1(std::move(armored.bytes), policy, inspection);
    case Structure::pkcs8_encrypted:
      return read_encrypted_pkcs8(std::move(armored.bytes), policy, inspection);
    case Structure::public_key:
      return fail(errc::public_key_given, {}, "under a private key's label");
    case Structure::certificate:
      return fail(errc::certificate_given, {}, "X.509, under a private key's label",
                  "give the private key that the certificate was issued for");
    default:
      return read_asn1_key(structure, std::move(armored.bytes), policy, inspection);
  }
}

/// is_public is true for a file that others are meant to read.
bool is_public(const Error* error) {
  return error != nullptr &&
         (error->code == errc::public_key_given || error->code == errc::certificate_given);
}

/// add_line names the line of the file where only the offset is known.
void add_line(Error& error, const armor::Armored& armored) {
  if (!error.line && error.offset) {
    error.line = armored.line_of(*error.offset);
  }
}

}  // namespace

struct KeyFileAccess {
  /// parse is the pipeline: armor, container, what the policy and good sense say of it.
  static void parse(ByteView bytes, KeyFile& file) {
    Inspection& inspection = file.inspection_;
    if (bytes.size() > file.policy_.limits.file_size) {
      inspection.error = too_large(file.policy_.limits.file_size).error();
      return;
    }
    armor::Armored armored = armor::read(bytes);
    std::ranges::move(armored.notes, std::back_inserter(inspection.notes));
    const bool nothing = armored.bytes.empty();
    if (armored.form != armor::Form::none) {
      Result<std::unique_ptr<KeyOpener>> opener = read_container(armored, file.policy_, inspection);
      if (opener) {
        file.opener_ = std::move(*opener);
      } else {
        inspection.error = std::move(opener.error());
      }
    }
    for (const KeyInspection& key : inspection.keys) {
      if (!inspection.error && key.public_key) {
        inspection.error = refusal_of_size(*key.public_key, file.policy_.limits);
      }
    }
    // Damage of the text comes before what follows from it; of a text that was cut, the container
    // knows how much is missing, unless all of it is.
    if (armored.error && (armored.error->code != errc::truncated || nothing || !inspection.error ||
                          inspection.error->code != errc::truncated)) {
      inspection.error = std::move(armored.error);
    }
    // Only text between two lines has these to look for; the table's hint speaks of them.
    if (inspection.error && inspection.error->code == errc::truncated &&
        armored.form != armor::Form::pem && inspection.error->advice.empty()) {
      inspection.error->advice = "copy the file again, whole";
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
    if (content->permissions && !is_public(file.error())) {
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
};

namespace {

/// or_out_of_memory runs `work` and turns a failed allocation into an error.
template <typename Work>
KeyFile or_out_of_memory(Work work) {
  const CleanStack clean_stack;  // a file that isn't encrypted is proved here
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
    return KeyFileAccess::load(read_file(path, policy.limits.file_size),
                               KeyFileAccess::make(policy));
  });
}

KeyFile KeyFile::load_descriptor(int descriptor, const Policy& policy) {
  return or_out_of_memory([&] {
    return KeyFileAccess::load(read_descriptor(descriptor, policy.limits.file_size),
                               KeyFileAccess::make(policy));
  });
}

KeyFile KeyFile::parse(ByteView bytes, const Policy& policy) {
  return or_out_of_memory([&] {
    KeyFile file = KeyFileAccess::make(policy);
    KeyFileAccess::parse(bytes, file);
    return file;
  });
}

}  // namespace osshkey
