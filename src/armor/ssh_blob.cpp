// SPDX-License-Identifier: MIT
// SSH's blobs: how many fields each type has. What is in them is of no interest here.
#include "armor/ssh_blob.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "wire/reader.hpp"

namespace osshkey::armor {

namespace {

struct Row {
  std::string_view type;
  std::size_t fields;          // strings and numbers behind the name
  std::size_t first_size = 0;  // of the first field, where it is always the same
};

// Dropbear's private Ed25519 keys have one field, too, but of 64 bytes.
constexpr auto rows = std::to_array<Row>({
    {"ssh-ed25519", 1, 32},
    {"ssh-ed448", 1, 57},
    {"ssh-rsa", 2},
    {"ssh-dss", 4},
    {"ecdsa-sha2-nistp256", 2},
    {"ecdsa-sha2-nistp384", 2},
    {"ecdsa-sha2-nistp521", 2},
    {"sk-ssh-ed25519@openssh.com", 2, 32},
    {"sk-ecdsa-sha2-nistp256@openssh.com", 3},
    {"ssh-mldsa44-ed25519@openssh.com", 1},
});

std::string_view type_of(wire::Reader& reader) {
  return wire::as_text(reader.string("type"));
}

}  // namespace

bool is_public_blob(ByteView bytes) {
  wire::Reader reader(bytes, 0);
  const auto* row = std::ranges::find(rows, type_of(reader), &Row::type);
  if (row == rows.end()) {
    return false;
  }
  for (std::size_t i = 0; i < row->fields; ++i) {
    const ByteView field = reader.string("field");
    if (i == 0 && row->first_size != 0 && field.size() != row->first_size) {
      return false;
    }
  }
  return !reader.failed() && reader.remaining() == 0;
}

bool is_certificate_blob(ByteView bytes) {
  wire::Reader reader(bytes, 0);
  return type_of(reader).ends_with("-cert-v01@openssh.com") && !reader.failed();
}

}  // namespace osshkey::armor
