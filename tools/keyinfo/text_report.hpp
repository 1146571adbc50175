// SPDX-License-Identifier: MIT
// A block for each file, for people: label and text, a line each.
#pragma once

#include <cstddef>
#include <string_view>

#include "common/output.hpp"
#include "common/terminal.hpp"
#include "kdf_cost.hpp"
#include "options.hpp"
#include "report.hpp"

namespace tool::keyinfo {

class TextReporter final : public Reporter {
 public:
  TextReporter(Output& output, const Options& options);
  void report(const Report& report) override;

 private:
  enum class Tone : std::uint8_t { plain, good, warning, bad };

  void line(std::string_view label, std::string_view text, Tone tone = Tone::plain);
  void key(const Report& report, const KeyView& key);
  void encryption(const Report& report);
  void notes(const Report& report);
  void error(std::string_view name, const osshkey::Error& error);
  [[nodiscard]] std::string painted(std::string_view text, Tone tone) const;

  Output& output_;
  const Options& options_;
  Paint paint_;
  std::size_t width_;
  bool times_kdf_;
  KdfCost cost_;
  bool first_ = true;
};

}  // namespace tool::keyinfo
