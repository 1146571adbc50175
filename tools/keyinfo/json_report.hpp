// SPDX-License-Identifier: MIT
// JSON Lines: one object a file, for programs.
#pragma once

#include "common/output.hpp"
#include "options.hpp"
#include "report.hpp"

namespace tool::keyinfo {

class JsonReporter final : public Reporter {
 public:
  /// The options are kept by reference.
  JsonReporter(Output& output, const Options& options) : output_(output), options_(options) {}
  void report(const Report& report) override;

 private:
  Output& output_;
  const Options& options_;
};

}  // namespace tool::keyinfo
