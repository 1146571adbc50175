// SPDX-License-Identifier: MIT
// What every tool's command line has in common: --help, --version, and what is said of a wrong one.
#pragma once

#include <optional>
#include <string_view>

namespace CLI {
class App;
}

namespace tool {

/// Program is what a tool says of itself.
struct Program {
  std::string_view name;
  std::string_view help;     ///< the whole text of --help
  std::string_view version;  ///< the line of --version, with its newline
};

/// read_command_line fills in the options that were added to `app`. Where there is nothing left to
/// do
/// (--help, --version, a wrong command line), the text is written and the exit status is returned.
[[nodiscard]] std::optional<int> read_command_line(CLI::App& app, const Program& program, int argc,
                                                   char** argv);

/// usage_error says on standard error what is wrong with the command line, and returns exit_usage.
[[nodiscard]] int usage_error(const Program& program, std::string_view message);

}  // namespace tool
