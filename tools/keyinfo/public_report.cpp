// SPDX-License-Identifier: MIT
// A file whose public key isn't known, or that has two, is a message on standard error, so that
// nothing but key lines can end up in authorized_keys.
#include "public_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "common/escape.hpp"
#include "common/terminal.hpp"

namespace tool::keyinfo {

void PublicReporter::report(const Report& report) {
  const bool has_two = report.error != nullptr && report.error->code == osshkey::errc::key_mismatch;
  for (const KeyView& key : has_two ? std::vector<KeyView>() : report.key_views()) {
    const std::string_view comment = key.comment == nullptr ? std::string_view{} : *key.comment;
    const std::string line = key.public_key->authorized_key(comment);
    output_.write((is_terminal(STDOUT_FILENO) ? for_terminal(line) : line) + "\n");
  }
  if (report.error != nullptr) {
    errors_.write(fmt::format("keyinfo: {}: {}\n", for_terminal(report.name),
                              for_terminal(report.error->text())));
  }
}

}  // namespace tool::keyinfo
