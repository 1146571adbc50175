// SPDX-License-Identifier: MIT
// `keyload: FILE: what`, and the hint on a line of its own.
#include "report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "common/escape.hpp"
#include "common/wording.hpp"

namespace tool::keyload {

Report::Report(Loudness loudness) : loudness_(loudness), output_(STDERR_FILENO) {}

void Report::line(std::string_view text, std::string_view hint) {
  output_.write(fmt::format("keyload: {}\n", text));
  if (!hint.empty()) {
    output_.write(fmt::format("  {}\n", hint));
  }
  output_.flush();
}

void Report::fail(std::string_view name, const osshkey::Error& error) {
  std::string text = fmt::format("{}: {}: {}", for_terminal(name), osshkey::word(error.code),
                                 for_terminal(error.text()));
  if (error.line) {
    text += fmt::format(" (line {})", *error.line);
  }
  failed_ = true;
  line(text, with_file(error.hint(), name));
}

void Report::fail(std::string_view name, const Trouble& trouble) {
  failed_ = true;
  line(fmt::format("{}: {}", for_terminal(name), trouble.text), trouble.hint);
}

void Report::fail(const Trouble& trouble) {
  failed_ = true;
  line(trouble.text, trouble.hint);
}

void Report::say(std::string_view text) {
  if (loudness_ != Loudness::quiet) {
    line(text, {});
  }
}

void Report::detail(std::string_view text) {
  if (loudness_ == Loudness::verbose) {
    line(text, {});
  }
}

}  // namespace tool::keyload
