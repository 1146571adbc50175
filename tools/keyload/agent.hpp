// SPDX-License-Identifier: MIT
// What keyload asks of the agent: to take a key, to forget one or all, to tell which it has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <osshkey/osshkey.hpp>

#include "agent_socket.hpp"
#include "trouble.hpp"

namespace tool::keyload {

/// Identity is a key that the agent has.
struct Identity {
  osshkey::Result<osshkey::PublicKey> key;  ///< fails where its blob can't be read
  std::string comment;                      ///< raw bytes
};

class Agent {
 public:
  /// connect finds the agent by $SSH_AUTH_SOCK.
  [[nodiscard]] static Outcome<Agent> connect();

  [[nodiscard]] Outcome<void> add(const osshkey::PrivateKey& key,
                                  const osshkey::AgentConstraints& constraints);
  /// remove forgets a key, or a certificate where `key` has one.
  [[nodiscard]] Outcome<void> remove(const osshkey::PublicKey& key);
  [[nodiscard]] Outcome<void> remove_all();
  [[nodiscard]] Outcome<std::vector<Identity>> list();

 private:
  explicit Agent(AgentSocket socket) : socket_(std::move(socket)) {}
  /// request sends a message that is answered by success or failure alone.
  [[nodiscard]] Outcome<void> request(osshkey::ByteView message, std::string_view refusal,
                                      std::string_view other_reasons);

  AgentSocket socket_;
};

}  // namespace tool::keyload
