// SPDX-License-Identifier: MIT
// Which columns give way when the terminal is narrow: first the comment, then the fingerprint's
// end, the path's start, and at last whole columns.
#include "table.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>

#include "common/escape.hpp"
#include "common/wording.hpp"

namespace tool::keyinfo {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t rows_to_fit = 200;

// Less of a column tells nothing.
constexpr std::size_t least_comment = 10;
constexpr std::size_t least_fingerprint = 19;  // the hash's name and nine characters
constexpr std::size_t least_file = 16;

constexpr std::string_view titles[] = {"FILE",  "KEY",         "CIPHER", "ROUNDS",
                                       "STATE", "FINGERPRINT", "COMMENT"};

/// plain_cipher leaves out the name of the domain, which every reader of a table can spare.
std::string plain_cipher(std::string_view name) {
  return for_terminal(name.substr(0, name.find('@')));
}

std::string remarks(const osshkey::Inspection& inspection) {
  std::string text;
  for (const osshkey::Note& note : inspection.notes) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", osshkey::word(note.code));
    if (note.line) {
      text += fmt::format(" (line {})", *note.line);
    }
  }
  return text;
}

std::string trouble(std::string_view name, const osshkey::Error& error) {
  std::string text = fmt::format("{}: {}", osshkey::word(error.code), for_terminal(error.text()));
  if (error.line) {
    text += fmt::format(" (line {})", *error.line);
  }
  if (!error.hint().empty()) {
    text += "; " + with_file(error.hint(), name);
  }
  return text;
}

std::string in_home(std::string_view path) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0' && path.starts_with(std::string(home) + "/")) {
    return "~" + std::string(path.substr(std::string_view(home).size()));
  }
  return std::string(path);
}

}  // namespace

TableReporter::TableReporter(Output& output, const Options& options)
    : output_(output),
      options_(options),
      paint_(options.color, STDOUT_FILENO),
      width_(is_terminal(STDOUT_FILENO) ? columns(STDOUT_FILENO)
                                        : std::numeric_limits<std::size_t>::max()) {}

TableReporter::Row TableReporter::row_of(const Report& report) const {
  const osshkey::Inspection& inspection = *report.inspection;
  Row row{.remarks = remarks(inspection)};
  row.cells[file] = for_terminal(in_home(report.name));
  row.cells[cipher] = inspection.container.empty() ? "-" : plain_cipher(inspection.cipher);
  row.cells[rounds] = inspection.rounds == 0 ? "-" : fmt::to_string(inspection.rounds);
  row.cells[key] = row.cells[fingerprint] = "-";
  if (report.error != nullptr) {
    row.trouble = trouble(report.name, *report.error);
    row.cells[state] = "failed";
  } else if (!report.is_unlocked()) {
    row.state = State::locked;
    row.cells[state] = "locked";
  }
  return row;
}

void TableReporter::report(const Report& report) {
  Row row = row_of(report);
  const std::vector<KeyView> keys = report.key_views();
  if (keys.empty()) {
    add(std::move(row));
    return;
  }
  for (const KeyView& view : keys) {
    Row own = &view == &keys.front() ? row : Row{.state = row.state};
    own.cells[key] = key_title(*view.public_key);
    own.cells[fingerprint] = view.public_key->fingerprint(options_.hash);
    own.cells[comment] = view.comment == nullptr ? "" : for_terminal(*view.comment);
    if (report.is_unlocked() && report.error == nullptr) {
      own.state = view.proved ? State::proved : State::opened;
      own.cells[state] = view.proved ? "proved" : "opened";
    }
    add(std::move(own));
  }
}

void TableReporter::add(Row row) {
  waiting_.push_back(std::move(row));
  if (fitted_ || waiting_.size() == rows_to_fit) {
    flush();
  }
}

std::size_t TableReporter::total() const {
  std::size_t sum = 0;
  for (const std::size_t width : widths_) {
    sum += width == 0 ? 0 : width + gap;
  }
  return sum - gap;
}

void TableReporter::fit() {
  for (std::size_t i = 0; i < count; ++i) {
    for (const Row& row : waiting_) {
      widths_[i] = std::max(widths_[i], display_width(row.cells[i]));
    }
    if (widths_[i] != 0) {
      widths_[i] = std::max(widths_[i], titles[i].size());
    }
  }
  const auto shrink = [&](Column column, std::size_t least) {
    if (total() > width_ && widths_[column] > least) {
      widths_[column] -= std::min(total() - width_, widths_[column] - least);
    }
  };
  const auto drop = [&](Column column) {
    if (total() > width_) {
      widths_[column] = 0;
    }
  };
  shrink(comment, least_comment);
  drop(comment);
  shrink(fingerprint, least_fingerprint);
  shrink(file, least_file);
  drop(rounds);
  drop(fingerprint);
  drop(cipher);
  fitted_ = true;
}

std::string TableReporter::painted(std::string_view text, Column column, State of) const {
  if (column != Column::state) {
    return std::string(text);
  }
  switch (of) {
    case State::proved:
      return paint_.good(text);
    case State::failed:
      return paint_.bad(text);
    case State::opened:
    case State::locked:
      break;
  }
  return std::string(text);
}

std::string TableReporter::line_of(const Row& row) const {
  std::string line;
  std::size_t owed = 0;  // blanks that are due only if something follows
  for (std::size_t i = 0; i < count; ++i) {
    if (widths_[i] == 0) {
      continue;
    }
    const auto column = static_cast<Column>(i);
    const std::string cell = column == file ? shortened_start(row.cells[i], widths_[i])
                                            : shortened(row.cells[i], widths_[i]);
    const std::size_t rest = widths_[i] - std::min(widths_[i], display_width(cell));
    if (column == rounds) {
      owed += rest;
    }
    if (!cell.empty()) {
      line += std::string(owed, ' ') + painted(cell, column, row.state);
      owed = 0;
    }
    owed += (column == rounds ? 0 : rest) + gap;
  }
  return line;
}

void TableReporter::write(const Row& row) {
  output_.write(line_of(row) + "\n");
  write_below(row.trouble, &Paint::bad);
  write_below(row.remarks, &Paint::warning);
}

void TableReporter::write_below(std::string_view text,
                                std::string (Paint::*paint)(std::string_view) const) {
  if (text.empty()) {
    return;
  }
  const std::string margin(2 * gap, ' ');
  for (const std::string& part : wrapped(text, width_ - margin.size())) {
    output_.write(margin + (paint_.*paint)(part) + "\n");
  }
}

void TableReporter::flush() {
  if (!fitted_) {
    fit();
    Row header{.state = State::locked};
    for (std::size_t i = 0; i < count; ++i) {
      header.cells[i] = titles[i];
    }
    output_.write(paint_.title(line_of(header)) + "\n");
  }
  for (const Row& row : waiting_) {
    write(row);
  }
  waiting_.clear();
}

void TableReporter::summarise(const DirectorySummary& summary) {
  std::string text = fmt::format("{}: {}", for_terminal(in_home(summary.name)),
                                 counted(summary.keys, "private key"));
  if (summary.locked != 0) {
    text += fmt::format(", {} locked", summary.locked);
  }
  if (summary.failed != 0) {
    text += fmt::format(", {} not opened", summary.failed);
  }
  if (summary.skipped != 0) {
    text += fmt::format("; {} skipped", counted(summary.skipped, "other file"));
  }
  summaries_.push_back(std::move(text));
}

void TableReporter::finish() {
  if (!waiting_.empty()) {
    flush();
  }
  if (fitted_ && !summaries_.empty()) {
    output_.write("\n");
  }
  for (const std::string& text : summaries_) {
    for (const std::string& part : wrapped(text, width_)) {
      output_.write(part + "\n");
    }
  }
}

}  // namespace tool::keyinfo
