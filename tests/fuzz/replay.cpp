// SPDX-License-Identifier: MIT
// The main function of a harness without libFuzzer: runs it over its seeds, over files and folders,
// and over a fixed sequence of mutations. An input that fails is left behind as a file.
//
//   REPLAY [--mutations N] [--first SEED] [--seeds-to FOLDER] [FILE OR FOLDER ...]
#include <signal.h>
#include <sodium.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "mutate.hpp"
#include "scratch.hpp"

namespace osshkey::fuzz {

namespace {

/// running is the input that is being looked at, for save_running alone.
const Bytes* running = nullptr;
std::string failed_name;

/// save_running writes the input out and lets the signal have its way.
extern "C" void save_running(int number) {
  std::FILE* file = std::fopen(failed_name.c_str(), "wb");
  if (file != nullptr && running != nullptr) {
    std::fwrite(running->data(), 1, running->size(), file);
    std::fclose(file);
    std::fprintf(stderr, "the input is in %s\n", failed_name.c_str());
  }
  signal(number, SIG_DFL);
  raise(number);
}

/// Writers draw salts and check values from libsodium: here they are always the same.
Random writer_random(1);
const char* random_name() {
  return "fixed";
}
std::uint32_t random_word() {
  return static_cast<std::uint32_t>(writer_random.next());
}
void random_bytes(void* out, std::size_t size) {
  auto* bytes = static_cast<std::uint8_t*>(out);
  std::generate_n(bytes, size, [] { return static_cast<std::uint8_t>(writer_random.next()); });
}
randombytes_implementation fixed_random{random_name, random_word,  nullptr,
                                        nullptr,     random_bytes, nullptr};

struct Arguments {
  std::size_t mutations = 0;
  std::uint64_t first = 1;
  std::string seeds_to{};
  std::vector<std::filesystem::path> paths{};
};

Arguments parse(int count, char** words) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string_view word(words[i]);
    if (i + 1 < count && word == "--mutations") {
      arguments.mutations = std::stoul(words[++i]);
    } else if (i + 1 < count && word == "--first") {
      arguments.first = std::stoul(words[++i]);
    } else if (i + 1 < count && word == "--seeds-to") {
      arguments.seeds_to = words[++i];
    } else {
      arguments.paths.emplace_back(word);
    }
  }
  return arguments;
}

Bytes read(const std::filesystem::path& path) {
  return testing::from_text(testing::read_text(path));
}

/// read_all is the files, and those in the folders, in the order of their names.
std::vector<Bytes> read_all(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) {
        files.push_back(entry.path());
      }
    }
  }
  std::ranges::sort(files);
  std::vector<Bytes> inputs;
  std::ranges::transform(files, std::back_inserter(inputs), read);
  return inputs;
}

void run(const Bytes& input) {
  running = &input;
  LLVMFuzzerTestOneInput(input.data(), input.size());
  running = nullptr;
}

void write_seeds(const std::filesystem::path& folder, const std::vector<Bytes>& inputs) {
  std::filesystem::create_directories(folder);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::ofstream file(folder / ("seed-" + std::to_string(i)), std::ios::binary);
    std::ranges::copy(inputs[i], std::ostreambuf_iterator<char>(file));
  }
}

int replay(const Arguments& arguments) {
  std::vector<Bytes> inputs = seeds();
  if (!arguments.seeds_to.empty()) {
    write_seeds(arguments.seeds_to, inputs);
    return 0;
  }
  const std::vector<Bytes> files = read_all(arguments.paths);
  inputs.insert(inputs.end(), files.begin(), files.end());
  std::ranges::for_each(inputs, run);
  for (std::size_t i = 0; i < arguments.mutations; ++i) {
    Random random(arguments.first + i);
    run(mutated(inputs[i % inputs.size()], inputs[random.below(inputs.size())], random));
  }
  std::cout << inputs.size() << " inputs and " << arguments.mutations << " mutations\n"
            << "1 passed, 0 failed\n";
  return 0;
}

}  // namespace

}  // namespace osshkey::fuzz

int main(int count, char** words) {
  using namespace osshkey::fuzz;
  failed_name = "failed-" + std::filesystem::path(words[0]).filename().string();
  for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    signal(number, save_running);
  }
  randombytes_set_implementation(&fixed_random);
  return replay(parse(count, words));
}
