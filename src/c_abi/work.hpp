// SPDX-License-Identifier: MIT
// The options of a derivation: a C callback as the C++ interface's progress and stop.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "c_abi/handles.hpp"

namespace osshkey::c_abi {

/// Work stays where it is while the call runs: progress() leads back to it.
class Work {
 public:
  explicit Work(const osshkey_options* options) {
    if (options != nullptr) {
      options_ = *options;
    }
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  ~Work() = default;

  [[nodiscard]] bool is_valid() const noexcept { return is_unused(options_.reserved); }

  [[nodiscard]] unsigned threads() const noexcept { return options_.threads; }
  [[nodiscard]] std::stop_token stop() const noexcept { return stop_.get_token(); }

  /// progress is empty where nobody is to be told.
  [[nodiscard]] std::function<void(std::uint64_t, std::uint64_t)> progress() {
    if (options_.progress == nullptr) {
      return {};
    }
    return [this](std::uint64_t done, std::uint64_t total) {
      // Whoever has cancelled is told nothing more.
      if (!stop_.stop_requested() && options_.progress(options_.progress_user, done, total) != 0) {
        stop_.request_stop();
      }
    };
  }

  [[nodiscard]] UnlockOptions unlock_options() {
    return {.threads = threads(), .stop = stop(), .progress = progress()};
  }

 private:
  osshkey_options options_{
      .threads = 1, .progress = nullptr, .progress_user = nullptr, .reserved = {}};
  std::stop_source stop_;
};

}  // namespace osshkey::c_abi
