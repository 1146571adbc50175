// SPDX-License-Identifier: MIT
// Marks secrets as undefined for valgrind, which then reports every branch and every memory access
// that depends on them: comparisons of tags, check values and keys, and the parser of the private
// section up to the proved key. Lengths, names and padding stay visible: the parser may branch on
// them. So does the verdict of a comparison, its single bit. constant_time_test.py runs this.
//
//   constant-time good      must be free of reports
//   constant-time leaking   branches on a secret; must be reported, or the check proves nothing
#include <sodium.h>
#include <valgrind/memcheck.h>

#include <cstdio>
#include <string_view>
#include <vector>

#include "cipher/chacha20_poly1305.hpp"
#include "key/make_key.hpp"
#include "key/private_section.hpp"
#include "key_builder.hpp"

using namespace osshkey;
using namespace osshkey::testing;

extern "C" {
// The linker's --wrap asks for these names.
// NOLINTBEGIN(bugprone-reserved-identifier)
int __real_sodium_memcmp(const void* a, const void* b, std::size_t size);
int __wrap_sodium_memcmp(const void* a, const void* b, std::size_t size);

int __wrap_sodium_memcmp(const void* a, const void* b, std::size_t size) {
  int verdict = __real_sodium_memcmp(a, b, size);
  VALGRIND_MAKE_MEM_DEFINED(&verdict, sizeof verdict);
  return verdict;
}
// NOLINTEND(bugprone-reserved-identifier)
}

namespace {

void hide(ByteView bytes) {
  VALGRIND_MAKE_MEM_UNDEFINED(bytes.data(), bytes.size());
}
void show(ByteView bytes) {
  VALGRIND_MAKE_MEM_DEFINED(bytes.data(), bytes.size());
}

bool expect(bool good, const char* what) {
  if (!good) {
    std::fprintf(stderr, "wrong result: %s\n", what);
  }
  return good;
}

bool compare() {
  Bytes a(32, 1);
  Bytes b(32, 1);
  hide(a);
  hide(b);
  const bool equal = equal_constant_time(a, b);
  show(a);
  a[31] = 2;
  hide(a);
  return expect(equal && !equal_constant_time(a, b), "comparison");
}

bool open_chacha20_poly1305() {
  Bytes key(64, 3);
  const Bytes plaintext(48, 4);
  Bytes ciphertext(48);
  Bytes tag(16);
  if (!cipher::chacha20_poly1305_encrypt(key, plaintext, ciphertext, tag)) {
    return false;
  }
  hide(key);
  Bytes opened(48);
  const Result<void> done = cipher::chacha20_poly1305_decrypt(key, ciphertext, tag, opened);
  show(opened);
  return expect(done && opened == plaintext, "chacha20-poly1305");
}

constexpr std::uint32_t first_check = 7;

/// parse_section hides the check values and all that is secret in a section, then parses it.
bool parse_section(std::uint32_t second_check) {
  const Ed25519Pair pair(9);
  Bytes section =
      padded(u32(first_check) + u32(second_check) + pair.private_fields() + ssh_string("me"), 8);
  const ByteView checks = ByteView(section).first(8);
  // After the check values: type, public key, and the length of the secret.
  const std::size_t secret_at = 8 + 4 + 11 + 4 + 32 + 4;
  const ByteView secret = ByteView(section).subspan(secret_at, 64);
  hide(checks);
  hide(secret);
  const Result<key::PrivateSection> parsed = key::parse_private_section(section, 1);
  if (!parsed) {
    return expect(second_check != first_check, "check values");
  }
  std::vector<Note> notes;
  const Result<PrivateKey> made = key::make_private_key(parsed->keys.front(), nullptr, notes);
  return expect(second_check == first_check && made && made->is_proved(), "private section");
}

bool branch_on_secret() {
  Bytes secret(1, 1);
  hide(secret);
  if (secret[0] == 1) {
    std::fputs("one\n", stderr);
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && argv[1] == std::string_view("leaking")) {
    return branch_on_secret() ? 0 : 1;
  }
  const bool good = compare() && open_chacha20_poly1305() && parse_section(first_check) &&
                    parse_section(first_check + 1);
  return good ? 0 : 1;
}
