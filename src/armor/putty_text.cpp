// SPDX-License-Identifier: MIT
// The text of a PuTTY key file. OpenSSH reads none of it, so every irregularity weighs the same,
// except CR LF: that is how PuTTY writes its own files on Windows.
#include "armor/putty_text.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "armor/marker.hpp"
#include "armor/text.hpp"

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

/// without_closing_quote cuts the last line of a quoted text behind its hex digits.
std::string_view without_closing_quote(std::string_view line, Remarks& remarks,
                                       std::uint32_t number) {
  const auto quote = std::ranges::find_if(line, is_quote);
  if (quote == line.end()) {
    return line;
  }
  remarks.add(errc::quoted, number, Weight::refused);
  return line.substr(0, static_cast<std::size_t>(quote - line.begin()));
}

void note_before(std::string_view before, std::uint32_t line, Remarks& remarks) {
  const std::size_t line_end = before.find_last_of("\r\n");
  const std::size_t own = line_end == std::string_view::npos ? 0 : line_end + 1;
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

/// Copy writes the lines of the key into memory of its own.
class Copy {
 public:
  Copy(std::size_t room, Remarks& remarks) : bytes_(room), remarks_(remarks) {}

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
    if (trimmed.starts_with("Comment:")) {
      // Blanks at its end belong to the comment, which the MAC covers; it may consist of them.
      text = line.text.substr(static_cast<std::size_t>(trimmed.data() - line.text.data()));
    } else if (ends_file(trimmed)) {
      text = without_blanks(without_closing_quote(trimmed, remarks_, line.number));
    }
    if (text.size() != line.text.size()) {
      remarks_.add(errc::indented, line.number, Weight::refused);
    }
    marks_.push_back({.offset = size_, .line = line.number});
    size_ = static_cast<std::size_t>(std::ranges::copy(text, bytes_.data() + size_).out -
                                     bytes_.data());
    bytes_.data()[size_++] = '\n';
  }

  void hand_over(Armored& found) {
    bytes_.shrink(size_);
    found.bytes = std::move(bytes_);
    found.lines = std::move(marks_);
  }

 private:
  SecureBytes bytes_;
  std::size_t size_ = 0;
  std::vector<LineMark> marks_{};
  std::optional<std::uint32_t> blank_line_{};
  Remarks& remarks_;
};

}  // namespace

std::size_t find_putty(std::string_view text) {
  return text.find(magic);
}

Armored read_putty(std::string_view text, std::size_t begin, Remarks& remarks) {
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
  note_before(text.substr(0, begin), first_line, remarks);

  // Comments may hold backslashes; only where the first line runs into the second are they line
  // ends.
  const std::string_view first = key.substr(0, key.find_first_of("\r\n"));
  const std::size_t second = first.find("Encryption:");
  const bool ran_together = second != std::string_view::npos;
  const bool escaped = ran_together && first.substr(0, second).contains('\\');
  Lines lines(key, first_line, escaped ? Escapes::end_lines : Escapes::are_text);
  Copy copy(key.size() + 1, remarks);
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
    found.error = Error{.code = errc::malformed,
                        .line = first_line,
                        .detail = "the line ends of the PuTTY key file were lost",
                        .advice = "copy the file again; each of its fields needs its own line"};
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
