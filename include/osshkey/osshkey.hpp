// SPDX-License-Identifier: MIT
// The whole C++ API of osshkey.
#pragma once

#include <osshkey/error.hpp>          // IWYU pragma: export
#include <osshkey/export.hpp>         // IWYU pragma: export
#include <osshkey/key_file.hpp>       // IWYU pragma: export
#include <osshkey/limits.hpp>         // IWYU pragma: export
#include <osshkey/private_key.hpp>    // IWYU pragma: export
#include <osshkey/public_key.hpp>     // IWYU pragma: export
#include <osshkey/secure_memory.hpp>  // IWYU pragma: export
#include <osshkey/signature.hpp>      // IWYU pragma: export
#include <osshkey/unlock_many.hpp>    // IWYU pragma: export
