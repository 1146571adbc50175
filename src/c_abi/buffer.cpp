// SPDX-License-Identifier: MIT
// The caller's buffers: results copied into them, and secrets wiped.
#include <cstring>

#include "c_abi/handles.hpp"

namespace osshkey::c_abi {

int fill(ByteView result, std::size_t needed, std::uint8_t* out, std::size_t* len) noexcept {
  if (out == nullptr || *len < result.size()) {
    *len = needed;
    return OSSHKEY_BUFFER_TOO_SMALL;
  }
  if (!result.empty()) {
    std::memcpy(out, result.data(), result.size());
  }
  *len = result.size();
  return OSSHKEY_OK;
}

int fill_text(const std::string& text, char* out, std::size_t* len) noexcept {
  const std::size_t size = text.size() + 1;
  const bool fits = out != nullptr && *len >= size;
  *len = size;
  if (!fits) {
    return OSSHKEY_BUFFER_TOO_SMALL;
  }
  std::memcpy(out, text.c_str(), size);
  return OSSHKEY_OK;
}

}  // namespace osshkey::c_abi

void osshkey_wipe(void* bytes, size_t len) {
  if (bytes != nullptr) {
    osshkey::wipe({static_cast<std::uint8_t*>(bytes), len});
  }
}
