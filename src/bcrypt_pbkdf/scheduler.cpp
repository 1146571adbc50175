// SPDX-License-Identifier: MIT
// The scheduler: one queue of chains, longest first, from which each thread claims some by an
// atomic counter. A step leaves nothing in its lane, so that a thread may choose anew before every
// step which of its chains to advance; it takes those with most steps left, which keeps the lanes
// full to the end.

#include "bcrypt_pbkdf/scheduler.hpp"

#include "bcrypt_pbkdf/chain.hpp"

#include <sodium.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace bcrypt_pbkdf {
namespace {

// A thread holds more chains than it has lanes, so that it needn't end on a chain or two that are
// left over.
constexpr std::size_t pool_size = 4 * std::size_t{max_lanes};

// How much of its stack a worker may have used: the kernels spill halves of blocks there.
constexpr std::size_t stack_to_wipe = 4096;

constexpr auto progress_interval = std::chrono::milliseconds(5);

struct QueuedChain {
  const Request* request;
  std::uint32_t block;
};

// Job is what the threads of one call share. Only the atomics change once they run.
struct Job {
  const Kernel& kernel;
  const std::stop_token& stop;
  const std::vector<QueuedChain> queue;
  const std::size_t threads;
  std::atomic<std::size_t> claimed = 0;
  std::atomic<std::uint64_t> done_steps = 0;
  std::atomic<std::size_t> running = 0;
  std::atomic<bool> abandoned = false;
};

// Worker is what one thread computes with. It lies in memory of its own, wiped at the end.
class Worker {
 public:
  Worker() { std::iota(std::begin(order_), std::end(order_), std::uint8_t{0}); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    sodium_memzero(&scratch_, sizeof scratch_);
    sodium_memzero(pool_, sizeof pool_);
  }

  // Computes until the queue is empty or the job ends early. `after_step` is called after each
  // step.
  template <typename AfterStep>
  void run(Job& job, const AfterStep& after_step) {
    while (!job.stop.stop_requested() && !job.abandoned.load(std::memory_order_relaxed)) {
      if (held_ < job.kernel.lanes) {
        claim(job);
      }
      if (held_ == 0) {
        break;
      }
      step(job);
      after_step();
    }
    sodium_stackzero(stack_to_wipe);
  }

 private:
  // Takes a fair share of what is left in the queue: shares shrink towards its end, so that all
  // threads end at about the same time, but not below what fills the lanes.
  void claim(Job& job) {
    const std::size_t count = job.queue.size();
    const auto share = [&](std::size_t chains) { return (chains + job.threads - 1) / job.threads; };
    const std::size_t least = std::min<std::size_t>(job.kernel.lanes, share(count));
    const std::size_t seen = std::min(job.claimed.load(std::memory_order_relaxed), count);
    const std::size_t want = std::clamp(share(count - seen), least, pool_size - held_);
    const std::size_t first =
        std::min(job.claimed.fetch_add(want, std::memory_order_relaxed), count);
    for (std::size_t i = first; i < std::min(first + want, count); ++i) {
      pool_[order_[held_++]].start(*job.queue[i].request, job.queue[i].block);
    }
  }

  void step(Job& job) {
    const unsigned lanes = static_cast<unsigned>(std::min<std::size_t>(held_, job.kernel.lanes));
    std::partial_sort(order_, order_ + lanes, order_ + held_, [this](auto a, auto b) {
      return pool_[a].steps_left() > pool_[b].steps_left();
    });
    Lane lane[max_lanes] = {};
    for (unsigned i = 0; i < lanes; ++i) {
      lane[i] = pool_[order_[i]].lane();
    }
    job.kernel.hash[lanes - 1](scratch_, lane);
    for (unsigned i = 0; i < lanes; ++i) {
      pool_[order_[i]].finish_step();
    }
    // order_ stays a permutation of the whole pool: the chains held first, then the free places.
    held_ = static_cast<std::size_t>(
        std::partition(order_, order_ + held_,
                       [this](auto i) { return pool_[i].steps_left() > 0; }) -
        order_);
    job.done_steps.fetch_add(lanes, std::memory_order_relaxed);
  }

  Scratch scratch_;
  Chain pool_[pool_size];
  std::uint8_t order_[pool_size];
  std::size_t held_ = 0;
};

std::vector<QueuedChain> queue_of(std::span<const Request> requests) {
  std::vector<QueuedChain> queue;
  for (const Request& request : requests) {
    if (request.status == Status::ok) {
      const auto blocks = static_cast<std::uint32_t>(cost_in_steps(1, request.output.size()));
      for (std::uint32_t block = 0; block < blocks; ++block) {
        queue.push_back({&request, block});
      }
    }
  }
  std::ranges::sort(queue, [](const QueuedChain& a, const QueuedChain& b) {
    return a.request->rounds > b.request->rounds;
  });
  return queue;
}

// Two chains on one thread take hardly longer than one (the kernels' lanes), so a thread that
// nobody asked for is worth it from two chains on. One key, split over two, would cost twice the
// CPU time.
std::size_t thread_count(unsigned wanted, std::size_t chains) {
  return wanted != 0
             ? std::clamp<std::size_t>(wanted, 1, chains)
             : std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, (chains + 1) / 2);
}

// Reporter calls the caller's progress function, on the calling thread. If that throws, the job is
// abandoned.
class Reporter {
 public:
  Reporter(Job& job, const Options& options) : job_(job), progress_(options.progress) {
    for (const QueuedChain& chain : job.queue) {
      total_ += chain.request->rounds;
    }
  }

  [[nodiscard]] bool finished() const {
    return job_.done_steps.load(std::memory_order_relaxed) == total_;
  }
  [[nodiscard]] bool wanted() const { return static_cast<bool>(progress_); }

  void report() {
    const std::uint64_t done = job_.done_steps.load(std::memory_order_relaxed);
    if (!wanted() || done == reported_) {
      return;
    }
    reported_ = done;
    try {
      progress_(done, total_);
    } catch (...) {
      job_.abandoned.store(true, std::memory_order_relaxed);
    }
  }

 private:
  Job& job_;
  const std::function<void(std::uint64_t, std::uint64_t)>& progress_;
  std::uint64_t total_ = 0;
  std::uint64_t reported_ = 0;
};

}  // namespace

Status run_chains(std::span<const Request> requests, const Kernel& kernel, const Options& options) {
  std::vector<QueuedChain> queue = queue_of(requests);
  if (queue.empty()) {
    return Status::ok;
  }
  const std::size_t threads = thread_count(options.threads, queue.size());
  Job job{.kernel = kernel, .stop = options.stop, .queue = std::move(queue), .threads = threads};
  Reporter reporter(job, options);
  const auto workers = std::make_unique<Worker[]>(threads);
  {
    std::vector<std::jthread> others;
    others.reserve(threads - 1);
    for (std::size_t i = 1; i < threads; ++i) {
      job.running.fetch_add(1, std::memory_order_relaxed);
      try {
        others.emplace_back([&job, &worker = workers[i]] {
          worker.run(job, [] {});
          job.running.fetch_sub(1, std::memory_order_relaxed);
        });
      } catch (const std::system_error&) {  // no more threads to be had: those that run do it all
        job.running.fetch_sub(1, std::memory_order_relaxed);
        break;
      }
    }
    workers[0].run(job, [&reporter] { reporter.report(); });
    while (reporter.wanted() && job.running.load(std::memory_order_relaxed) > 0) {
      std::this_thread::sleep_for(progress_interval);
      reporter.report();
    }
  }
  reporter.report();
  return reporter.finished() && !job.abandoned.load(std::memory_order_relaxed) ? Status::ok
                                                                               : Status::cancelled;
}

}  // namespace bcrypt_pbkdf
