// SPDX-License-Identifier: MIT
// What each option means; the help fits a screen of 24 lines.
#include "options.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <limits>
#include <string_view>

#include "common/command_line.hpp"
#include "lifetime.hpp"

namespace tool::keyload {

namespace {

constexpr std::string_view help =
    R"(keyload [OPTIONS] [FILE|-]...  unlock SSH keys together, hand them to ssh-agent
  -t LIFE                 the agent forgets the keys after 90, 30m, 1h30m ...
  -c                      the agent asks before each use of the keys
  --each                  ask about each file, then unlock them together
  --passphrase-file FILE  take the passphrase from FILE (-: standard input);
                          given as often as there are key files, one for each
  --passphrase-fd N       take the passphrase from descriptor N
  -d                      remove the keys of the files from the agent
  -D                      remove all keys from the agent
  -l | -L                 list the agent's fingerprints | public keys
  -q | -v                 say failures only | more
  -h, --help  --version
No FILE: the private keys among ~/.ssh/id_*. A passphrase is asked for on the
terminal or by $SSH_ASKPASS, and tried on all files that are still locked; an
empty one gives a file up. FILE-cert.pub is added with its key.
Exit status: 0 all done, 1 some not, 2 usage, or no agent at $SSH_AUTH_SOCK.
Examples:
  keyload                                  all keys, one passphrase
  keyload -t 8h -c ~/.ssh/work ~/.ssh/deploy.ppk
  keyload -d ~/.ssh/work                   (more: man keyload)
)";

constexpr Program program{.name = "keyload", .help = help, .version = "keyload " TOOL_VERSION "\n"};

/// Parsed are values that CLI11 fills in before they become Options.
struct Parsed {
  std::string lifetime;
  int passphrase_fd = -1;
  bool each = false;
  bool remove = false;
  bool remove_all = false;
  bool list_fingerprints = false;
  bool list_keys = false;
  bool quiet = false;
  bool verbose = false;
};

void add_options(CLI::App& app, Parsed& parsed, Options& options) {
  app.add_option("-t", parsed.lifetime);
  app.add_flag("-c", options.confirm);
  CLI::Option* each = app.add_flag("--each", parsed.each);
  CLI::Option* file = app.add_option("--passphrase-file", options.passphrases.files)
                          ->allow_extra_args(false)
                          ->excludes(each);
  app.add_option("--passphrase-fd", parsed.passphrase_fd)
      ->check(CLI::Range(0, std::numeric_limits<int>::max()))
      ->excludes(file)
      ->excludes(each);
  CLI::Option* remove = app.add_flag("-d", parsed.remove);
  CLI::Option* remove_all = app.add_flag("-D", parsed.remove_all)->excludes(remove);
  CLI::Option* list = app.add_flag("-l", parsed.list_fingerprints);
  list->excludes(remove)->excludes(remove_all);
  app.add_flag("-L", parsed.list_keys)->excludes(remove)->excludes(remove_all)->excludes(list);
  CLI::Option* quiet = app.add_flag("-q", parsed.quiet);
  app.add_flag("-v", parsed.verbose)->excludes(quiet);
  app.add_option("FILE", options.paths);
}

Action action_of(const Parsed& parsed) {
  if (parsed.remove) {
    return Action::remove;
  }
  if (parsed.remove_all) {
    return Action::remove_all;
  }
  if (parsed.list_fingerprints) {
    return Action::list_fingerprints;
  }
  return parsed.list_keys ? Action::list_keys : Action::add;
}

/// contradiction is what is wrong with options that are right one by one; empty where nothing is.
std::string_view contradiction(const CLI::App& app, const Options& options) {
  const std::vector<std::string>& files = options.passphrases.files;
  const auto as_passphrase =
      std::ranges::count(files, "-") + (options.passphrases.descriptor == STDIN_FILENO ? 1 : 0);
  if (std::ranges::count(options.paths, "-") + as_passphrase > 1) {
    return "standard input can be read only once";
  }
  if (files.size() > 1 && files.size() != options.paths.size()) {
    return "give --passphrase-file once, or once for each key file that is named";
  }
  const bool is_adding = options.action == Action::add;
  for (const char* name : {"-t", "-c", "--each", "--passphrase-file", "--passphrase-fd"}) {
    if (!is_adding && app.count(name) != 0) {
      return "-t, -c, --each and passphrases belong to adding keys";
    }
  }
  if (!is_adding && options.action != Action::remove && !options.paths.empty()) {
    return "-D, -l and -L take no files";
  }
  return {};
}

}  // namespace

std::variant<Options, int> parse_options(int argc, char** argv) {
  CLI::App app;
  Parsed parsed;
  Options options;
  add_options(app, parsed, options);
  if (const auto ended = read_command_line(app, program, argc, argv)) {
    return *ended;
  }
  options.action = action_of(parsed);
  if (app.count("--passphrase-fd") != 0) {
    options.passphrases.descriptor = parsed.passphrase_fd;
  }
  if (parsed.each) {
    options.questions = Questions::each;
  }
  if (parsed.quiet) {
    options.loudness = Loudness::quiet;
  } else if (parsed.verbose) {
    options.loudness = Loudness::verbose;
  }
  if (const std::string_view problem = contradiction(app, options); !problem.empty()) {
    return usage_error(program, problem);
  }
  if (app.count("-t") != 0) {
    const auto seconds = parse_lifetime(parsed.lifetime);
    if (!seconds) {
      return usage_error(program, "-t takes a time such as 90, 30m, 1h30m or 2d");
    }
    options.lifetime = *seconds;
  }
  return options;
}

}  // namespace tool::keyload
