// SPDX-License-Identifier: MIT
// Prefix: the same characters before each line, or numbers that count the lines.
#include "armor/prefix.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "armor/base64_decoder.hpp"
#include "armor/marker.hpp"
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

/// Counting is a number that grows by one a line, and what stands behind it.
class Counting {
 public:
  static std::optional<Counting> read(std::string_view prefix) {
    prefix.remove_prefix(std::min(prefix.find_first_not_of(" \t"), prefix.size()));
    const std::size_t size = std::min(prefix.find_first_not_of(digits), prefix.size());
    Counting counting;
    const std::string_view written = prefix.substr(0, size);
    const auto number = std::from_chars(written.begin(), written.end(), counting.number_);
    counting.behind_ = prefix.substr(size);
    // A digit is base64: without something else behind it, the number might belong to the text.
    const bool separate = !counting.behind_.empty() && !is_base64(counting.behind_.front());
    return size > 0 && number.ec == std::errc{} && separate ? std::optional(counting)
                                                            : std::nullopt;
  }

  std::optional<std::size_t> next(std::string_view line) {
    const std::size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
    const std::string number = std::to_string(number_++);
    const std::string_view rest = line.substr(blanks);
    if (!rest.starts_with(number)) {
      return std::nullopt;
    }
    const std::string_view after = rest.substr(number.size());
    const std::optional<std::size_t> size =
        after.find_first_not_of('\r') == std::string_view::npos ? 0 : size_of(behind_, after);
    return size ? std::optional(blanks + number.size() + *size) : std::nullopt;
  }

 private:
  std::uint32_t number_ = 0;
  std::string_view behind_{};
};

std::size_t line_begin(std::string_view text, std::size_t at) {
  return text.substr(0, at).find_last_of('\n') + 1;
}

/// Block is where the key's lines stand: from the beginning of BEGIN's line to the END marker.
struct Block {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view prefix{};
};

std::optional<Block> find_block(std::string_view text) {
  const std::optional<Marker> begin = find_begin(text, 0);
  if (!begin) {
    return std::nullopt;
  }
  const std::size_t start = line_begin(text, begin->begin);
  std::string_view prefix = text.substr(start, begin->begin - start);
  // A hyphen before five others is taken for one of the marker's.
  const bool hyphen = prefix.empty() && text.substr(start).starts_with("------BEGIN ");
  if (hyphen) {
    prefix = text.substr(start, 1);
  }
  if (without_marks(prefix).empty() || is_quote(prefix.back())) {
    return std::nullopt;
  }
  const std::optional<Marker> end = find_end(text, begin->end, begin->label);
  if (!end || line_begin(text, end->begin) == start) {
    return std::nullopt;
  }
  return Block{.begin = start, .end = end->begin + (hyphen ? 1 : 0), .prefix = prefix};
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
  if (const std::optional<Counting> counting = Counting::read(block->prefix)) {
    if (std::optional<Unprefixed> found = remove(text, *block, *counting)) {
      return found;
    }
  }
  return remove(text, *block, Same(block->prefix));
}

}  // namespace osshkey::armor
