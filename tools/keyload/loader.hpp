// SPDX-License-Identifier: MIT
// From key files to keys in the agent: what needs no passphrase first, then rounds of passphrases,
// each of which is one batch.
#pragma once

#include <string>
#include <vector>

#include <osshkey/osshkey.hpp>

#include "agent.hpp"
#include "candidate.hpp"
#include "common/passphrase.hpp"
#include "options.hpp"
#include "report.hpp"

namespace tool::keyload {

class Loader {
 public:
  Loader(const Options& options, Agent& agent, Report& report)
      : options_(options), agent_(agent), report_(report) {}

  /// load_with hands over what opens with the candidates' own passphrases.
  void load_with(std::vector<Candidate> candidates);
  /// load_asking hands over what opens with the passphrases of a person, who is asked three times
  /// about a file.
  void load_asking(std::vector<Candidate> candidates);

 private:
  /// open_plain hands over what needs no passphrase, and yields what does. What none could open is
  /// reported, so that nobody is asked in vain.
  [[nodiscard]] std::vector<Candidate> open_plain(std::vector<Candidate> candidates);
  /// try_passphrases hands over what opens, and yields those whose passphrase was wrong.
  [[nodiscard]] std::vector<Candidate> try_passphrases(std::vector<Candidate> locked);
  [[nodiscard]] osshkey::Result<osshkey::SecureBytes> ask(Asker& asker, Candidate& candidate,
                                                          std::size_t others);
  void hand_over(const Candidate& candidate, osshkey::Keys keys);
  void add(std::string_view name, const osshkey::PrivateKey& key);
  void add_certificate(const std::string& path, osshkey::Keys& keys);

  const Options& options_;
  Agent& agent_;
  Report& report_;
};

}  // namespace tool::keyload
