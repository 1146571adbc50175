// SPDX-License-Identifier: MIT
// The table of causes: one row each, with the word, the kind, the message and the hint.
#include <osshkey/error.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace osshkey {

namespace {

struct Row {
  errc code;
  failure kind;
  std::string_view word;
  std::string_view message;
  std::string_view hint;
};

// In the order of the enumeration, so that a code finds its row by position; a test walks it.
constexpr Row rows[] = {
    {errc::empty, failure::not_a_private_key, "empty", "the file is empty",
     "the key was lost when the file was written; restore it from a backup or make a new key"},
    {errc::not_a_private_key, failure::not_a_private_key, "not-a-private-key",
     "this is not a private key",
     "a private key file is text that begins with '-----BEGIN ... PRIVATE KEY-----' or "
     "'PuTTY-User-Key-File-'; check that the right file was given"},
    {errc::public_key_given, failure::not_a_private_key, "public-key-given",
     "this is a public key, the private key is needed",
     "give the private key, usually the file of the same name without '.pub'"},
    {errc::certificate_given, failure::not_a_private_key, "certificate-given",
     "this is a certificate, the private key is needed",
     "give the private key that the certificate was issued for, usually the file whose name lacks "
     "'-cert.pub'"},
    {errc::no_begin_line, failure::not_a_private_key, "no-begin-line",
     "the BEGIN line is missing or damaged",
     "put '-----BEGIN OPENSSH PRIVATE KEY-----' (five ASCII hyphens on each side) on a line of its "
     "own before the base64 text"},
    {errc::begin_end_mismatch, failure::not_a_private_key, "begin-end-mismatch",
     "the END line doesn't belong to the BEGIN line",
     "two files may have been pasted into one another; copy the key again, from its BEGIN line to "
     "its own END line"},
    {errc::base64_of_file, failure::not_a_private_key, "base64-of-file",
     "the file is the base64 encoding of a whole key file",
     "decode it once, to a new file: (umask 077; base64 -di FILE > NEW)"},
    {errc::unsupported_container, failure::not_a_private_key, "unsupported-container",
     "this kind of file is recognised but not read",
     "convert the key to the OpenSSH form with the program that made it"},

    {errc::truncated, failure::malformed, "truncated", "the file ends before the key does",
     "copy the file again, whole, from its BEGIN line to its END line"},
    {errc::bad_base64, failure::malformed, "bad-base64", "the base64 text is damaged",
     "copy the file again; nothing inside the base64 text can be guessed"},
    {errc::bad_magic, failure::malformed, "bad-magic",
     "the decoded text doesn't begin with 'openssh-key-v1' and a zero byte",
     "the first line of base64 is damaged or belongs to another file; restore the key from a copy"},
    {errc::malformed, failure::malformed, "malformed", "the file breaks its format",
     "the file is damaged or was written by a faulty program; restore it from a copy"},
    {errc::bad_kdf_options, failure::malformed, "bad-kdf-options", "the KDF options can't be right",
     "no passphrase can open the file as it is; restore it from a copy"},
    {errc::bad_padding, failure::malformed, "bad-padding",
     "the padding after the private key isn't the sequence 1, 2, 3",
     "the file is damaged or was written by a faulty program; restore it from a copy"},
    {errc::trailing_data, failure::malformed, "trailing-data",
     "bytes follow where the structure should end",
     "the file is damaged or two files were joined; restore it from a copy"},
    {errc::bad_number, failure::malformed, "bad-number", "a number of the key is out of its range",
     "the key is damaged or was written by a faulty program; restore it from a copy"},
    {errc::invalid_key, failure::malformed, "invalid-key", "the key's numbers don't fit together",
     "the key can't work; restore it from a copy or make a new one"},
    {errc::key_mismatch, failure::malformed, "key-mismatch",
     "the private half doesn't belong to the public half",
     "signatures of this key would never verify; restore the file from a copy or make a new key"},
    {errc::check_mismatch, failure::malformed, "check-mismatch",
     "the file's check values don't agree", "the file is damaged; restore it from a copy"},
    {errc::bad_signature, failure::malformed, "bad-signature",
     "the signature isn't this key's over this data",
     "check that the data is unchanged and that the signature was made with this key"},

    {errc::unsupported_cipher, failure::unsupported, "unsupported-cipher",
     "the key is encrypted with a cipher that is not available here",
     "rewrite a copy with a program that has the cipher: cp -p FILE NEW, then ssh-keygen -p -Z "
     "aes256-ctr -f NEW"},
    {errc::unsupported_kdf, failure::unsupported, "unsupported-kdf",
     "the key of the encryption is derived by a function that is not available here",
     "rewrite the key with the program that made it"},
    {errc::unsupported_key_type, failure::unsupported, "unsupported-key-type",
     "this type of key can't be used", "make a key of a type that SSH has: ssh-keygen -t ed25519"},
    {errc::unsupported_curve, failure::unsupported, "unsupported-curve",
     "SSH doesn't have the curve of this key",
     "make a key on a curve that SSH has: ssh-keygen -t ed25519, or -t ecdsa"},

    {errc::file_too_large, failure::limit_exceeded, "file-too-large",
     "the file is larger than any key file",
     "check that the right file was given; a program can raise Limits::file_size"},
    {errc::rounds_too_large, failure::limit_exceeded, "rounds-too-large",
     "deriving the key would cost more than the limit allows",
     "if the file can be trusted, unlock it with a higher limit: keyinfo --max-rounds N, or "
     "Limits::rounds of a program"},
    {errc::too_many_keys, failure::limit_exceeded, "too-many-keys",
     "the file holds more keys than are allowed",
     "the count is probably damaged; a program can raise Limits::keys"},
    {errc::key_too_large, failure::limit_exceeded, "key-too-large",
     "a number of the key is larger than the limit allows",
     "OpenSSH reads RSA keys up to 16384 bits; make a smaller key"},

    {errc::needs_passphrase, failure::passphrase, "needs-passphrase",
     "the key is encrypted and no passphrase was given",
     "give the passphrase of the key, which can't be empty"},
    {errc::wrong_passphrase, failure::passphrase, "wrong-passphrase", "the passphrase is wrong",
     "try the passphrase again; check the keyboard layout, Caps Lock and stray blanks"},

    {errc::io_error, failure::environment, "io-error", "the file can't be accessed",
     "check the path and its permissions"},
    {errc::out_of_memory, failure::environment, "out-of-memory", "memory ran out",
     "try again when more memory is free"},
    {errc::cancelled, failure::environment, "cancelled", "the work was cancelled", ""},

    {errc::crlf, failure::irregular, "crlf", "lines end in CR LF",
     "convert the line ends: sed -i 's/\\r$//' FILE"},
    {errc::cr_only, failure::irregular, "cr-only", "lines end in CR alone",
     "convert the line ends: (umask 077; tr '\\r' '\\n' < FILE > NEW)"},
    {errc::bom, failure::irregular, "bom", "the file begins with a byte order mark",
     "save the file as plain ASCII text without a BOM, or: keyinfo --rewrite FILE"},
    {errc::utf16, failure::irregular, "utf16", "the text is encoded in UTF-16",
     "save the file as plain ASCII text, or: keyinfo --rewrite FILE"},
    {errc::leading_text, failure::irregular, "leading-text", "text stands before the BEGIN line",
     "write the key to a file of its own: keyinfo --export openssh -o NEW FILE"},
    {errc::trailing_text, failure::irregular, "trailing-text", "text stands after the END line",
     "write the key to a file of its own: keyinfo --export openssh -o NEW FILE"},
    {errc::indented, failure::irregular, "indented", "lines are indented or end in blanks",
     "write the key to a file of its own: keyinfo --export openssh -o NEW FILE"},
    {errc::quoted, failure::irregular, "quoted", "the key stands in quotation marks",
     "write the key to a file of its own: keyinfo --export openssh -o NEW FILE"},
    {errc::literal_backslash_n, failure::irregular, "literal-backslash-n",
     "the line ends are written out as '\\n'",
     "write the key to a file of its own: keyinfo --export openssh -o NEW FILE"},
    {errc::one_line, failure::irregular, "one-line", "the line ends were lost",
     "write the file anew: keyinfo --rewrite FILE"},
    {errc::blank_lines, failure::irregular, "blank-lines", "blank lines stand inside the key",
     "write the file anew: keyinfo --rewrite FILE"},
    {errc::missing_final_newline, failure::irregular, "missing-final-newline",
     "the last line doesn't end in a newline", "add it: echo >> FILE"},
    {errc::begin_line_repaired, failure::irregular, "begin-line-repaired",
     "the BEGIN line is misspelt",
     "spell it '-----BEGIN ... PRIVATE KEY-----' with five ASCII hyphens on each side"},
    {errc::end_line_missing, failure::irregular, "end-line-missing",
     "the END line is missing or incomplete",
     "add the END line that belongs to the BEGIN line, and compare with a copy of the file"},
    {errc::label_mismatch, failure::irregular, "label-mismatch",
     "the BEGIN line names another format than the content has",
     "write the file anew: keyinfo --rewrite FILE"},
    {errc::base64_unpadded, failure::irregular, "base64-unpadded",
     "the '=' at the end of the base64 text are missing",
     "write the file anew: keyinfo --rewrite FILE"},
    {errc::passphrase_newline, failure::irregular, "passphrase-newline",
     "the passphrase matched only without its last newline",
     "leave the newline out where the passphrase is stored"},
    {errc::extra_padding, failure::irregular, "extra-padding",
     "the private section has more padding than it needs",
     "write the file anew: keyinfo --rewrite FILE"},
    {errc::trailing_kdf_options, failure::irregular, "trailing-kdf-options",
     "bytes that nothing reads stand in the KDF options",
     "write the file anew: keyinfo --rewrite FILE"},

    {errc::base64_wrapping, failure::advice, "base64-wrapping",
     "the lines of base64 have an unusual length", ""},
    {errc::several_keys, failure::advice, "several-keys", "the file holds more than one key",
     "most programs use the first and ignore the others; keep one key a file"},
    {errc::passphrase_not_needed, failure::advice, "passphrase-not-needed",
     "the file names a KDF but isn't encrypted, any passphrase opens it",
     "write it encrypted, with a passphrase that the file PASSPHRASE holds: keyinfo --export "
     "openssh "
     "--new-passphrase-file PASSPHRASE -o NEW FILE"},
    {errc::mldsa_unproved, failure::advice, "mldsa-unproved",
     "only the Ed25519 half was recomputed, libcrypto has no ML-DSA", ""},
    {errc::permissions, failure::advice, "permissions",
     "other users can read the file, OpenSSH refuses to use it", "chmod 600 FILE"},
    {errc::weak_cipher, failure::advice, "weak-cipher", "the file's cipher is outdated",
     "encrypt it anew: keyinfo --rewrite --cipher aes256-ctr FILE"},
    {errc::weak_kdf, failure::advice, "weak-kdf", "guessing the passphrase costs too little",
     "derive with more rounds: keyinfo --rewrite --rounds 24 FILE"},
    {errc::weak_key, failure::advice, "weak-key", "the key itself is weak by today's measure",
     "replace it: ssh-keygen -t ed25519"},
    {errc::unencrypted, failure::advice, "unencrypted", "no passphrase protects the key",
     "write it encrypted, with a passphrase that the file PASSPHRASE holds: keyinfo --export "
     "openssh "
     "--new-passphrase-file PASSPHRASE -o NEW FILE"},
};

constexpr auto codes = [] {
  std::array<errc, std::size(rows)> list{};
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i] = rows[i].code;
  }
  return list;
}();

constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    if (std::to_underlying(rows[i].code) != i + 1) {
      return false;
    }
  }
  return true;
}
static_assert(rows_are_in_order());

constexpr Row unknown = {errc{}, failure::environment, "unknown", "unknown outcome", ""};

const Row& row(errc code) noexcept {
  const auto index = static_cast<std::size_t>(std::to_underlying(code)) - 1;
  return index < std::size(rows) ? rows[index] : unknown;
}

std::string joined(std::string_view text, const std::string& detail) {
  std::string out(text);
  if (!detail.empty()) {
    out += out.empty() ? "" : ": ";
    out += detail;
  }
  return out;
}

class ErrorCategory final : public std::error_category {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "osshkey"; }
  [[nodiscard]] std::string message(int value) const override {
    return std::string(osshkey::message(static_cast<errc>(value)));
  }
  [[nodiscard]] std::error_condition default_error_condition(int value) const noexcept override {
    return make_error_condition(osshkey::kind(static_cast<errc>(value)));
  }
};

class FailureCategory final : public std::error_category {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "osshkey failure"; }
  [[nodiscard]] std::string message(int value) const override {
    return std::string(kind_name(static_cast<failure>(value)));
  }
};

}  // namespace

std::span<const errc> all_codes() noexcept {
  return codes;
}

std::string_view word(errc code) noexcept {
  return row(code).word;
}
std::string_view message(errc code) noexcept {
  return row(code).message;
}
std::string_view hint(errc code) noexcept {
  return row(code).hint;
}
failure kind(errc code) noexcept {
  return row(code).kind;
}

std::string_view kind_name(failure f) noexcept {
  switch (f) {
    case failure::not_a_private_key:
      return "not a private key";
    case failure::malformed:
      return "malformed";
    case failure::unsupported:
      return "unsupported";
    case failure::limit_exceeded:
      return "limit exceeded";
    case failure::passphrase:
      return "passphrase";
    case failure::environment:
      return "environment";
    case failure::irregular:
      return "irregular form";
    case failure::advice:
      return "advice";
  }
  return "unknown";
}

std::string Error::text() const {
  return joined(message(code), system ? joined(detail, system.message()) : detail);
}
std::string_view Error::hint() const noexcept {
  return advice.empty() ? osshkey::hint(code) : std::string_view(advice);
}
std::error_code Error::error_code() const noexcept {
  return make_error_code(code);
}

std::string Note::text() const {
  return joined(message(code), detail);
}

const std::error_category& error_category() noexcept {
  static const ErrorCategory category;
  return category;
}

const std::error_category& failure_category() noexcept {
  static const FailureCategory category;
  return category;
}

std::error_code make_error_code(errc code) noexcept {
  return {std::to_underlying(code), error_category()};
}

std::error_condition make_error_condition(failure f) noexcept {
  return {std::to_underlying(f), failure_category()};
}

}  // namespace osshkey
