// SPDX-License-Identifier: MIT
// The C interface of the KDF: `byte rounds, byte output, string passphrase, string salt`. Alone and
// in a batch, it yields what the C++ interface yields.
#include <osshkey/osshkey.h>

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include "harness.hpp"
#include "properties.hpp"
#include "wire/reader.hpp"
#include "wire/writer.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

/// expected is the status that the arguments deserve, in the order in which they are looked at.
int expected_status(const osshkey_kdf_request& request) {
  constexpr std::size_t max_output = 1024;
  if (request.rounds == 0) {
    return OSSHKEY_KDF_ZERO_ROUNDS;
  }
  if (request.passphrase_len == 0) {
    return OSSHKEY_KDF_EMPTY_PASSPHRASE;
  }
  if (request.salt_len == 0) {
    return OSSHKEY_KDF_BAD_SALT_SIZE;
  }
  return request.out_len == 0 || request.out_len > max_output ? OSSHKEY_KDF_BAD_OUTPUT_SIZE
                                                              : OSSHKEY_KDF_OK;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wire::Reader reader(ByteView(data, size));
  const auto rounds = static_cast<std::uint32_t>(reader.u8("rounds") % 3);
  const std::size_t asked = reader.u8("output");
  const ByteView secret = reader.string("passphrase");
  const ByteView salt = reader.string("salt");
  if (reader.failed()) {
    return 0;
  }
  // Mostly one or two chains; the largest value asks for more than there can be.
  const std::size_t out_size = asked == 255 ? 1025 : asked % 72;
  Bytes alone(out_size);
  Bytes batched(out_size);
  const int status = osshkey_bcrypt_pbkdf(secret.data(), secret.size(), salt.data(), salt.size(),
                                          rounds, alone.data(), alone.size());
  osshkey_kdf_request request{.passphrase = secret.data(),
                              .passphrase_len = secret.size(),
                              .salt = salt.data(),
                              .salt_len = salt.size(),
                              .rounds = rounds,
                              .out = batched.data(),
                              .out_len = batched.size(),
                              .status = 1};
  expect(status == expected_status(request), "the status is the one of the arguments");
  expect(osshkey_bcrypt_pbkdf_many(&request, 1, 1) == status && request.status == status,
         "a batch of one has the same status");
  if (status != OSSHKEY_KDF_OK) {
    return 0;
  }
  expect(alone == batched, "a batch yields the same");
  Bytes reference(out_size);
  expect(bcrypt_pbkdf::derive(secret, salt, rounds, reference, {.kernel = "reference"}) ==
                 bcrypt_pbkdf::Status::ok &&
             reference == alone,
         "the plainest kernel yields the same");
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  std::vector<Bytes> inputs;
  for (const unsigned out : {32U, 48U, 64U, 0U, 255U}) {
    for (const unsigned rounds : {1U, 2U, 0U}) {
      inputs.push_back(wire::build([&](wire::Writer& writer) {
        writer.u8(static_cast<std::uint8_t>(rounds));
        writer.u8(static_cast<std::uint8_t>(out));
        writer.string("a passphrase");
        writer.string("0123456789abcdef");
      }));
    }
  }
  return inputs;
}
