// SPDX-License-Identifier: MIT
// A key file on its way to the agent, and many of them unlocked together.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <osshkey/osshkey.hpp>

namespace tool::keyload {

struct Candidate {
  std::string name;  ///< as it was given, or `(stdin)`
  osshkey::KeyFile file;
  osshkey::ByteView passphrase{};  ///< the one to try, a view
  unsigned questions = 0;          ///< how often a person was asked about this file
  osshkey::Error refusal{};        ///< of the last passphrase that was wrong
};

/// unlock_together unlocks each file with its passphrase, those whose derivation is bcrypt in one
/// batch on all processors, with progress and Ctrl-C as in keyinfo. There is one result a
/// candidate; after a signal (InterruptWatch::signal()) those that were left are cancelled.
[[nodiscard]] std::vector<osshkey::Result<osshkey::Keys>> unlock_together(
    std::span<Candidate> candidates);

}  // namespace tool::keyload
