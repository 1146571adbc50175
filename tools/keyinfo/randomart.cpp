// SPDX-License-Identifier: MIT
// The drunken bishop: each two bits of the digest move him one field diagonally, and each visit
// makes a field darker ("The drunken bishop: An analysis of the OpenSSH fingerprint visualization
// algorithm", Loss, Limmer, von Gernler, 2009).
#include "randomart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "common/wording.hpp"

namespace tool::keyinfo {

namespace {

constexpr int columns = 17;
constexpr int rows = 9;
constexpr std::string_view shades = " .o+=*BOX@%&#/^";

std::uint8_t base64_value(char c) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return static_cast<std::uint8_t>(alphabet.find(c));
}

std::uint8_t hex_value(char c) {
  return static_cast<std::uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10);
}

/// digest_of reads the digest back from the fingerprint, which holds it whole.
std::vector<std::uint8_t> digest_of(std::string_view fingerprint) {
  std::vector<std::uint8_t> digest;
  const std::size_t colon = fingerprint.find(':');
  const std::string_view text = fingerprint.substr(colon + 1);
  if (fingerprint.substr(0, colon) == "MD5") {
    for (std::size_t i = 0; i + 1 < text.size(); i += 3) {
      digest.push_back(static_cast<std::uint8_t>(hex_value(text[i]) << 4 | hex_value(text[i + 1])));
    }
    return digest;
  }
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    bits = bits << 6 | base64_value(c);
    count += 6;
    if (count >= 8) {
      count -= 8;
      digest.push_back(static_cast<std::uint8_t>(bits >> count));
    }
  }
  return digest;
}

/// border sets the title into the middle of the edge, the odd hyphen behind it.
std::string border(std::string_view title) {
  const std::size_t left = (columns - title.size()) / 2;
  return fmt::format("+{:-<{}}{}{:-<{}}+", "", left, title, "", columns - title.size() - left);
}

std::string title_of(const osshkey::PublicKey& key) {
  const std::string name = short_type(key.type());
  std::string title = fmt::format("[{} {}]", name, key.bits());
  if (title.size() > columns) {
    title = fmt::format("[{}]", name);
  }
  return title.substr(0, columns);
}

using Field = std::array<std::array<char, columns>, rows>;

Field draw(const std::vector<std::uint8_t>& digest) {
  std::array<std::array<std::size_t, columns>, rows> visits{};
  int x = columns / 2;
  int y = rows / 2;
  const auto at = [](auto& field, int row, int column) -> auto& {
    return field[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  };
  for (std::uint8_t byte : digest) {
    for (int step = 0; step < 4; ++step, byte = static_cast<std::uint8_t>(byte >> 2)) {
      x = std::clamp(x + ((byte & 1U) != 0 ? 1 : -1), 0, columns - 1);
      y = std::clamp(y + ((byte & 2U) != 0 ? 1 : -1), 0, rows - 1);
      ++at(visits, y, x);
    }
  }
  Field field{};
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      field[row][column] = shades[std::min(visits[row][column], shades.size() - 1)];
    }
  }
  at(field, rows / 2, columns / 2) = 'S';
  at(field, y, x) = 'E';
  return field;
}

}  // namespace

std::vector<std::string> randomart(const osshkey::PublicKey& key, osshkey::Hash hash) {
  std::vector<std::string> lines{border(title_of(key))};
  for (const auto& row : draw(digest_of(key.fingerprint(hash)))) {
    lines.push_back("|" + std::string(row.data(), row.size()) + "|");
  }
  lines.push_back(border(hash == osshkey::Hash::sha256 ? "[SHA256]" : "[MD5]"));
  return lines;
}

}  // namespace tool::keyinfo
