// SPDX-License-Identifier: MIT
// Runs the known answers of testdata/vectors/bcrypt_pbkdf.txt on every kernel, one by one and as
// one batch. Plain standard C++ without a test framework, so that it also runs where only a cross
// compiler is at hand.

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include <charconv>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Vector {
  std::string label;
  Bytes passphrase;
  Bytes salt;
  std::uint32_t rounds = 0;
  Bytes output;
};

std::optional<Bytes> from_hex(std::string_view text) {
  Bytes bytes(text.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char* const digits = text.data() + 2 * i;
    if (std::from_chars(digits, digits + 2, bytes[i], 16).ptr != digits + 2) {
      return std::nullopt;
    }
  }
  return text.size() % 2 == 0 ? std::optional(bytes) : std::nullopt;
}

// Makes a vector of a paragraph's attributes; fails on a missing one, an unknown one and a bad
// value.
std::optional<Vector> to_vector(std::map<std::string, std::string>& attributes) {
  const auto take = [&](const char* name) {
    const auto node = attributes.extract(name);
    return node.empty() ? std::string() : node.mapped();
  };
  Vector vector;
  vector.label = take("label");
  const auto passphrase = from_hex(take("passphrase"));
  const auto salt = from_hex(take("salt"));
  const auto output = from_hex(take("output"));
  const std::string rounds = take("rounds");
  std::from_chars(rounds.data(), rounds.data() + rounds.size(), vector.rounds);
  if (!attributes.empty() || !passphrase || !salt || !output || passphrase->empty() ||
      salt->empty() || output->empty() || std::to_string(vector.rounds) != rounds ||
      vector.rounds == 0) {
    return std::nullopt;
  }
  vector.passphrase = *passphrase;
  vector.salt = *salt;
  vector.output = *output;
  return vector;
}

std::optional<std::vector<Vector>> read_vectors(const char* path) {
  std::ifstream file(path);
  std::vector<Vector> vectors;
  std::map<std::string, std::string> attributes;
  std::string line;
  for (int number = 1; file; ++number) {
    const bool more = static_cast<bool>(std::getline(file, line));
    if (more && line.starts_with('#')) {
      continue;
    }
    if (more && !line.empty()) {
      const std::size_t separator = line.find(" = ");
      if (separator == std::string::npos ||
          !attributes.emplace(line.substr(0, separator), line.substr(separator + 3)).second) {
        std::printf("%s:%d: not an attribute, or one given twice\n", path, number);
        return std::nullopt;
      }
      continue;
    }
    if (!attributes.empty()) {
      const auto vector = to_vector(attributes);
      if (!vector) {
        std::printf(
            "%s:%d: the vector above is missing an attribute, or has a bad or unknown one\n", path,
            number);
        return std::nullopt;
      }
      vectors.push_back(*vector);
      attributes.clear();
    }
  }
  return vectors;
}

void print_hex(const char* name, const Bytes& bytes) {
  std::printf("  %s ", name);
  for (const std::uint8_t byte : bytes) {
    std::printf("%02x", byte);
  }
  std::printf("\n");
}

// Yields how many vectors got a wrong answer in `outputs`.
int compare(const char* what, const std::vector<Vector>& vectors,
            const std::vector<Bytes>& outputs) {
  int failures = 0;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    if (outputs[i] != vectors[i].output) {
      std::printf("%s: wrong answer: %s\n", what, vectors[i].label.c_str());
      print_hex("expected", vectors[i].output);
      print_hex("got     ", outputs[i]);
      ++failures;
    }
  }
  std::printf("%s: %zu vectors, %d failed\n", what, vectors.size(), failures);
  return failures;
}

int run_kernel(std::string_view kernel, const std::vector<Vector>& vectors) {
  bcrypt_pbkdf::Options options;
  options.kernel = kernel;
  std::vector<Bytes> single;
  std::vector<Bytes> batch;
  std::vector<bcrypt_pbkdf::Request> requests;
  int failures = 0;
  for (const Vector& vector : vectors) {
    single.emplace_back(vector.output.size());
    batch.emplace_back(vector.output.size());
    const auto status =
        bcrypt_pbkdf::derive(vector.passphrase, vector.salt, vector.rounds, single.back(), options);
    failures += status != bcrypt_pbkdf::Status::ok;
    requests.push_back({vector.passphrase, vector.salt, vector.rounds, batch.back()});
  }
  failures += compare((std::string(kernel) + ", one by one").c_str(), vectors, single);
  failures += bcrypt_pbkdf::derive_many(requests, options) != bcrypt_pbkdf::Status::ok;
  failures += compare((std::string(kernel) + ", one batch").c_str(), vectors, batch);
  return failures;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::printf("usage: bcrypt_pbkdf_vectors FILE\n");
    return 2;
  }
  const auto vectors = read_vectors(argv[1]);
  if (!vectors || vectors->empty()) {
    std::printf("%s: no vectors could be read\n", argv[1]);
    return 1;
  }
  int failures = 0;
  for (std::size_t i = 0; i < bcrypt_pbkdf::kernel_count(); ++i) {
    const bcrypt_pbkdf::KernelInfo kernel = bcrypt_pbkdf::kernel_info(i);
    if (kernel.runs_here) {
      failures += run_kernel(kernel.name, *vectors);
    }
  }
  return failures == 0 ? 0 : 1;
}
