// SPDX-License-Identifier: MIT
// What is most asked for comes first: which key, then how it is kept, then what to do about it.
#include "text_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <string>

#include "common/certificate_line.hpp"
#include "common/escape.hpp"
#include "common/wording.hpp"
#include "compat.hpp"
#include "randomart.hpp"

namespace tool::keyinfo {

namespace {

constexpr std::size_t indent = 2;
constexpr std::size_t label_width = 13;

// Below this width texts go under their labels.
constexpr std::size_t narrow = 60;

// Lines longer than this are hard to read; what is to be copied is never broken.
constexpr std::size_t widest = 100;

std::string derivation(const osshkey::Inspection& inspection) {
  if (inspection.rounds == 0) {
    return for_terminal(inspection.kdf);
  }
  std::string_view unit = "rounds";
  if (inspection.kdf.starts_with("pbkdf2") || inspection.kdf == "pkcs12-kdf") {
    unit = "iterations";
  } else if (inspection.kdf.starts_with("argon2")) {
    unit = "passes";
  } else if (inspection.kdf == "scrypt") {
    unit = "= N";
  } else if (inspection.rounds == 1) {
    unit = "round";
  }
  return fmt::format("{}, {} {}", for_terminal(inspection.kdf), inspection.rounds, unit);
}

std::string where(const osshkey::Error& error) {
  std::string text(error.field);
  const auto add = [&](std::string_view name, auto number) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, number);
  };
  if (error.offset) {
    add("byte", *error.offset);
  }
  if (error.line) {
    add("line", *error.line);
  }
  return text;
}

std::string proof(const Report& report, const KeyView& key) {
  if (key.proved) {
    return "yes, the private half belongs to this public half";
  }
  if (!report.is_unlocked()) {
    return report.error == nullptr ? "not yet, --unlock does it" : "no";
  }
  if (key.public_key->type().starts_with("sk-")) {
    return "no, the private half is inside the security key";
  }
  return "only in part, see the note";
}

/// ssh_keygen_can_write is true where ssh-keygen -p reads the file and leaves in it what it holds.
bool ssh_keygen_can_write(const Report& report) {
  return report.inspection->container == "openssh-key-v1" &&
         holds_only_the_key(*report.inspection) &&
         std::ranges::none_of(refusals(report), [](const Refusal& refusal) {
           return std::ranges::any_of(
               refusal.programs, [](std::string_view name) { return name.starts_with("OpenSSH"); });
         });
}

/// hint_of is what to do about a note. The library's hints work for every file; where the program
/// that the file was made for can do it and loses nothing, that one is named. --rewrite isn't where
/// it would refuse.
std::string_view hint_of(const osshkey::Note& note, const Report& report) {
  using osshkey::errc;
  const osshkey::Inspection& inspection = *report.inspection;
  if (inspection.container.starts_with("ppk") && holds_only_the_key(inspection) &&
      (note.code == errc::unencrypted || note.code == errc::weak_kdf)) {
    return "encrypt it anew: puttygen -P FILE";
  }
  if (note.code == errc::unencrypted && ssh_keygen_can_write(report)) {
    return "set one: ssh-keygen -p -f FILE";
  }
  const std::string_view hint = osshkey::hint(note.code);
  const bool is_several = has_note(inspection, errc::several_keys);
  if (is_several && note.code == errc::unencrypted) {
    return "write the first key encrypted, with a passphrase that the file PASSPHRASE holds, and "
           "keep FILE for the others: keyinfo --export openssh --new-passphrase-file PASSPHRASE -o "
           "NEW FILE";
  }
  if (is_several && hint.contains("--rewrite")) {
    return "write the first key to a file of its own, and keep FILE for the others: keyinfo "
           "--export openssh -o NEW FILE";
  }
  return hint.contains("--rewrite") && text_beside(inspection) != nullptr
             ? osshkey::hint(errc::quoted)
             : hint;
}

std::string names_of(const Refusal& refusal) {
  std::string text = fmt::format("{}", fmt::join(refusal.programs, ", "));
  if (!refusal.sometimes.empty()) {
    text += fmt::format("{}in some cases {}", text.empty() ? "" : "; ",
                        fmt::join(refusal.sometimes, ", "));
  }
  return text;
}

}  // namespace

TextReporter::TextReporter(Output& output, const Options& options)
    : output_(output),
      options_(options),
      paint_(options.color, STDOUT_FILENO),
      width_(is_terminal(STDOUT_FILENO) ? std::min(columns(STDOUT_FILENO), widest)
                                        : std::numeric_limits<std::size_t>::max()),
      // Timing the KDF costs more than all the rest, and only a person wants to know.
      times_kdf_(is_terminal(STDOUT_FILENO)) {}

std::string TextReporter::painted(std::string_view text, Tone tone) const {
  switch (tone) {
    case Tone::good:
      return paint_.good(text);
    case Tone::warning:
      return paint_.warning(text);
    case Tone::bad:
      return paint_.bad(text);
    case Tone::plain:
      break;
  }
  return std::string(text);
}

void TextReporter::line(std::string_view label, std::string_view text, Tone tone) {
  const bool stacked = width_ < narrow;
  const std::size_t before = stacked ? 2 * indent : indent + label_width;
  const std::string margin(before, ' ');
  if (stacked && !label.empty()) {
    output_.write(fmt::format("{: <{}}{}\n", "", indent, paint_.faint(label)));
  }
  bool is_first = !stacked && !label.empty();
  for (const std::string& part : wrapped(text, width_ - before)) {
    const std::string start = is_first ? std::string(indent, ' ') +
                                             paint_.faint(fmt::format("{:<{}}", label, label_width))
                                       : margin;
    output_.write(start + painted(part, tone) + "\n");
    is_first = false;
  }
}

void TextReporter::key(const Report& report, const KeyView& key) {
  const osshkey::PublicKey& half = *key.public_key;
  std::string title = key_title(half);
  if (half.is_known()) {
    title += fmt::format("{: <{}}{}", "", 2, for_terminal(half.type()));
  }
  line("key", title);
  line("fingerprint", half.fingerprint(options_.hash));
  if (key.comment != nullptr) {
    line("comment", key.comment->empty() ? "(empty)" : for_terminal(*key.comment));
  } else if (report.inspection->encrypted) {
    line("comment", "(encrypted)");
  }
  if (!half.certificate().empty()) {
    line("certificate", certificate_line(half).substr(0, certificate_line(half).find(' ')));
  }
  line("proved", proof(report, key), key.proved ? Tone::good : Tone::plain);
  if (options_.randomart) {
    for (const std::string& row : randomart(half, options_.hash)) {
      output_.write(std::string(indent, ' ') + row + "\n");
    }
  }
}

void TextReporter::encryption(const Report& report) {
  const osshkey::Inspection& inspection = *report.inspection;
  if (!inspection.encrypted) {
    line("encryption", "none");
    return;
  }
  line("encryption", inspection.cipher.empty() ? "unknown" : for_terminal(inspection.cipher));
  std::string text = derivation(inspection);
  if (text.empty()) {
    return;
  }
  if (report.unlock_time) {
    text += ": took " + rough_duration(*report.unlock_time);
  } else if (times_kdf_) {
    if (const auto time = cost_.of(inspection)) {
      text += ": about " + rough_duration(*time) + " on this machine";
    }
  }
  line("derivation", text);
}

void TextReporter::notes(const Report& report) {
  for (const osshkey::Note& note : report.inspection->notes) {
    if (report.error != nullptr && report.error->code == note.code) {
      continue;  // a strict policy made it the error
    }
    const bool is_advice = osshkey::kind(note.code) == osshkey::failure::advice;
    const std::string place = note.line ? fmt::format("line {}: ", *note.line) : "";
    line(is_advice ? "advice" : "note", place + for_terminal(note.text()), Tone::warning);
    if (const std::string_view hint = hint_of(note, report); !hint.empty()) {
      line("", with_file(hint, report.name));
    }
  }
}

void TextReporter::error(std::string_view name, const osshkey::Error& error) {
  line("error", for_terminal(error.text()), Tone::bad);
  if (const std::string place = where(error); !place.empty()) {
    line("", "at " + place);
  }
  if (!error.hint().empty()) {
    line("", with_file(error.hint(), name));
  }
}

void TextReporter::report(const Report& report) {
  output_.write((first_ ? "" : "\n") + paint_.title(for_terminal(report.name)) + "\n");
  first_ = false;
  const std::vector<KeyView> keys = report.key_views();
  for (const KeyView& key : keys) {
    this->key(report, key);
  }
  if (keys.empty() && report.inspection->encrypted) {
    line("key", "(encrypted)");
  }
  if (!report.inspection->container.empty()) {
    line("container", report.inspection->container);
    encryption(report);
  }
  if (report.error != nullptr) {
    error(report.name, *report.error);
  }
  if (report.done.empty()) {
    notes(report);
  } else {  // what was irregular may be so no longer
    line("done", for_terminal(report.done), Tone::good);
  }
  if (options_.compat && report.error == nullptr) {
    for (const Refusal& refusal : refusals(report)) {
      line("refused by", names_of(refusal));
      line("", "because of " + for_terminal(refusal.reason));
      if (!refusal.mending.empty()) {
        line("", with_file(refusal.mending, report.name));
      }
    }
  }
}

}  // namespace tool::keyinfo
