// SPDX-License-Identifier: MIT
// The body of a PEM block, line by line: what surrounds the base64 is taken off and named, what
// stands inside it must be base64.
#include "armor/pem_body.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "armor/bad_base64.hpp"
#include "armor/quotes.hpp"
#include "armor/text.hpp"
#include "armor/widths.hpp"

namespace osshkey::armor {

namespace {

constexpr std::string_view proc_type = "Proc-Type";
constexpr std::string_view dek_info = "DEK-Info";
constexpr std::string_view encrypted = "4,ENCRYPTED";

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'f');
}

/// names_encryption is true for a text that begins with the name of a header of encrypted keys, in
/// whatever case, and a colon, perhaps behind blanks.
bool names_encryption(std::string_view content) {
  const std::size_t colon = content.substr(0, 32).find(':');
  if (colon == std::string_view::npos) {
    return false;
  }
  const std::string_view name = without_blanks(content.substr(0, colon));
  return std::ranges::equal(name, proc_type, {}, lower, lower) ||
         std::ranges::equal(name, dek_info, {}, lower, lower);
}

/// iv_digits is how many hexadecimal digits the IV of a cipher has, 0 for a name not known.
std::size_t iv_digits(std::string_view cipher) {
  constexpr std::array<std::string_view, 4> long_blocks = {"AES", "CAMELLIA", "SEED", "ARIA"};
  constexpr std::array<std::string_view, 5> short_blocks = {"DES", "BF", "RC2", "CAST", "IDEA"};
  const auto names = [&](std::string_view family) { return cipher.starts_with(family); };
  if (std::ranges::any_of(long_blocks, names)) {
    return 32;
  }
  return std::ranges::any_of(short_blocks, names) ? 16 : 0;
}

/// size_of_dek_info is the size of `CIPHER,IV` where more than that follows, else of all.
std::size_t size_of_dek_info(std::string_view value) {
  const std::size_t comma = value.substr(0, 32).find(',');
  if (comma == std::string_view::npos) {
    return value.size();
  }
  const std::size_t digits = iv_digits(value.substr(0, comma));
  const std::string_view iv = value.substr(comma + 1, digits);
  const bool whole = digits != 0 && iv.size() == digits && std::ranges::all_of(iv, is_hex);
  return whole ? comma + 1 + digits : value.size();
}

/// find_header is the size of the name that a header begins with, 0 where it is none. Base64 has no
/// colon, so there is no doubt.
std::size_t find_header(std::string_view content) {
  const std::size_t colon = content.substr(0, 64).find(':');
  if (colon == std::string_view::npos) {
    return 0;
  }
  const bool name = std::ranges::all_of(content.substr(0, colon), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
  return name ? colon : 0;
}

/// begins_header is true for the beginning of a header that encrypted keys have (RFC 1421).
bool begins_header(std::string_view content) {
  return std::string_view("Proc-Type:").starts_with(content) ||
         std::string_view("DEK-Info:").starts_with(content);
}

/// Emptiness is what a line without content consists of.
enum class Emptiness : std::uint8_t { blank, marks };

class BodyReader {
 public:
  BodyReader(std::string_view between, std::uint32_t first_line, PemReader reader, Remarks& remarks)
      : all_(between),
        lines_(between, first_line, Escapes::end_lines),
        decoder_(between.size()),
        reader_(reader),
        remarks_(remarks) {}

  PemBody read() {
    while (const std::optional<Line> line = lines_.next()) {
      body_.unended = line->ending == Ending::none ? line->text : std::string_view{};
      take_line(*line);
      note_ending(*line);
      previous_ = line->ending;
      first_ = false;
      if (body_.error) {
        break;
      }
    }
    if ((!body_.error || only_padding_left_) && widths_.plus_lost() && !all_.contains('+')) {
      const bool written_out =
          remarks_.has(errc::literal_backslash_n) || remarks_.has(errc::one_line);
      body_.error = lost_plus(first_blank_, written_out ? Escapes::end_lines : Escapes::are_text);
      only_padding_left_ = false;
    }
    if (reader_ == PemReader::openssl && !body_.error && !body_.headers.empty() &&
        !widths_.fit_libcrypto()) {
      remarks_.add(errc::one_line, body_.last_line, Weight::refused,
                   "OpenSSL reads an encrypted key in lines of 64 characters only");
    }
    if (!remarks_.has(errc::one_line) && !widths_.usual()) {
      remarks_.add(errc::base64_wrapping, std::nullopt, Weight::harmless);
    }
    body_.odd = widths_.odd();
    if (body_.error && only_padding_left_ && body_.odd) {
      blame(*body_.error, *body_.odd);
    }
    body_.end = decoder_.end();
    body_.bytes = decoder_.take();
    return std::move(body_);
  }

 private:
  void take_line(const Line& line) {
    const std::string_view trimmed = without_blanks(line.text);
    const Unquoted content = unquote(trimmed);
    if (first_ && !content.text.empty()) {
      remarks_.add(errc::one_line, line.number, Weight::refused);
    }
    if (content.found) {
      remarks_.add(*content.found, line.number, Weight::refused);
    }
    if (!content.text.empty()) {
      take_content(content.text, line);
    } else if (line.ending != Ending::none && !first_) {
      take_empty_line(line, trimmed.empty() ? Emptiness::blank : Emptiness::marks);
    }
    if (trimmed.size() != line.text.size() && !remarks_.has(errc::one_line)) {
      const bool only_behind = line.text.starts_with(trimmed);
      remarks_.add(errc::indented, line.number,
                   only_behind ? weight_for(reader_) : weight_of_blanks());
    }
  }

  /// take_empty_line takes a line without content: blank, or only quotation marks and the like.
  void take_empty_line(const Line& line, Emptiness emptiness) {
    if (previous_ == Ending::escaped && line.ending != Ending::escaped) {
      return;  // `\n` written out and a real line end behind it are one
    }
    if (in_headers_) {
      in_headers_ = false;
    } else if (emptiness == Emptiness::blank) {
      const bool before_all = decoder_.size() == 0 && body_.headers.empty();
      remarks_.add(errc::blank_lines, line.number,
                   before_all ? weight_for(reader_) : Weight::refused);
    }
  }

  void take_content(std::string_view content, const Line& line) {
    const bool headers = reader_ == PemReader::openssl || in_headers_ || names_encryption(content);
    if (headers && decoder_.size() == 0) {
      content = take_headers(content, line);
    }
    if (content.empty() || body_.error) {
      return;
    }
    if (in_headers_) {
      in_headers_ = false;
      remarks_.add(errc::one_line, line.number, Weight::refused,
                   "the blank line after the header lines is missing");
    }
    decode(content, line);
  }

  /// take_headers takes the headers off a line and yields what is left of it. Only where the whole
  /// block stands on one line does anything follow a header.
  std::string_view take_headers(std::string_view content, const Line& line) {
    if (in_headers_ && awaits_more(body_.headers.back())) {
      body_.headers.back().value += content;
      remarks_.add(errc::one_line, line.number, Weight::refused, "a header line is broken in two");
      return {};
    }
    if (names_encryption(content) && !content.starts_with("Proc-Type:") &&
        !content.starts_with("DEK-Info:")) {
      body_.error = Error{.code = errc::malformed,
                          .line = line.number,
                          .detail = "a header line is misspelt",
                          .advice =
                              "spell it 'Proc-Type: ' or 'DEK-Info: ', with these capitals "
                              "and no blank before the colon"};
      return {};
    }
    while (const std::size_t name = find_header(content)) {
      if (remarks_.has(errc::blank_lines) || (!in_headers_ && !body_.headers.empty())) {
        remarks_.add(errc::blank_lines, line.number, Weight::refused);
      }
      const std::string_view value = without_blanks(content.substr(name + 1));
      const std::size_t end = size_of_value(content.substr(0, name), value, line);
      body_.headers.push_back({.name = std::string(content.substr(0, name)),
                               .value = std::string(value.substr(0, end))});
      in_headers_ = true;
      content = without_blanks(value.substr(end));
    }
    if (line.ending == Ending::none && begins_header(content)) {
      return {};  // the file was cut inside the name, whose letters would pass for base64
    }
    if ((first_ || joined_) && in_headers_) {
      in_headers_ = false;  // the blank line went with the other line ends
    }
    return content;
  }

  /// awaits_more is true for the header of an encrypted key whose value goes on in the next line.
  static bool awaits_more(const Header& header) {
    const bool named = header.name == proc_type || header.name == dek_info;
    return header.value.ends_with(',') || (named && header.value.empty());
  }

  /// size_of_value is where a header's value ends: with its line, or where the line end was lost.
  std::size_t size_of_value(std::string_view name, std::string_view value, const Line& line) {
    if (name == proc_type && value.starts_with(encrypted) &&
        find_header(without_blanks(value.substr(encrypted.size()))) != 0) {
      remarks_.add(errc::one_line, line.number, Weight::refused);
      return encrypted.size();
    }
    if (name == dek_info && !joined_ && (first_ || !blank_line_follows())) {
      const std::size_t size = size_of_dek_info(value);
      // A few digits too many are a damaged IV; a line of base64 is longer.
      constexpr std::size_t shortest_text = 16;
      if (first_ ? value.size() > size : value.size() - size >= shortest_text) {
        remarks_.add(errc::one_line, line.number, Weight::refused,
                     first_ ? "" : "the blank line after the header lines is missing");
        joined_ = true;
        return size;
      }
    }
    return first_ ? std::min(value.find_first_of(" \t"), value.size()) : value.size();
  }

  [[nodiscard]] bool blank_line_follows() const {
    const std::string_view next = lines_.rest().substr(0, lines_.rest().find('\n'));
    return only_white(next);
  }

  void decode(std::string_view content, const Line& line) {
    const std::size_t before = decoder_.size();
    if (body_.lines.empty() || (body_.last_line != line.number && before != marked_)) {
      body_.lines.push_back({.offset = before, .line = line.number});
      marked_ = before;
    }
    body_.last_line = line.number;
    std::size_t width = 0;
    while (!content.empty()) {
      const std::size_t taken = decoder_.feed(content);
      width += taken;
      content.remove_prefix(taken);
      if (content.empty()) {
        break;
      }
      const std::size_t skipped = step_over(content, line);
      if (skipped == 0) {
        body_.error = bad_base64(content, decoder_, line.number, all_);
        only_padding_left_ = content.find_first_not_of("= ") == std::string_view::npos;
        break;
      }
      width += content.front() == '\\' ? 1U : 0U;
      content.remove_prefix(skipped);
    }
    widths_.add({.line = line.number, .base64 = width, .written = line.text.size()});
  }

  /// step_over measures what may stand between two characters of base64: a blank, or one character
  /// written as JSON allows, which is fed.
  std::size_t step_over(std::string_view content, const Line& line) {
    if (const std::size_t blank = blank_at(content)) {
      first_blank_ = first_blank_.value_or(line.number);
      if (!remarks_.has(errc::one_line)) {
        remarks_.add(errc::indented, line.number, weight_of_blanks(), "blanks stand inside a line");
      }
      return blank;
    }
    const JsonEscape escape = json_escape_at(content);
    if (escape.size == 0 || decoder_.feed({&escape.character, 1}) == 0) {
      return 0;
    }
    remarks_.add(errc::quoted, line.number, Weight::refused, "characters are escaped as in JSON");
    return escape.size;
  }

  /// weight_of_blanks is how heavy blanks before or inside a line are: behind header lines
  /// libcrypto minds them.
  [[nodiscard]] Weight weight_of_blanks() const {
    return body_.headers.empty() ? weight_for(reader_) : Weight::refused;
  }

  void note_ending(const Line& line) {
    switch (line.ending) {
      case Ending::none:
      case Ending::lf:
        break;
      case Ending::crlf:
        remarks_.add(errc::crlf, line.number, weight_for(reader_));
        break;
      case Ending::cr:
        remarks_.add(errc::cr_only, line.number, Weight::refused);
        break;
      case Ending::escaped:
        remarks_.add(errc::literal_backslash_n, line.number, Weight::refused);
        break;
    }
  }

  std::string_view all_;
  Lines lines_;
  Base64Decoder decoder_;
  PemReader reader_;
  Remarks& remarks_;
  PemBody body_{};
  Widths widths_{};
  Ending previous_ = Ending::none;
  std::size_t marked_ = 0;                      // where the last mark stands
  std::optional<std::uint32_t> first_blank_{};  // the first line with a blank inside
  bool first_ = true;                           // in the line of the BEGIN marker
  bool only_padding_left_ = false;              // behind the character that is no base64
  bool joined_ = false;                         // base64 follows a header in its line
  bool in_headers_ = false;  // after a header, before the blank line that ends them
};

}  // namespace

PemBody read_pem_body(std::string_view between, std::uint32_t first_line, PemReader reader,
                      Remarks& remarks) {
  return BodyReader(between, first_line, reader, remarks).read();
}

}  // namespace osshkey::armor
