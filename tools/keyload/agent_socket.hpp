// SPDX-License-Identifier: MIT
// The agent's socket: a message out, its answer in. Each way in which the other side can fail has a
// sentence of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <osshkey/secure_memory.hpp>

#include "trouble.hpp"

namespace tool::keyload {

class AgentSocket {
 public:
  /// connect finds the agent by $SSH_AUTH_SOCK.
  [[nodiscard]] static Outcome<AgentSocket> connect();

  AgentSocket(AgentSocket&& other) noexcept;
  AgentSocket& operator=(AgentSocket&& other) = delete;
  AgentSocket(const AgentSocket&) = delete;
  AgentSocket& operator=(const AgentSocket&) = delete;
  ~AgentSocket() { close(); }

  /// exchange sends a message, which has its length in front, and yields the answer without its
  /// length: at least one byte. After a failure the connection is made anew by the next call.
  [[nodiscard]] Outcome<std::vector<std::uint8_t>> exchange(osshkey::ByteView message);

 private:
  explicit AgentSocket(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] Outcome<void> open();
  void close() noexcept;
  [[nodiscard]] Outcome<void> be_ready();
  [[nodiscard]] Outcome<void> send(osshkey::ByteView message) const;
  [[nodiscard]] Outcome<std::vector<std::uint8_t>> receive() const;

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace tool::keyload
