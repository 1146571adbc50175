// SPDX-License-Identifier: MIT
// One short way to return an Error from a function that yields a Result, and details in one
// wording.
#pragma once

#include <osshkey/error.hpp>

#include <cstdint>
#include <string>

namespace osshkey {

/// Where says which field failed and at which offset; what it leaves out stays unset in the Error.
struct Where {
  std::string_view field{};
  std::optional<std::uint64_t> offset{};
  std::optional<std::uint32_t> line{};
};

[[nodiscard]] inline std::unexpected<Error> fail(errc code, const Where& where = {},
                                                 std::string detail = {}, std::string advice = {}) {
  return std::unexpected(Error{.code = code,
                               .field = where.field,
                               .offset = where.offset,
                               .line = where.line,
                               .detail = std::move(detail),
                               .advice = std::move(advice)});
}

/// missing_bytes and extra_bytes are details that count, such as `1 byte is missing`.
[[nodiscard]] inline std::string missing_bytes(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte is missing" : " bytes are missing");
}
[[nodiscard]] inline std::string extra_bytes(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte too many" : " bytes too many");
}

}  // namespace osshkey
