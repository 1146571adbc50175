// SPDX-License-Identifier: MIT
// The object of a file: always the same members in the same order, null where nothing is known.
#include "json_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>

#include "common/certificate_line.hpp"
#include "common/escape.hpp"
#include "compat.hpp"

namespace tool::keyinfo {

namespace {

using Json = nlohmann::ordered_json;

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    fmt::format_to(std::back_inserter(text), "{:02x}", static_cast<unsigned char>(c));
  }
  return text;
}

std::string hex(const std::vector<std::uint8_t>& bytes) {
  return hex(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

/// or_null is the text, or null for a view that is empty because nothing is known.
Json or_null(std::string_view text) {
  return text.empty() ? Json() : Json(to_utf8(text));
}

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json to_json(const KeyView& key, osshkey::Hash hash) {
  const osshkey::PublicKey& half = *key.public_key;
  Json object = {{"type", to_utf8(half.type())},
                 {"bits", half.bits()},
                 {"fingerprint", half.fingerprint(hash)},
                 {"public_key", to_utf8(half.authorized_key())},
                 {"comment", nullptr}};
  if (key.comment != nullptr) {
    if (const auto repaired = repaired_utf8(*key.comment)) {
      object["comment"] = *repaired;
      object["comment_hex"] = hex(*key.comment);
    } else {
      object["comment"] = *key.comment;
    }
  }
  object["proved"] = key.proved;
  if (!half.certificate().empty()) {
    object["certificate"] = certificate_line(half);
  }
  return object;
}

Json to_json(const osshkey::Note& note) {
  Json object = {{"code", osshkey::word(note.code)}, {"message", to_utf8(note.text())}};
  if (note.line) {
    object["line"] = *note.line;
  }
  return object;
}

Json to_json(const osshkey::Error& error) {
  return {{"code", osshkey::word(error.code)}, {"message", to_utf8(error.text())},
          {"hint", to_utf8(error.hint())},     {"field", or_null(error.field)},
          {"offset", or_null(error.offset)},   {"line", or_null(error.line)}};
}

/// compat names all programs that are known, so that one that isn't is not taken for one that reads
/// the file.
Json compat(const Report& report) {
  Json object = {{"programs", known_programs()}, {"refusals", Json::array()}};
  for (const Refusal& refusal : refusals(report)) {
    object["refusals"].push_back({{"reason", to_utf8(refusal.reason)},
                                  {"programs", refusal.programs},
                                  {"sometimes", refusal.sometimes},
                                  {"mending", or_null(refusal.mending)}});
  }
  return object;
}

}  // namespace

void JsonReporter::report(const Report& report) {
  const osshkey::Inspection& inspection = *report.inspection;
  Json object = {{"file", to_utf8(report.name)},
                 {"ok", report.error == nullptr},
                 {"container", or_null(inspection.container)},
                 {"encrypted", inspection.encrypted},
                 {"unlocked", report.is_unlocked()},
                 {"cipher", or_null(inspection.cipher)},
                 {"kdf", or_null(inspection.kdf)},
                 {"rounds", inspection.rounds},
                 {"salt", hex(inspection.salt)},
                 {"keys", Json::array()},
                 {"notes", Json::array()},
                 {"error", nullptr}};
  for (const KeyView& key : report.key_views()) {
    object["keys"].push_back(to_json(key, options_.hash));
  }
  for (const osshkey::Note& note : inspection.notes) {
    object["notes"].push_back(to_json(note));
  }
  if (report.error != nullptr) {
    object["error"] = to_json(*report.error);
  }
  if (options_.compat) {
    object["compat"] = report.error == nullptr ? compat(report) : Json();
  }
  output_.write(object.dump() + "\n");
}

}  // namespace tool::keyinfo
