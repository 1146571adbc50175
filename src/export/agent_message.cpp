// SPDX-License-Identifier: MIT
// The message that hands a key to ssh-agent (draft-ietf-sshm-ssh-agent, sections 3.2 and 3.2.7).
#include <osshkey/export.hpp>

#include <new>

#include "base/fail.hpp"
#include "export/identity.hpp"
#include "wire/writer.hpp"

namespace osshkey {

namespace {

// Numbers of the draft's message and constraint registries.
constexpr std::uint8_t add_identity = 17;
constexpr std::uint8_t add_id_constrained = 25;
constexpr std::uint8_t constrain_lifetime = 1;
constexpr std::uint8_t constrain_confirm = 2;
constexpr std::uint8_t constrain_extension = 255;

bool has_any(const AgentConstraints& constraints) {
  return constraints.lifetime_seconds || constraints.confirm ||
         !constraints.security_key_provider.empty();
}

void write_constraints(const AgentConstraints& constraints, wire::Writer& writer) {
  if (constraints.lifetime_seconds) {
    writer.u8(constrain_lifetime);
    writer.u32(*constraints.lifetime_seconds);
  }
  if (constraints.confirm) {
    writer.u8(constrain_confirm);
  }
  if (!constraints.security_key_provider.empty()) {
    writer.u8(constrain_extension);
    writer.string("sk-provider@openssh.com");
    writer.string(constraints.security_key_provider);
  }
}

}  // namespace

Result<SecureBytes> to_agent_message(const PrivateKey& key, const AgentConstraints& constraints) {
  const auto write_body = [&](wire::Writer& writer) {
    writer.u8(has_any(constraints) ? add_id_constrained : add_identity);
    write_identity(key, writer);
    write_constraints(constraints, writer);
  };
  try {
    wire::Writer body;
    write_body(body);
    return wire::build_secure([&](wire::Writer& writer) {
      writer.u32(static_cast<std::uint32_t>(body.size()));
      write_body(writer);
    });
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

}  // namespace osshkey
