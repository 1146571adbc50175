// SPDX-License-Identifier: MIT
// Standard output with its failures noticed: a report that didn't reach its reader is an error, not
// a success.
#pragma once

#include <string>
#include <string_view>
#include <system_error>

namespace tool {

/// Output gathers text and writes it to a descriptor. After the first failure it drops what
/// follows.
class Output {
 public:
  explicit Output(int descriptor);

  /// write appends text; it reaches the descriptor at flush(), or when much has gathered.
  void write(std::string_view text);
  /// flush hands everything to the system.
  void flush();
  /// error is the first failure of the system, or none.
  [[nodiscard]] const std::error_code& error() const noexcept { return error_; }

 private:
  int descriptor_;
  std::string buffer_;
  std::error_code error_;
};

/// write_once writes a whole text, such as that of --help, and yields the exit status to end with:
/// `status`, or exit_failed where the text didn't reach its reader.
[[nodiscard]] int write_once(int descriptor, std::string_view text, int status);

}  // namespace tool
