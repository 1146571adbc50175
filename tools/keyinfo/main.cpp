// SPDX-License-Identifier: MIT
// keyinfo: takes the arguments one by one, opens what they name and hands it to a reporter.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <osshkey/osshkey.hpp>

#include "common/escape.hpp"
#include "common/exit_status.hpp"
#include "common/home.hpp"
#include "common/output.hpp"
#include "common/signals.hpp"
#include "json_report.hpp"
#include "options.hpp"
#include "public_report.hpp"
#include "table.hpp"
#include "text_report.hpp"
#include "unlock.hpp"
#include "walk.hpp"
#include "writer.hpp"

namespace tool::keyinfo {

namespace {

using osshkey::errc;
using osshkey::KeyFile;

/// is_worth_reporting leaves out, of a directory, what nobody would look for a private key in. A
/// damaged private key is reported.
bool is_worth_reporting(const KeyFile& file) {
  if (file.error() == nullptr || !file.inspection().container.empty()) {
    return true;
  }
  switch (file.error()->code) {
    case errc::empty:
    case errc::not_a_private_key:
    case errc::public_key_given:
    case errc::certificate_given:
    case errc::unsupported_container:
    case errc::file_too_large:
      return false;
    default:
      return true;
  }
}

std::unique_ptr<Reporter> make_reporter(const Options& options, Output& output, Output& errors) {
  switch (options.format) {
    case Format::json:
      return std::make_unique<JsonReporter>(output, options);
    case Format::public_lines:
      return std::make_unique<PublicReporter>(output, errors);
    case Format::human:
      break;
  }
  const bool several = options.paths.size() > 1 || std::ranges::any_of(options.paths, is_directory);
  if (several && !options.randomart && !options.compat) {
    return std::make_unique<TableReporter>(output, options);
  }
  return std::make_unique<TextReporter>(output, options);
}

/// max_batch is many more files than there are chains on the threads of a machine, and few enough
/// that their secrets fit into memory and their reports don't keep a reader waiting.
constexpr std::size_t max_batch = 32;

enum class Ending : std::uint8_t { opened, locked, failed };

class Run {
 public:
  Run(const Options& options, Unlocker& unlocker, const Writer& writer, Output& output,
      Reporter& reporter)
      : options_(options),
        unlocker_(unlocker),
        writer_(writer),
        output_(output),
        reporter_(reporter) {}

  void argument(const std::string& path) {
    if (path == "-") {
      add(path, KeyFile::load_descriptor(STDIN_FILENO, options_.policy), nullptr);
    } else if (is_directory(path)) {
      directory(path);
    } else {
      add(path, KeyFile::load(path, options_.policy), nullptr);
    }
  }

  /// finish opens and reports what is still waiting.
  void finish() { open_waiting(nullptr); }

  [[nodiscard]] bool failed() const { return failed_; }
  /// is_over is true when going on would be in vain.
  [[nodiscard]] bool is_over() const { return InterruptWatch::signal() != 0 || output_.error(); }

 private:
  void directory(const std::string& path) {
    finish();
    DirectorySummary summary{.name = path};
    const auto visit = [&](const std::filesystem::path& file_path) {
      if (is_over()) {
        return;
      }
      KeyFile file = KeyFile::load(file_path, options_.policy);
      if (is_worth_reporting(file)) {
        ++summary.keys;
        add(file_path.native(), std::move(file), &summary);
      } else {
        ++summary.skipped;
      }
    };
    walk(path, visit, [&](const std::filesystem::path& unreadable, const std::error_code& error) {
      open_waiting(&summary);
      ++summary.failed;
      fail(unreadable.native(), {.code = errc::io_error, .system = error});
    });
    open_waiting(&summary);
    if (!options_.quiet) {
      reporter_.summarise(summary);
    }
  }

  /// add opens and reports a file, or has it wait for others that are faster opened with it.
  void add(const std::string& name, KeyFile file, DirectorySummary* summary) {
    waiting_.push_back({.name = name, .file = std::move(file)});
    // A file that is written may be the next one, too, by another name: it must be read after that.
    const bool can_wait = unlocker_.can_batch() && !options_.writing.is_wanted();
    if (!can_wait || waiting_.size() == max_batch) {
      open_waiting(summary);
    }
  }

  void open_waiting(DirectorySummary* summary) {
    std::vector<Opening> batch = std::exchange(waiting_, {});
    if (!std::holds_alternative<NoPassphrase>(options_.passphrase)) {
      output_.flush();  // unlocking may take its time, or ask
    }
    unlocker_.open_all(batch);
    for (Opening& opening : batch) {
      const Ending ending = report(opening);
      if (summary != nullptr) {
        summary->failed += ending == Ending::failed ? 1 : 0;
        summary->locked += ending == Ending::locked ? 1 : 0;
      }
      if (is_over() && ending == Ending::failed) {
        break;  // one line is enough to say that the rest was cancelled
      }
    }
  }

  Ending report(Opening& opening) {
    Report report{.name = opening.name,
                  .inspection = &opening.file.inspection(),
                  .unlock_time = opening.unlock_time};
    osshkey::Result<std::string> written;
    if (opening.outcome && *opening.outcome) {
      report.keys = &**opening.outcome;
      written = write(opening.name, opening.file, **opening.outcome);
      report.done = written.value_or("");
      report.error = written ? nullptr : &written.error();
    } else if (opening.outcome) {
      report.error = &opening.outcome->error();
    }
    failed_ = failed_ || report.error != nullptr;
    if (report.error != nullptr || !options_.quiet || options_.format != Format::human) {
      reporter_.report(report);
    }
    if (report.error != nullptr) {
      return Ending::failed;
    }
    return report.is_unlocked() ? Ending::opened : Ending::locked;
  }

  /// write does what was asked beyond reporting, and yields what that was; usually nothing.
  osshkey::Result<std::string> write(std::string_view name, const KeyFile& file,
                                     const osshkey::Keys& keys) {
    if (!options_.writing.is_wanted()) {
      return {};
    }
    const InterruptWatch watch;  // a signal must not leave a temporary file behind
    const Source source{.name = name,
                        .inspection = file.inspection(),
                        .keys = keys,
                        .passphrase = unlocker_.passphrase_of(file.inspection())};
    return options_.writing.rewrite ? writer_.rewrite(source) : writer_.export_key(source);
  }

  void fail(std::string_view name, const osshkey::Error& error) {
    const osshkey::Inspection nothing;
    reporter_.report({.name = name, .inspection = &nothing, .error = &error});
    failed_ = true;
  }

  const Options& options_;
  Unlocker& unlocker_;
  const Writer& writer_;
  Output& output_;
  Reporter& reporter_;
  std::vector<Opening> waiting_;
  bool failed_ = false;
};

void complain(std::string_view message) {
  Output errors(STDERR_FILENO);
  errors.write(fmt::format("keyinfo: {}\n", message));
  errors.flush();
}

int run(Options options) {
  ignore_broken_pipe();
  auto unlocker = Unlocker::make(options.passphrase);
  if (!unlocker) {
    complain(for_terminal(unlocker.error().text()));
    return exit_usage;
  }
  std::optional<osshkey::SecureBytes> new_passphrase;
  if (options.writing.new_passphrase_file) {
    auto read = read_passphrase_file(*options.writing.new_passphrase_file);
    if (!read) {
      complain(for_terminal(read.error().text()));
      return exit_usage;
    }
    new_passphrase = std::move(*read);
  }
  const Writer writer(options.writing, std::move(new_passphrase));
  if (const auto possible = writer.check(); !possible) {
    complain(fmt::format("{}\n{}", for_terminal(possible.error().text()), possible.error().hint()));
    return exit_failed;
  }
  if (options.paths.empty()) {
    options.paths.push_back(home_ssh());
  }
  Output output(STDOUT_FILENO);
  Output errors(STDERR_FILENO);
  const std::unique_ptr<Reporter> reporter = make_reporter(options, output, errors);
  Run run(options, *unlocker, writer, output, *reporter);
  for (const std::string& path : options.paths) {
    if (run.is_over()) {
      break;
    }
    run.argument(path);
  }
  run.finish();
  reporter->finish();
  output.flush();
  errors.flush();
  if (const int signal = InterruptWatch::signal(); signal != 0) {
    die_of(signal);
  }
  if (output.error()) {
    complain(fmt::format("standard output: {}", output.error().message()));
    return exit_failed;
  }
  return run.failed() ? exit_failed : exit_ok;
}

}  // namespace

}  // namespace tool::keyinfo

int main(int argc, char** argv) {
  try {
    auto options = tool::keyinfo::parse_options(argc, argv);
    if (const int* status = std::get_if<int>(&options)) {
      return *status;
    }
    return tool::keyinfo::run(std::get<tool::keyinfo::Options>(std::move(options)));
  } catch (const std::bad_alloc&) {
    tool::keyinfo::complain("memory ran out");
    return tool::exit_failed;
  }
}
