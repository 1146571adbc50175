// SPDX-License-Identifier: MIT
// Widths: the lengths of the lines of base64, which tell who wrote them, who reads them, and which
// line was damaged.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "armor/bad_base64.hpp"

namespace osshkey::armor {

/// Width is how many characters of base64 a line has, and how many of any kind.
struct Width {
  std::uint32_t line = 0;
  std::size_t base64 = 0;
  std::size_t written = 0;
};

/// Widths judges how the base64 text was wrapped.
class Widths {
 public:
  void add(Width width) { lines_.push_back(width); }

  /// usual is true for lines of the length that OpenSSH, OpenSSL or MIME (RFC 2045) writes.
  [[nodiscard]] bool usual() const {
    if (lines_.size() < 2) {
      return lines_.empty() || lines_.front().base64 <= written.back();
    }
    return even(&Width::base64) &&
           std::ranges::find(written, lines_.front().base64) != written.end();
  }

  /// fit_libcrypto is true for the one length of lines that libcrypto reads behind headers.
  [[nodiscard]] bool fit_libcrypto() const {
    constexpr std::size_t length = 64;
    return lines_.empty() || (even(&Width::base64) && lines_.front().base64 <= length &&
                              (lines_.size() == 1 || lines_.front().base64 == length));
  }

  /// plus_lost is true where blanks within the lines make up what they lack: of one length or, in
  /// few lines, of a whole number of groups.
  [[nodiscard]] bool plus_lost() const {
    if (lines_.empty() || !even(&Width::written) ||
        std::ranges::find(written, lines_.front().written) == written.end()) {
      return false;
    }
    constexpr std::size_t group = 4;
    return lines_.size() > 2
               ? !even(&Width::base64)
               : total(&Width::written) % group == 0 && total(&Width::base64) % group != 0;
  }

  [[nodiscard]] std::optional<OddLine> odd() const {
    if (lines_.size() < 4) {
      return std::nullopt;
    }
    const bool first_is_usual = lines_[0].base64 == lines_[1].base64 ||
                                (lines_.size() > 4 && lines_[0].base64 == lines_[2].base64);
    const std::size_t usual = first_is_usual ? lines_[0].base64 : lines_[1].base64;
    std::optional<OddLine> odd;
    for (const Width& width : std::span(lines_).first(lines_.size() - 1)) {
      if (width.base64 == usual) {
        continue;
      }
      if (odd) {
        return std::nullopt;
      }
      odd = OddLine{.line = width.line, .width = width.base64, .usual = usual};
    }
    return odd;
  }

 private:
  static constexpr std::array<std::size_t, 3> written = {70, 64, 76};

  /// even is true where all lines but the last are of one length and that is no longer.
  [[nodiscard]] bool even(std::size_t Width::* length) const {
    const std::size_t first = lines_.front().*length;
    return lines_.back().*length <= first &&
           std::ranges::all_of(std::span(lines_).first(lines_.size() - 1),
                               [&](const Width& width) { return width.*length == first; });
  }

  [[nodiscard]] std::size_t total(std::size_t Width::* length) const {
    std::size_t sum = 0;
    for (const Width& width : lines_) {
      sum += width.*length;
    }
    return sum;
  }

  std::vector<Width> lines_{};
};

}  // namespace osshkey::armor
