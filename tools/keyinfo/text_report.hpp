// SPDX-License-Identifier: MIT
// A block for each file, for people.
#pragma once

#include <string>

#include "output.hpp"
#include "report.hpp"
#include "terminal.hpp"

namespace keyinfo {

class TextReporter final : public Reporter {
 public:
  TextReporter(Output& output, const Options& options);
  void report(const Report& report) override;
  void summarise(const DirectorySummary& summary) override;

 private:
  void line(std::string_view label, std::string_view text);
  void advise(const Report& report);

  Output& output_;
  const Options& options_;
  Paint paint_;
  std::size_t width_;
  bool first_ = true;
};

}  // namespace keyinfo
