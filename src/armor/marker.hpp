// SPDX-License-Identifier: MIT
// Markers: finds the BEGIN and END lines of a private key anywhere in a text, also where hyphens
// were lost or changed, letters are in lower case, blanks are missing or became line ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace osshkey::armor {

/// Spelling is how well a marker keeps to the form.
enum class Spelling : std::uint8_t {
  exact,     ///< five hyphens, one word, the label, five hyphens
  repaired,  ///< beyond doubt what is meant
  cut,       ///< its last hyphens are missing
};

/// Marker is a BEGIN or END line: its place in the text, hyphens included, and its label in the
/// spelling of the standards.
struct Marker {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string label{};
  Spelling spelling = Spelling::exact;
};

/// find_begin is the first BEGIN marker at or after `from` whose label ends in PRIVATE KEY.
[[nodiscard]] std::optional<Marker> find_begin(std::string_view text, std::size_t from);

/// find_any_begin is the first BEGIN marker at or after `from`, whatever its label.
[[nodiscard]] std::optional<Marker> find_any_begin(std::string_view text, std::size_t from);

/// find_end is the first END marker, whatever its label, at or after `from`; failing that, the
/// first characters of one, of the label `label`, with which the text ends.
[[nodiscard]] std::optional<Marker> find_end(std::string_view text, std::size_t from,
                                             std::string_view label);

/// find_misspelt_begin is the first BEGIN marker that differs by one letter, or by two exchanged
/// ones, from a whole END marker that follows.
[[nodiscard]] std::optional<Marker> find_misspelt_begin(std::string_view text);

/// end_of_private_key is the first END marker of a known private key's label, whatever precedes it.
[[nodiscard]] std::optional<Marker> end_of_private_key(std::string_view text);

/// is_misspelt is true for a label that is not known and differs by one letter, or by two exchanged
/// ones, from one that is.
[[nodiscard]] bool is_misspelt(std::string_view label, std::string_view known);

}  // namespace osshkey::armor
