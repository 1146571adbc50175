// SPDX-License-Identifier: MIT
// The block's lines, each a label and a text.
#include "text_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "escape.hpp"

namespace keyinfo {

TextReporter::TextReporter(Output& output, const Options& options)
    : output_(output),
      options_(options),
      paint_(options.color, STDOUT_FILENO),
      width_(columns(STDOUT_FILENO)) {}

void TextReporter::line(std::string_view label, std::string_view text) {
  output_.write("  " + paint_.faint(fmt::format("{:<13}", label)) + std::string(text) + "\n");
}

void TextReporter::report(const Report& report) {
  const osshkey::Inspection& inspection = *report.inspection;
  output_.write((first_ ? "" : "\n") + paint_.title(for_terminal(report.name)) + "\n");
  first_ = false;
  for (const KeyView& key : report.key_views()) {
    line("key", fmt::format("{} {}", for_terminal(key.public_key->type()), key.public_key->bits()));
    line("fingerprint", key.public_key->fingerprint(options_.hash));
    if (key.comment != nullptr) {
      line("comment", for_terminal(*key.comment));
    }
    line("proved", key.proved ? "yes" : "no");
  }
  if (!inspection.container.empty()) {
    line("container", inspection.container);
    line("encryption", fmt::format("{} {} {}", for_terminal(inspection.cipher),
                                   for_terminal(inspection.kdf), inspection.rounds));
  }
  advise(report);
}

void TextReporter::advise(const Report& report) {
  for (const osshkey::Note& note : report.inspection->notes) {
    line("note", for_terminal(note.text()));
  }
  if (report.error != nullptr) {
    line("error", for_terminal(report.error->text()));
    line("", for_terminal(report.error->hint()));
  }
}

void TextReporter::summarise(const DirectorySummary& summary) {
  output_.write(fmt::format("\n{}: {} private keys, {} not opened, {} other files\n",
                            for_terminal(summary.name), summary.keys, summary.failed,
                            summary.skipped));
}

}  // namespace keyinfo
