// SPDX-License-Identifier: MIT
// The key's own file, written anew. The old file is the only copy of somebody's key: it is touched
// by nothing but the rename, and that only after the new file was opened and proved.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>

#include "common/unlock.hpp"
#include "new_file.hpp"
#include "report.hpp"
#include "writer.hpp"

namespace tool::keyinfo {

namespace {

using osshkey::errc;
using osshkey::Error;
using osshkey::KeyFile;
using osshkey::Result;

/// prove opens the new file as anybody would and compares what comes out.
Result<void> prove(const std::string& path, osshkey::ByteView passphrase,
                   const osshkey::PrivateKey& expected) {
  osshkey::Policy policy;
  policy.limits.rounds = std::numeric_limits<std::uint32_t>::max();
  KeyFile file = KeyFile::load(path, policy);
  const Result<osshkey::Keys> keys = unlock_watched(file, passphrase);
  if (!keys) {
    return std::unexpected(keys.error());
  }
  const osshkey::PrivateKey& key = keys->front();
  if (key.public_key() != expected.public_key() ||
      !std::ranges::equal(key.public_key().certificate(), expected.public_key().certificate()) ||
      key.comment() != expected.comment() || key.is_proved() != expected.is_proved()) {
    return std::unexpected(
        Error{.code = errc::key_mismatch, .detail = "the new file, which was removed again"});
  }
  return {};
}

}  // namespace

Result<osshkey::Protection> Writer::kept(const Source& source) const {
  Result<osshkey::Protection> protection = asked(source);
  const osshkey::Inspection& old = source.inspection;
  if (!protection || old.container != "openssh-key-v1" || !old.encrypted) {
    return protection;
  }
  if (protection->cipher.empty()) {
    protection->cipher = old.cipher;
  }
  if (protection->rounds == 0) {
    protection->rounds = static_cast<std::uint32_t>(old.rounds);
  }
  return protection;
}

Result<std::string> Writer::rewrite(const Source& source) const {
  if (source.keys.size() != 1 || has_note(source.inspection, errc::several_keys)) {
    return std::unexpected(Error{
        .code = errc::too_many_keys,
        .detail = "only a file of one key is rewritten",
        .advice = "export the first key to another file: keyinfo --export openssh -o NEW FILE"});
  }
  if (const osshkey::Note* note = text_beside(source.inspection)) {
    return std::unexpected(Error{
        .code = note->code,
        .line = note->line,
        .detail = "what surrounds the key would be lost",
        .advice = "write the key to a file of its own: keyinfo --export openssh -o NEW FILE"});
  }
  std::error_code error;
  // Behind a symbolic link, the file it leads to is replaced, not the link.
  const std::filesystem::path place = std::filesystem::canonical(source.name, error);
  if (error) {
    return std::unexpected(Error{.code = errc::io_error, .system = error});
  }
  const osshkey::PrivateKey& key = source.keys.front();
  Result<osshkey::Protection> chosen = kept(source);
  if (!chosen) {
    return std::unexpected(chosen.error());
  }
  Result<osshkey::SecureBytes> text = osshkey::to_openssh(key, *chosen);
  if (!text && text.error().code == errc::unsupported_cipher && writing_.cipher.empty()) {
    chosen->cipher = {};  // the file's own is none that today's OpenSSH reads
    text = osshkey::to_openssh(key, *chosen);
  }
  if (!text) {
    return std::unexpected(text.error());
  }
  Result<NewFile> file = NewFile::create(place.native());
  if (!file) {
    return std::unexpected(file.error());
  }
  if (Result<void> same = file->take_over(place.native()); !same) {
    return std::unexpected(same.error());
  }
  if (Result<void> written = file->write(text->view()); !written) {
    return std::unexpected(written.error());
  }
  if (Result<void> proved = prove(file->path(), chosen->passphrase, key); !proved) {
    return std::unexpected(proved.error());
  }
  if (Result<void> placed = file->put_in_place(IfExists::replace); !placed) {
    return std::unexpected(placed.error());
  }
  return fmt::format("rewritten, {}", chosen->passphrase.empty() ? "not encrypted" : "encrypted");
}

}  // namespace tool::keyinfo
