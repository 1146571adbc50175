// SPDX-License-Identifier: MIT
#include "container/ppk.hpp"

#include <doctest/doctest.h>

#include "bytes.hpp"

using namespace osshkey;
using namespace osshkey::container;
using namespace osshkey::testing;

namespace {

const std::string plain_v2 =
    "PuTTY-User-Key-File-2: ssh-ed25519\n"
    "Encryption: none\n"
    "Comment: a comment\n"
    "Public-Lines: 2\n"
    "AAAA\n"
    "BBBB\n"
    "Private-Lines: 1\n"
    "CCCC\n"
    "Private-MAC: 0123456789abcdef0123456789abcdef01234567\n";

const std::string encrypted_v3 =
    "PuTTY-User-Key-File-3: ssh-ed25519\n"
    "Encryption: aes256-cbc\n"
    "Comment: \n"
    "Public-Lines: 1\n"
    "AAAA\n"
    "Key-Derivation: Argon2id\n"
    "Argon2-Memory: 8192\n"
    "Argon2-Passes: 21\n"
    "Argon2-Parallelism: 2\n"
    "Argon2-Salt: 000102030405060708090a0b0c0d0e0f\n"
    "Private-Lines: 1\n"
    "AAECAwQFBgcICQoLDA0ODw==\n"
    "Private-MAC: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n";

Ppk parse(const std::string& text) {
  return parse_ppk(from_text(text));
}

/// with is the text with the line that begins with `name` replaced.
std::string with(std::string text, std::string_view name, std::string_view line) {
  const std::size_t begin = text.find(name);
  const std::size_t end = text.find('\n', begin);
  REQUIRE(begin != std::string::npos);
  return text.replace(begin, end - begin, line);
}

errc outcome(const std::string& text) {
  const Ppk file = parse(text);
  return file.error ? file.error->code : errc{};
}

}  // namespace

TEST_CASE("version 2 without encryption") {
  const Bytes text = from_text(plain_v2);
  const Ppk file = parse_ppk(text);
  REQUIRE_FALSE(file.error);
  CHECK(file.version == 2);
  CHECK(file.key_type == "ssh-ed25519");
  CHECK(file.cipher_name == "none");
  CHECK(file.comment == "a comment");
  CHECK(to_hex(file.public_blob) == "000000041041");
  CHECK(to_hex(file.private_blob.view()) == "082082");
  CHECK(file.mac.size() == 20);
  CHECK_FALSE(file.kdf);
}

TEST_CASE("version 3 with Argon2") {
  const Bytes text = from_text(encrypted_v3);
  const Ppk file = parse_ppk(text);
  REQUIRE_FALSE(file.error);
  CHECK(file.comment.empty());
  CHECK(file.kdf->kdf == Kdf::argon2id);
  CHECK(file.kdf->name == "argon2id");
  CHECK(file.kdf->memory_kib == 8192);
  CHECK(file.kdf->rounds == 21);
  CHECK(file.kdf->parallelism == 2);
  CHECK(to_hex(file.kdf->salt) == "000102030405060708090a0b0c0d0e0f");
}

TEST_CASE("harmless forms: no last newline, no blank after the comment's colon, capital digits") {
  CHECK(outcome(plain_v2.substr(0, plain_v2.size() - 1)) == errc{});
  CHECK(outcome(with(plain_v2, "Comment", "Comment:")) == errc{});
  CHECK(outcome(with(plain_v2, "Private-MAC",
                     "Private-MAC: 0123456789ABCDEF0123456789ABCDEF01234567")) == errc{});
  CHECK(outcome(plain_v2 + "\n \n") == errc{});
}

TEST_CASE("every line that is missing, and every one that is something else") {
  for (const std::string_view name :
       {"PuTTY", "Encryption", "Comment", "Public-Lines", "Key-Derivation", "Argon2-Memory",
        "Argon2-Passes", "Argon2-Parallelism", "Argon2-Salt", "Private-Lines", "Private-MAC"}) {
    const std::size_t begin = encrypted_v3.find(name);
    const Ppk cut = parse(encrypted_v3.substr(0, begin));
    CHECK(cut.error->code == errc::truncated);
    CHECK(cut.error->offset == begin);
    const errc other = outcome(with(encrypted_v3, name, "Something-Else: 1"));
    CHECK((other == errc::malformed || other == errc::truncated));
  }
}

TEST_CASE("versions, ciphers and derivations that don't exist") {
  CHECK(outcome(with(plain_v2, "PuTTY", "PuTTY-User-Key-File-1: ssh-rsa")) ==
        errc::unsupported_container);
  CHECK(outcome(with(plain_v2, "PuTTY", "PuTTY-User-Key-File-4: ssh-rsa")) ==
        errc::unsupported_container);
  CHECK(outcome(with(plain_v2, "Encryption", "Encryption: aes128-cbc")) ==
        errc::unsupported_cipher);
  const Ppk file = parse(with(encrypted_v3, "Key-Derivation", "Key-Derivation: Argon3"));
  CHECK(file.error->code == errc::unsupported_kdf);
  CHECK(file.error->detail == "Argon3");
}

TEST_CASE("Argon2's parameters at their bounds and past them") {
  const auto changed = [](std::string_view name, std::string_view line) {
    return outcome(with(encrypted_v3, name, line));
  };
  CHECK(changed("Argon2-Passes", "Argon2-Passes: 0") == errc::bad_kdf_options);
  CHECK(changed("Argon2-Passes", "Argon2-Passes: 4294967295") == errc{});
  CHECK(changed("Argon2-Passes", "Argon2-Passes: 4294967296") == errc::bad_kdf_options);
  CHECK(changed("Argon2-Passes", "Argon2-Passes: -1") == errc::malformed);
  CHECK(changed("Argon2-Passes", "Argon2-Passes: 99999999999999999999") == errc::malformed);
  CHECK(changed("Argon2-Parallelism", "Argon2-Parallelism: 0") == errc::bad_kdf_options);
  CHECK(changed("Argon2-Parallelism", "Argon2-Parallelism: 1024") == errc{});
  CHECK(changed("Argon2-Parallelism", "Argon2-Parallelism: 1025") == errc::bad_kdf_options);
  CHECK(changed("Argon2-Memory", "Argon2-Memory: 16") == errc{});
  CHECK(changed("Argon2-Memory", "Argon2-Memory: 15") == errc::bad_kdf_options);
  CHECK(changed("Argon2-Memory", "Argon2-Memory: 4294967296") == errc::bad_kdf_options);
  CHECK(changed("Argon2-Salt", "Argon2-Salt: 0001020304050607") == errc{});
  CHECK(changed("Argon2-Salt", "Argon2-Salt: 00010203040506") == errc::bad_kdf_options);
  CHECK(changed("Argon2-Salt", "Argon2-Salt: xyz") == errc::malformed);
}

TEST_CASE("counts of lines and blobs") {
  CHECK(outcome(with(plain_v2, "Public-Lines", "Public-Lines: 1")) == errc::malformed);
  CHECK(outcome(with(plain_v2, "Public-Lines", "Public-Lines: 18446744073709551615")) ==
        errc::truncated);
  CHECK(outcome(with(plain_v2, "Public-Lines", "Public-Lines: two")) == errc::malformed);
  CHECK(outcome(with(plain_v2, "BBBB", "BB*B")) == errc::bad_base64);
  CHECK(outcome(with(plain_v2, "CCCC", "CCC")) == errc::bad_base64);
  CHECK(outcome(with(encrypted_v3, "AAECAw", "AAECAw==")) == errc::malformed);
}

TEST_CASE("a MAC of another size, and lines after it") {
  CHECK(outcome(with(plain_v2, "Private-MAC", "Private-MAC: 00")) == errc::malformed);
  CHECK(outcome(with(plain_v2, "Private-MAC", "Private-MAC: zz")) == errc::malformed);
  CHECK(outcome(plain_v2 + "more\n") == errc::trailing_data);
}

TEST_CASE("a file cut after its public half still shows it") {
  const Bytes text = from_text(plain_v2.substr(0, plain_v2.find("Private-Lines")));
  const Ppk file = parse_ppk(text);
  CHECK(file.error->code == errc::truncated);
  CHECK(file.comment == "a comment");
  CHECK(file.public_blob.size() == 6);
}

TEST_CASE("a last line of another name isn't a cut one") {
  CHECK(outcome(with(plain_v2, "Private-MAC", "Private-Hash: 00")) == errc::malformed);
  CHECK(outcome(with(plain_v2, "Private-MAC", "Private-M")) == errc::truncated);
}

TEST_CASE("Argon2's memory past its bound says which bound") {
  const Ppk file = parse(with(encrypted_v3, "Argon2-Memory", "Argon2-Memory: 99999999999"));
  REQUIRE(file.error);
  CHECK(file.error->field == "Argon2-Memory");
  CHECK(file.error->detail.contains("at most"));
}
