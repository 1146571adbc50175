// SPDX-License-Identifier: MIT
// Keeps libcrypto's error queue, which belongs to the application's thread, as it was.
#pragma once

#include <openssl/err.h>

namespace osshkey {

/// ErrorMark removes, when it goes, what was queued since it was made.
class ErrorMark {
 public:
  ErrorMark() { ERR_set_mark(); }
  ErrorMark(const ErrorMark&) = delete;
  ErrorMark& operator=(const ErrorMark&) = delete;
  ~ErrorMark() { ERR_pop_to_mark(); }
};

}  // namespace osshkey
