// SPDX-License-Identifier: MIT
// One short way to return an Error from a function that yields a Result.
#pragma once

#include <osshkey/error.hpp>

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

}  // namespace osshkey
