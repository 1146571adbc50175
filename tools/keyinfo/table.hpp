// SPDX-License-Identifier: MIT
// One table for several files: a row a key, and under it what is wrong.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/output.hpp"
#include "common/terminal.hpp"
#include "options.hpp"
#include "report.hpp"

namespace tool::keyinfo {

/// TableReporter fits the columns to the first rows and to the terminal. Later rows keep these
/// widths, so that a directory of any size is reported as it is read.
class TableReporter final : public Reporter {
 public:
  TableReporter(Output& output, const Options& options);
  void report(const Report& report) override;
  void summarise(const DirectorySummary& summary) override;
  void finish() override;

 private:
  enum Column : std::uint8_t { file, key, cipher, rounds, state, fingerprint, comment, count };
  using Cells = std::array<std::string, count>;
  enum class State : std::uint8_t { proved, opened, locked, failed };

  struct Row {
    Cells cells{};
    State state = State::failed;
    std::string trouble{};  ///< the error
    std::string remarks{};  ///< the notes
  };

  [[nodiscard]] Row row_of(const Report& report) const;
  void add(Row row);
  void fit();
  void flush();
  [[nodiscard]] std::string line_of(const Row& row) const;
  void write(const Row& row);
  void write_below(std::string_view text, std::string (Paint::*paint)(std::string_view) const);
  [[nodiscard]] std::string painted(std::string_view text, Column column, State of) const;
  [[nodiscard]] std::size_t total() const;

  Output& output_;
  const Options& options_;
  Paint paint_;
  std::size_t width_;
  std::vector<Row> waiting_;
  std::array<std::size_t, count> widths_{};
  bool fitted_ = false;
  std::vector<std::string> summaries_;
};

}  // namespace tool::keyinfo
