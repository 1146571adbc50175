// SPDX-License-Identifier: MIT
// keyload: finds the agent and does with it what the options say.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include <osshkey/osshkey.hpp>

#include "agent.hpp"
#include "common/certificate_line.hpp"
#include "common/escape.hpp"
#include "common/exit_status.hpp"
#include "common/home.hpp"
#include "common/output.hpp"
#include "common/passphrase.hpp"
#include "common/signals.hpp"
#include "common/terminal.hpp"
#include "common/wording.hpp"
#include "loader.hpp"
#include "options.hpp"
#include "public_file.hpp"
#include "report.hpp"

namespace tool::keyload {

namespace {

namespace fs = std::filesystem;
using osshkey::KeyFile;
using osshkey::SecureBytes;

/// default_files are the files of the user's ~/.ssh that ssh-keygen could have named so.
std::vector<std::string> default_files() {
  std::vector<std::string> files;
  std::error_code error;  // without the folder there are no files in it
  for (fs::directory_iterator entry(home_ssh(), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().native();
    std::error_code unknown;  // an entry that can't be looked at is no file
    if (name.starts_with("id_") && !name.ends_with(".pub") && entry->is_regular_file(unknown)) {
      files.push_back(entry->path().native());
    }
  }
  std::ranges::sort(files);
  return files;
}

/// is_something_else is for what lies among the default files without being a private key.
bool is_something_else(const KeyFile& file) {
  return file.error() != nullptr &&
         osshkey::kind(file.error()->code) == osshkey::failure::not_a_private_key;
}

Candidate open_candidate(const std::string& path) {
  if (path == "-") {
    return {
        .name = "(stdin)", .path = std::nullopt, .file = KeyFile::load_descriptor(STDIN_FILENO)};
  }
  return {.name = path, .path = path, .file = KeyFile::load(path)};
}

std::vector<Candidate> find_candidates(const Options& options, Report& report) {
  const bool by_default = options.paths.empty();
  std::vector<Candidate> candidates;
  for (const std::string& path : by_default ? default_files() : options.paths) {
    Candidate candidate = open_candidate(path);
    if (by_default && is_something_else(candidate.file)) {
      report.detail(fmt::format("{}: passed over, {}", for_terminal(path),
                                for_terminal(candidate.file.error()->text())));
    } else {
      candidates.push_back(std::move(candidate));
    }
  }
  if (candidates.empty()) {
    report.fail({fmt::format("no private key among {}/id_*", for_terminal(home_ssh()))});
  }
  return candidates;
}

osshkey::Result<std::vector<SecureBytes>> read_passphrases(const Passphrases& wanted) {
  std::vector<SecureBytes> passphrases;
  const auto take = [&](osshkey::Result<SecureBytes> read) -> osshkey::Result<void> {
    if (!read) {
      return std::unexpected(read.error());
    }
    passphrases.push_back(std::move(*read));
    return {};
  };
  for (const std::string& path : wanted.files) {
    if (const auto read = take(read_passphrase_file(path)); !read) {
      return std::unexpected(read.error());
    }
  }
  if (wanted.descriptor) {
    if (const auto read = take(read_passphrase(*wanted.descriptor)); !read) {
      return std::unexpected(read.error());
    }
  }
  return passphrases;
}

int add_keys(const Options& options, Agent& agent, Report& report) {
  const auto given = read_passphrases(options.passphrases);
  if (!given) {
    report.fail({for_terminal(given.error().text())});
    return exit_usage;
  }
  std::vector<Candidate> candidates = find_candidates(options, report);
  Loader loader(options, agent, report);
  if (given->empty()) {
    loader.load_asking(std::move(candidates));
  } else {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      candidates[i].passphrase = (*given)[std::min(i, given->size() - 1)].view();
    }
    loader.load_with(std::move(candidates));
  }
  return report.failed() ? exit_failed : exit_ok;
}

/// public_keys are those of a file, as far as it or FILE.pub beside it shows them.
Outcome<std::vector<osshkey::PublicKey>> public_keys(const Candidate& candidate) {
  std::vector<osshkey::PublicKey> keys;
  for (const osshkey::KeyInspection& key : candidate.file.inspection().keys) {
    if (key.public_key) {
      keys.push_back(*key.public_key);
    }
  }
  const osshkey::Error* error = candidate.file.error();
  for (const std::string_view end : {"", ".pub"}) {
    if (!keys.empty() || !candidate.path) {
      break;
    }
    if (auto read = read_public_file(*candidate.path + std::string(end)); read && *read) {
      keys.push_back(std::move(**read));
    }
  }
  if (!keys.empty()) {
    return keys;
  }
  if (error != nullptr) {
    return std::unexpected(Trouble{for_terminal(error->text()), std::string(error->hint())});
  }
  return std::unexpected(Trouble{"only its passphrase shows which key it is",
                                 "give the .pub file, or lay it beside this one"});
}

/// remove_key takes a key and its certificate out. One of the two may be missing, as for ssh-add.
void remove_key(const Candidate& candidate, const osshkey::PublicKey& key, Agent& agent,
                Report& report) {
  const Outcome<void> removed = agent.remove(key);
  bool removed_certificate = false;
  if (candidate.path) {
    const auto certified = read_public_file(certificate_path(*candidate.path));
    removed_certificate = certified && *certified && agent.remove(**certified);
  }
  if (!removed && !removed_certificate) {
    report.fail(candidate.name, removed.error());
    return;
  }
  report.say(fmt::format("removed {}: {} {}", for_terminal(candidate.name), key_title(key),
                         key.fingerprint()));
}

int remove_keys(const Options& options, Agent& agent, Report& report) {
  for (const Candidate& candidate : find_candidates(options, report)) {
    const auto keys = public_keys(candidate);
    if (!keys) {
      report.fail(candidate.name, keys.error());
      continue;
    }
    for (const osshkey::PublicKey& key : *keys) {
      remove_key(candidate, key, agent, report);
    }
  }
  return report.failed() ? exit_failed : exit_ok;
}

int remove_all(Agent& agent, Report& report) {
  if (const Outcome<void> removed = agent.remove_all(); !removed) {
    report.fail(removed.error());
    return exit_failed;
  }
  report.say("all keys removed");
  return exit_ok;
}

std::string listed(Action action, const osshkey::PublicKey& key, const std::string& comment) {
  const bool is_certificate = !key.certificate().empty();
  if (action == Action::list_keys) {
    const std::string line =
        is_certificate ? certificate_line(key) + " " + comment : key.authorized_key(comment);
    return is_terminal(STDOUT_FILENO) || is_certificate ? for_terminal(line) : line;
  }
  return fmt::format("{} {} {} ({}{})", key.bits(), key.fingerprint(), for_terminal(comment),
                     short_type(key.type()), is_certificate ? "-CERT" : "");
}

int list_keys(Action action, Agent& agent, Report& report) {
  const Outcome<std::vector<Identity>> identities = agent.list();
  if (!identities) {
    report.fail(identities.error());
    return exit_failed;
  }
  if (identities->empty()) {
    report.fail({"the agent has no keys, or is locked"});
    return exit_failed;
  }
  Output output(STDOUT_FILENO);
  for (const Identity& identity : *identities) {
    if (identity.key) {
      output.write(listed(action, *identity.key, identity.comment) + "\n");
    } else {
      report.fail(identity.comment, identity.key.error());
    }
  }
  output.flush();
  if (output.error()) {
    report.fail({fmt::format("standard output: {}", output.error().message())});
  }
  return report.failed() ? exit_failed : exit_ok;
}

int act(const Options& options, Agent& agent, Report& report) {
  switch (options.action) {
    case Action::remove:
      return remove_keys(options, agent, report);
    case Action::remove_all:
      return remove_all(agent, report);
    case Action::list_fingerprints:
    case Action::list_keys:
      return list_keys(options.action, agent, report);
    case Action::add:
      break;
  }
  return add_keys(options, agent, report);
}

int run(const Options& options) {
  ignore_broken_pipe();
  Report report(options.loudness);
  Outcome<Agent> agent = Agent::connect();
  if (!agent) {
    report.fail(agent.error());
    return exit_usage;
  }
  const int status = act(options, *agent, report);
  if (const int signal = InterruptWatch::signal(); signal != 0) {
    die_of(signal);
  }
  return status;
}

}  // namespace

}  // namespace tool::keyload

int main(int argc, char** argv) {
  try {
    const auto options = tool::keyload::parse_options(argc, argv);
    if (const int* status = std::get_if<int>(&options)) {
      return *status;
    }
    return tool::keyload::run(std::get<tool::keyload::Options>(options));
  } catch (const std::bad_alloc&) {
    tool::Output errors(STDERR_FILENO);
    errors.write("keyload: memory ran out\n");
    errors.flush();
    return tool::exit_failed;
  }
}
