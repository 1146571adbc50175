// SPDX-License-Identifier: MIT
// derive_many(): mixed batches on one to four threads, bad requests among good ones, cancellation,
// progress.

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include "support.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <vector>

using bcrypt_pbkdf::derive_many;
using bcrypt_pbkdf::Options;
using bcrypt_pbkdf::Request;
using bcrypt_pbkdf::Status;
using test::Batch;
using test::Bytes;

namespace {

// More chains than a thread holds at a time, of many lengths.
Batch mixed_batch() {
  return Batch({{3, 48},
                {1, 1},
                {5, 32},
                {2, 33},
                {1, 257},
                {7, 16},
                {2, 64},
                {4, 65},
                {1, 96},
                {9, 31},
                {1, 32},
                {2, 200},
                {3, 48},
                {1, 1000}});
}

std::uint64_t total_steps(const Batch& batch) {
  std::uint64_t total = 0;
  for (const Request& request : batch.requests) {
    total += bcrypt_pbkdf::cost_in_steps(request.rounds, request.output.size());
  }
  return total;
}

bool all_have_status(const Batch& batch, Status status) {
  return std::ranges::all_of(batch.requests, [&](const Request& r) { return r.status == status; });
}

}  // namespace

TEST_CASE("a mixed batch gives the reference's answers whatever the threads and the kernel") {
  const std::vector<Bytes> expected = mixed_batch().expected();
  for (const char* kernel : {"", "portable", "reference"}) {
    for (unsigned threads : {1u, 2u, 3u, 4u, 0u, 100u}) {
      CAPTURE(kernel);
      CAPTURE(threads);
      Batch batch = mixed_batch();
      Options options;
      options.kernel = kernel;
      options.threads = threads;
      CHECK(derive_many(batch.requests, options) == Status::ok);
      CHECK(all_have_status(batch, Status::ok));
      CHECK(batch.outputs == expected);
    }
  }
}

TEST_CASE("one request on several threads") {
  for (unsigned threads : {2u, 4u}) {
    Options options;
    options.threads = threads;
    Bytes output(100);
    CHECK(bcrypt_pbkdf::derive(test::passphrase, test::salt, 3, output, options) == Status::ok);
    CHECK(output == test::reference_answer(3, 100));
  }
}

TEST_CASE("many equal requests on every number of threads") {
  for (unsigned threads : {1u, 2u, 3u, 4u}) {
    Batch batch(std::vector<std::pair<std::uint32_t, std::size_t>>(40, {2, 48}));
    Options options;
    options.threads = threads;
    CHECK(derive_many(batch.requests, options) == Status::ok);
    CHECK(batch.outputs == batch.expected());
  }
}

TEST_CASE("an empty batch is done at once") {
  bool called = false;
  Options options;
  options.threads = 4;
  options.progress = [&](std::uint64_t, std::uint64_t) { called = true; };
  CHECK(derive_many({}, options) == Status::ok);
  CHECK(!called);
}

TEST_CASE("a bad request doesn't hinder the others") {
  for (unsigned threads : {1u, 2u}) {
    Batch batch({{2, 48}, {2, 48}, {0, 48}, {2, 48}, {2, 48}, {2, 48}});
    batch.requests[1].salt = {};
    batch.requests[3].passphrase = {};
    const std::vector<Bytes> expected = batch.expected();
    Options options;
    options.threads = threads;
    CHECK(derive_many(batch.requests, options) == Status::bad_salt_size);
    for (std::size_t i : {0u, 4u, 5u}) {
      CHECK(batch.requests[i].status == Status::ok);
      CHECK(batch.outputs[i] == expected[i]);
    }
    CHECK(batch.requests[1].status == Status::bad_salt_size);
    CHECK(batch.requests[2].status == Status::zero_rounds);
    CHECK(batch.requests[3].status == Status::empty_passphrase);
    for (std::size_t i : {1u, 2u, 3u}) {
      CHECK(batch.outputs[i] != Bytes(48));
    }
  }
}

TEST_CASE("the status of an earlier call is forgotten") {
  Batch batch({{1, 32}});
  batch.requests[0].status = Status::cancelled;
  CHECK(derive_many(batch.requests) == Status::ok);
  CHECK(batch.outputs == batch.expected());
}

TEST_CASE("progress only grows, comes on the calling thread and ends at the total") {
  for (unsigned threads : {1u, 2u, 4u}) {
    Batch batch = mixed_batch();
    std::vector<std::uint64_t> calls;
    bool same_thread = true;
    bool same_total = true;
    const auto caller = std::this_thread::get_id();
    Options options;
    options.threads = threads;
    options.progress = [&](std::uint64_t done, std::uint64_t total) {
      calls.push_back(done);
      same_thread = same_thread && std::this_thread::get_id() == caller;
      same_total = same_total && total == total_steps(batch);
    };
    CHECK(derive_many(batch.requests, options) == Status::ok);
    REQUIRE(!calls.empty());
    CHECK(std::ranges::adjacent_find(calls, std::greater_equal()) == calls.end());
    CHECK(calls.back() == total_steps(batch));
    CHECK(same_thread);
    CHECK(same_total);
  }
}

TEST_CASE("a stop in the middle cancels every request and leaves random outputs") {
  for (unsigned threads : {1u, 2u, 4u}) {
    Batch batch({{100000, 48}, {1, 32}, {100000, 64}, {0, 32}});
    std::stop_source stop;
    std::uint64_t last = 0;
    Options options;
    options.threads = threads;
    options.stop = stop.get_token();
    options.progress = [&](std::uint64_t done, std::uint64_t) {
      last = done;
      if (done >= 4) {
        stop.request_stop();
      }
    };
    CHECK(derive_many(batch.requests, options) == Status::cancelled);
    CHECK(last < total_steps(batch));
    CHECK(batch.requests[3].status == Status::zero_rounds);
    batch.requests.pop_back();
    CHECK(all_have_status(batch, Status::cancelled));
    for (const Bytes& output : batch.outputs) {
      CHECK(output != Bytes(output.size()));
    }
    CHECK(batch.outputs[1] != test::reference_answer(1, 32, batch.salts[1]));
  }
}

TEST_CASE("a stop from another thread ends a derivation that would take hours") {
  std::stop_source stop;
  Bytes output(48);
  Options options;
  options.threads = 2;
  options.stop = stop.get_token();
  Status status = Status::ok;
  {
    const std::jthread deriving([&] {
      status = bcrypt_pbkdf::derive(test::passphrase, test::salt, 0xffffffff, output, options);
    });
    stop.request_stop();
  }
  CHECK(status == Status::cancelled);
  CHECK(output != Bytes(48));
}

TEST_CASE("an exception from the progress callback cancels") {
  for (unsigned threads : {1u, 2u}) {
    Batch batch({{100000, 48}, {100000, 48}});
    Options options;
    options.threads = threads;
    options.progress = [](std::uint64_t, std::uint64_t) { throw std::runtime_error("enough"); };
    CHECK(derive_many(batch.requests, options) == Status::cancelled);
    CHECK(all_have_status(batch, Status::cancelled));
  }
}

TEST_CASE("calls from several threads at once don't disturb each other") {
  const Bytes expected = test::reference_answer(3, 48);
  std::vector<Bytes> outputs(4, Bytes(48));
  {
    std::vector<std::jthread> callers;
    for (Bytes& output : outputs) {
      callers.emplace_back([&output] {
        Options options;
        options.threads = 2;
        if (bcrypt_pbkdf::derive(test::passphrase, test::salt, 3, output, options) != Status::ok) {
          output.clear();
        }
      });
    }
  }
  CHECK(outputs == std::vector<Bytes>(4, expected));
}
