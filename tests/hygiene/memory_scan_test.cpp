// SPDX-License-Identifier: MIT
// What a file leaves in memory once it and its keys are destroyed: nothing of the passphrase, of
// the derived key or of the private half. unlock_and_scan.cpp is the program that looks; this one
// makes the files and knows the secrets.
#include <doctest/doctest.h>
#include <sodium.h>
#include <stdlib.h>
#include <osshkey/osshkey.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <set>
#include <stdexcept>

#include "encrypted_files.hpp"
#include "make_keys.hpp"
#include "scratch.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

constexpr std::uint8_t mask = 0x5a;
// Long enough never to be met by chance, short enough to see a few registers' worth.
constexpr std::size_t needle_size = 8;

std::string masked(Bytes bytes) {
  for (std::uint8_t& byte : bytes) {
    byte ^= mask;
  }
  return to_hex(bytes);
}

/// Secret is bytes that must not be left behind, whole or in part.
struct Secret {
  std::string name;
  Bytes bytes;
};

/// arguments is every part of a secret, as it is and as libcrypto stores numbers: backwards.
std::string arguments(const std::vector<Secret>& secrets) {
  std::string text;
  for (const Secret& secret : secrets) {
    for (std::size_t i = 0; i + needle_size <= secret.bytes.size(); i += needle_size) {
      const auto begin = secret.bytes.begin() + static_cast<std::ptrdiff_t>(i);
      Bytes part(begin, begin + needle_size);
      if (std::ranges::count(part, part.front()) == needle_size) {
        continue;  // PuTTY's first format has an IV of zeros
      }
      text += " " + secret.name + " " + masked(part);
      std::ranges::reverse(part);
      text += " " + secret.name + " " + masked(part);
    }
  }
  return text;
}

struct Scan {
  std::string outcome;
  std::set<std::string> found;  ///< such as `derived in [heap]`

  [[nodiscard]] std::string text() const {
    std::string text;
    for (const std::string& line : found) {
      text += line + "\n";
    }
    return text;
  }
};

/// scan runs one of the two programs on a file.
Scan scan(const char* program, const std::filesystem::path& file, std::string_view action,
          std::string_view passphrase, const std::vector<Secret>& secrets) {
  const char* path = ::getenv(program);
  if (path == nullptr) {
    throw std::runtime_error("run the test through Meson");
  }
  const std::string command = std::string(path) + " " + file.string() + " " + std::string(action) +
                              " '" + masked(from_text(passphrase)) + "'" + arguments(secrets);
  const std::unique_ptr<FILE, int (*)(FILE*)> output(::popen(command.c_str(), "r"), ::pclose);
  Scan result;
  std::array<char, 200> line{};
  while (std::fgets(line.data(), line.size(), output.get()) != nullptr) {
    std::string text = line.data();
    text.pop_back();
    if (result.outcome.empty()) {
      result.outcome = text;
    } else if (text.starts_with("found ")) {
      result.found.insert(text.substr(6));
    } else {
      // The stack and libcrypto's data alone are more than this.
      CHECK(std::stoul(text.substr(text.find(' '))) > 1'000'000);
    }
  }
  return result;
}

constexpr const char* wiping = "UNLOCK_AND_SCAN";
constexpr const char* not_wiping = "UNLOCK_AND_SCAN_NO_WIPE";

/// scan_both expects nothing where the library wipes, and lists what there is where it doesn't.
std::string scan_both(const std::filesystem::path& file, std::string_view action,
                      std::string_view passphrase, std::string_view outcome,
                      const std::vector<Secret>& secrets) {
  const Scan clean = scan(wiping, file, action, passphrase, secrets);
  CHECK(clean.outcome == outcome);
  CHECK(clean.text() == "");
  const Scan unwiped = scan(not_wiping, file, action, passphrase, secrets);
  CHECK(unwiped.outcome == outcome);
  return unwiped.text();
}

/// random_passphrase has six bits a character: four hex digits in UTF-16, which are as long as a
/// needle, stand in some library's tables by chance.
std::string random_passphrase() {
  Bytes bytes(30);
  randombytes_buf(bytes.data(), bytes.size());
  constexpr int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  std::string text(sodium_base64_encoded_len(bytes.size(), variant), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), variant);
  text.pop_back();
  return text;
}

Bytes copy(ByteView view) {
  return {view.begin(), view.end()};
}

/// in_words is bytes as the words of four bytes that bcrypt_pbkdf computes with.
Bytes in_words(Bytes bytes) {
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i + 4));
  }
  return bytes;
}

Bytes sha512(const Bytes& bytes) {
  Bytes digest(crypto_hash_sha512_BYTES);
  crypto_hash_sha512(digest.data(), bytes.data(), bytes.size());
  return digest;
}

/// passphrase_secrets is the passphrase, in UTF-16 too, and the digest that bcrypt_pbkdf takes
/// instead of it.
std::vector<Secret> passphrase_secrets(std::string_view passphrase) {
  Bytes utf16;
  for (const char c : passphrase) {
    utf16.insert(utf16.end(), {0, static_cast<std::uint8_t>(c)});
  }
  const Bytes digest = sha512(from_text(passphrase));
  return {{"passphrase", from_text(passphrase)},
          {"passphrase", utf16},
          {"passphrase", digest},
          {"passphrase", in_words(digest)}};
}

/// PrivateHalf lists the private numbers of a key.
struct PrivateHalf {
  std::vector<Secret>& secrets;

  void add(ByteView bytes) const { secrets.push_back({"private", copy(bytes)}); }
  void operator()(const Ed25519Numbers& key) const {
    add(key.seed());
    Bytes scalar = sha512(copy(key.seed()));
    scalar.resize(24);  // the private scalar, less its ends, which RFC 8032 sets to fixed bits
    scalar.erase(scalar.begin(), scalar.begin() + 8);
    add(scalar);
  }
  void operator()(const RsaNumbers& key) const {
    for (const ByteView number : {key.d, key.p, key.q, key.iqmp}) {
      add(number);
    }
  }
  void operator()(const EcdsaNumbers& key) const { add(key.scalar); }
  void operator()(const DsaNumbers& key) const { add(key.x); }
  void operator()(const Ed448Numbers& key) const { add(key.seed); }
  void operator()(const MldsaEd25519Numbers& key) const { add(key.secret); }
  void operator()(const SecurityKeyNumbers& /*key*/) const {}
};

std::vector<Secret> private_secrets(const PrivateKey& key) {
  std::vector<Secret> secrets;
  std::visit(PrivateHalf{secrets}, key.numbers());
  return secrets;
}

PrivateKey unlocked(const EncryptedFile& file, std::string_view passphrase) {
  Result<Keys> keys = KeyFile::parse(wire::as_bytes(file.text)).unlock(passphrase);
  if (!keys) {
    throw std::runtime_error(file.name + ": " + keys.error().text());
  }
  return std::move(keys->front());
}

std::vector<Secret> operator+(std::vector<Secret> a, const std::vector<Secret>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<EncryptedFile> files_of_all_kinds(std::string_view passphrase) {
  std::vector<EncryptedFile> files = one_of_each(passphrase);
  files.push_back(openssh_file(make_key("ecdsa-sha2-nistp256"), "aes256-cbc", passphrase));
  files.push_back(openssh_file(make_key("ssh-rsa"), "3des-cbc", passphrase));
  return files;
}

/// damaged changes a byte of what is encrypted.
std::string damaged(const EncryptedFile& file) {
  std::string text = file.text;
  std::size_t at = text.size() * 3 / 4;
  if (const std::size_t lines = text.find("Private-Lines: 1\n"); lines != std::string::npos) {
    at = lines + 30;
  } else if (!text.starts_with("-----")) {
    at = text.size() - 5;  // nothing but the padding tells that a lone seed was changed
  }
  char& c = text[at] == '\n' ? text[at + 1] : text[at];
  c = c == 'A' ? 'B' : 'A';
  return text;
}

}  // namespace

TEST_CASE("an unlocked key leaves nothing behind") {
  const Scratch scratch;
  const std::string passphrase = random_passphrase();
  for (const EncryptedFile& file : files_of_all_kinds(passphrase)) {
    CAPTURE(file.name);
    const auto path = scratch.write("file", file.text);
    const std::vector<Secret> secrets = passphrase_secrets(passphrase) +
                                        private_secrets(unlocked(file, passphrase)) +
                                        std::vector<Secret>{{"derived", file.derive(passphrase)}};
    const auto unwiped = scan_both(path, "unlock", passphrase, "ok", secrets);
    CHECK(unwiped.contains("derived in"));
    CHECK(unwiped.contains("private in"));
  }
}

TEST_CASE("a wrong passphrase leaves nothing behind") {
  const Scratch scratch;
  const std::string wrong = random_passphrase();
  for (const EncryptedFile& file : files_of_all_kinds("right")) {
    CAPTURE(file.name);
    const auto path = scratch.write("file", file.text);
    const std::vector<Secret> secrets =
        passphrase_secrets(wrong) + std::vector<Secret>{{"derived", file.derive(wrong)}};
    CHECK(scan_both(path, "unlock", wrong, "wrong-passphrase", secrets).contains("derived in"));
  }
}

TEST_CASE("a damaged file leaves nothing behind") {
  const Scratch scratch;
  const std::string passphrase = random_passphrase();
  for (const EncryptedFile& file : files_of_all_kinds(passphrase)) {
    CAPTURE(file.name);
    const auto path = scratch.write("file", damaged(file));
    KeyFile parsed = KeyFile::load(path);
    REQUIRE(parsed.error() == nullptr);
    const Result<Keys> keys = parsed.unlock(passphrase);
    REQUIRE_FALSE(keys);
    const std::vector<Secret> secrets = passphrase_secrets(passphrase) +
                                        private_secrets(unlocked(file, passphrase)) +
                                        std::vector<Secret>{{"derived", file.derive(passphrase)}};
    const auto unwiped = scan_both(path, "unlock", passphrase, word(keys.error().code), secrets);
    CHECK(unwiped.contains("derived in"));
  }
}

TEST_CASE("a cancelled derivation leaves nothing behind") {
  const Scratch scratch;
  const std::string passphrase = random_passphrase();
  const EncryptedFile file = openssh_file(make_key("ssh-ed25519"), "aes256-ctr", passphrase);
  const auto path = scratch.write("file", file.text);
  const std::vector<Secret> secrets =
      passphrase_secrets(passphrase) + std::vector<Secret>{{"derived", file.derive(passphrase)}};
  CHECK(scan_both(path, "cancel", passphrase, "cancelled", secrets).contains("passphrase in"));
}

TEST_CASE("a file that isn't encrypted leaves nothing behind") {
  const Scratch scratch;
  for (const std::string_view type :
       {"ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp521", "ssh-ed448", "ssh-dss"}) {
    CAPTURE(type);
    const PrivateKey key = make_key(type);
    // What follows the private numbers: comment, padding and END line, as every such file has them.
    constexpr std::size_t openssh_end = 50;
    constexpr std::size_t pkcs8_end = 27;
    for (const auto& [text, end] :
         {std::pair{to_openssh(key), openssh_end}, std::pair{to_pkcs8(key), pkcs8_end}}) {
      REQUIRE(text);
      CAPTURE(end);
      const Bytes bytes = copy(text->view());
      const auto path = scratch.write("file", wire::as_text(bytes));
      // The base64 of private numbers alone. What stands before them, such as the type's name in
      // the private section, is in the library too, and the numbers' sizes decide by chance
      // whether the two texts align.
      const Bytes tail(bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() * 5 / 8),
                       bytes.end() - static_cast<std::ptrdiff_t>(end));
      const auto unwiped = scan_both(path, "unlock", "", "ok",
                                     private_secrets(key) + std::vector<Secret>{{"text", tail}});
      CHECK(unwiped.contains("private in"));
      CHECK(unwiped.contains("text in"));
    }
  }
}

TEST_CASE("writing and signing leave nothing behind") {
  const Scratch scratch;
  for (const std::string_view type : {"ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256"}) {
    CAPTURE(type);
    const PrivateKey key = make_key(type);
    const Result<SecureBytes> text = to_openssh(key);
    REQUIRE(text);
    const auto path = scratch.write("file", wire::as_text(text->view()));
    CHECK(scan_both(path, "use", "", "ok", private_secrets(key)).contains("private in"));
  }
}

TEST_CASE("memory that may not be locked serves as well") {
  const Scratch scratch;
  const std::string passphrase = random_passphrase();
  const EncryptedFile file = openssh_file(make_key("ssh-ed25519"), "aes256-ctr", passphrase);
  const auto path = scratch.write("file", file.text);
  scan_both(path, "unlocked-memory", passphrase, "ok", {{"derived", file.derive(passphrase)}});
}
