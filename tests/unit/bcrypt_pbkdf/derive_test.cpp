// SPDX-License-Identifier: MIT
// derive(): the argument checks, what the output holds after an error, and the texts of the
// statuses.

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include "support.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using bcrypt_pbkdf::derive;
using bcrypt_pbkdf::Options;
using bcrypt_pbkdf::Status;
using test::Bytes;

namespace {

// A failed derivation must overwrite the output. A random byte equals the old one once in 256
// times, so that all of 32 bytes staying the same, or all of them being equal, is impossible in
// practice.
void check_fails(Status expected, const Bytes& passphrase, const Bytes& salt, std::uint32_t rounds,
                 std::size_t output_size = 32, const Options& options = {}) {
  const Bytes before(output_size, 0xa5);
  Bytes output = before;
  CHECK(derive(passphrase, salt, rounds, output, options) == expected);
  if (output_size >= 32) {
    CHECK(output != before);
    CHECK(std::ranges::count(output, output[0]) < static_cast<std::ptrdiff_t>(output_size));
    Bytes again = before;
    CHECK(derive(passphrase, salt, rounds, again, options) == expected);
    CHECK(output != again);
  }
}

}  // namespace

TEST_CASE("zero rounds are refused") {
  check_fails(Status::zero_rounds, test::passphrase, test::salt, 0);
}

TEST_CASE("an empty passphrase is refused") {
  check_fails(Status::empty_passphrase, {}, test::salt, 1);
}

TEST_CASE("an empty or over-long salt is refused, the longest one is not") {
  check_fails(Status::bad_salt_size, test::passphrase, {}, 1);
  check_fails(Status::bad_salt_size, test::passphrase, Bytes(bcrypt_pbkdf::max_salt_size + 1), 1);
  Bytes output(32);
  CHECK(derive(test::passphrase, Bytes(bcrypt_pbkdf::max_salt_size), 1, output) == Status::ok);
}

TEST_CASE("an empty or over-long output is refused, the longest one is not") {
  check_fails(Status::bad_output_size, test::passphrase, test::salt, 1, 0);
  check_fails(Status::bad_output_size, test::passphrase, test::salt, 1,
              bcrypt_pbkdf::max_output_size + 1);
  Bytes output(bcrypt_pbkdf::max_output_size);
  CHECK(derive(test::passphrase, test::salt, 1, output) == Status::ok);
}

TEST_CASE("a stop that is already requested cancels, with a random output") {
  std::stop_source stop;
  stop.request_stop();
  check_fails(Status::cancelled, test::passphrase, test::salt, 1, 32, {.stop = stop.get_token()});
}

TEST_CASE("a passphrase is bytes: a NUL at its end counts") {
  Bytes with_nul = test::passphrase;
  with_nul.push_back(0);
  Bytes output(32);
  CHECK(derive(with_nul, test::salt, 1, output) == Status::ok);
  CHECK(output != test::reference_answer(1, 32));
}

TEST_CASE("every status has a message of its own") {
  std::set<std::string> messages;
  int statuses = 0;
  for (Status status : {Status::ok, Status::zero_rounds, Status::empty_passphrase,
                        Status::bad_salt_size, Status::bad_output_size, Status::unknown_kernel,
                        Status::cancelled, Status::out_of_memory}) {
    messages.insert(bcrypt_pbkdf::message(status));
    ++statuses;
  }
  CHECK(messages.size() == static_cast<std::size_t>(statuses));
  CHECK(!messages.contains(bcrypt_pbkdf::message(static_cast<Status>(statuses))));
}

TEST_CASE("the cost is rounds times blocks, without overflow") {
  static_assert(bcrypt_pbkdf::cost_in_steps(16, 32) == 16);
  static_assert(bcrypt_pbkdf::cost_in_steps(24, 48) == 48);
  static_assert(bcrypt_pbkdf::cost_in_steps(24, 64) == 48);
  static_assert(bcrypt_pbkdf::cost_in_steps(1, 1024) == 32);
  CHECK(bcrypt_pbkdf::cost_in_steps(0xffffffff, 1024) == 32ull * 0xffffffff);
}
