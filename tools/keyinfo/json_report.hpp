// SPDX-License-Identifier: MIT
// JSON Lines: one object a file, for programs.
#pragma once

#include <osshkey/public_key.hpp>

#include "common/output.hpp"
#include "report.hpp"

namespace tool::keyinfo {

class JsonReporter final : public Reporter {
 public:
  JsonReporter(Output& output, osshkey::Hash hash) : output_(output), hash_(hash) {}
  void report(const Report& report) override;

 private:
  Output& output_;
  osshkey::Hash hash_;
};

}  // namespace tool::keyinfo
