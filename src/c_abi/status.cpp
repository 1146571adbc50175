// SPDX-License-Identifier: MIT
// The numbers, words, messages, hints and kinds of the C interface: one row for each cause of the
// C++ interface, and the statuses that only a C caller meets.
#include <osshkey/osshkey.h>
#include <osshkey/error.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "c_abi/handles.hpp"

namespace osshkey::c_abi {

namespace {

// Written out, so that an enumerator may move without a number of the C interface changing.
struct Row {
  errc code;
  int status;
};

constexpr Row rows[] = {
    {errc::empty, OSSHKEY_EMPTY},
    {errc::not_a_private_key, OSSHKEY_NOT_A_PRIVATE_KEY},
    {errc::public_key_given, OSSHKEY_PUBLIC_KEY_GIVEN},
    {errc::certificate_given, OSSHKEY_CERTIFICATE_GIVEN},
    {errc::no_begin_line, OSSHKEY_NO_BEGIN_LINE},
    {errc::begin_end_mismatch, OSSHKEY_BEGIN_END_MISMATCH},
    {errc::base64_of_file, OSSHKEY_BASE64_OF_FILE},
    {errc::unsupported_container, OSSHKEY_UNSUPPORTED_CONTAINER},
    {errc::truncated, OSSHKEY_TRUNCATED},
    {errc::bad_base64, OSSHKEY_BAD_BASE64},
    {errc::bad_magic, OSSHKEY_BAD_MAGIC},
    {errc::malformed, OSSHKEY_MALFORMED},
    {errc::bad_kdf_options, OSSHKEY_BAD_KDF_OPTIONS},
    {errc::bad_padding, OSSHKEY_BAD_PADDING},
    {errc::trailing_data, OSSHKEY_TRAILING_DATA},
    {errc::bad_number, OSSHKEY_BAD_NUMBER},
    {errc::invalid_key, OSSHKEY_INVALID_KEY},
    {errc::key_mismatch, OSSHKEY_KEY_MISMATCH},
    {errc::check_mismatch, OSSHKEY_CHECK_MISMATCH},
    {errc::bad_signature, OSSHKEY_BAD_SIGNATURE},
    {errc::unsupported_cipher, OSSHKEY_UNSUPPORTED_CIPHER},
    {errc::unsupported_kdf, OSSHKEY_UNSUPPORTED_KDF},
    {errc::unsupported_key_type, OSSHKEY_UNSUPPORTED_KEY_TYPE},
    {errc::unsupported_curve, OSSHKEY_UNSUPPORTED_CURVE},
    {errc::file_too_large, OSSHKEY_FILE_TOO_LARGE},
    {errc::rounds_too_large, OSSHKEY_ROUNDS_TOO_LARGE},
    {errc::too_many_keys, OSSHKEY_TOO_MANY_KEYS},
    {errc::key_too_large, OSSHKEY_KEY_TOO_LARGE},
    {errc::needs_passphrase, OSSHKEY_NEEDS_PASSPHRASE},
    {errc::wrong_passphrase, OSSHKEY_WRONG_PASSPHRASE},
    {errc::io_error, OSSHKEY_IO_ERROR},
    {errc::out_of_memory, OSSHKEY_OUT_OF_MEMORY},
    {errc::cancelled, OSSHKEY_CANCELLED},
    {errc::crlf, OSSHKEY_CRLF},
    {errc::cr_only, OSSHKEY_CR_ONLY},
    {errc::bom, OSSHKEY_BOM},
    {errc::utf16, OSSHKEY_UTF16},
    {errc::leading_text, OSSHKEY_LEADING_TEXT},
    {errc::trailing_text, OSSHKEY_TRAILING_TEXT},
    {errc::indented, OSSHKEY_INDENTED},
    {errc::quoted, OSSHKEY_QUOTED},
    {errc::literal_backslash_n, OSSHKEY_LITERAL_BACKSLASH_N},
    {errc::one_line, OSSHKEY_ONE_LINE},
    {errc::blank_lines, OSSHKEY_BLANK_LINES},
    {errc::missing_final_newline, OSSHKEY_MISSING_FINAL_NEWLINE},
    {errc::begin_line_repaired, OSSHKEY_BEGIN_LINE_REPAIRED},
    {errc::end_line_missing, OSSHKEY_END_LINE_MISSING},
    {errc::label_mismatch, OSSHKEY_LABEL_MISMATCH},
    {errc::base64_unpadded, OSSHKEY_BASE64_UNPADDED},
    {errc::passphrase_newline, OSSHKEY_PASSPHRASE_NEWLINE},
    {errc::extra_padding, OSSHKEY_EXTRA_PADDING},
    {errc::trailing_kdf_options, OSSHKEY_TRAILING_KDF_OPTIONS},
    {errc::base64_wrapping, OSSHKEY_BASE64_WRAPPING},
    {errc::several_keys, OSSHKEY_SEVERAL_KEYS},
    {errc::passphrase_not_needed, OSSHKEY_PASSPHRASE_NOT_NEEDED},
    {errc::mldsa_unproved, OSSHKEY_MLDSA_UNPROVED},
    {errc::permissions, OSSHKEY_PERMISSIONS},
    {errc::weak_cipher, OSSHKEY_WEAK_CIPHER},
    {errc::weak_kdf, OSSHKEY_WEAK_KDF},
    {errc::weak_key, OSSHKEY_WEAK_KEY},
    {errc::unencrypted, OSSHKEY_UNENCRYPTED},
};

constexpr bool every_cause_has_one_status() {
  for (std::size_t code = 1; code <= std::size(rows); ++code) {
    if (std::ranges::count(rows, static_cast<errc>(code), &Row::code) != 1) {
      return false;
    }
  }
  return std::ranges::all_of(rows, [](const Row& row) {
    return row.status < 0 && std::ranges::count(rows, row.status, &Row::status) == 1;
  });
}
static_assert(every_cause_has_one_status());

/// OwnRow is a status that has no cause in the C++ interface.
struct OwnRow {
  int status;
  int kind;
  const char* word;
  const char* message;
  const char* hint;
};

constexpr OwnRow own_rows[] = {
    {OSSHKEY_OK, OSSHKEY_KIND_NONE, "ok", "nothing is wrong", ""},
    {OSSHKEY_INVALID_ARGUMENT, OSSHKEY_KIND_USAGE, "invalid-argument",
     "an argument of the call can't be right",
     "a fault of the calling program: compare the call with osshkey.h"},
    {OSSHKEY_BUFFER_TOO_SMALL, OSSHKEY_KIND_USAGE, "buffer-too-small",
     "the buffer is too small for the result", "call again with a buffer of the size given"},
    {OSSHKEY_CALLBACK_FAILED, OSSHKEY_KIND_USAGE, "callback-failed",
     "the program gave no passphrase", "give the passphrase of the key"},
    {OSSHKEY_INTERNAL_ERROR, OSSHKEY_KIND_ENVIRONMENT, "internal-error",
     "something went wrong inside of the library", "please report it, with what led to it"},
    {OSSHKEY_KDF_ZERO_ROUNDS, OSSHKEY_KIND_USAGE, "kdf-zero-rounds", "the rounds are 0",
     "derive with at least one round"},
    {OSSHKEY_KDF_EMPTY_PASSPHRASE, OSSHKEY_KIND_USAGE, "kdf-empty-passphrase",
     "the passphrase is empty", "derive from at least one byte"},
    {OSSHKEY_KDF_BAD_SALT_SIZE, OSSHKEY_KIND_USAGE, "kdf-bad-salt-size",
     "the salt is empty or too long", "give a salt of 1 to 1048576 bytes"},
    {OSSHKEY_KDF_BAD_OUTPUT_SIZE, OSSHKEY_KIND_USAGE, "kdf-bad-output-size",
     "the output is empty or too long", "ask for 1 to 1024 bytes"},
};

constexpr OwnRow unknown = {1, OSSHKEY_KIND_NONE, "unknown", "unknown outcome", ""};

const Row* find(int status) {
  const auto* row = std::ranges::find(rows, status, &Row::status);
  return row == std::end(rows) ? nullptr : row;
}

const OwnRow& find_own(int status) {
  const auto* row = std::ranges::find(own_rows, status, &OwnRow::status);
  return row == std::end(own_rows) ? unknown : *row;
}

int to_kind(failure kind) {
  switch (kind) {
    case failure::not_a_private_key:
      return OSSHKEY_KIND_NOT_A_PRIVATE_KEY;
    case failure::malformed:
      return OSSHKEY_KIND_MALFORMED;
    case failure::unsupported:
      return OSSHKEY_KIND_UNSUPPORTED;
    case failure::limit_exceeded:
      return OSSHKEY_KIND_LIMIT_EXCEEDED;
    case failure::passphrase:
      return OSSHKEY_KIND_PASSPHRASE;
    case failure::environment:
      return OSSHKEY_KIND_ENVIRONMENT;
    case failure::irregular:
      return OSSHKEY_KIND_IRREGULAR;
    case failure::advice:
      return OSSHKEY_KIND_ADVICE;
  }
  return OSSHKEY_KIND_NONE;
}

}  // namespace

int to_status(errc code) noexcept {
  const auto* row = std::ranges::find(rows, code, &Row::code);
  return row == std::end(rows) ? OSSHKEY_INTERNAL_ERROR : row->status;
}

}  // namespace osshkey::c_abi

using osshkey::c_abi::find;
using osshkey::c_abi::find_own;

const char* osshkey_word(int status) {
  const auto* row = find(status);
  return row != nullptr ? osshkey::word(row->code).data() : find_own(status).word;
}

const char* osshkey_message(int status) {
  const auto* row = find(status);
  return row != nullptr ? osshkey::message(row->code).data() : find_own(status).message;
}

const char* osshkey_hint(int status) {
  const auto* row = find(status);
  return row != nullptr ? osshkey::hint(row->code).data() : find_own(status).hint;
}

int osshkey_kind(int status) {
  const auto* row = find(status);
  return row != nullptr ? osshkey::c_abi::to_kind(osshkey::kind(row->code)) : find_own(status).kind;
}

const char* osshkey_version(void) {
  return OSSHKEY_VERSION;
}
