// SPDX-License-Identifier: MIT
// bcrypt_hash in its plainest form: the definition that every kernel is checked against.
#ifndef BCRYPT_PBKDF_REFERENCE_HPP
#define BCRYPT_PBKDF_REFERENCE_HPP

#include "bcrypt_pbkdf/kernel.hpp"

namespace bcrypt_pbkdf {

void reference_hash(Scratch& scratch, const Lane* lanes);

}  // namespace bcrypt_pbkdf

#endif  // BCRYPT_PBKDF_REFERENCE_HPP
