// SPDX-License-Identifier: MIT
// Every cause of the C++ interface has a status of the C interface, with the same texts.
#include <doctest/doctest.h>

#include <osshkey/osshkey.h>
#include <osshkey/error.hpp>

#include <cstring>
#include <ostream>
#include <set>
#include <string_view>

#include "c_abi/handles.hpp"

using namespace osshkey;

TEST_CASE("every cause has a status of its own, with its texts") {
  std::set<int> statuses;
  for (const errc code : all_codes()) {
    CAPTURE(word(code));
    const int status = c_abi::to_status(code);
    CHECK(statuses.insert(status).second);
    CHECK(status < OSSHKEY_KDF_BAD_OUTPUT_SIZE);
    // Equal as C strings: the texts end in a NUL behind their view.
    CHECK(word(code) == std::string_view(osshkey_word(status)));
    CHECK(message(code) == std::string_view(osshkey_message(status)));
    CHECK(hint(code) == std::string_view(osshkey_hint(status)));
  }
}

TEST_CASE("the kind of a status is the kind of its cause") {
  for (const errc code : all_codes()) {
    CAPTURE(word(code));
    CHECK(osshkey_kind(c_abi::to_status(code)) == static_cast<int>(kind(code)));
  }
}

TEST_CASE("a status is called as its cause") {
  CHECK(c_abi::to_status(errc::empty) == OSSHKEY_EMPTY);
  CHECK(c_abi::to_status(errc::wrong_passphrase) == OSSHKEY_WRONG_PASSPHRASE);
  CHECK(c_abi::to_status(errc::cancelled) == OSSHKEY_CANCELLED);
  CHECK(c_abi::to_status(errc::unencrypted) == OSSHKEY_UNENCRYPTED);
}

TEST_CASE("a cause that the table doesn't know is a fault of the library") {
  CHECK(c_abi::to_status(static_cast<errc>(0)) == OSSHKEY_INTERNAL_ERROR);
  CHECK(c_abi::to_status(static_cast<errc>(255)) == OSSHKEY_INTERNAL_ERROR);
}
