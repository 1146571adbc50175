// SPDX-License-Identifier: MIT
// What stands behind the opaque handles of the C interface, and what its functions share: the guard
// that turns exceptions into statuses, the caller's buffers, views of texts.
#pragma once

#include <osshkey/osshkey.h>
#include <osshkey/osshkey.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osshkey::c_abi {

/// to_status is the number of a cause.
[[nodiscard]] int to_status(errc code) noexcept;

/// StoredError owns the texts that an osshkey_error shows; empty ones stand for those of the
/// status.
struct StoredError {
  int status = OSSHKEY_OK;
  int system = 0;
  std::uint32_t line = 0;
  std::int64_t offset = -1;
  std::string field{};
  std::string text{};
  std::string hint{};
};

/// StoredNote owns the texts that an osshkey_note shows.
struct StoredNote {
  int status;
  std::uint32_t line;
  std::string text;
  const char* hint;  // static
};

/// guarded runs the body of a C function: no exception may leave it.
template <typename Work>
[[nodiscard]] int guarded(Work work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return OSSHKEY_OUT_OF_MEMORY;
  } catch (...) {
    return OSSHKEY_INTERNAL_ERROR;
  }
}

/// is_view is false for a NULL pointer to at least one byte.
[[nodiscard]] inline bool is_view(const void* data, std::size_t size) noexcept {
  return data != nullptr || size == 0;
}

/// is_unused is false where a caller's struct says something in its room for later versions.
[[nodiscard]] inline bool is_unused(std::span<const std::uint64_t> reserved) noexcept {
  return std::ranges::all_of(reserved, [](std::uint64_t word) { return word == 0; });
}

/// text_or_empty takes NULL as the empty text.
[[nodiscard]] inline std::string_view text_or_empty(const char* text) noexcept {
  return text == nullptr ? std::string_view{} : std::string_view(text);
}

/// show hands out a view and, where it is wanted, its length.
template <typename Byte>
[[nodiscard]] const Byte* show(const Byte* data, std::size_t size, std::size_t* len) noexcept {
  if (len != nullptr) {
    *len = size;
  }
  return data;
}
[[nodiscard]] inline const char* show(const std::string& text, std::size_t* len) noexcept {
  return show(text.c_str(), text.size(), len);
}
/// show_bytes shows NULL where there are no bytes.
[[nodiscard]] inline const std::uint8_t* show_bytes(ByteView bytes, std::size_t* len) noexcept {
  return show(bytes.empty() ? nullptr : bytes.data(), bytes.size(), len);
}
/// show_nothing is the answer for a NULL handle or an index too large.
template <typename Byte>
[[nodiscard]] const Byte* show_nothing(std::size_t* len) noexcept {
  return show<Byte>(nullptr, 0, len);
}

/// fill copies a result into the caller's buffer of `*len` bytes, or says that `needed` are needed.
[[nodiscard]] int fill(ByteView result, std::size_t needed, std::uint8_t* out,
                       std::size_t* len) noexcept;
[[nodiscard]] inline int fill(ByteView result, std::uint8_t* out, std::size_t* len) noexcept {
  return fill(result, result.size(), out, len);
}
/// fill_text does the same with a text and its NUL.
[[nodiscard]] int fill_text(const std::string& text, char* out, std::size_t* len) noexcept;

/// first_failure is what a batch returns: the first status that isn't good.
template <typename Request>
[[nodiscard]] int first_failure(std::span<const Request> requests) noexcept {
  for (const Request& request : requests) {
    if (request.status != OSSHKEY_OK) {
      return request.status;
    }
  }
  return OSSHKEY_OK;
}

}  // namespace osshkey::c_abi

struct osshkey_public_key {
  osshkey::PublicKey key;
};

struct osshkey_private_key {
  explicit osshkey_private_key(osshkey::PrivateKey opened)
      : key(std::move(opened)), public_key{key.public_key()} {}
  osshkey::PrivateKey key;
  osshkey_public_key public_key;
};

struct osshkey_keys {
  std::vector<osshkey_private_key> keys;
};

struct osshkey_file {
  osshkey_file(osshkey::KeyFile parsed, std::optional<std::string> loaded_from);

  /// add_notes stores the notes that unlocking has added.
  void add_notes();

  osshkey::KeyFile file;
  std::optional<std::string> path;
  std::string container;
  osshkey::c_abi::StoredError error;
  osshkey::c_abi::StoredError unlock_error;
  std::deque<osshkey::c_abi::StoredNote> notes;  // adding to a deque keeps views valid
  std::vector<std::optional<osshkey_public_key>> public_keys;
};

namespace osshkey::c_abi {

[[nodiscard]] StoredError store(const Error& error);

}  // namespace osshkey::c_abi
