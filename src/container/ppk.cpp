// SPDX-License-Identifier: MIT
// LineReader: `Name: value` lines and blobs, with a failure that sticks.
#include "container/ppk.hpp"

#include <sodium.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "container/pem.hpp"
#include "wire/name.hpp"
#include "wire/reader.hpp"

namespace osshkey::container {

namespace {

constexpr std::string_view first_line = "PuTTY-User-Key-File-";
constexpr const char* save_again = "open the key in a current puttygen and save it again";

class LineReader {
 public:
  explicit LineReader(std::string_view text) noexcept : text_(text) {}

  /// line takes the next line, without its line end.
  std::string_view line(std::string_view field) {
    if (error_) {
      return {};
    }
    field_ = field;
    field_start_ = position_;
    if (position_ == text_.size()) {
      refuse(errc::truncated, "the file ends before it");
      return {};
    }
    const std::size_t end = std::min(text_.find('\n', position_), text_.size());
    const std::string_view taken = text_.substr(position_, end - position_);
    position_ = std::min(end + 1, text_.size());
    return taken;
  }

  /// value takes a line `name: value`.
  std::string_view value(std::string_view name) {
    const std::string_view taken = line(name);
    if (error_) {
      return {};
    }
    if (!taken.starts_with(name) || !taken.substr(name.size()).starts_with(": ")) {
      // PuTTY writes the blank even before an empty comment; editors remove it.
      if (taken.starts_with(name) && taken.substr(name.size()) == ":") {
        return {};
      }
      const bool cut = position_ == text_.size() && name.starts_with(taken);
      refuse(cut ? errc::truncated : errc::malformed, "another line stands in its place");
      return {};
    }
    return taken.substr(name.size() + 2);
  }

  std::uint64_t number(std::string_view name) {
    const std::string_view digits = value(name);
    std::uint64_t parsed = 0;
    const auto [end, problem] = std::from_chars(digits.begin(), digits.end(), parsed);
    if (!error_ && (problem != std::errc{} || end != digits.end())) {
      refuse(errc::malformed, "it isn't a number");
      return 0;
    }
    return parsed;
  }

  std::vector<std::uint8_t> hex(std::string_view name) {
    auto bytes = parse_hex(value(name));
    if (!bytes) {
      refuse(errc::malformed, "it isn't a row of hexadecimal digits");
      return {};
    }
    return std::move(*bytes);
  }

  /// blob takes a line that counts lines and the base64 text on as many lines, in guarded memory.
  SecureBytes blob(std::string_view name, std::string_view field) {
    const std::uint64_t count = number(name);
    const std::size_t begin = position_;
    for (std::uint64_t i = 0; i < count && !error_; ++i) {
      line(field);
    }
    field_start_ = begin;
    if (error_) {
      return {};
    }
    const std::string_view body = text_.substr(begin, position_ - begin);
    if (body.empty()) {
      return {};  // libsodium takes no null pointer, not even to nothing
    }
    SecureBytes bytes(body.size());
    std::size_t size = 0;
    if (sodium_base642bin(bytes.data(), bytes.size(), body.data(), body.size(), "\n", &size,
                          nullptr, sodium_base64_VARIANT_ORIGINAL) != 0) {
      refuse(errc::bad_base64);
      size = 0;
    }
    bytes.shrink(size);
    return bytes;
  }

  void finish() {
    if (error_ || text_.find_first_not_of(" \t\n", position_) == std::string_view::npos) {
      return;
    }
    field_ = "Private-MAC";
    field_start_ = position_;
    refuse(errc::trailing_data, "lines follow the last one");
  }

  /// refuse records a failure in the line taken last.
  void refuse(errc code, std::string detail = {}, std::string advice = {}) {
    if (!error_) {
      error_ = Error{.code = code,
                     .field = field_,
                     .offset = field_start_,
                     .detail = std::move(detail),
                     .advice = std::move(advice)};
    }
  }

  /// position is where the line taken last begins.
  [[nodiscard]] std::uint64_t position() const noexcept { return field_start_; }
  [[nodiscard]] const std::optional<Error>& error() const noexcept { return error_; }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  std::string_view field_{};
  std::size_t field_start_ = 0;
  std::optional<Error> error_{};
};

void read_first_line(LineReader& lines, Ppk& file) {
  const std::string_view line = lines.line("version");
  constexpr std::string_view separator = ": ";
  const std::size_t colon = line.find(separator);
  if (!line.starts_with(first_line) || colon == std::string_view::npos) {
    lines.refuse(errc::malformed, "the first line isn't PuTTY's");
    return;
  }
  const std::string_view version = line.substr(first_line.size(), colon - first_line.size());
  if (version != "2" && version != "3") {
    lines.refuse(errc::unsupported_container, "PuTTY's format in another version than 2 and 3",
                 save_again);
    return;
  }
  file.version = version == "2" ? 2 : 3;
  file.key_type = line.substr(colon + separator.size());
}

struct Argon2 {
  std::string_view name;
  Kdf kdf;
  std::string_view kdf_name;
};

constexpr Argon2 argon2_rows[] = {
    {"Argon2id", Kdf::argon2id, "argon2id"},
    {"Argon2i", Kdf::argon2i, "argon2i"},
    {"Argon2d", Kdf::argon2d, "argon2d"},
};

KdfParameters read_argon2(LineReader& lines, std::vector<std::uint8_t>& salt) {
  // RFC 9106 section 3.1.
  constexpr std::uint64_t max_lanes = (std::uint64_t{1} << 24) - 1;
  constexpr std::uint64_t max_u32 = 0xffffffff;
  constexpr std::uint64_t kib_a_lane = 8;
  constexpr std::size_t least_salt = 8;

  KdfParameters kdf;
  const std::string_view name = lines.value("Key-Derivation");
  const auto* row = std::ranges::find(argon2_rows, name, &Argon2::name);
  if (row == std::end(argon2_rows)) {
    kdf.name = wire::shown_name(name);
    lines.refuse(errc::unsupported_kdf, kdf.name, save_again);
    return kdf;
  }
  kdf.kdf = row->kdf;
  kdf.name = row->kdf_name;
  kdf.memory_kib = lines.number("Argon2-Memory");
  if (kdf.memory_kib > max_u32) {
    lines.refuse(errc::bad_kdf_options, "it must be at most 4294967295");
  }
  kdf.rounds = lines.number("Argon2-Passes");
  if (kdf.rounds == 0 || kdf.rounds > max_u32) {
    lines.refuse(errc::bad_kdf_options, "it must be from 1 to 4294967295");
  }
  kdf.parallelism = lines.number("Argon2-Parallelism");
  if (kdf.parallelism == 0 || kdf.parallelism > max_lanes) {
    lines.refuse(errc::bad_kdf_options, "it must be from 1 to 16777215");
  }
  if (kdf.memory_kib < kib_a_lane * kdf.parallelism) {
    lines.refuse(errc::bad_kdf_options, "Argon2-Memory must be at least 8 KiB a lane");
  }
  salt = lines.hex("Argon2-Salt");
  if (salt.size() < least_salt) {
    lines.refuse(errc::bad_kdf_options, "the salt must have at least 8 bytes");
  }
  return kdf;
}

/// check_sizes refuses what no passphrase could mend.
void check_sizes(LineReader& lines, const Ppk& file) {
  constexpr std::size_t block_size = 16;
  constexpr std::size_t sha1_size = 20;
  constexpr std::size_t sha256_size = 32;
  if (file.mac.size() != (file.version == 2 ? sha1_size : sha256_size)) {
    lines.refuse(errc::malformed, "it has another length than the version's hash");
  }
  if (file.kdf && file.private_blob.size() % block_size != 0) {
    lines.refuse(errc::malformed, "the encrypted private key isn't a whole number of blocks");
  }
}

}  // namespace

Ppk parse_ppk(ByteView text) {
  Ppk file;
  LineReader lines(wire::as_text(text));
  read_first_line(lines, file);
  file.cipher_name = lines.value("Encryption");
  if (file.cipher_name != "none" && file.cipher_name != "aes256-cbc") {
    lines.refuse(errc::unsupported_cipher, wire::shown_name(file.cipher_name), save_again);
  }
  file.comment = lines.value("Comment");
  const SecureBytes public_blob = lines.blob("Public-Lines", "public key");
  file.public_blob.assign(public_blob.view().begin(), public_blob.view().end());
  file.public_offset = lines.position();
  if (file.cipher_name == "aes256-cbc") {
    file.kdf = file.version == 2 ? KdfParameters{.kdf = Kdf::ppk2, .name = "sha1-ppk2", .rounds = 0}
                                 : read_argon2(lines, file.salt);
    file.kdf->salt = file.salt;
  }
  file.private_blob = lines.blob("Private-Lines", "private key");
  file.private_offset = lines.position();
  file.mac = lines.hex("Private-MAC");
  check_sizes(lines, file);
  lines.finish();
  file.error = lines.error();
  return file;
}

}  // namespace osshkey::container
