// SPDX-License-Identifier: MIT
// The parameters of an EC key (RFC 3279 section 2.3.5, RFC 5480): a curve's name, or the curve
// written out.
#pragma once

#include <osshkey/private_key.hpp>

#include "container/der.hpp"

namespace osshkey::container {

/// read_ec_parameters takes the next element. A curve that is written out is accepted where it
/// equals one of SSH's and the document is forgiving: SSH's formats know curves by name alone.
/// Refuses with: unsupported_curve (the detail names it), malformed.
Curve read_ec_parameters(DerReader& reader);

}  // namespace osshkey::container
