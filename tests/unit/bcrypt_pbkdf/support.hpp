// SPDX-License-Identifier: MIT
// What the KDF's tests share: bytes of a text, a batch of requests that owns its outputs, a
// reference answer.
#ifndef TESTS_UNIT_BCRYPT_PBKDF_SUPPORT_HPP
#define TESTS_UNIT_BCRYPT_PBKDF_SUPPORT_HPP

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// doctest prints what it compares.
namespace bcrypt_pbkdf {
inline std::ostream& operator<<(std::ostream& out, Status status) {
  return out << message(status);
}
}  // namespace bcrypt_pbkdf

namespace test {

using Bytes = std::vector<std::uint8_t>;

inline Bytes bytes(std::string_view text) {
  return Bytes(text.begin(), text.end());
}

inline const Bytes passphrase = bytes("correct horse");
inline const Bytes salt = bytes("0123456789abcdef");

// The answer of the reference kernel, one chain at a time.
inline Bytes reference_answer(std::uint32_t rounds, std::size_t size,
                              const Bytes& used_salt = salt) {
  Bytes output(size);
  bcrypt_pbkdf::Options options;
  options.kernel = "reference";
  if (bcrypt_pbkdf::derive(passphrase, used_salt, rounds, output, options) !=
      bcrypt_pbkdf::Status::ok) {
    output.clear();
  }
  return output;
}

// Batch holds requests and their outputs; it is filled before the requests are used.
struct Batch {
  std::vector<Bytes> salts;
  std::vector<Bytes> outputs;
  std::vector<bcrypt_pbkdf::Request> requests;

  explicit Batch(std::vector<std::pair<std::uint32_t, std::size_t>> rounds_and_sizes) {
    for (const auto& [rounds, size] : rounds_and_sizes) {
      salts.push_back(bytes("salt " + std::to_string(salts.size())));
      outputs.emplace_back(size, std::uint8_t{0});
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      requests.push_back({passphrase, salts[i], rounds_and_sizes[i].first, outputs[i]});
    }
  }

  // The outputs that the reference kernel gives, each request for itself.
  std::vector<Bytes> expected() const {
    std::vector<Bytes> answers;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      answers.push_back(reference_answer(requests[i].rounds, outputs[i].size(), salts[i]));
    }
    return answers;
  }
};

}  // namespace test

#endif  // TESTS_UNIT_BCRYPT_PBKDF_SUPPORT_HPP
