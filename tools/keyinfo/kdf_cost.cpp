// SPDX-License-Identifier: MIT
// The derivation is the same for every file but for its rounds and the size of its output.
#include "kdf_cost.hpp"

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

namespace tool::keyinfo {

namespace {

using Seconds = std::chrono::duration<double>;

/// output_size is the bytes of key and IV that a cipher of openssh-key-v1 takes, as far as it
/// matters: 32 bytes are one chain, all others are two.
std::size_t output_size(std::string_view cipher) {
  constexpr auto short_ones =
      std::to_array<std::string_view>({"3des-", "aes128-", "blowfish-", "cast128-", "arcfour"});
  const bool is_short = std::ranges::any_of(
      short_ones, [&](std::string_view prefix) { return cipher.starts_with(prefix); });
  return is_short ? bcrypt_pbkdf::hash_size : 2 * bcrypt_pbkdf::hash_size;
}

/// thread_time is the processor's time, which other programs don't lengthen.
Seconds thread_time() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

Seconds time_of_a_round(std::size_t size) {
  constexpr std::uint32_t rounds = 2;
  constexpr std::array<std::uint8_t, 16> anything{1};
  std::array<std::uint8_t, 2 * bcrypt_pbkdf::hash_size> output{};
  Seconds best = Seconds::max();
  for (int i = 0; i < 2; ++i) {  // the first one also fetches the tables
    const Seconds start = thread_time();
    if (bcrypt_pbkdf::derive(anything, anything, rounds, std::span(output).first(size)) !=
        bcrypt_pbkdf::Status::ok) {
      return Seconds::zero();
    }
    best = std::min(best, thread_time() - start);
  }
  return best / rounds;
}

}  // namespace

std::optional<Seconds> KdfCost::of(const osshkey::Inspection& inspection) {
  if (!inspection.encrypted || inspection.kdf != "bcrypt" || inspection.rounds == 0) {
    return std::nullopt;
  }
  const std::size_t size = output_size(inspection.cipher);
  auto& round = size == bcrypt_pbkdf::hash_size ? round_of_one_chain_ : round_of_two_chains_;
  if (!round) {
    round = time_of_a_round(size);
  }
  if (*round == Seconds::zero()) {  // out of memory: then there is nothing to tell
    return std::nullopt;
  }
  return *round * static_cast<double>(inspection.rounds);
}

std::string rough_duration(Seconds time) {
  struct Unit {
    double seconds;
    std::string_view name;
  };
  constexpr auto units = std::to_array<Unit>({{365.25 * 86400, "years"},
                                              {86400, "days"},
                                              {3600, "h"},
                                              {60, "min"},
                                              {1, "s"},
                                              {0.001, "ms"}});
  const auto* unit =
      std::ranges::find_if(units, [&](const Unit& u) { return time.count() >= 1.95 * u.seconds; });
  if (unit == units.end()) {
    unit = &units.back();
  }
  const double value = time.count() / unit->seconds;
  if (value < 9.95) {
    return fmt::format("{:.2g} {}", value, unit->name);
  }
  const double step = std::pow(10.0, std::floor(std::log10(value)) - 1);
  return fmt::format("{:.0f} {}", std::round(value / step) * step, unit->name);
}

}  // namespace tool::keyinfo
