// SPDX-License-Identifier: MIT
// The command line as one value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tool::keyload {

enum class Action : std::uint8_t { add, remove, remove_all, list_fingerprints, list_keys };

enum class Loudness : std::uint8_t { quiet, normal, verbose };

/// Questions says how a person is asked.
enum class Questions : std::uint8_t {
  shared,  ///< one passphrase is tried on all files
  each,    ///< one for each file, all of them before the first derivation
};

/// Passphrases come from files, in the order given, or from a descriptor; from a person where there
/// are none. One is for all key files, several are for one key file each.
struct Passphrases {
  std::vector<std::string> files;
  std::optional<int> descriptor;
};

struct Options {
  Action action = Action::add;
  std::vector<std::string> paths;
  std::uint32_t lifetime = 0;  ///< seconds; 0 is without end
  bool confirm = false;
  Questions questions = Questions::shared;
  Passphrases passphrases;
  Loudness loudness = Loudness::normal;
};

/// parse_options reads the command line. Where there is nothing to do but to end (`--help`, a wrong
/// command line), the text is already written and the exit status is returned instead.
[[nodiscard]] std::variant<Options, int> parse_options(int argc, char** argv);

}  // namespace tool::keyload
