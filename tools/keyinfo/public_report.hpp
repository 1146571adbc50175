// SPDX-License-Identifier: MIT
// The public key lines alone, ready for authorized_keys.
#pragma once

#include "common/output.hpp"
#include "report.hpp"

namespace tool::keyinfo {

class PublicReporter final : public Reporter {
 public:
  PublicReporter(Output& output, Output& errors) : output_(output), errors_(errors) {}
  void report(const Report& report) override;

 private:
  Output& output_;
  Output& errors_;
};

}  // namespace tool::keyinfo
