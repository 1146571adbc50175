// SPDX-License-Identifier: MIT
// The one place that knows whether a key is taken from the inspection or from the unlocked file.
#include "report.hpp"

namespace tool::keyinfo {

std::vector<KeyView> Report::key_views() const {
  std::vector<KeyView> views;
  if (keys != nullptr) {
    for (const osshkey::PrivateKey& key : *keys) {
      views.push_back(
          {.public_key = &key.public_key(), .comment = &key.comment(), .proved = key.is_proved()});
    }
    return views;
  }
  for (const osshkey::KeyInspection& key : inspection->keys) {
    if (key.public_key) {
      views.push_back(
          {.public_key = &*key.public_key, .comment = key.comment ? &*key.comment : nullptr});
    }
  }
  return views;
}

}  // namespace tool::keyinfo
