// SPDX-License-Identifier: MIT
// A key in another format, in a file of its own.
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "new_file.hpp"
#include "writer.hpp"

namespace tool::keyinfo {

namespace {

using osshkey::ByteView;
using osshkey::Error;
using osshkey::Result;
using osshkey::SecureBytes;

SecureBytes public_lines(const osshkey::Keys& keys) {
  std::string text;
  for (const osshkey::PrivateKey& key : keys) {
    text += key.public_key().authorized_key(key.comment()) + "\n";
  }
  return SecureBytes(ByteView(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

std::string_view name(ExportFormat format) {
  switch (format) {
    case ExportFormat::openssh:
      return "openssh-key-v1";
    case ExportFormat::pkcs8:
      return "PKCS#8";
    case ExportFormat::pem:
      return "traditional PEM";
    case ExportFormat::public_lines:
      break;
  }
  return "the public key";
}

}  // namespace

ByteView Writer::passphrase(const Source& source) const {
  return new_passphrase_ ? new_passphrase_->view() : source.passphrase;
}

Result<osshkey::Protection> Writer::asked(const Source& source) const {
  const osshkey::Protection protection{
      .passphrase = passphrase(source), .cipher = writing_.cipher, .rounds = writing_.rounds};
  if (protection.passphrase.empty() && (!protection.cipher.empty() || protection.rounds != 0)) {
    return std::unexpected(Error{.code = osshkey::errc::needs_passphrase,
                                 .detail = "--cipher and --rounds are for an encrypted file",
                                 .advice = "give a passphrase with --new-passphrase-file"});
  }
  return protection;
}

Result<void> Writer::check() const {
  struct stat status{};
  if (!writing_.export_format || ::lstat(writing_.output.c_str(), &status) != 0) {
    return {};
  }
  // Replacing a device or a directory by a key is nobody's wish.
  if (writing_.if_exists == IfExists::replace && S_ISREG(status.st_mode)) {
    return {};
  }
  return std::unexpected(Error{
      .code = osshkey::errc::io_error,
      .detail = writing_.output,
      .advice = "choose another name for the new file, or replace a regular file with --force",
      .system = std::error_code(EEXIST, std::generic_category())});
}

Result<std::string> Writer::export_key(const Source& source) const {
  const osshkey::PrivateKey& key = source.keys.front();
  const Result<osshkey::Protection> protection = asked(source);
  if (!protection) {
    return std::unexpected(protection.error());
  }
  Result<SecureBytes> text;
  switch (*writing_.export_format) {
    case ExportFormat::openssh:
      text = osshkey::to_openssh(key, *protection);
      break;
    case ExportFormat::pkcs8:
      text = osshkey::to_pkcs8(key, *protection);
      break;
    case ExportFormat::pem:
      text = osshkey::to_pem(key, protection->passphrase);
      break;
    case ExportFormat::public_lines:
      text = public_lines(source.keys);
      break;
  }
  if (!text) {
    return std::unexpected(text.error());
  }
  Result<NewFile> file = NewFile::create(writing_.output);
  if (!file) {
    return std::unexpected(file.error());
  }
  if (Result<void> written = file->write(text->view()); !written) {
    return std::unexpected(written.error());
  }
  if (Result<void> placed = file->put_in_place(writing_.if_exists); !placed) {
    return std::unexpected(placed.error());
  }
  const bool is_public = writing_.export_format == ExportFormat::public_lines;
  return fmt::format("{} written to {}{}", name(*writing_.export_format), writing_.output,
                     is_public                        ? ""
                     : protection->passphrase.empty() ? ", not encrypted"
                                                      : ", encrypted");
}

}  // namespace tool::keyinfo
