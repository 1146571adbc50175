// SPDX-License-Identifier: MIT
// EVP_MD and EVP_MAC in our own library context.
#include "cipher/hash.hpp"

#include <openssl/evp.h>

#include <new>

#include "base/openssl_context.hpp"

namespace osshkey::cipher {

namespace {

using DigestPtr = OpensslPtr<EVP_MD, EVP_MD_free>;
using ContextPtr = OpensslPtr<EVP_MD_CTX, EVP_MD_CTX_free>;

void check(bool done) {
  if (!done) {
    throw std::bad_alloc();
  }
}

}  // namespace

SecureBytes hash(const char* digest, std::initializer_list<ByteView> parts) {
  return repeated_hash(digest, 1, parts);
}

SecureBytes repeated_hash(const char* digest, std::uint64_t times,
                          std::initializer_list<ByteView> parts) {
  const ErrorMark mark;
  const DigestPtr algorithm(EVP_MD_fetch(openssl_context(), digest, nullptr));
  const ContextPtr context(EVP_MD_CTX_new());
  check(algorithm != nullptr && context != nullptr &&
        EVP_DigestInit_ex2(context.get(), algorithm.get(), nullptr) == 1);
  for (const ByteView part : parts) {
    check(EVP_DigestUpdate(context.get(), part.data(), part.size()) == 1);
  }
  SecureBytes result(static_cast<std::size_t>(EVP_MD_get_size(algorithm.get())));
  unsigned size = 0;
  check(EVP_DigestFinal_ex(context.get(), result.data(), &size) == 1 && size == result.size());
  for (std::uint64_t i = 1; i < times; ++i) {
    check(EVP_DigestInit_ex2(context.get(), algorithm.get(), nullptr) == 1 &&
          EVP_DigestUpdate(context.get(), result.data(), result.size()) == 1 &&
          EVP_DigestFinal_ex(context.get(), result.data(), nullptr) == 1);
  }
  return result;
}

SecureBytes hmac(const char* digest, ByteView key, ByteView message) {
  constexpr std::uint8_t nothing = 0;  // an empty key needs an address all the same
  const ErrorMark mark;
  SecureBytes result(EVP_MAX_MD_SIZE);
  std::size_t size = 0;
  check(EVP_Q_mac(openssl_context(), "HMAC", nullptr, digest, nullptr,
                  key.empty() ? &nothing : key.data(), key.size(), message.data(), message.size(),
                  result.data(), result.size(), &size) != nullptr);
  result.shrink(size);
  return result;
}

}  // namespace osshkey::cipher
