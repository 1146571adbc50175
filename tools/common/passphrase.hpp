// SPDX-License-Identifier: MIT
// Passphrases: from a file or a descriptor, from the terminal without echo, or from $SSH_ASKPASS.
#pragma once

#include <string>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace tool {

/// without_newline is the passphrase less one `\n` or `\r\n` at its end.
[[nodiscard]] osshkey::ByteView without_newline(osshkey::ByteView passphrase);

/// read_passphrase reads the descriptor to its end and leaves out one final newline.
/// Fails with: io_error, file_too_large (no passphrase is longer than 64 KiB).
[[nodiscard]] osshkey::Result<osshkey::SecureBytes> read_passphrase(int descriptor);

/// read_passphrase_file does the same for a file; `-` is standard input.
[[nodiscard]] osshkey::Result<osshkey::SecureBytes> read_passphrase_file(const std::string& path);

/// Asker asks a person.
class Asker {
 public:
  Asker();
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;
  ~Asker();

  /// can_ask is false where there is neither a terminal nor $SSH_ASKPASS.
  [[nodiscard]] bool can_ask() const;
  /// ask shows the question and yields what was entered, without its newline.
  /// Fails with: io_error, needs_passphrase (nobody answered).
  [[nodiscard]] osshkey::Result<osshkey::SecureBytes> ask(const std::string& question);

 private:
  int terminal_ = -1;
  std::string program_;
};

}  // namespace tool
