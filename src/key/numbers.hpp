// SPDX-License-Identifier: MIT
// Walks over the views in a key's numbers, so that copying them is written once for all types.
#pragma once

#include <osshkey/private_key.hpp>

namespace osshkey::key {

// Each overload lists every view of its struct.
template <typename Visit>
void each_view(Ed25519Numbers& k, Visit visit) {
  visit(k.public_key);
  visit(k.secret);
}
template <typename Visit>
void each_view(Ed448Numbers& k, Visit visit) {
  visit(k.public_key);
  visit(k.seed);
}
template <typename Visit>
void each_view(RsaNumbers& k, Visit visit) {
  for (ByteView* view : {&k.n, &k.e, &k.d, &k.p, &k.q, &k.iqmp}) {
    visit(*view);
  }
}
template <typename Visit>
void each_view(EcdsaNumbers& k, Visit visit) {
  visit(k.point);
  visit(k.scalar);
}
template <typename Visit>
void each_view(DsaNumbers& k, Visit visit) {
  for (ByteView* view : {&k.p, &k.q, &k.g, &k.y, &k.x}) {
    visit(*view);
  }
}
template <typename Visit>
void each_view(SecurityKeyNumbers& k, Visit visit) {
  for (ByteView* view : {&k.public_key, &k.application, &k.key_handle, &k.reserved}) {
    visit(*view);
  }
}
template <typename Visit>
void each_view(MldsaEd25519Numbers& k, Visit visit) {
  visit(k.public_key);
  visit(k.secret);
}

/// copy_numbers copies every view of `numbers` into `storage` and points `numbers` at the copies.
void copy_numbers(KeyNumbers& numbers, SecureBytes& storage);

}  // namespace osshkey::key
