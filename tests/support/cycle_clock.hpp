// SPDX-License-Identifier: MIT
// Times work in processor cycles, without counters that a virtual machine may lack: by the thread's
// CPU time and the length of a cycle, which is measured.
#ifndef TESTS_SUPPORT_CYCLE_CLOCK_HPP
#define TESTS_SUPPORT_CYCLE_CLOCK_HPP

#include <algorithm>
#include <cstdint>
#include <ctime>

namespace test {

inline double thread_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// seconds_per_cycle yields how long a cycle is now: each step of this generator is six dependent
// operations of one cycle. The time stamp counter would not do, as it doesn't follow the speed the
// processor runs at.
inline double seconds_per_cycle() {
  constexpr int steps = 300000;
  std::uint64_t x = 1;
  const double start = thread_seconds();
  for (int i = 0; i < steps; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  const double seconds = thread_seconds() - start;
  // Never zero, which the compiler doesn't know and so has to compute it.
  return x != 0 ? seconds / (6.0 * steps) : 0;
}

// cycles_of yields how many cycles of this thread `work` took. The shorter of the cycles measured
// before and after counts: the other one was disturbed.
template <typename Work>
double cycles_of(const Work& work) {
  const double before = seconds_per_cycle();
  const double start = thread_seconds();
  work();
  const double seconds = thread_seconds() - start;
  return seconds / std::min(before, seconds_per_cycle());
}

}  // namespace test

#endif  // TESTS_SUPPORT_CYCLE_CLOCK_HPP
