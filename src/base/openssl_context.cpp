// SPDX-License-Identifier: MIT
// The library context, made once.
#include "base/openssl_context.hpp"

#include <openssl/crypto.h>
#include <openssl/provider.h>

#include <new>

namespace osshkey {

namespace {

struct Context {
  OSSL_LIB_CTX* library = OSSL_LIB_CTX_new();
  bool legacy = false;

  Context() {
    if (library == nullptr || OSSL_PROVIDER_load(library, "default") == nullptr) {
      OSSL_LIB_CTX_free(library);
      throw std::bad_alloc();
    }
    legacy = OSSL_PROVIDER_load(library, "legacy") != nullptr;
  }
};

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

}  // namespace osshkey
