// SPDX-License-Identifier: MIT
// The key derivation of the C interface, over the public C++ header.

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>
#include <osshkey/osshkey.h>

#include <new>
#include <span>
#include <vector>

namespace {

using bcrypt_pbkdf::Request;
using bcrypt_pbkdf::Status;

int to_c(Status status) {
  switch (status) {
    case Status::ok:
      return OSSHKEY_KDF_OK;
    case Status::zero_rounds:
      return OSSHKEY_KDF_ZERO_ROUNDS;
    case Status::empty_passphrase:
      return OSSHKEY_KDF_EMPTY_PASSPHRASE;
    case Status::bad_salt_size:
      return OSSHKEY_KDF_BAD_SALT_SIZE;
    case Status::bad_output_size:
      return OSSHKEY_KDF_BAD_OUTPUT_SIZE;
    case Status::out_of_memory:
      return OSSHKEY_KDF_OUT_OF_MEMORY;
    case Status::unknown_kernel:  // the C interface asks for no kernel and no stop
    case Status::cancelled:
      break;
  }
  return OSSHKEY_KDF_BAD_ARGUMENT;
}

bool pointers_are_good(const osshkey_kdf_request& request) {
  return (request.passphrase != nullptr || request.passphrase_len == 0) &&
         (request.salt != nullptr || request.salt_len == 0) &&
         (request.out != nullptr || request.out_len == 0);
}

// A request with a NULL pointer becomes one with empty spans, which is refused, but keeps its
// output.
Request to_request(const osshkey_kdf_request& request) {
  Request converted;
  if (request.out != nullptr) {
    converted.output = {request.out, request.out_len};
  }
  if (pointers_are_good(request)) {
    converted.passphrase = {request.passphrase, request.passphrase_len};
    converted.salt = {request.salt, request.salt_len};
    converted.rounds = request.rounds;
  }
  return converted;
}

}  // namespace

int osshkey_bcrypt_pbkdf(const uint8_t* passphrase, size_t passphrase_len, const uint8_t* salt,
                         size_t salt_len, uint32_t rounds, uint8_t* out, size_t out_len) {
  osshkey_kdf_request request = {passphrase, passphrase_len, salt, salt_len, rounds,
                                 out,        out_len,        0};
  return osshkey_bcrypt_pbkdf_many(&request, 1, 1);
}

int osshkey_bcrypt_pbkdf_many(osshkey_kdf_request* requests, size_t count, unsigned threads) try {
  if (requests == nullptr && count != 0) {
    return OSSHKEY_KDF_BAD_ARGUMENT;
  }
  const std::span<osshkey_kdf_request> all(requests, count);
  std::vector<Request> converted;
  converted.reserve(count);
  for (const osshkey_kdf_request& request : all) {
    converted.push_back(to_request(request));
  }
  bcrypt_pbkdf::Options options;
  options.threads = threads;
  bcrypt_pbkdf::derive_many(converted, options);
  int first_error = OSSHKEY_KDF_OK;
  for (size_t i = 0; i < count; ++i) {
    all[i].status =
        pointers_are_good(all[i]) ? to_c(converted[i].status) : OSSHKEY_KDF_BAD_ARGUMENT;
    first_error = first_error != OSSHKEY_KDF_OK ? first_error : all[i].status;
  }
  return first_error;
} catch (const std::bad_alloc&) {
  for (size_t i = 0; i < count; ++i) {
    requests[i].status = OSSHKEY_KDF_OUT_OF_MEMORY;
    if (requests[i].out !=
        nullptr) {  // a refused derivation needs no memory and fills it with random bytes
      (void)bcrypt_pbkdf::derive({}, {}, 0, {requests[i].out, requests[i].out_len});
    }
  }
  return OSSHKEY_KDF_OUT_OF_MEMORY;
}
