// SPDX-License-Identifier: MIT
// The key derivation of the C interface, over the public C++ header.

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include <atomic>
#include <span>
#include <vector>

#include "c_abi/handles.hpp"
#include "c_abi/work.hpp"

using namespace osshkey::c_abi;

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
    case Status::cancelled:
      return OSSHKEY_CANCELLED;
    case Status::unknown_kernel:  // the C interface asks for none
      break;
  }
  return OSSHKEY_INTERNAL_ERROR;
}

bool pointers_are_good(const osshkey_kdf_request& request) {
  return is_view(request.passphrase, request.passphrase_len) &&
         is_view(request.salt, request.salt_len) && is_view(request.out, request.out_len);
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

int derive(std::span<osshkey_kdf_request> all, Work& work) {
  std::vector<Request> converted;
  converted.reserve(all.size());
  for (const osshkey_kdf_request& request : all) {
    converted.push_back(to_request(request));
  }
  bcrypt_pbkdf::Options options;
  options.threads = work.threads();
  options.stop = work.stop();
  options.progress = work.progress();
  bcrypt_pbkdf::derive_many(converted, options);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].status =
        pointers_are_good(all[i]) ? to_c(converted[i].status) : int{OSSHKEY_INVALID_ARGUMENT};
  }
  return OSSHKEY_OK;
}

/// refuse gives every request the status of the whole call, and random bytes: a derivation that is
/// refused needs no memory for that.
void refuse(std::span<osshkey_kdf_request> all, int status) {
  for (osshkey_kdf_request& request : all) {
    request.status = status;
    if (request.out != nullptr) {
      (void)bcrypt_pbkdf::derive({}, {}, 0, {request.out, request.out_len});
    }
  }
}

}  // namespace

int osshkey_cancel_by_flag(void* flag, uint64_t /*done*/, uint64_t /*total*/) {
  return flag == nullptr
             ? 0
             : std::atomic_ref(*static_cast<int*>(flag)).load(std::memory_order_relaxed);
}

int osshkey_bcrypt_pbkdf(const uint8_t* passphrase, size_t passphrase_len, const uint8_t* salt,
                         size_t salt_len, uint32_t rounds, uint8_t* out, size_t out_len) {
  osshkey_kdf_request request = {passphrase, passphrase_len, salt, salt_len, rounds,
                                 out,        out_len,        0};
  return osshkey_bcrypt_pbkdf_many(&request, 1, 1);
}

int osshkey_bcrypt_pbkdf_many(osshkey_kdf_request* requests, size_t count, unsigned threads) {
  const osshkey_options options = {
      .threads = threads, .progress = nullptr, .progress_user = nullptr, .reserved = {}};
  return osshkey_bcrypt_pbkdf_batch(requests, count, &options);
}

int osshkey_bcrypt_pbkdf_batch(osshkey_kdf_request* requests, size_t count,
                               const osshkey_options* options) {
  if (!is_view(requests, count)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  const std::span<osshkey_kdf_request> all(requests, count);
  const int status = guarded([&] {
    Work work(options);
    return work.is_valid() ? derive(all, work) : int{OSSHKEY_INVALID_ARGUMENT};
  });
  if (status != OSSHKEY_OK) {
    refuse(all, status);
    return status;
  }
  return first_failure<osshkey_kdf_request>(all);
}
