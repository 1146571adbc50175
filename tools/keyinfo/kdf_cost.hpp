// SPDX-License-Identifier: MIT
// How long an unlock takes on this machine, told before anybody waits for it.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <osshkey/key_file.hpp>

namespace tool::keyinfo {

/// KdfCost times bcrypt once, when it is first asked; that takes some milliseconds.
class KdfCost {
 public:
  /// of is the time that unlocking this file takes; nothing where its KDF isn't bcrypt.
  [[nodiscard]] std::optional<std::chrono::duration<double>> of(
      const osshkey::Inspection& inspection);

 private:
  std::optional<std::chrono::duration<double>> round_of_one_chain_;
  std::optional<std::chrono::duration<double>> round_of_two_chains_;
};

/// rough_duration is a time with two digits at most and a unit: `95 ms`, `1.3 s`, `4 min`, `12
/// days`.
[[nodiscard]] std::string rough_duration(std::chrono::duration<double> time);

}  // namespace tool::keyinfo
