// SPDX-License-Identifier: MIT
// The command line as one value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <osshkey/key_file.hpp>
#include <osshkey/public_key.hpp>

#include "common/terminal.hpp"
#include "new_file.hpp"

namespace tool::keyinfo {

enum class Format : std::uint8_t { human, json, public_lines };

/// PassphraseFile names a file that holds the passphrase; `-` is standard input.
struct PassphraseFile {
  std::string path;
};
/// PassphraseDescriptor is an open descriptor that yields the passphrase.
struct PassphraseDescriptor {
  int number = 0;
};
/// AskForPassphrase asks the person at the terminal, or their $SSH_ASKPASS.
struct AskForPassphrase {};
/// NoPassphrase leaves encrypted keys locked.
struct NoPassphrase {};

using PassphraseOrigin =
    std::variant<NoPassphrase, AskForPassphrase, PassphraseFile, PassphraseDescriptor>;

enum class ExportFormat : std::uint8_t { openssh, pkcs8, pem, public_lines };

/// Writing is what is to be written; nothing, usually.
struct Writing {
  std::optional<ExportFormat> export_format;
  std::string output;  ///< where an export goes
  IfExists if_exists = IfExists::fail;
  bool rewrite = false;
  std::optional<std::string> new_passphrase_file;
  std::string cipher;        ///< empty for the usual one, or the file's own
  std::uint32_t rounds = 0;  ///< 0 likewise

  [[nodiscard]] bool is_wanted() const { return export_format || rewrite; }
};

struct Options {
  std::vector<std::string> paths;
  PassphraseOrigin passphrase;
  osshkey::Policy policy;
  Writing writing;
  Format format = Format::human;
  osshkey::Hash hash = osshkey::Hash::sha256;
  ColorChoice color = ColorChoice::automatic;
  bool quiet = false;
  bool randomart = false;
  bool compat = false;
};

/// parse_options reads the command line. Where there is nothing to do but to end (`--help`, a wrong
/// command line), the text is already written and the exit status is returned instead.
[[nodiscard]] std::variant<Options, int> parse_options(int argc, char** argv);

}  // namespace tool::keyinfo
