// SPDX-License-Identifier: MIT
// Markers: a search for the word, then a bounded look at what stands on both sides of it. The bound
// keeps the search linear on a file of nothing but hyphens or BEGIN lines.
#include "armor/marker.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "armor/text.hpp"

namespace osshkey::armor {

namespace {

// The longest label in use, `SSH2 ENCRYPTED PRIVATE KEY`, has 26 characters.
constexpr std::size_t max_label = 64;
constexpr std::size_t max_hyphens = 16;
constexpr std::size_t hyphens = 5;

/// KnownLabel is a label and what is left of it without its blanks. Any other label keeps its own
/// spelling.
struct KnownLabel {
  std::string_view label;
  std::string_view squeezed;
};

constexpr auto known_labels = std::to_array<KnownLabel>({
    {"OPENSSH PRIVATE KEY", "OPENSSHPRIVATEKEY"},
    {"RSA PRIVATE KEY", "RSAPRIVATEKEY"},
    {"DSA PRIVATE KEY", "DSAPRIVATEKEY"},
    {"EC PRIVATE KEY", "ECPRIVATEKEY"},
    {"PRIVATE KEY", "PRIVATEKEY"},
    {"ENCRYPTED PRIVATE KEY", "ENCRYPTEDPRIVATEKEY"},
    {"ENCRYPTED OPENSSH PRIVATE KEY", "ENCRYPTEDOPENSSHPRIVATEKEY"},
    {"SSH2 ENCRYPTED PRIVATE KEY", "SSH2ENCRYPTEDPRIVATEKEY"},
});

constexpr char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

constexpr bool is_label_character(char c) {
  return (upper(c) >= 'A' && upper(c) <= 'Z') || (c >= '0' && c <= '9') || c == ' ' || c == '\t' ||
         c == '.' || c == '_' || c == '#';
}

bool starts_with_ignoring_case(std::string_view text, std::string_view word) {
  return text.size() >= word.size() &&
         std::ranges::equal(text.substr(0, word.size()), word, {}, upper);
}

/// find_word looks for a word in capitals, in either case.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  const char either[] = {word.front(), static_cast<char>(word.front() + 32)};
  for (;;) {
    from = text.find_first_of(std::string_view(either, 2), from);
    if (from == std::string_view::npos || starts_with_ignoring_case(text.substr(from), word)) {
      return from;
    }
    ++from;
  }
}

/// is_squeezed compares a label, whose blanks may be lost or doubled, with one in capitals and
/// without any.
bool is_squeezed(std::string_view label, std::string_view squeezed) {
  for (const char c : label) {
    if (c == ' ' || c == '\t' || c == '_') {
      continue;
    }
    if (squeezed.empty() || squeezed.front() != upper(c)) {
      return false;
    }
    squeezed.remove_prefix(1);
  }
  return squeezed.empty();
}

std::string marker_line(std::string_view word, std::string_view label) {
  std::string line = "-----";
  line.append(word).append(1, ' ').append(label).append("-----");
  return line;
}

bool is_known(std::string_view label) {
  return std::ranges::find(known_labels, label, &KnownLabel::label) != known_labels.end();
}

/// RawLabel is a label as it is written, and its size there.
struct RawLabel {
  std::string text{};
  std::size_t size = 0;
};

/// Across says whether a label may go on in the next line.
enum class Across : std::uint8_t { one_line, lines };

RawLabel read_label(std::string_view tail, Across across) {
  RawLabel label;
  bool next_line = false;  // where only capitals are of a label: base64 is not to be copied
  while (label.size < std::min(tail.size(), max_label)) {
    const char c = tail[label.size];
    if (is_label_character(c) && (!next_line || c == upper(c))) {
      label.text += c;
      ++label.size;
    } else if (const std::size_t blank = blank_at(tail.substr(label.size));
               blank != 0 && hyphen_at(tail.substr(label.size)) == 0) {
      label.text += ' ';
      label.size += blank;
    } else if (across == Across::lines && (c == '\n' || c == '\r')) {
      label.text += ' ';
      ++label.size;
      next_line = true;
    } else {
      break;
    }
  }
  return label;
}

/// standard_label gives a label its capitals and single blanks back.
std::string standard_label(std::string_view raw) {
  const auto* known = std::ranges::find_if(
      known_labels, [&](const KnownLabel& one) { return is_squeezed(raw, one.squeezed); });
  if (known != known_labels.end()) {
    return std::string(known->label);
  }
  std::string label;
  for (const char c : without_blanks(raw)) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank) {
      label += upper(c);
    } else if (!label.ends_with(' ')) {
      label += ' ';
    }
  }
  return label;
}

/// run_before is where the run of hyphens begins that ends, a blank aside, at `at`.
std::size_t run_before(std::string_view text, std::size_t at) {
  std::size_t begin = at > 0 && text[at - 1] == ' ' ? at - 1 : at;
  for (std::size_t i = 0; i < max_hyphens; ++i) {
    const std::size_t size = hyphen_before(text.substr(0, begin));
    if (size == 0) {
      return i == 0 ? at : begin;
    }
    begin -= size;
  }
  return begin;
}

struct Run {
  std::size_t end = 0;
  std::size_t count = 0;
  bool ascii = true;
};

Run run_after(std::string_view text, std::size_t at) {
  Run run{.end = at};
  while (run.count < max_hyphens) {
    const std::size_t size = hyphen_at(text.substr(run.end));
    if (size == 0) {
      break;
    }
    run.ascii = run.ascii && text[run.end] == '-';
    run.end += size;
    ++run.count;
  }
  return run;
}

bool begins_line(std::string_view text, std::size_t at) {
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
}

/// read_marker looks at both sides of a word found at `at`.
std::optional<Marker> read_marker(std::string_view text, std::string_view word, std::size_t at) {
  const std::size_t begin = run_before(text, at);
  if (begin == at && !begins_line(text, at)) {
    return std::nullopt;
  }
  const std::size_t label_begin = at + word.size();
  const std::string_view tail = text.substr(label_begin);
  RawLabel raw = read_label(tail, Across::one_line);
  Run closing = run_after(text, label_begin + raw.size);
  if (closing.count == 0 && !is_known(standard_label(raw.text))) {
    RawLabel longer = read_label(tail, Across::lines);
    const Run behind = run_after(text, label_begin + longer.size);
    if (behind.count > 0 && is_known(standard_label(longer.text))) {
      raw = std::move(longer);
      closing = behind;
    }
  }
  Marker marker{.begin = begin, .end = closing.end, .label = standard_label(raw.text)};
  const std::string whole = marker_line(word, marker.label);
  const std::string_view written = text.substr(begin, marker.end - begin);
  if (begin == at &&
      !(is_known(marker.label) && written == std::string_view(whole).substr(hyphens))) {
    return std::nullopt;
  }
  if (written != whole) {
    // Word processors make fewer hyphens of five; a run of real ones that is too short was cut,
    // unless the one before the word is as short and the line goes no further.
    const bool balanced = closing.count > 1 && closing.count == at - begin &&
                          text.substr(closing.end).find_first_of("\r\n") == 0;
    const bool cut = closing.ascii && closing.count < hyphens && !balanced;
    marker.spelling = cut ? Spelling::cut : Spelling::repaired;
  }
  return marker;
}

std::optional<Marker> first_end(std::string_view text, std::size_t from) {
  constexpr std::string_view word = "END";
  for (std::size_t at = find_word(text, word, from); at != std::string_view::npos;
       at = find_word(text, word, at + 1)) {
    if (std::optional<Marker> marker = read_marker(text, word, at)) {
      return marker;
    }
  }
  return std::nullopt;
}

/// one_letter_off compares two texts of which one may have a letter more, less or changed, or two
/// exchanged.
bool one_letter_off(std::string_view a, std::string_view b) {
  const auto differ = std::ranges::mismatch(a, b);
  const std::string_view rest_a(differ.in1, a.end());
  const std::string_view rest_b(differ.in2, b.end());
  const auto without = [](std::string_view rest, std::size_t count) {
    return rest.substr(std::min(rest.size(), count));
  };
  const bool exchanged = rest_a.size() > 1 && rest_b.size() > 1 && rest_a[0] == rest_b[1] &&
                         rest_a[1] == rest_b[0] && without(rest_a, 2) == without(rest_b, 2);
  return exchanged || without(rest_a, 1) == without(rest_b, 1) || without(rest_a, 1) == rest_b ||
         rest_a == without(rest_b, 1);
}

/// stops_short is true where a text is the beginning of an END line and then ends.
bool stops_short(std::string_view text, std::string_view end_line) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text.size() < end_line.size() && end_line.starts_with(text);
}

}  // namespace

std::optional<Marker> find_begin(std::string_view text, std::size_t from) {
  constexpr std::string_view word = "BEGIN";
  for (std::size_t at = find_word(text, word, from); at != std::string_view::npos;
       at = find_word(text, word, at + 1)) {
    std::optional<Marker> marker = read_marker(text, word, at);
    if (marker && marker->label.ends_with("PRIVATE KEY")) {
      return marker;
    }
  }
  return std::nullopt;
}

std::optional<Marker> find_any_begin(std::string_view text, std::size_t from) {
  constexpr std::string_view word = "BEGIN";
  std::optional<Marker> marker;
  for (std::size_t at = find_word(text, word, from); at != std::string_view::npos && !marker;
       at = find_word(text, word, at + 1)) {
    marker = read_marker(text, word, at);
  }
  return marker;
}

std::optional<Marker> find_end(std::string_view text, std::size_t from, std::string_view label) {
  std::optional<Marker> first = first_end(text, from);
  if (first && first->spelling != Spelling::cut) {
    return first;
  }
  const std::string end_line = marker_line("END", label);
  // A cut line is looked for first: what is left of its label would pass for another label.
  const std::size_t window = text.size() - std::min(text.size() - from, end_line.size() + 2);
  const std::size_t hyphen = text.find('-', window);
  const bool cut = hyphen != std::string_view::npos && stops_short(text.substr(hyphen), end_line);
  const std::string_view whole = cut ? text.substr(0, hyphen) : text;
  if (std::optional<Marker> marker = first_end(whole, from)) {
    return marker;
  }
  if (!cut) {
    return std::nullopt;
  }
  return Marker{
      .begin = hyphen, .end = text.size(), .label = std::string(label), .spelling = Spelling::cut};
}

std::optional<Marker> end_of_private_key(std::string_view text) {
  std::optional<Marker> end = first_end(text, 0);
  while (end && !is_known(end->label)) {
    end = first_end(text, end->end);
  }
  return end;
}

std::optional<Marker> find_misspelt_begin(std::string_view text) {
  constexpr std::string_view word = "BEGIN";
  const std::optional<Marker> end = end_of_private_key(text);
  if (!end || end->spelling != Spelling::exact) {
    return std::nullopt;
  }
  const std::string_view before = text.substr(0, end->begin);
  for (std::size_t at = find_word(before, word, 0); at != std::string_view::npos;
       at = find_word(before, word, at + 1)) {
    std::optional<Marker> marker = read_marker(before, word, at);
    if (marker && is_misspelt(marker->label, end->label)) {
      return marker;
    }
  }
  return std::nullopt;
}

bool is_misspelt(std::string_view label, std::string_view known) {
  return !is_known(label) && is_known(known) && one_letter_off(label, known);
}

}  // namespace osshkey::armor
