// SPDX-License-Identifier: MIT
// The text of a PuTTY key file. OpenSSH reads none of it, so every irregularity weighs the same,
// except CR LF: that is how PuTTY writes its own files on Windows.
#include "armor/putty_text.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "armor/bad_base64.hpp"
#include "armor/base64_decoder.hpp"
#include "armor/marker.hpp"
#include "armor/quotes.hpp"
#include "armor/seams.hpp"
#include "armor/text.hpp"
#include "wire/reader.hpp"

namespace osshkey::armor {

namespace {

constexpr std::string_view magic = "PuTTY-User-Key-File-";

/// version_of is the digits that follow the magic, of which the versions that exist have one.
std::string_view version_of(std::string_view key) {
  const std::string_view after = key.substr(magic.size(), 3);
  return after.substr(0, std::min(after.find_first_not_of("0123456789"), after.size()));
}

/// ends_file is true for the last line of a key file; version 1 and early ones of 2 had a hash.
bool ends_file(std::string_view line) {
  return line.starts_with("Private-MAC:") || line.starts_with("Private-Hash:");
}

/// up_to_digits cuts the last line behind its hex digits, where a quotation mark follows or no more
/// of them can: the MAC has the length of its hash.
std::string_view up_to_digits(std::string_view line, Remarks& remarks, std::uint32_t number) {
  constexpr std::string_view digits = "0123456789abcdefABCDEF";
  constexpr std::size_t sha1_digits = 40;
  constexpr std::size_t sha256_digits = 64;
  const std::size_t colon = std::min(line.find(':'), line.size());
  const std::size_t begin = std::min(line.find_first_of(digits, colon), line.size());
  const std::size_t end = std::min(line.find_first_not_of(digits, begin), line.size());
  const std::string_view rest = without_blanks(line.substr(end));
  const bool whole = end - begin == sha1_digits || end - begin == sha256_digits;
  if (rest.empty() || (!whole && !is_quote(rest.front()))) {
    return line;
  }
  const errc closing = rest.starts_with('\\') ? errc::literal_backslash_n : errc::trailing_text;
  remarks.add(is_quote(rest.front()) ? errc::quoted : closing, number, Weight::refused);
  return line.substr(0, end);
}

/// whole_lines drops the beginning of the line that a text stops in.
std::string_view whole_lines(std::string_view text) {
  return text.substr(0, text.find_last_of("\r\n") + 1);
}

void note_before(std::string_view before, std::uint32_t line, Remarks& remarks) {
  const std::size_t own = whole_lines(before).size();
  const std::string_view prefix = without_marks(before.substr(own));
  if (!only_white(before.substr(0, own))) {
    remarks.add(errc::leading_text, 1, Weight::refused);
  }
  if (before.size() == own) {
    return;
  }
  if (prefix.empty()) {
    remarks.add(errc::indented, line, Weight::refused);
  } else {
    remarks.add(is_quote(prefix.back()) ? errc::quoted : errc::leading_text, line, Weight::refused);
  }
}

/// field_behind names the blob that follows a line, if any does.
std::string_view field_behind(std::string_view line) {
  if (line.starts_with("Public-Lines:")) {
    return "public key";
  }
  return line.starts_with("Private-Lines:") ? "private key" : "";
}

bool is_comment(std::string_view line) {
  return line.starts_with("Comment:");
}

/// Copy writes the lines of the key into memory of its own.
class Copy {
 public:
  Copy(std::string_view key, Escapes escapes, Remarks& remarks)
      : key_(key), escapes_(escapes), bytes_(key.size() + 1), remarks_(remarks) {}

  void add(const Line& line) {
    if (line.ending == Ending::cr) {
      remarks_.add(errc::cr_only, line.number, Weight::refused);
    } else if (line.ending == Ending::escaped) {
      remarks_.add(errc::literal_backslash_n, line.number, Weight::refused);
    }
    const std::string_view trimmed = without_marks(line.text);
    if (trimmed.empty()) {
      blank_line_ = line.number;
      return;
    }
    if (blank_line_) {
      remarks_.add(errc::blank_lines, blank_line_, Weight::refused);
    }
    std::string_view text = trimmed;
    if (is_comment(trimmed)) {
      // Blanks at its end belong to the comment, which the MAC covers; it may consist of them.
      text = line.text.substr(static_cast<std::size_t>(trimmed.data() - line.text.data()));
    }
    if (text.size() != line.text.size()) {
      remarks_.add(errc::indented, line.number, Weight::refused);
    }
    if (ends_file(trimmed)) {
      text = up_to_digits(trimmed, remarks_, line.number);
    }
    if (trimmed.contains(':')) {
      field_ = field_behind(trimmed);
    }
    const std::size_t begin = size_;
    marks_.push_back({.offset = begin, .line = line.number});
    put(text, line);
    if (!field_.empty() && !trimmed.contains(':')) {
      check_base64(wire::as_text(bytes_.view()).substr(begin, size_ - begin), line);
    }
    bytes_.data()[size_++] = '\n';
  }

  void hand_over(Armored& found) {
    bytes_.shrink(size_);
    found.bytes = std::move(bytes_);
    found.lines = std::move(marks_);
    found.error = std::move(error_);
  }

 private:
  /// put writes a line, characters that JSON escapes as themselves. Comments may hold backslashes;
  /// not so where the line ends are escaped, too.
  void put(std::string_view text, const Line& line) {
    const bool escaped = escapes_ == Escapes::end_lines || !is_comment(text);
    while (!text.empty()) {
      const JsonEscape escape = escaped ? json_escape_at(text) : JsonEscape{};
      if (escape.size != 0) {
        remarks_.add(errc::quoted, line.number, Weight::refused,
                     "characters are escaped as in JSON");
      }
      bytes_.data()[size_++] =
          static_cast<std::uint8_t>(escape.size == 0 ? text.front() : escape.character);
      text.remove_prefix(std::max(escape.size, std::size_t{1}));
    }
  }

  /// check_base64 names what can't stand in a line of the blobs, the first of which counts.
  void check_base64(std::string_view text, const Line& line) {
    // The decoder's way through the text costs the same for every character.
    Base64Decoder decoder(text.size());
    const std::string_view odd = text.substr(decoder.feed(text));
    if (error_ || odd.empty()) {
      return;
    }
    constexpr std::size_t width = 64;
    const bool plus_lost = odd.starts_with(' ') && line.text.size() == width && !key_.contains('+');
    error_ =
        plus_lost ? lost_plus(line.number, escapes_) : bad_base64(odd, decoder, line.number, text);
    error_->field = field_;
    error_->offset = size_ - text.size();
  }

  std::string_view key_;
  Escapes escapes_;
  std::string_view field_{};  // the blob whose lines these are
  std::optional<Error> error_{};
  SecureBytes bytes_;
  std::size_t size_ = 0;
  std::vector<LineMark> marks_{};
  std::optional<std::uint32_t> blank_line_{};
  Remarks& remarks_;
};

/// lost_line_ends says how the first line came to hold the second, too.
Error lost_line_ends(std::string_view line, std::uint32_t number) {
  Error error{.code = errc::malformed,
              .line = number,
              .detail = "the line ends of the PuTTY key file were lost",
              .advice = "copy the file again; each of its fields needs its own line"};
  if (line.contains("%0A") || line.contains("%0a")) {
    error.detail = "it is encoded as in a URL";
    error.advice =
        "decode it: (umask 077; python3 -c 'import sys, urllib.parse as u; "
        "sys.stdout.write(u.unquote(sys.stdin.read()))' < FILE > NEW)";
  }
  return error;
}

}  // namespace

std::size_t find_putty(std::string_view text) {
  return text.find(magic);
}

Armored read_putty(std::string_view text, std::size_t begin, Remarks& remarks) {
  const std::optional<Unseamed> unseamed = without_putty_seams(text, begin);
  if (unseamed) {
    text = wire::as_text(unseamed->text.view());
    remarks.add(unseamed->note.code, unseamed->note.line, Weight::refused, unseamed->note.detail);
  }
  const std::string_view key = text.substr(begin);
  const std::string_view version = version_of(key);
  Armored found{.form = Form::putty};
  const std::uint32_t first_line = 1 + count_lines(text.substr(0, begin));
  if (version != "2" && version != "3") {
    found.form = Form::none;
    found.error =
        Error{.code = errc::unsupported_container,
              .line = first_line,
              .detail = version.empty() ? "a PuTTY key file of an unknown version"
                                        : "a PuTTY key file of version " + std::string(version),
              .advice =
                  "load it in PuTTYgen and save it anew, or convert it: puttygen "
                  "FILE -O private-openssh-new -o NEW"};
    return found;
  }
  // What precedes the first line on its own may be part of the seams, and is said with them.
  const std::string_view before = text.substr(0, begin);
  note_before(unseamed ? whole_lines(before) : before, first_line, remarks);

  // Comments may hold backslashes; only where the first line runs into the second are they line
  // ends.
  const std::string_view first = key.substr(0, key.find_first_of("\r\n"));
  const std::size_t second = first.find("Encryption:");
  const bool ran_together = second != std::string_view::npos;
  const bool escaped = ran_together && first.substr(0, second).contains('\\');
  const Escapes escapes = escaped ? Escapes::end_lines : Escapes::are_text;
  Lines lines(key, first_line, escapes);
  Copy copy(key, escapes, remarks);
  std::optional<Line> line = lines.next();
  while (line && !ends_file(without_marks(line->text))) {
    copy.add(*line);
    line = lines.next();
  }
  if (line) {
    copy.add(*line);
  }
  copy.hand_over(found);

  if (ran_together && !escaped) {
    found.error = lost_line_ends(first, first_line);
  } else if (!line && key.contains("Private-MAC: ")) {
    found.error = Error{.code = errc::malformed,
                        .line = first_line,
                        .detail = "other text stands before the fields in their lines",
                        .advice = "take it out: each line begins with the name of its field"};
  } else if (!line) {
    found.error = Error{.code = errc::truncated,
                        .offset = found.bytes.size(),
                        .line = first_line + count_lines(key),
                        .detail = "the line Private-MAC is missing"};
  } else if (find_putty(lines.rest()) != std::string_view::npos || find_begin(lines.rest(), 0)) {
    remarks.add(errc::several_keys, line->number + 1, Weight::harmless);
  } else if (!only_white(lines.rest()) && !remarks.has(errc::quoted)) {
    remarks.add(errc::trailing_text, line->number + 1, Weight::harmless);
  }
  return found;
}

}  // namespace osshkey::armor
