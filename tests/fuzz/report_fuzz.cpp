// SPDX-License-Identifier: MIT
// What keyinfo says of a file: an object of JSON with the members that were promised, in their
// order, and a text for people without a byte that steers a terminal. The first bytes of the input
// are the file's name.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "json_report.hpp"
#include "properties.hpp"
#include "sample_files.hpp"
#include "text_report.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

constexpr std::size_t name_size = 8;

/// MemoryFile is what a reporter writes to; it is emptied by being read.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(::memfd_create("report", MFD_CLOEXEC)) {
    expect(descriptor_ >= 0, "there is a file in memory");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] std::string take() const {
    std::string text(static_cast<std::size_t>(::lseek(descriptor_, 0, SEEK_CUR)), '\0');
    const ssize_t got = ::pread(descriptor_, text.data(), text.size(), 0);
    expect(got == static_cast<ssize_t>(text.size()), "the report is read whole");
    expect(::ftruncate(descriptor_, 0) == 0 && ::lseek(descriptor_, 0, SEEK_SET) == 0,
           "the file is emptied");
    return text;
  }

 private:
  int descriptor_;
};

template <typename Reporter, typename... Arguments>
std::string written(const tool::keyinfo::Report& report, const Arguments&... arguments) {
  static const MemoryFile file;
  tool::Output output(file.descriptor());
  Reporter(output, arguments...).report(report);
  output.flush();
  expect(!output.error(), "the report is written");
  return file.take();
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20;
}

void check_key(const nlohmann::ordered_json& key) {
  expect(key.at("type").is_string() && key.at("bits").is_number_unsigned(), "type and bits");
  expect(key.at("fingerprint").get<std::string>().starts_with("SHA256:"), "the fingerprint");
  expect(key.at("comment").is_null() || key.at("comment").is_string(), "the comment");
  expect(key.at("proved").is_boolean(), "whether it is proved");
  const bool has_bytes = key.contains("comment_hex");
  expect(!has_bytes || key.at("comment").get<std::string>().contains("\xef\xbf\xbd"),
         "bytes are given where the comment had to be repaired");
}

void check_json(const std::string& text, const tool::keyinfo::Report& report) {
  expect(text.ends_with('\n'), "an object ends with a newline");
  const std::string_view line(text.data(), text.size() - 1);
  expect(std::ranges::none_of(line, is_control),
         "an object is one line without control characters");
  const auto object = nlohmann::ordered_json::parse(line);  // throws where it isn't UTF-8
  constexpr std::array members = {"file", "ok",     "container", "encrypted", "unlocked", "cipher",
                                  "kdf",  "rounds", "salt",      "keys",      "notes",    "error"};
  expect(object.size() == members.size(), "no member is missing, and none is new");
  expect(std::ranges::equal(members, object.items(), {}, {},
                            [](const auto& item) { return item.key(); }),
         "the members stand in the order of the contract");
  expect(object["ok"].get<bool>() == object["error"].is_null(), "ok says that there is no error");
  expect(object["ok"].get<bool>() == (report.error == nullptr), "the error is the library's");
  if (report.error != nullptr) {
    const auto& error = object["error"];
    expect(error.at("code") == word(report.error->code), "an error has its word");
    expect(!error.at("message").get<std::string>().empty(), "and a message");
    expect(error.size() == 6, "and all its members");
  }
  for (const auto& key : object["keys"]) {
    check_key(key);
  }
  for (const auto& note : object["notes"]) {
    expect(!note.at("code").get<std::string>().empty() &&
               !note.at("message").get<std::string>().empty(),
           "a note has a word and a message");
  }
}

void check_for_people(const std::string& text) {
  expect(
      std::ranges::none_of(text, [](char c) { return (is_control(c) && c != '\n') || c == 0x7f; }),
      "no byte of a file steers a terminal");
}

tool::keyinfo::Options options_for_people() {
  tool::keyinfo::Options options;
  options.color = tool::ColorChoice::never;
  options.compat = true;
  options.randomart = true;
  return options;
}

void check_reports(const tool::keyinfo::Report& report) {
  static const tool::keyinfo::Options for_programs;
  check_json(written<tool::keyinfo::JsonReporter>(report, for_programs), report);
  static const tool::keyinfo::Options options = options_for_people();
  check_for_people(written<tool::keyinfo::TextReporter>(report, options));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::size_t cut = std::min(size, name_size);
  const std::string name(reinterpret_cast<const char*>(data), cut);
  KeyFile file = KeyFile::parse({data + cut, size - cut}, quick_policy(Strictness::forgiving));
  check_reports({.name = name, .inspection = &file.inspection(), .error = file.error()});
  const Result<Keys> keys = file.unlock(passphrase);
  tool::keyinfo::Report report{.name = name, .inspection = &file.inspection()};
  if (keys) {
    report.keys = &*keys;
  } else {
    report.error = &keys.error();
  }
  check_reports(report);
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  std::vector<Bytes> inputs = sample_files();
  for (Bytes& input : inputs) {
    const Bytes name = testing::from_text("id_rsa\xff\n");
    input.insert(input.begin(), name.begin(), name.end());
  }
  return inputs;
}
