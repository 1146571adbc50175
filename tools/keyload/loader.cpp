// SPDX-License-Identifier: MIT
// Who is asked what, and what is said of each key.
#include "loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>
#include <variant>

#include "common/escape.hpp"
#include "common/signals.hpp"
#include "common/unlock.hpp"
#include "common/wording.hpp"
#include "public_file.hpp"

namespace tool::keyload {

namespace {

using osshkey::ByteView;
using osshkey::errc;
using osshkey::Error;
using osshkey::Keys;
using osshkey::Result;
using osshkey::SecureBytes;

constexpr unsigned attempts = 3;

/// security_key_provider is what the agent needs to use a key of a token, as for ssh-add.
std::string_view security_key_provider() {
  const char* provider = std::getenv("SSH_SK_PROVIDER");
  return provider == nullptr || *provider == '\0' ? "internal" : provider;
}

bool is_security_key(const osshkey::PrivateKey& key) {
  return std::holds_alternative<osshkey::SecurityKeyNumbers>(key.numbers());
}

}  // namespace

void Loader::load_with(std::vector<Candidate> candidates) {
  for (const Candidate& locked : try_passphrases(open_plain(std::move(candidates)))) {
    report_.fail(locked.name, locked.refusal);
  }
}

void Loader::load_asking(std::vector<Candidate> candidates) {
  std::vector<Candidate> locked = open_plain(std::move(candidates));
  if (locked.empty()) {
    return;
  }
  Asker asker;
  while (!locked.empty() && InterruptWatch::signal() == 0) {
    const std::size_t questions = options_.questions == Questions::each ? locked.size() : 1;
    std::vector<SecureBytes> entered;
    for (std::size_t i = 0; i < questions; ++i) {
      Candidate& candidate = locked[entered.size()];
      Result<SecureBytes> answer = ask(asker, candidate, locked.size() - questions);
      if (answer) {
        entered.push_back(std::move(*answer));
      } else {
        report_.fail(candidate.name, answer.error());
        locked.erase(locked.begin() + static_cast<std::ptrdiff_t>(entered.size()));
      }
    }
    if (entered.empty()) {
      continue;
    }
    for (std::size_t i = 0; i < locked.size(); ++i) {
      locked[i].passphrase = entered[std::min(i, entered.size() - 1)].view();
    }
    locked = try_passphrases(std::move(locked));
    std::erase_if(locked, [&](const Candidate& candidate) {
      const bool is_given_up = candidate.questions == attempts;
      if (is_given_up) {
        report_.fail(candidate.name, candidate.refusal);
      }
      return is_given_up;
    });
  }
}

std::vector<Candidate> Loader::open_plain(std::vector<Candidate> candidates) {
  std::vector<Candidate> locked;
  for (Candidate& candidate : candidates) {
    // Of bcrypt there is no empty passphrase, so this costs nothing; other derivations would run.
    const bool costs_nothing = candidate.file.error() != nullptr ||
                               !candidate.file.is_encrypted() ||
                               candidate.file.inspection().kdf == "bcrypt";
    Result<Keys> opened = std::unexpected(Error{.code = errc::needs_passphrase});
    if (costs_nothing) {
      opened = candidate.file.unlock(ByteView{});
    }
    if (opened) {
      hand_over(candidate, std::move(*opened));
    } else if (opened.error().code == errc::needs_passphrase) {
      locked.push_back(std::move(candidate));
    } else {
      report_.fail(candidate.name, opened.error());
    }
  }
  return locked;
}

std::vector<Candidate> Loader::try_passphrases(std::vector<Candidate> locked) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<osshkey::KeyFile*> files;
  std::vector<ByteView> passphrases;
  for (Candidate& candidate : locked) {
    files.push_back(&candidate.file);
    passphrases.push_back(candidate.passphrase);
  }
  std::vector<Result<Keys>> results = unlock_together(files, passphrases);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  std::vector<Candidate> refused;
  std::size_t cancelled = 0;
  std::size_t opened = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i]) {
      ++opened;
      hand_over(locked[i], std::move(*results[i]));
    } else if (results[i].error().code == errc::wrong_passphrase) {
      locked[i].refusal = results[i].error();
      refused.push_back(std::move(locked[i]));
    } else if (results[i].error().code == errc::cancelled) {
      ++cancelled;
    } else {
      report_.fail(locked[i].name, results[i].error());
    }
  }
  if (opened != 0) {
    report_.detail(fmt::format("unlocked {} in {:.2f} s", counted(opened, "file"), time.count()));
  }
  if (cancelled != 0) {
    report_.fail({fmt::format("cancelled: {} not unlocked", counted(cancelled, "file"))});
  }
  return refused;
}

Result<SecureBytes> Loader::ask(Asker& asker, Candidate& candidate, std::size_t others) {
  if (!asker.can_ask()) {
    return std::unexpected(Error{
        .code = errc::needs_passphrase,
        .advice = "there is no terminal to ask on: give --passphrase-file, or set SSH_ASKPASS"});
  }
  std::string question = candidate.questions == 0 ? "" : "Wrong, try again. ";
  question += fmt::format("Passphrase for {}", for_terminal(candidate.name));
  if (others != 0) {
    question += fmt::format(" and {} more", counted(others, "file"));
  }
  ++candidate.questions;
  Result<SecureBytes> answer = asker.ask(question + ": ");
  if (answer && answer->empty()) {
    return std::unexpected(Error{.code = errc::needs_passphrase});
  }
  return answer;
}

void Loader::hand_over(const Candidate& candidate, Keys keys) {
  for (const osshkey::Note& note : candidate.file.inspection().notes) {
    const std::string text =
        fmt::format("{}: note: {}", for_terminal(candidate.name), for_terminal(note.text()));
    // ssh-add refuses such a file, so whoever is used to that should know.
    if (note.code == errc::permissions) {
      report_.say(text);
    } else {
      report_.detail(text);
    }
  }
  for (osshkey::PrivateKey& key : keys) {
    if (key.comment().empty()) {
      key.set_comment(candidate.name);
    }
    add(candidate.name, key);
  }
  if (candidate.path) {
    add_certificate(certificate_path(*candidate.path), keys);
  }
}

void Loader::add(std::string_view name, const osshkey::PrivateKey& key) {
  osshkey::AgentConstraints constraints{.confirm = options_.confirm};
  if (options_.lifetime != 0) {
    constraints.lifetime_seconds = options_.lifetime;
  }
  if (is_security_key(key)) {
    constraints.security_key_provider = security_key_provider();
  }
  if (const Outcome<void> added = agent_.add(key, constraints); !added) {
    report_.fail(name, added.error());
    return;
  }
  const osshkey::PublicKey& half = key.public_key();
  std::string text = fmt::format("added {}: {}{} {} {}", for_terminal(name),
                                 half.certificate().empty() ? "" : "certificate of ",
                                 key_title(half), half.fingerprint(), for_terminal(key.comment()));
  if (options_.lifetime != 0) {
    text += fmt::format(", for {} s", options_.lifetime);
  }
  if (options_.confirm) {
    text += ", to be confirmed at each use";
  }
  report_.say(text);
}

void Loader::add_certificate(const std::string& path, Keys& keys) {
  const auto read = read_public_file(path);
  if (!read) {
    return;
  }
  if (!*read) {
    report_.fail(path, read->error());
    return;
  }
  const osshkey::PublicKey& certified = **read;
  const auto key = std::ranges::find(
      keys, certified, [](const osshkey::PrivateKey& k) -> const auto& { return k.public_key(); });
  if (key == keys.end()) {
    report_.fail(path, Trouble{"the certificate is another key's"});
    return;
  }
  if (const Result<void> done = key->certify(certified); !done) {
    report_.fail(path, done.error());
    return;
  }
  add(path, *key);
}

}  // namespace tool::keyload
