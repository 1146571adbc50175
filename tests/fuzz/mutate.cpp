// SPDX-License-Identifier: MIT
// One function for each kind of change.
#include "mutate.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace osshkey::fuzz {

namespace {

/// Piece is a part of a byte string.
struct Piece {
  std::ptrdiff_t begin;
  std::ptrdiff_t end;
};

/// choose_piece is mostly short: a field rather than half of the file.
Piece choose_piece(const Bytes& bytes, Random& random) {
  constexpr std::size_t field_size = 40;
  const std::size_t begin = random.below(bytes.size());
  const std::size_t left = bytes.size() - begin;
  const std::size_t size =
      1 + random.below(random.below(4) == 0 ? left : std::min(left, field_size));
  return {static_cast<std::ptrdiff_t>(begin), static_cast<std::ptrdiff_t>(begin + size)};
}

std::uint8_t& choose_byte(Bytes& bytes, Random& random) {
  return bytes[random.below(bytes.size())];
}

void flip_bit(Bytes& bytes, Random& random) {
  choose_byte(bytes, random) ^= static_cast<std::uint8_t>(1U << random.below(8));
}

void set_byte(Bytes& bytes, Random& random) {
  constexpr std::array<std::uint8_t, 14> notable = {0,   1,   0x7f, 0x80, 0xff, '\n', '\r',
                                                    ' ', '-', '=',  ':',  '\t', '"',  '\\'};
  choose_byte(bytes, random) = random.below(2) == 0 ? notable[random.below(notable.size())]
                                                    : static_cast<std::uint8_t>(random.next());
}

/// change_number makes a length or count near its old value, or huge.
void change_number(Bytes& bytes, Random& random) {
  std::uint8_t& byte = choose_byte(bytes, random);
  byte = static_cast<std::uint8_t>(byte + random.below(9) - 4);
}

void cut_end(Bytes& bytes, Random& random) {
  bytes.resize(random.below(bytes.size()));
}

void remove_piece(Bytes& bytes, Random& random) {
  const Piece piece = choose_piece(bytes, random);
  bytes.erase(bytes.begin() + piece.begin, bytes.begin() + piece.end);
}

void insert(Bytes& bytes, const Bytes& source, Random& random) {
  const Piece piece = choose_piece(source, random);
  const Bytes copy(source.begin() + piece.begin, source.begin() + piece.end);
  const auto at = static_cast<std::ptrdiff_t>(random.below(bytes.size() + 1));
  bytes.insert(bytes.begin() + at, copy.begin(), copy.end());
}

void overwrite(Bytes& bytes, const Bytes& source, Random& random) {
  const Piece piece = choose_piece(source, random);
  const std::size_t at = random.below(bytes.size());
  const std::size_t size =
      std::min(bytes.size() - at, static_cast<std::size_t>(piece.end - piece.begin));
  std::copy_n(source.begin() + piece.begin, size, bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

void insert_byte(Bytes& bytes, Random& random) {
  const auto at = static_cast<std::ptrdiff_t>(random.below(bytes.size() + 1));
  bytes.insert(bytes.begin() + at, static_cast<std::uint8_t>(random.next()));
}

void change(Bytes& bytes, const Bytes& other, Random& random) {
  switch (random.below(12)) {
    case 0:
    case 1:
      return flip_bit(bytes, random);
    case 2:
    case 3:
      return set_byte(bytes, random);
    case 4:
    case 5:
      return change_number(bytes, random);
    case 6:
      return remove_piece(bytes, random);
    case 7:
      return insert_byte(bytes, random);
    case 8:
      return insert(bytes, Bytes(bytes), random);
    case 9:
      return overwrite(bytes, Bytes(bytes), random);
    case 10:
      return random.below(2) == 0 ? insert(bytes, other, random) : overwrite(bytes, other, random);
    default:
      return random.below(3) == 0 ? cut_end(bytes, random) : flip_bit(bytes, random);
  }
}

}  // namespace

std::uint64_t Random::next() noexcept {
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

Bytes mutated(Bytes input, const Bytes& other, Random& random) {
  const std::size_t changes = 1 + random.below(random.below(2) == 0 ? 1 : 4);
  for (std::size_t i = 0; i < changes && !input.empty() && !other.empty(); ++i) {
    change(input, other, random);
  }
  return input;
}

}  // namespace osshkey::fuzz
