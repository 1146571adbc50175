// SPDX-License-Identifier: MIT
// What keyload says while it works, on standard error, a line at once; and whether anything failed.
#pragma once

#include <string_view>

#include <osshkey/error.hpp>

#include "common/output.hpp"
#include "options.hpp"
#include "trouble.hpp"

namespace tool::keyload {

class Report {
 public:
  explicit Report(Loudness loudness);

  /// fail says why something about `name` wasn't done.
  void fail(std::string_view name, const osshkey::Error& error);
  void fail(std::string_view name, const Trouble& trouble);
  void fail(const Trouble& trouble);
  /// say is for what was done; detail is for those who want to know more.
  void say(std::string_view text);
  void detail(std::string_view text);

  [[nodiscard]] bool failed() const noexcept { return failed_; }

 private:
  void line(std::string_view text, std::string_view hint);

  Loudness loudness_;
  Output output_;
  bool failed_ = false;
};

}  // namespace tool::keyload
