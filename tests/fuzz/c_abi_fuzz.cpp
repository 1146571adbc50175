// SPDX-License-Identifier: MIT
// The C interface over any file, with every function called on what came of it: statuses agree with
// the C++ interface, views end in a NUL, and no buffer is written past the size that was given. The
// first byte of the input chooses how the file is unlocked.
#include <osshkey/osshkey.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <string>

#include "properties.hpp"
#include "sample_files.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

using File = std::unique_ptr<osshkey_file, decltype(&osshkey_file_free)>;
using KeysHandle = std::unique_ptr<osshkey_keys, decltype(&osshkey_keys_free)>;

const auto* secret() {
  return reinterpret_cast<const std::uint8_t*>(passphrase.data());
}

osshkey_policy quick() {
  const Limits limits = quick_policy(Strictness::forgiving).limits;
  osshkey_policy policy;
  expect(osshkey_policy_init(&policy) == OSSHKEY_OK, "a policy has defaults");
  policy.max_rounds = limits.rounds;
  policy.max_key_bits = limits.key_bits;
  policy.max_iterations = limits.pbkdf2_iterations;
  policy.max_kdf_memory = limits.kdf_memory;
  policy.max_kdf_passes = limits.kdf_passes;
  return policy;
}

File parsed(ByteView bytes) {
  const osshkey_policy policy = quick();
  osshkey_file* file = nullptr;
  expect(osshkey_file_parse(bytes.data(), bytes.size(), &policy, &file) == OSSHKEY_OK &&
             file != nullptr,
         "any bytes make a file");
  return {file, osshkey_file_free};
}

void check_text(const char* text, std::size_t size) {
  expect(text == nullptr ? size == 0 : text[size] == '\0', "a text ends in a NUL");
}

void check_error(const osshkey_error& error, int status) {
  expect(error.status == status, "an error has the status that its function returned");
  expect(error.field != nullptr && error.hint != nullptr, "its texts are never NULL");
  check_text(error.text, error.text_len);
  expect((status == OSSHKEY_OK) == (error.text_len == 0), "every error has a text");
  expect(std::strlen(osshkey_word(status)) != 0, "every status has a word");
}

/// check_fills calls a function that fills a buffer with the sizes 0, too small and right. What
/// lies behind the buffer is not touched.
template <typename Element>
Bytes check_fills(const std::function<int(Element*, std::size_t*)>& fill) {
  std::size_t needed = 0;
  const int status = fill(nullptr, &needed);
  if (status != OSSHKEY_BUFFER_TOO_SMALL) {
    expect(status != OSSHKEY_OK && needed == 0, "what fails needs no room");
    return {};
  }
  constexpr Element guard = 0x5a;
  std::vector<Element> buffer(needed + 1, guard);
  std::size_t size = needed - 1;
  if (fill(buffer.data(), &size) == OSSHKEY_BUFFER_TOO_SMALL) {
    expect(std::ranges::count(buffer, guard) == static_cast<std::ptrdiff_t>(buffer.size()),
           "a buffer that is too small stays as it was");
  }
  size = needed;
  expect(fill(buffer.data(), &size) == OSSHKEY_OK && size <= needed && buffer.back() == guard,
         "a buffer of the needed size is filled, and no more");
  return {buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(size)};
}

void check_public(const osshkey_public_key* key, const PublicKey& other) {
  std::size_t size = 0;
  const char* type = osshkey_public_key_type(key, &size);
  check_text(type, size);
  const std::uint8_t* blob = osshkey_public_key_blob(key, &size);
  expect(std::ranges::equal(ByteView(blob, size), other.blob()), "both interfaces see one key");
  osshkey_public_key* again = nullptr;
  expect(osshkey_public_key_from_blob(blob, size, &again) == OSSHKEY_OK &&
             osshkey_public_key_equal(key, again) == 1,
         "its blob parses to the same key");
  osshkey_public_key_free(again);
  const std::uint8_t* certificate = osshkey_public_key_certificate(key, &size);
  expect((certificate == nullptr) == (size == 0), "a certificate has bytes");
  expect(osshkey_public_key_bits(key) == other.bits(), "and a size");
  const Bytes fingerprint = check_fills<char>([&](char* out, std::size_t* len) {
    return osshkey_public_key_fingerprint(key, OSSHKEY_HASH_SHA256, out, len);
  });
  expect_same(reinterpret_cast<const char*>(fingerprint.data()), other.fingerprint(),
              "and a fingerprint");
  check_fills<char>([&](char* out, std::size_t* len) {
    return osshkey_public_key_authorized_key(key, "a comment", 9, out, len);
  });
  check_fills<std::uint8_t>([&](std::uint8_t* out, std::size_t* len) {
    return osshkey_public_key_to_x25519(key, out, len);
  });
}

void check_signature(const osshkey_private_key* key) {
  const std::array<std::uint8_t, 4> message = {1, 2, 3, 4};
  std::array<std::uint8_t, 4096> signature{};
  std::size_t size = signature.size();
  const int status = osshkey_private_key_sign(key, message.data(), message.size(), nullptr,
                                              signature.data(), &size);
  if (status == OSSHKEY_OK && osshkey_private_key_is_proved(key) == 1) {
    expect(osshkey_public_key_verify(osshkey_private_key_public_key(key), message.data(),
                                     message.size(), signature.data(), size, nullptr) == OSSHKEY_OK,
           "a proved key's signature verifies");
  }
}

void check_private(const osshkey_private_key* key, const PrivateKey& other) {
  std::size_t size = 0;
  const char* comment = osshkey_private_key_comment(key, &size);
  check_text(comment, size);
  expect_same({comment, size}, other.comment(), "both interfaces see one comment");
  expect((osshkey_private_key_is_proved(key) == 1) == other.is_proved(), "and one proof");
  check_public(osshkey_private_key_public_key(key), other.public_key());
  for (int part = 0; part < 70; ++part) {
    const std::uint8_t* data = nullptr;
    const int status = osshkey_private_key_part(key, part, &data, &size);
    expect(status == OSSHKEY_OK || (status == OSSHKEY_INVALID_ARGUMENT && data == nullptr),
           "a key has a part or it hasn't");
  }
  using Writer = int (*)(const osshkey_private_key*, std::uint8_t*, std::size_t*);
  constexpr std::array<Writer, 5> writers = {
      [](auto* k, auto* out, auto* len) {
        return osshkey_private_key_to_openssh(k, nullptr, out, len);
      },
      [](auto* k, auto* out, auto* len) {
        return osshkey_private_key_to_pkcs8(k, nullptr, out, len);
      },
      [](auto* k, auto* out, auto* len) {
        return osshkey_private_key_to_pem(k, nullptr, 0, out, len);
      },
      [](auto* k, auto* out, auto* len) {
        return osshkey_private_key_to_agent_message(k, nullptr, out, len);
      },
      osshkey_private_key_to_x25519};
  for (const Writer write : writers) {
    check_fills<std::uint8_t>(
        [&](std::uint8_t* out, std::size_t* len) { return write(key, out, len); });
  }
  check_signature(key);
}

void check_inspection(const osshkey_file* file, const Inspection& inspection) {
  std::size_t size = 0;
  for (const auto view : {osshkey_file_container, osshkey_file_cipher, osshkey_file_kdf}) {
    const char* text = view(file, &size);
    check_text(text, size);
  }
  osshkey_file_salt(file, &size);
  expect(size == inspection.salt.size(), "both interfaces see one salt");
  expect(osshkey_file_rounds(file) == inspection.rounds, "and the same rounds");
  const std::size_t count = osshkey_file_key_count(file);
  expect(count == inspection.keys.size(), "and as many keys");
  for (std::size_t i = 0; i < count; ++i) {
    const osshkey_public_key* key = osshkey_file_public_key(file, i);
    expect((key != nullptr) == inspection.keys[i].public_key.has_value(), "and the same of them");
    if (key != nullptr) {
      check_public(key, *inspection.keys[i].public_key);
    }
    const char* comment = osshkey_file_comment(file, i, &size);
    check_text(comment, size);
  }
  expect(osshkey_file_public_key(file, count) == nullptr, "there is no key behind the last");
  osshkey_note note;
  const std::size_t notes = osshkey_file_note_count(file);
  for (std::size_t i = 0; i < notes; ++i) {
    expect(osshkey_file_note(file, i, &note) == OSSHKEY_OK, "each note can be read");
    check_text(note.text, note.text_len);
  }
  expect(osshkey_file_note(file, notes, &note) == OSSHKEY_INVALID_ARGUMENT,
         "there is no note behind the last");
}

/// ask answers wrongly first.
int ask(void* user, const osshkey_file* /*file*/, unsigned attempt, std::uint8_t* buffer,
        std::size_t size) {
  ++*static_cast<unsigned*>(user);
  const std::string_view answer = attempt == 1 ? "wrong" : passphrase;
  expect(size >= answer.size(), "there is room for a passphrase");
  std::ranges::copy(answer, buffer);
  return static_cast<int>(answer.size());
}

enum class Way : std::uint8_t { at_once, ask, many };

int unlock(Way way, osshkey_file* file, osshkey_keys** keys) {
  if (way == Way::many) {
    osshkey_unlock_request request{.file = file,
                                   .passphrase = secret(),
                                   .passphrase_len = passphrase.size(),
                                   .keys = nullptr,
                                   .status = 0,
                                   .reserved = {}};
    const int status = osshkey_unlock_many(&request, 1, nullptr);
    expect(status == request.status, "a batch of one has the status of that one");
    *keys = request.keys;
    return status;
  }
  if (way == Way::ask) {
    unsigned asked = 0;
    const int status = osshkey_file_unlock_ask(file, ask, &asked, 2, nullptr, keys);
    expect(asked <= 2, "nobody is asked more often than was said");
    return status;
  }
  return osshkey_file_unlock(file, secret(), passphrase.size(), nullptr, keys);
}

void check_unlocked(osshkey_file* file, Way way, const Result<Keys>& others) {
  osshkey_keys* raw = nullptr;
  const int status = unlock(way, file, &raw);
  const KeysHandle keys(raw, osshkey_keys_free);
  osshkey_error error;
  expect(osshkey_file_unlock_error(file, &error) == status, "the last attempt is remembered");
  check_error(error, status);
  expect((status == OSSHKEY_OK) == others.has_value(), "both interfaces open the same files");
  expect((keys == nullptr) == (status != OSSHKEY_OK), "there are keys where nothing failed");
  if (status != OSSHKEY_OK) {
    expect_same(osshkey_word(status), word(others.error().code), "or fail for the same reason");
    return;
  }
  expect(osshkey_keys_count(raw) == others->size(), "with as many keys");
  for (std::size_t i = 0; i < others->size(); ++i) {
    check_private(osshkey_keys_get(raw, i), (*others)[i]);
  }
  expect(osshkey_keys_get(raw, others->size()) == nullptr, "there is no key behind the last");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto way = static_cast<Way>(size == 0 ? 0 : data[0] % 3);
  const ByteView bytes = ByteView(data, size).subspan(std::min<std::size_t>(size, 1));
  const File file = parsed(bytes);
  KeyFile other = KeyFile::parse(bytes, quick_policy(Strictness::forgiving));
  osshkey_error error;
  const int status = osshkey_file_error(file.get(), &error);
  check_error(error, status);
  expect_same(osshkey_word(status), other.error() == nullptr ? "ok" : word(other.error()->code),
              "both interfaces find the same wrong");
  check_inspection(file.get(), other.inspection());
  check_unlocked(file.get(), way, other.unlock(passphrase));
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  std::vector<Bytes> inputs = sample_files();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs[i].insert(inputs[i].begin(), static_cast<std::uint8_t>(i));
  }
  return inputs;
}
