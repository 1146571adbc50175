// SPDX-License-Identifier: MIT
// A libcrypto library context of our own, so that the application's providers, properties and
// defaults are neither needed nor touched, and neither is the thread's error queue.
#pragma once

#include <openssl/err.h>
#include <openssl/types.h>

#include <memory>

namespace osshkey {

/// openssl_context has the default provider and, where it is installed, the legacy one. Made at the
/// first call, kept for the process's life. Throws std::bad_alloc when it can't be made.
[[nodiscard]] OSSL_LIB_CTX* openssl_context();

/// has_legacy_provider tells whether openssl_context() could load the legacy provider.
[[nodiscard]] bool has_legacy_provider();

/// ErrorMark leaves the thread's error queue of libcrypto as it was: it belongs to the application.
class ErrorMark {
 public:
  ErrorMark() noexcept : was_empty_(ERR_peek_error() == 0) { ERR_set_mark(); }
  ErrorMark(const ErrorMark&) = delete;
  ErrorMark& operator=(const ErrorMark&) = delete;
  ~ErrorMark() { ERR_pop_to_mark(); }

  /// out_of_memory tells whether what failed since then failed for want of memory. Often only the
  /// first entry says so: libcrypto calls a point off the curve that it had no memory to check.
  [[nodiscard]] bool out_of_memory() const noexcept;

 private:
  bool was_empty_;
};

/// Freed makes a deleter of one of libcrypto's free functions.
template <auto free_function>
struct Freed {
  template <typename T>
  void operator()(T* object) const noexcept {
    free_function(object);
  }
};

/// OpensslPtr owns one of libcrypto's objects.
template <typename T, auto free_function>
using OpensslPtr = std::unique_ptr<T, Freed<free_function>>;

}  // namespace osshkey
