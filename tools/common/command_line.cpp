// SPDX-License-Identifier: MIT
#include "common/command_line.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>

#include <string>

#include "common/exit_status.hpp"
#include "common/output.hpp"

namespace tool {

std::optional<int> read_command_line(CLI::App& app, const Program& program, int argc, char** argv) {
  bool wants_help = false;
  bool wants_version = false;
  app.set_help_flag();  // the tool's own text fits a screen
  app.add_flag("-h,--help", wants_help);
  app.add_flag("--version", wants_version);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return usage_error(program, error.what());
  }
  if (wants_help) {
    return write_once(STDOUT_FILENO, program.help, exit_ok);
  }
  if (wants_version) {
    return write_once(STDOUT_FILENO, program.version, exit_ok);
  }
  return std::nullopt;
}

int usage_error(const Program& program, std::string_view message) {
  const std::string name(program.name);
  return write_once(STDERR_FILENO,
                    name + ": " + std::string(message) + "\nTry '" + name + " --help'.\n",
                    exit_usage);
}

}  // namespace tool
