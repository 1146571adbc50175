// SPDX-License-Identifier: MIT
// What each option means; the help fits a screen of 24 lines.
#include "options.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>

#include <limits>
#include <string_view>

#include "common/command_line.hpp"
#include "walk.hpp"

namespace tool::keyinfo {

namespace {

constexpr std::string_view help =
    R"(keyinfo [OPTIONS] [FILE|DIRECTORY|-]...     inspect, unlock and prove SSH keys
  --unlock                unlock encrypted keys; asks for the passphrase
  --passphrase-file FILE  unlock with the passphrase in FILE (-: standard input)
  --passphrase-fd N       unlock with the passphrase from descriptor N
  --json | --public       one JSON object a file | only the public key lines
  --randomart             draw the fingerprint as ssh-keygen -lv does
  --hash sha256|md5       the hash of the fingerprint
  --compat                tell which programs refuse the file, and what mends it
  --strict                open only what OpenSSH opens
  --max-rounds N          refuse to unlock above N bcrypt rounds
  --export FORMAT -o FILE write openssh, pkcs8, pem or public; --force replaces
  --rewrite               replace the file by a clean one, proved before that
  --new-passphrase-file FILE, --cipher NAME, --rounds N
                          how to encrypt what is written
  --color auto|always|never  --quiet (failures only)  --help  --version
No FILE: the keys in ~/.ssh. Exit status: 0 all opened, 1 some not, 2 usage.
Examples:
  keyinfo ~/.ssh/id_ed25519                what is it? needs no passphrase
  keyinfo --unlock id_rsa                  does the passphrase fit? is it whole?
  keyinfo --public id_rsa >> authorized_keys
  keyinfo --rewrite --rounds 100 id_rsa    (more: man keyinfo)
)";

constexpr Program program{.name = "keyinfo", .help = help, .version = "keyinfo " TOOL_VERSION "\n"};

/// Parsed are values that CLI11 fills in before they become Options.
struct Parsed {
  std::string passphrase_file;
  int passphrase_fd = -1;
  std::string hash = "sha256";
  std::string color = "auto";
  std::string export_format;
  std::string new_passphrase_file;
  std::uint32_t max_rounds = osshkey::Limits{}.rounds;
  bool unlock = false;
  bool json = false;
  bool public_lines = false;
  bool strict = false;
  bool force = false;
};

void add_options(CLI::App& app, Parsed& parsed, Options& options) {
  app.add_flag("--unlock", parsed.unlock);
  CLI::Option* file = app.add_option("--passphrase-file", parsed.passphrase_file);
  app.add_option("--passphrase-fd", parsed.passphrase_fd)
      ->check(CLI::Range(0, std::numeric_limits<int>::max()))
      ->excludes(file);
  CLI::Option* json = app.add_flag("--json", parsed.json);
  app.add_flag("--public", parsed.public_lines)->excludes(json);
  app.add_option("--hash", parsed.hash)->check(CLI::IsMember({"sha256", "md5"}));
  app.add_flag("--strict", parsed.strict);
  app.add_flag("--randomart", options.randomart);
  app.add_flag("--compat", options.compat);
  app.add_option("--max-rounds", parsed.max_rounds);
  app.add_option("--color", parsed.color)->check(CLI::IsMember({"auto", "always", "never"}));
  app.add_flag("-q,--quiet", options.quiet);
  Writing& writing = options.writing;
  CLI::Option* output = app.add_option("-o,--output", writing.output);
  CLI::Option* exported = app.add_option("--export", parsed.export_format)
                              ->check(CLI::IsMember({"openssh", "pkcs8", "pem", "public"}))
                              ->needs(output);
  output->needs(exported);
  app.add_flag("--force", parsed.force)->needs(exported);
  app.add_flag("--rewrite", writing.rewrite)->excludes(exported);
  app.add_option("--new-passphrase-file", parsed.new_passphrase_file);
  app.add_option("--cipher", writing.cipher);
  app.add_option("--rounds", writing.rounds)
      ->check(CLI::Range(1U, std::numeric_limits<std::uint32_t>::max()));
  app.add_option("FILE", options.paths);
}

ExportFormat export_format(std::string_view name) {
  if (name == "openssh") {
    return ExportFormat::openssh;
  }
  if (name == "pkcs8") {
    return ExportFormat::pkcs8;
  }
  return name == "pem" ? ExportFormat::pem : ExportFormat::public_lines;
}

PassphraseOrigin origin(const CLI::App& app, Parsed& parsed) {
  if (app.count("--passphrase-file") != 0) {
    return PassphraseFile{std::move(parsed.passphrase_file)};
  }
  if (app.count("--passphrase-fd") != 0) {
    return PassphraseDescriptor{parsed.passphrase_fd};
  }
  if (parsed.unlock || app.count("--export") != 0 || app.count("--rewrite") != 0) {
    return AskForPassphrase{};
  }
  return NoPassphrase{};
}

/// contradiction is what is wrong with options that are right one by one; empty where nothing is.
std::string_view contradiction(const Options& options) {
  const auto stdin_as_key = std::ranges::count(options.paths, "-");
  const auto* file = std::get_if<PassphraseFile>(&options.passphrase);
  const auto* descriptor = std::get_if<PassphraseDescriptor>(&options.passphrase);
  const Writing& writing = options.writing;
  const bool stdin_as_passphrase = (file != nullptr && file->path == "-") ||
                                   (descriptor != nullptr && descriptor->number == STDIN_FILENO);
  const bool stdin_as_new_passphrase = writing.new_passphrase_file == "-";
  if (stdin_as_key + (stdin_as_passphrase ? 1 : 0) + (stdin_as_new_passphrase ? 1 : 0) > 1) {
    return "standard input can be read only once";
  }
  if (writing.is_wanted() && std::ranges::any_of(options.paths, is_directory)) {
    return "--export and --rewrite take files, not directories";
  }
  if (writing.export_format && options.paths.size() != 1) {
    return "--export takes one file";
  }
  if (writing.rewrite && (options.paths.empty() || stdin_as_key != 0)) {
    return "--rewrite needs the names of files";
  }
  if (!writing.is_wanted() &&
      (writing.new_passphrase_file || !writing.cipher.empty() || writing.rounds != 0)) {
    return "--new-passphrase-file, --cipher and --rounds belong to --export or --rewrite";
  }
  if (writing.export_format == ExportFormat::pem &&
      (!writing.cipher.empty() || writing.rounds != 0)) {
    return "--export pem has no choice of cipher or rounds: use openssh or pkcs8";
  }
  if (writing.export_format == ExportFormat::public_lines &&
      (writing.new_passphrase_file || !writing.cipher.empty() || writing.rounds != 0)) {
    return "--export public encrypts nothing";
  }
  return {};
}

Options convert(const CLI::App& app, Parsed& parsed, Options options) {
  options.passphrase = origin(app, parsed);
  options.policy.limits.rounds = parsed.max_rounds;
  if (parsed.strict) {
    options.policy.strictness = osshkey::Strictness::strict;
  }
  if (parsed.json) {
    options.format = Format::json;
  } else if (parsed.public_lines) {
    options.format = Format::public_lines;
  }
  if (app.count("--export") != 0) {
    options.writing.export_format = export_format(parsed.export_format);
  }
  if (app.count("--new-passphrase-file") != 0) {
    options.writing.new_passphrase_file = std::move(parsed.new_passphrase_file);
  }
  if (parsed.force) {
    options.writing.if_exists = IfExists::replace;
  }
  if (parsed.hash == "md5") {
    options.hash = osshkey::Hash::md5;
  }
  if (parsed.color == "always") {
    options.color = ColorChoice::always;
  } else if (parsed.color == "never") {
    options.color = ColorChoice::never;
  }
  return options;
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
  options = convert(app, parsed, std::move(options));
  if (const std::string_view problem = contradiction(options); !problem.empty()) {
    return usage_error(program, problem);
  }
  return options;
}

}  // namespace tool::keyinfo
