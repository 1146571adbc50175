// SPDX-License-Identifier: MIT
// Seams: one is guessed from where it must stand, then must separate every line of the block.
#include "armor/seams.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "armor/base64_decoder.hpp"
#include "armor/text.hpp"

namespace osshkey::armor {

namespace {

constexpr std::size_t longest_seam = 64;

constexpr bool is_white(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// marks_a_gap is true for what people put where they left something out.
bool marks_a_gap(std::string_view seam) {
  constexpr std::array<std::string_view, 7> marks = {"..",  "\xE2\x80\xA6", "*",       "nip",
                                                     "NIP", "edacted",      "REDACTED"};
  return std::ranges::any_of(marks, [&](auto mark) { return seam.contains(mark); });
}

/// could_be_seam asks for something that is neither base64 nor only white.
bool could_be_seam(std::string_view seam) {
  return !seam.empty() && !std::ranges::all_of(seam, is_white) &&
         !std::ranges::all_of(seam, is_base64) && !marks_a_gap(seam);
}

/// Pieces are the lines between the seams.
using Pieces = std::vector<std::string_view>;

/// split cuts a text that begins and ends with the seam.
Pieces split(std::string_view text, std::string_view seam) {
  Pieces pieces;
  text.remove_prefix(seam.size());
  while (!text.empty()) {
    const std::size_t size = text.find(seam);
    if (size == std::string_view::npos) {
      return {};
    }
    pieces.push_back(without_blanks(text.substr(0, size)));
    text.remove_prefix(size + seam.size());
  }
  return pieces;
}

/// split_evenly cuts a text at a seam of characters of base64, which only its distance shows.
Pieces split_evenly(std::string_view text, std::string_view seam, std::size_t width) {
  Pieces pieces;
  text.remove_prefix(seam.size());
  while (!text.empty()) {
    const std::size_t size = std::min(width, text.size() - std::min(text.size(), seam.size()));
    if (!text.substr(size).starts_with(seam)) {
      return {};
    }
    pieces.push_back(text.substr(0, size));
    text.remove_prefix(size + seam.size());
  }
  return pieces;
}

/// Lengths says which lines are taken for those of a key.
enum class Lengths : std::uint8_t { any, usual };

/// lengths_at says when the lines' lengths must show that nothing was left out: where nothing but
/// the seam ends a line, and where it might be base64.
Lengths lengths_at(std::string_view seam) {
  const bool foreign =
      std::ranges::any_of(seam, [](char c) { return !is_white(c) && !is_base64(c); });
  return foreign && count_lines(seam) > 0 ? Lengths::any : Lengths::usual;
}

/// are_lines is true for header lines and lines of base64.
bool are_lines(const Pieces& pieces, Lengths lengths) {
  constexpr std::array<std::size_t, 3> usual = {70, 64, 76};
  Pieces body;
  bool behind_header = false;  // a blank line ends the headers; a seam of itself twice is none
  for (const std::string_view piece : pieces) {
    const bool header =
        piece.contains(':') && piece.find_first_of("\r\n") == std::string_view::npos;
    if (!piece.empty() && std::ranges::all_of(piece, is_base64)) {
      body.push_back(piece);
    } else if (!body.empty() || !(header || (piece.empty() && behind_header))) {
      return false;
    }
    behind_header = header;
  }
  if (body.size() < 2) {
    constexpr std::size_t shortest_key = 64;
    return body.size() == 1 && body.front().size() >= shortest_key &&
           body.front().size() <= usual.back();
  }
  const std::size_t width = body.front().size();
  const bool even = body.back().size() <= width &&
                    std::ranges::all_of(body.begin(), body.end() - 1, [&](std::string_view line) {
                      return line.size() == width;
                    });
  return lengths == Lengths::any || (even && std::ranges::find(usual, width) != usual.end());
}

/// Found is a seam with what it separates.
struct Found {
  std::string_view seam{};
  Pieces pieces{};
};

std::optional<Found> find_pem_seam(std::string_view between) {
  const std::string_view body = without_blanks(between);
  for (std::size_t size = std::min(longest_seam, body.size() / 2); size > 0; --size) {
    const std::string_view seam = body.substr(0, size);
    if (!is_base64(seam.front()) && could_be_seam(seam) && body.ends_with(seam)) {
      if (Pieces pieces = split(body, seam); are_lines(pieces, lengths_at(seam))) {
        return Found{.seam = seam, .pieces = std::move(pieces)};
      }
    }
  }
  // A written-out line end without its backslash, or with a slash for it. No key begins like this.
  for (const std::string_view seam : {"n", "/n", "rn"}) {
    for (const std::size_t width : {70U, 64U, 76U}) {
      if (body.size() > width && body.starts_with(seam) && body.ends_with(seam)) {
        if (Pieces pieces = split_evenly(body, seam, width); are_lines(pieces, Lengths::usual)) {
          return Found{.seam = seam, .pieces = std::move(pieces)};
        }
      }
    }
  }
  return std::nullopt;
}

Note note_for(std::string_view seam, std::uint32_t line) {
  if (std::ranges::any_of(seam, is_quote)) {
    return {.code = errc::quoted, .line = line};
  }
  if (seam.starts_with('\\')) {
    return {.code = errc::literal_backslash_n, .line = line};
  }
  if (count_lines(seam) > 0) {
    return {.code = errc::indented,
            .line = line,
            .detail = "the same characters stand around each line"};
  }
  return {.code = errc::one_line,
          .line = line,
          .detail = "the same characters stand in the place of each"};
}

/// Builder writes a text into memory of its own.
class Builder {
 public:
  explicit Builder(std::size_t room) : bytes_(room) {}

  Builder& add(std::string_view part) {
    size_ = static_cast<std::size_t>(std::ranges::copy(part, bytes_.data() + size_).out -
                                     bytes_.data());
    return *this;
  }
  /// end_line writes as many line ends as the seam has; `inside` where it has none.
  void end_line(std::string_view seam, std::string_view inside) {
    const std::uint32_t count = count_lines(seam);
    for (std::uint32_t i = 0; i < count; ++i) {
      add("\n");
    }
    add(count == 0 ? inside : "");
  }
  SecureBytes take() {
    bytes_.shrink(size_);
    return std::move(bytes_);
  }

 private:
  SecureBytes bytes_;
  std::size_t size_ = 0;
};

std::uint32_t line_of(std::string_view text, std::size_t at) {
  return 1 + count_lines(text.substr(0, at));
}

/// find_putty_seam is what stands between the first line, which ends with a key type, and the
/// second, without blanks before it.
std::string_view find_putty_seam(std::string_view key) {
  constexpr std::array<std::string_view, 7> types = {"ssh-rsa",
                                                     "ssh-dss",
                                                     "ecdsa-sha2-nistp256",
                                                     "ecdsa-sha2-nistp384",
                                                     "ecdsa-sha2-nistp521",
                                                     "ssh-ed25519",
                                                     "ssh-ed448"};
  constexpr std::size_t type_at = std::string_view("PuTTY-User-Key-File-3: ").size();
  const std::string_view from = key.substr(std::min(type_at, key.size()));
  const auto* type =
      std::ranges::find_if(types, [&](std::string_view name) { return from.starts_with(name); });
  if (type == types.end()) {
    return {};
  }
  const std::string_view after = from.substr(type->size());
  const std::size_t size = after.substr(0, longest_seam * 4).find("Encryption:");
  if (size == std::string_view::npos) {
    return {};
  }
  const std::string_view gap = after.substr(0, size);
  return gap.substr(std::min(gap.find_first_not_of(" \t"), gap.size()));
}

/// is_left_to_readers is true for `>` before a line, and for a line end that is only written out.
bool is_left_to_readers(std::string_view seam) {
  Lines lines(seam, 1, Escapes::end_lines);
  bool only_marks = true;
  bool ends = false;
  while (const std::optional<Line> line = lines.next()) {
    only_marks = only_marks && without_marks(line->text).empty();
    ends = ends || line->ending != Ending::none;
  }
  return ends && only_marks;
}

}  // namespace

std::optional<Unseamed> without_pem_seams(std::string_view text, const Marker& begin) {
  const std::optional<Marker> end = find_end(text, begin.end, begin.label);
  if (!end || end->begin < begin.end) {
    return std::nullopt;
  }
  const std::string_view between = text.substr(begin.end, end->begin - begin.end);
  const std::optional<Found> found = find_pem_seam(between);
  if (!found) {
    return std::nullopt;
  }
  Builder out(text.size());
  out.add(text.substr(0, begin.end)).end_line(found->seam, " ");
  for (const std::string_view piece : found->pieces) {
    out.add(piece).end_line(found->seam, " ");
  }
  out.add(text.substr(end->begin));
  return Unseamed{.text = out.take(), .note = note_for(found->seam, line_of(text, begin.begin))};
}

std::optional<Unseamed> without_putty_seams(std::string_view text, std::size_t begin) {
  const std::string_view seam = find_putty_seam(text.substr(begin));
  const std::size_t end = text.find("Private-MAC:", begin);
  if (!could_be_seam(seam) || is_left_to_readers(seam) || end == std::string_view::npos) {
    return std::nullopt;
  }
  Builder out(text.size() * 2);
  out.add(text.substr(0, begin));
  std::string_view rest = text.substr(begin, end - begin);
  while (!rest.empty()) {
    const std::size_t size = rest.find(seam);
    const std::string_view piece = rest.substr(0, size);
    if (size == std::string_view::npos || piece.find_first_of("\r\n") != std::string_view::npos) {
      return std::nullopt;
    }
    out.add(piece.substr(0, piece.find_last_not_of(" \t") + 1)).end_line(seam, "\\n");
    rest.remove_prefix(size + seam.size());
  }
  out.add(text.substr(end));
  return Unseamed{.text = out.take(), .note = note_for(seam, line_of(text, begin))};
}

}  // namespace osshkey::armor
