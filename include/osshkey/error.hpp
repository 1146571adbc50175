// SPDX-License-Identifier: MIT
// Every outcome that osshkey can name. `errc` is the exact cause, for a log and for a program that
// handles one case; `failure` is the kind a caller acts on. One table holds a row per cause: the
// stable word, the message for a person and the hint that names the next step.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <osshkey/api.hpp>

namespace osshkey {

/// errc is the exact cause. Its word (`word()`) is the enumerator with `-` for `_`; words are
/// stable. The causes up to `cancelled` are errors. Those from `crlf` to `trailing_kdf_options`
/// name an irregular form: notes by default, errors under a strict policy. Those from
/// `base64_wrapping` on are advice and never errors.
enum class errc : std::uint8_t {
  // Not a private key.
  empty = 1,
  not_a_private_key,
  public_key_given,
  certificate_given,
  no_begin_line,
  begin_end_mismatch,
  base64_of_file,
  unsupported_container,
  // Malformed.
  truncated,
  bad_base64,
  bad_magic,
  malformed,
  bad_kdf_options,
  bad_padding,
  trailing_data,
  bad_number,
  invalid_key,
  key_mismatch,
  check_mismatch,
  bad_signature,
  // Unsupported.
  unsupported_cipher,
  unsupported_kdf,
  unsupported_key_type,
  unsupported_curve,
  // Limit exceeded.
  file_too_large,
  rounds_too_large,
  too_many_keys,
  key_too_large,
  // Passphrase.
  needs_passphrase,
  wrong_passphrase,
  // Environment.
  io_error,
  out_of_memory,
  cancelled,
  // Irregular form: tolerated and noted, or refused by a strict policy.
  crlf,
  cr_only,
  bom,
  utf16,
  leading_text,
  trailing_text,
  indented,
  quoted,
  literal_backslash_n,
  one_line,
  blank_lines,
  missing_final_newline,
  begin_line_repaired,
  end_line_missing,
  label_mismatch,
  base64_unpadded,
  passphrase_newline,
  extra_padding,
  trailing_kdf_options,
  // Advice.
  base64_wrapping,
  several_keys,
  passphrase_not_needed,
  mldsa_unproved,
  permissions,
  weak_cipher,
  weak_kdf,
  weak_key,
  unencrypted,
};

/// failure is the kind of outcome that a caller acts on, an error condition for `errc`.
enum class failure : std::uint8_t {
  not_a_private_key = 1,  ///< the bytes are something else; the hint says what
  malformed,              ///< damaged, or written against the format
  unsupported,            ///< a cipher, KDF, type or curve that is named but can't be used here
  limit_exceeded,         ///< refused before expensive work; the caller can raise the limit
  passphrase,             ///< one is needed, or the one given is wrong
  environment,            ///< the system failed, or the caller cancelled
  irregular,              ///< a form that OpenSSH refuses or no writer produces
  advice,                 ///< nothing is wrong with the file's form
};

/// all_codes lists every errc in the order of the enumeration.
[[nodiscard]] OSSHKEY_API std::span<const errc> all_codes() noexcept;

/// word is the stable word of a cause, such as `wrong-passphrase`. Static, with a NUL behind it.
[[nodiscard]] OSSHKEY_API std::string_view word(errc code) noexcept;
/// message is one sentence, without a full stop, for a person. Static, with a NUL behind it.
[[nodiscard]] OSSHKEY_API std::string_view message(errc code) noexcept;
/// hint names what to do next; empty where there is nothing to do. Static, with a NUL behind it.
[[nodiscard]] OSSHKEY_API std::string_view hint(errc code) noexcept;
/// kind is the failure that the cause belongs to.
[[nodiscard]] OSSHKEY_API failure kind(errc code) noexcept;
/// kind_name names a failure for a person, such as `not a private key`. Static storage.
[[nodiscard]] OSSHKEY_API std::string_view kind_name(failure f) noexcept;

/// Error says what failed and where. Never holds a passphrase, nor anything that was decrypted but
/// what an object identifier of PKCS#8 says of a key's type or curve that can't be used.
struct Error {
  errc code{};
  /// field is what was being read, in the words of PROTOCOL.key; empty where none applies. Static.
  std::string_view field{};
  /// offset is where the field begins, counted in the decoded bytes of the file (for a container
  /// without base64: in the file, with LF line ends). Never set for decrypted bytes.
  std::optional<std::uint64_t> offset{};
  /// line of the file, counted from 1, where one can be named.
  std::optional<std::uint32_t> line{};
  /// detail completes the message: a name found in the file (as its raw bytes: escape it before
  /// printing), a number and its limit, or what the bytes seem to be.
  std::string detail{};
  /// advice replaces the table's hint where more is known; empty otherwise.
  std::string advice{};
  /// system is the operating system's error behind an io_error.
  std::error_code system{};

  /// text is the table's message, followed by the detail where there is one.
  [[nodiscard]] OSSHKEY_API std::string text() const;
  /// hint is the advice where there is one, else the table's hint.
  [[nodiscard]] OSSHKEY_API std::string_view hint() const noexcept;
  /// error_code converts to the standard form, for code that works with std::error_code.
  [[nodiscard]] OSSHKEY_API std::error_code error_code() const noexcept;
};

/// Note is an irregularity that was tolerated, or advice.
struct Note {
  errc code{};
  std::optional<std::uint32_t> line{};  ///< of the file, from 1, where one can be named
  std::string detail{};                 ///< completes the message; may be empty

  [[nodiscard]] OSSHKEY_API std::string text() const;
};

/// Result is a value, or the Error that prevented it.
template <typename T>
using Result = std::expected<T, Error>;

[[nodiscard]] OSSHKEY_API const std::error_category& error_category() noexcept;
[[nodiscard]] OSSHKEY_API const std::error_category& failure_category() noexcept;
[[nodiscard]] OSSHKEY_API std::error_code make_error_code(errc code) noexcept;
[[nodiscard]] OSSHKEY_API std::error_condition make_error_condition(failure f) noexcept;

}  // namespace osshkey

template <>
struct std::is_error_code_enum<osshkey::errc> : std::true_type {};
template <>
struct std::is_error_condition_enum<osshkey::failure> : std::true_type {};
