// SPDX-License-Identifier: MIT
// Prefix: the same characters before each line, or numbers that count the lines.
#include "armor/prefix.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "armor/base64_decoder.hpp"
#include "armor/marker.hpp"
#include "armor/putty_text.hpp"
#include "armor/text.hpp"
#include "wire/reader.hpp"

namespace osshkey::armor {

namespace {

constexpr std::string_view digits = "0123456789";

/// size_of is how much of a line a prefix takes, whose blanks at the end an empty line may lack.
std::optional<std::size_t> size_of(std::string_view prefix, std::string_view line) {
  if (line.starts_with(prefix)) {
    return prefix.size();
  }
  const std::size_t last = prefix.find_last_not_of(" \t");
  const std::string_view content = line.substr(0, line.find_last_not_of('\r') + 1);
  const bool empty = last != std::string_view::npos && content == prefix.substr(0, last + 1);
  return empty ? std::optional(content.size()) : std::nullopt;
}

/// Same is a prefix that is the same in every line.
class Same {
 public:
  explicit Same(std::string_view prefix) : prefix_(prefix) {}
  std::optional<std::size_t> next(std::string_view line) { return size_of(prefix_, line); }

 private:
  std::string_view prefix_;
};

/// Counting is a number that grows by one a line, and what stands around it.
class Counting {
 public:
  /// read takes the number for the one whose first digit stands at `at`.
  static std::optional<Counting> read(std::string_view prefix, std::size_t at) {
    if (at == std::string_view::npos) {
      return std::nullopt;
    }
    const std::size_t end = std::min(prefix.find_first_not_of(digits, at), prefix.size());
    Counting counting;
    const std::string_view written = prefix.substr(at, end - at);
    const auto number = std::from_chars(written.begin(), written.end(), counting.number_);
    counting.before_ = without_blanks_behind(prefix.substr(0, at));
    counting.behind_ = prefix.substr(end);
    // A digit is base64: without something else behind it, the number might belong to the text.
    const bool separate = !counting.behind_.empty() && !is_base64(counting.behind_.front());
    return number.ec == std::errc{} && separate ? std::optional(counting) : std::nullopt;
  }

  std::optional<std::size_t> next(std::string_view line) {
    const std::string number = std::to_string(number_++);
    if (!line.starts_with(before_)) {
      return std::nullopt;
    }
    // Numbers are flush right.
    const std::size_t at = std::min(line.find_first_not_of(" \t", before_.size()), line.size());
    if (!line.substr(at).starts_with(number)) {
      return std::nullopt;
    }
    const std::string_view after = line.substr(at + number.size());
    const std::optional<std::size_t> size =
        after.find_first_not_of('\r') == std::string_view::npos ? 0 : size_of(behind_, after);
    return size ? std::optional(at + number.size() + *size) : std::nullopt;
  }

 private:
  static std::string_view without_blanks_behind(std::string_view text) {
    return text.substr(0, text.find_last_not_of(" \t") + 1);
  }

  std::uint32_t number_ = 0;
  std::string_view before_{};
  std::string_view behind_{};
};

std::size_t line_begin(std::string_view text, std::size_t at) {
  return text.substr(0, at).find_last_of('\n') + 1;
}

/// Block is where the key's lines stand: from the beginning of the first one's line to the last.
struct Block {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view prefix{};
};

std::size_t find_end_line(std::string_view text, const Marker& begin) {
  const std::optional<Marker> end = find_end(text, begin.end, begin.label);
  return end ? end->begin : std::string_view::npos;
}

std::optional<Block> find_block(std::string_view text) {
  const std::optional<Marker> begin = find_begin(text, 0);
  const std::size_t putty = find_putty(text.substr(0, begin ? begin->begin : text.size()));
  const bool is_putty = putty != std::string_view::npos;
  if (!begin && !is_putty) {
    return std::nullopt;
  }
  const std::size_t first = is_putty ? putty : begin->begin;
  const std::size_t start = line_begin(text, first);
  std::string_view prefix = text.substr(start, first - start);
  // A hyphen before five others is taken for one of the marker's.
  const bool hyphen = !is_putty && prefix.empty() && text.substr(start).starts_with("------BEGIN ");
  if (hyphen) {
    prefix = text.substr(start, 1);
  }
  if (without_marks(prefix).empty() || is_quote(prefix.back())) {
    return std::nullopt;
  }
  const std::size_t end = is_putty ? text.find("Private-MAC:", putty) : find_end_line(text, *begin);
  if (end == std::string_view::npos || line_begin(text, end) == start) {
    return std::nullopt;
  }
  return Block{.begin = start, .end = end + (hyphen ? 1 : 0), .prefix = prefix};
}

template <typename Prefix>
std::optional<Unprefixed> remove(std::string_view text, const Block& block, Prefix prefix) {
  SecureBytes out(text.size());
  std::size_t size = 0;
  const auto copy = [&](std::string_view part) {
    size = static_cast<std::size_t>(std::ranges::copy(part, out.data() + size).out - out.data());
  };
  copy(text.substr(0, block.begin));
  for (std::size_t at = block.begin; at <= block.end;) {
    const std::size_t next = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, next - at);
    const std::optional<std::size_t> taken = prefix.next(line);
    const bool last = next >= block.end;
    if (!taken || (last && at + *taken != block.end)) {
      return std::nullopt;
    }
    if (last) {
      copy(text.substr(block.end));
      break;
    }
    copy(line.substr(*taken));
    copy("\n");
    at = next + 1;
  }
  out.shrink(size);
  return Unprefixed{.text = std::move(out), .line = 1 + count_lines(text.substr(0, block.begin))};
}

}  // namespace

std::optional<Unprefixed> without_prefix(std::string_view text) {
  const std::optional<Block> block = find_block(text);
  if (!block) {
    return std::nullopt;
  }
  // The number stands first, as in most listings, or last, as `git blame` writes it.
  const std::string_view prefix = block->prefix;
  const std::size_t last = prefix.find_last_of(digits);
  const std::size_t before_last = prefix.find_last_not_of(digits, last);
  for (const std::size_t at :
       {prefix.find_first_of(digits),
        last == std::string_view::npos || before_last == std::string_view::npos
            ? std::string_view::npos
            : before_last + 1}) {
    if (const std::optional<Counting> counting = Counting::read(prefix, at)) {
      if (std::optional<Unprefixed> found = remove(text, *block, *counting)) {
        return found;
      }
    }
  }
  return remove(text, *block, Same(block->prefix));
}

}  // namespace osshkey::armor
