// SPDX-License-Identifier: MIT
// Unlocks one file, destroys all that came of it, and looks for secrets in the whole of its own
// memory. What it looks for comes masked on the command line, so that nothing but the library can
// have left it in the clear; the passphrase is unmasked for the call and wiped by this program.
//
//   unlock-and-scan FILE ACTION PASSPHRASE [NAME NEEDLE]...    PASSPHRASE, NEEDLE: masked, in hex
//
// ACTION is unlock, cancel (after the first step of the derivation), use (unlock, then write and
// sign), or unlocked-memory (unlock where memory may not be locked). Prints the word of the
// outcome, then a line for each needle that was found, with the mapping.
#include <fcntl.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <osshkey/openssl.hpp>
#include <osshkey/osshkey.hpp>

#include <array>
#include <charconv>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::uint8_t mask = 0x5a;

struct Needle {
  std::string_view name;
  std::vector<std::uint8_t> masked;
  std::string_view where{};  ///< the mapping that it was found in, as the system lists it
};

std::vector<std::uint8_t> from_hex(std::string_view hex) {
  std::vector<std::uint8_t> bytes;
  for (; hex.size() >= 2; hex.remove_prefix(2)) {
    std::uint8_t byte = 0;
    std::from_chars(hex.data(), hex.data() + 2, byte, 16);
    bytes.push_back(byte);
  }
  return bytes;
}

/// Pages is memory that isn't the heap's and that the scan leaves out.
class Pages {
 public:
  static constexpr std::size_t size = std::size_t{1} << 20;

  Pages()
      : address_(
            ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (address_ == MAP_FAILED) {
      throw std::runtime_error("no memory to scan with");
    }
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() { ::munmap(address_, size); }

  [[nodiscard]] std::uint8_t* data() const { return static_cast<std::uint8_t*>(address_); }
  [[nodiscard]] bool holds(std::uintptr_t address) const {
    const auto begin = reinterpret_cast<std::uintptr_t>(address_);
    return address >= begin && address < begin + size;
  }

 private:
  void* address_;
};

/// Scanner has all its memory before the library runs, so that it overwrites nothing.
class Scanner {
 public:
  explicit Scanner(std::vector<Needle> needles) : needles_(std::move(needles)) {}

  void run() {
    const std::size_t size = read_maps();
    std::string_view maps(reinterpret_cast<const char*>(maps_.data()), size);
    memory_ = ::open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    while (!maps.empty()) {
      const std::size_t end = maps.find('\n');
      scan_mapping(maps.substr(0, end));
      maps.remove_prefix(end == std::string_view::npos ? maps.size() : end + 1);
    }
    ::close(memory_);
  }

  [[nodiscard]] const std::vector<Needle>& needles() const { return needles_; }
  [[nodiscard]] std::size_t scanned() const { return scanned_; }

 private:
  std::size_t read_maps() const {
    const int maps = ::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    std::size_t size = 0;
    for (ssize_t got = 1; got > 0; size += static_cast<std::size_t>(got)) {
      got = ::read(maps, maps_.data() + size, Pages::size - size);
      if (got < 0) {
        throw std::runtime_error("can't read the list of mappings");
      }
    }
    ::close(maps);
    return size;
  }

  void scan_mapping(std::string_view line) {
    line_ = line;
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    const auto dash = std::from_chars(line.begin(), line.end(), begin, 16);
    const auto blank = std::from_chars(dash.ptr + 1, line.end(), end, 16);
    const bool readable = blank.ptr[1] == 'r';
    const bool is_the_kernels = line.contains("[vvar") || line.contains("[vsyscall]");
    if (!readable || is_the_kernels) {
      return;
    }
    for (std::uintptr_t at = begin; at < end;) {
      // Two of this program's own mappings may be listed as one.
      if (maps_.holds(at) || chunk_.holds(at)) {
        at += page;
        continue;
      }
      std::uintptr_t stop = at;
      while (stop < end && stop - at < Pages::size && !maps_.holds(stop) && !chunk_.holds(stop)) {
        stop += page;
      }
      scan(at, stop - at);
      // Chunks overlap, so that nothing is cut in two.
      at = stop < end && !maps_.holds(stop) && !chunk_.holds(stop) ? stop - page : stop;
    }
  }

  void scan(std::uintptr_t address, std::size_t size) {
    const ssize_t got = ::pread(memory_, chunk_.data(), size, static_cast<off_t>(address));
    if (got != static_cast<ssize_t>(size)) {
      throw std::runtime_error("can't read a mapping: " + std::string(line_));
    }
    for (std::size_t i = 0; i < size; ++i) {
      chunk_.data()[i] ^= mask;
    }
    for (Needle& needle : needles_) {
      if (::memmem(chunk_.data(), size, needle.masked.data(), needle.masked.size()) != nullptr) {
        needle.where = line_;
      }
    }
    scanned_ += size;
  }

  static constexpr std::size_t page = 4096;
  std::vector<Needle> needles_;
  Pages maps_;
  Pages chunk_;
  std::string_view line_{};  ///< of the mapping that is scanned
  int memory_ = -1;
  std::size_t scanned_ = 0;
};

/// use has the export layer go through all that it does with the private half.
std::string_view use(const osshkey::PrivateKey& key) {
  const auto openssh = osshkey::to_openssh(key);
  const auto pkcs8 = osshkey::to_pkcs8(key);
  const auto agent = osshkey::to_agent_message(key);
  const auto pkey = osshkey::to_evp_pkey(key);
  const auto signature = osshkey::sign(key, key.public_key().blob());
  return openssh && pkcs8 && agent && pkey && signature ? "ok" : "an export failed";
}

/// run_library is all that happens between the passphrase and the scan.
std::string_view run_library(const char* path, std::string_view action,
                             osshkey::ByteView passphrase) {
  osshkey::KeyFile file = osshkey::KeyFile::load(path);
  if (file.error() != nullptr) {
    return osshkey::word(file.error()->code);
  }
  std::stop_source stop;
  osshkey::UnlockOptions options{.stop = stop.get_token()};
  if (action == "cancel") {
    options.progress = [&](std::uint64_t, std::uint64_t) { stop.request_stop(); };
  }
  const osshkey::Result<osshkey::Keys> keys = file.unlock(passphrase, options);
  if (!keys) {
    return osshkey::word(keys.error().code);
  }
  return action == "use" ? use(keys->front()) : "ok";
}

/// forbid_locking takes away what lets a process lock memory: the limit, and root's way past it.
void forbid_locking() {
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
  const rlimit no_bytes{.rlim_cur = 0, .rlim_max = 0};
  const Pages page;
  if (::syscall(SYS_capset, &header, none.data()) != 0 ||
      ::setrlimit(RLIMIT_MEMLOCK, &no_bytes) != 0 || ::mlock(page.data(), Pages::size) == 0) {
    throw std::runtime_error("memory can still be locked");
  }
}

int run(std::vector<char*> arguments) {
  const std::string_view action = arguments[2];
  if (action == "unlocked-memory") {
    forbid_locking();
  }
  std::vector<std::uint8_t> passphrase = from_hex(arguments[3]);
  std::vector<Needle> needles;
  for (std::size_t i = 4; i + 1 < arguments.size(); i += 2) {
    needles.push_back({.name = arguments[i], .masked = from_hex(arguments[i + 1])});
  }
  Scanner scanner(std::move(needles));

  for (std::uint8_t& byte : passphrase) {
    byte ^= mask;
  }
  const std::string_view outcome = run_library(arguments[1], action, passphrase);
  ::explicit_bzero(passphrase.data(), passphrase.size());

  scanner.run();
  std::printf("%s\n", std::string(outcome).c_str());
  for (const Needle& needle : scanner.needles()) {
    if (!needle.where.empty()) {
      std::printf("found %s in %s\n", std::string(needle.name).c_str(),
                  std::string(needle.where.substr(needle.where.rfind(' ') + 1)).c_str());
    }
  }
  std::printf("scanned %zu\n", scanner.scanned());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return argc < 4 ? 2 : run({argv, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
