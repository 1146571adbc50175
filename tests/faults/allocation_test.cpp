// SPDX-License-Identifier: MIT
// Every allocation fails in turn while a file is loaded and unlocked: those of operator new, of
// libsodium's guarded memory and of libcrypto. Each time the outcome must be a clear error or a
// good key, and nothing may be left allocated. A batch of the C interface does the same.
#include <doctest/doctest.h>
#include <openssl/crypto.h>
#include <osshkey/osshkey.h>
#include <sodium.h>
#include <osshkey/osshkey.hpp>

#include <cstdlib>
#include <new>
#include <set>
#include <string>

#include "encrypted_files.hpp"
#include "make_keys.hpp"
#include "scratch.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

/// Faults counts the allocations of all three sorts together and refuses one of them, or all from
/// that one on: a single failure may be met by a second try, lasting need can't.
struct Faults {
  enum class Refuse : std::uint8_t { nothing, one, all_after };
  Refuse refuse = Refuse::nothing;
  std::size_t first = 0;
  std::size_t seen = 0;
  std::ptrdiff_t alive = 0;  ///< blocks that were not freed yet

  bool next_fails() {
    const std::size_t index = seen++;
    return (refuse == Refuse::one && index == first) ||
           (refuse == Refuse::all_after && index >= first);
  }
};

constinit Faults faults;

void* allocate(std::size_t size) {
  if (faults.next_fails()) {
    return nullptr;
  }
  void* block = std::malloc(size == 0 ? 1 : size);
  faults.alive += block != nullptr ? 1 : 0;
  return block;
}

void release(void* block) {
  faults.alive -= block != nullptr ? 1 : 0;
  std::free(block);
}

void* crypto_malloc(std::size_t size, const char* /*file*/, int /*line*/) {
  return allocate(size);
}
void* crypto_realloc(void* block, std::size_t size, const char* /*file*/, int /*line*/) {
  if (faults.next_fails()) {
    return nullptr;
  }
  faults.alive += block == nullptr ? 1 : 0;
  return std::realloc(block, size);
}
void crypto_free(void* block, const char* /*file*/, int /*line*/) {
  release(block);
}

// libcrypto takes other functions only before its first allocation.
const bool crypto_is_ours =
    CRYPTO_set_mem_functions(crypto_malloc, crypto_realloc, crypto_free) == 1;

}  // namespace

void* operator new(std::size_t size) {
  if (void* block = allocate(size)) {
    return block;
  }
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept {
  release(block);
}
void operator delete(void* block, std::size_t /*size*/) noexcept {
  release(block);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto align = static_cast<std::size_t>(alignment);
  void* block =
      faults.next_fails() ? nullptr : std::aligned_alloc(align, (size + align - 1) / align * align);
  if (block == nullptr) {
    throw std::bad_alloc();
  }
  ++faults.alive;
  return block;
}
void operator delete(void* block, std::align_val_t /*alignment*/) noexcept {
  release(block);
}
void operator delete(void* block, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  release(block);
}

extern "C" {
// The linker's --wrap asks for these names.
// NOLINTBEGIN(bugprone-reserved-identifier)
void* __real_sodium_malloc(std::size_t size);
void __real_sodium_free(void* block);
void* __wrap_sodium_malloc(std::size_t size);
void __wrap_sodium_free(void* block);

void* __wrap_sodium_malloc(std::size_t size) {
  if (faults.next_fails()) {
    return nullptr;
  }
  void* block = __real_sodium_malloc(size);
  faults.alive += block != nullptr ? 1 : 0;
  return block;
}
void __wrap_sodium_free(void* block) {
  faults.alive -= block != nullptr ? 1 : 0;
  __real_sodium_free(block);
}
// NOLINTEND(bugprone-reserved-identifier)
}

namespace {

enum class Outcome : std::uint8_t { opened, out_of_memory, other };

struct Run {
  Outcome outcome = Outcome::other;
  errc error{};
  std::size_t allocations = 0;
  std::ptrdiff_t leaked = 0;
};

/// load_and_unlock is what a program does with one file; it allocates nothing of its own.
void load_and_unlock(const std::filesystem::path& path, std::string_view passphrase, Run& run) {
  KeyFile file = KeyFile::load(path);
  const Result<Keys> keys = file.unlock(passphrase);
  if (keys) {
    run.outcome = Outcome::opened;
    return;
  }
  run.error = keys.error().code;
  run.outcome = run.error == errc::out_of_memory ? Outcome::out_of_memory : Outcome::other;
}

Run run_with(Faults::Refuse refuse, std::size_t first, const std::filesystem::path& path,
             std::string_view passphrase) {
  Run run;
  OPENSSL_thread_stop();  // frees the thread's error queue, which keeps what it reported
  const std::ptrdiff_t before = faults.alive;
  faults.refuse = refuse;
  faults.first = first;
  faults.seen = 0;
  load_and_unlock(path, passphrase, run);
  faults.refuse = Faults::Refuse::nothing;
  run.allocations = faults.seen;
  OPENSSL_thread_stop();
  run.leaked = faults.alive - before;
  return run;
}

/// check_every_failure refuses each allocation of one unlock and lists what was neither a key nor
/// out-of-memory.
void check_every_failure(const std::filesystem::path& path, std::string_view passphrase) {
  // What is made once, such as libcrypto's context and its fetched algorithms, is made here.
  REQUIRE(run_with(Faults::Refuse::nothing, 0, path, passphrase).outcome == Outcome::opened);
  const Run good = run_with(Faults::Refuse::nothing, 0, path, passphrase);
  REQUIRE(good.outcome == Outcome::opened);
  REQUIRE(good.leaked == 0);
  std::set<std::string_view> others;
  std::size_t refused = 0;
  std::size_t unclear = 0;
  for (const Faults::Refuse refuse : {Faults::Refuse::one, Faults::Refuse::all_after}) {
    for (std::size_t i = 0; i < good.allocations; ++i) {
      const Run run = run_with(refuse, i, path, passphrase);
      if (run.outcome == Outcome::other) {
        ++unclear;
        others.insert(word(run.error));
      }
      refused += run.outcome == Outcome::out_of_memory ? 1 : 0;
      if (run.leaked != 0) {
        CAPTURE(i);
        CHECK(run.leaked == 0);
      }
    }
  }
  // libcrypto keeps silent about an allocation or two of its own in fetching an algorithm, and
  // about everything where it has no memory for its error queue.
  const std::set<std::string_view> silent = {"unsupported-cipher", "unsupported-kdf",
                                             "bad-kdf-options"};
  for (const std::string_view other : others) {
    CAPTURE(other);
    CHECK(silent.contains(other));
  }
  // Some are done without, or done again.
  CHECK(refused > good.allocations);
  CHECK(unclear <= 14);
  CHECK(run_with(Faults::Refuse::nothing, 0, path, passphrase).outcome == Outcome::opened);
}

}  // namespace

TEST_CASE("every allocation of an unlock may fail") {
  REQUIRE(crypto_is_ours);
  const Scratch scratch;
  for (const EncryptedFile& file : one_of_each("secret")) {
    CAPTURE(file.name);
    const auto path = scratch.write("file", file.text);
    check_every_failure(path, "secret");
  }
}

// What stood in a request's `keys` before the call would be freed as if it were keys.
TEST_CASE("a batch of the C interface sets the keys of each request, whatever allocation fails") {
  const Scratch scratch;
  const std::string path = scratch.write("file", one_of_each("secret").front().text).string();
  osshkey_file* file = nullptr;
  REQUIRE(osshkey_file_load(path.c_str(), nullptr, &file) == OSSHKEY_OK);
  std::uint8_t anything = 0;
  auto* const garbage = reinterpret_cast<osshkey_keys*>(&anything);
  osshkey_error error{};
  osshkey_unlock_request request{};
  std::size_t first = 0;
  do {
    request = {};
    request.file = file;
    request.passphrase = reinterpret_cast<const std::uint8_t*>("secret");
    request.passphrase_len = 6;
    request.keys = garbage;
    faults.seen = 0;
    faults.first = first;
    faults.refuse = Faults::Refuse::one;
    const int status = osshkey_unlock_many(&request, 1, nullptr);
    faults.refuse = Faults::Refuse::nothing;
    CAPTURE(first);
    CHECK(status == request.status);
    CHECK(osshkey_file_unlock_error(file, &error) == status);
    REQUIRE(request.keys != garbage);
    CHECK((request.keys != nullptr) == (status == OSSHKEY_OK));
    osshkey_keys_free(request.keys);
  } while (faults.seen > first++);  // until there was none to refuse
  CHECK(request.status == OSSHKEY_OK);
  CHECK(first > 10);
  osshkey_file_free(file);
}

TEST_CASE("every allocation may fail while a file that isn't encrypted is read") {
  const Scratch scratch;
  for (const std::string_view type : {"ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-ed448"}) {
    CAPTURE(type);
    const PrivateKey key = make_key(type);
    for (const Result<SecureBytes>& text : {to_openssh(key), to_pkcs8(key)}) {
      REQUIRE(text);
      const auto path =
          scratch.write("file", {reinterpret_cast<const char*>(text->data()), text->size()});
      check_every_failure(path, "");
    }
  }
}
