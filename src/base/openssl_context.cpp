// SPDX-License-Identifier: MIT
// The library context, made once.
#include "base/openssl_context.hpp"

#include <openssl/bnerr.h>
#include <openssl/crypto.h>
#include <openssl/evperr.h>
#include <openssl/provider.h>

#include <new>

namespace osshkey {

namespace {

struct Context {
  OSSL_LIB_CTX* library = OSSL_LIB_CTX_new();
  bool legacy = false;

  Context() {
    const ErrorMark mark;
    bool made = library != nullptr && OSSL_PROVIDER_load(library, "default") != nullptr;
    legacy = made && OSSL_PROVIDER_load(library, "legacy") != nullptr;
    // A provider that isn't installed stays away; for want of memory, the next call tries again.
    made = made && (legacy || !mark.out_of_memory());
    if (!made) {
      OSSL_LIB_CTX_free(library);
      throw std::bad_alloc();
    }
  }
};

/// is_about_memory knows the entry that says so and those that nothing else explains: copies of
/// contexts that were in use, and their setting up.
bool is_about_memory(unsigned long entry) {
  const int reason = ERR_GET_REASON(entry);
  return reason == ERR_R_MALLOC_FAILURE ||
         (ERR_GET_LIB(entry) == ERR_LIB_EVP &&
          (reason == EVP_R_NOT_ABLE_TO_COPY_CTX || reason == EVP_R_INITIALIZATION_ERROR)) ||
         (ERR_GET_LIB(entry) == ERR_LIB_BN && reason == BN_R_TOO_MANY_TEMPORARY_VARIABLES);
}

const Context& context() {
  // Never freed: libcrypto may already be torn down when destructors of static objects run.
  static const Context* made = new Context;
  return *made;
}

}  // namespace

OSSL_LIB_CTX* openssl_context() {
  return context().library;
}

bool has_legacy_provider() {
  return context().legacy;
}

bool ErrorMark::out_of_memory() const noexcept {
  return is_about_memory(ERR_peek_last_error()) ||
         (was_empty_ && is_about_memory(ERR_peek_error()));
}

}  // namespace osshkey
