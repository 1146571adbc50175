// SPDX-License-Identifier: MIT
// A key file on its way to the agent.
#pragma once

#include <optional>
#include <string>

#include <osshkey/osshkey.hpp>

namespace tool::keyload {

struct Candidate {
  std::string name;                 ///< as it was given, or `(stdin)`
  std::optional<std::string> path;  ///< unset for standard input, which has no files beside it
  osshkey::KeyFile file;
  osshkey::ByteView passphrase{};  ///< the one to try, a view
  unsigned questions = 0;          ///< how often a person was asked about this file
  osshkey::Error refusal{};        ///< of the last passphrase that was wrong
};

}  // namespace tool::keyload
