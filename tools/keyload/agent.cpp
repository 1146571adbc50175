// SPDX-License-Identifier: MIT
// Messages of draft-ietf-sshm-ssh-agent, section 3. Those that hold a private key are the
// library's.
#include "agent.hpp"

#include <fmt/format.h>

#include <optional>

#include "common/wording.hpp"

namespace tool::keyload {

namespace {

using Bytes = std::vector<std::uint8_t>;

// Numbers of the draft's message registry.
constexpr std::uint8_t failure = 5;
constexpr std::uint8_t success = 6;
constexpr std::uint8_t request_identities = 11;
constexpr std::uint8_t identities_answer = 12;
constexpr std::uint8_t remove_identity = 18;
constexpr std::uint8_t remove_all_identities = 19;

void append_u32(Bytes& out, std::size_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    out.push_back(static_cast<std::uint8_t>(number >> shift));
  }
}

/// message is the length, the number of the message and its one string, if any.
Bytes message(std::uint8_t number, std::optional<osshkey::ByteView> string = std::nullopt) {
  Bytes out;
  append_u32(out, 1 + (string ? 4 + string->size() : 0));
  out.push_back(number);
  if (string) {
    append_u32(out, string->size());
    out.insert(out.end(), string->begin(), string->end());
  }
  return out;
}

/// Cursor takes values off an answer; nothing once the answer is too short.
class Cursor {
 public:
  explicit Cursor(osshkey::ByteView rest) : rest_(rest) {}

  std::optional<std::size_t> u32() {
    if (rest_.size() < 4) {
      return std::nullopt;
    }
    std::size_t number = 0;
    for (const std::uint8_t byte : rest_.first(4)) {
      number = number << 8 | byte;
    }
    rest_ = rest_.subspan(4);
    return number;
  }

  std::optional<osshkey::ByteView> string() {
    const std::optional<std::size_t> size = u32();
    if (!size || *size > rest_.size()) {
      return std::nullopt;
    }
    const osshkey::ByteView bytes = rest_.first(*size);
    rest_ = rest_.subspan(*size);
    return bytes;
  }

  [[nodiscard]] std::size_t left() const { return rest_.size(); }

 private:
  osshkey::ByteView rest_;
};

std::unexpected<Trouble> unknown_answer(std::uint8_t number) {
  return std::unexpected(Trouble{
      fmt::format("the agent's answer isn't one to this question: message number {}", number)});
}

std::unexpected<Trouble> too_long(std::size_t count) {
  return std::unexpected(
      Trouble{fmt::format("the agent's answer is too long by {}", counted(count, "byte"))});
}

}  // namespace

Outcome<Agent> Agent::connect() {
  Outcome<AgentSocket> socket = AgentSocket::connect();
  if (!socket) {
    return std::unexpected(socket.error());
  }
  return Agent(std::move(*socket));
}

Outcome<void> Agent::request(osshkey::ByteView message, std::string_view refusal,
                             std::string_view other_reasons) {
  const Outcome<Bytes> answer = socket_.exchange(message);
  if (!answer) {
    return std::unexpected(answer.error());
  }
  const std::uint8_t number = answer->front();
  if (number != success && number != failure) {
    return unknown_answer(number);
  }
  if (answer->size() > 1) {
    return too_long(answer->size() - 1);
  }
  if (number == success) {
    return {};
  }
  // A locked agent refuses everything but the list, which it leaves empty.
  const Outcome<std::vector<Identity>> identities = list();
  const bool may_be_locked = identities && identities->empty();
  std::string hint(other_reasons);
  if (may_be_locked) {
    hint = "it shows no keys, as a locked agent does: ssh-add -X unlocks it" +
           (hint.empty() ? "" : "; or " + hint);
  }
  return std::unexpected(Trouble{std::string(refusal), std::move(hint)});
}

Outcome<void> Agent::add(const osshkey::PrivateKey& key,
                         const osshkey::AgentConstraints& constraints) {
  const osshkey::Result<osshkey::SecureBytes> message = to_agent_message(key, constraints);
  if (!message) {
    return std::unexpected(Trouble{message.error().text(), std::string(message.error().hint())});
  }
  return request(message->view(), "the agent refused the key",
                 constraints.lifetime_seconds || constraints.confirm
                     ? "it doesn't know keys of this type, or not the constraints"
                     : "it doesn't know keys of this type");
}

Outcome<void> Agent::remove(const osshkey::PublicKey& key) {
  const osshkey::ByteView blob = key.certificate().empty() ? key.blob() : key.certificate();
  return request(message(remove_identity, blob), "the agent didn't remove the key",
                 "it doesn't have it");
}

Outcome<void> Agent::remove_all() {
  return request(message(remove_all_identities), "the agent refused to remove its keys", {});
}

Outcome<std::vector<Identity>> Agent::list() {
  const Outcome<Bytes> answer = socket_.exchange(message(request_identities));
  if (!answer) {
    return std::unexpected(answer.error());
  }
  if (answer->front() == failure) {
    return std::unexpected(Trouble{"the agent refused to list its keys"});
  }
  if (answer->front() != identities_answer) {
    return unknown_answer(answer->front());
  }
  Cursor cursor(osshkey::ByteView(*answer).subspan(1));
  const auto too_short = std::unexpected(Trouble{"the agent's answer is too short for its keys"});
  const std::optional<std::size_t> count = cursor.u32();
  if (!count) {
    return too_short;
  }
  std::vector<Identity> identities;
  for (std::size_t i = 0; i < *count; ++i) {
    const auto blob = cursor.string();
    const auto comment = cursor.string();
    if (!blob || !comment) {
      return too_short;
    }
    identities.push_back({.key = osshkey::PublicKey::from_blob(*blob),
                          .comment = std::string(comment->begin(), comment->end())});
  }
  if (cursor.left() != 0) {
    return too_long(cursor.left());
  }
  return identities;
}

}  // namespace tool::keyload
