// SPDX-License-Identifier: MIT
// An identity: a private key as openssh-key-v1 and the agent's protocol both spell it, and the way
// back from a PublicKey to its numbers.
#pragma once

#include <osshkey/private_key.hpp>
#include <osshkey/public_key.hpp>

#include "key/key_type.hpp"
#include "wire/writer.hpp"

namespace osshkey {

/// write_identity writes the type's name, the certificate where the key has one, the private fields
/// and the comment (PROTOCOL.key section 3; draft-ietf-sshm-ssh-agent section 3.2).
void write_identity(const PrivateKey& key, wire::Writer& writer);

/// public_numbers is the public half of a key's numbers, views into its blob.
/// Fails with: unsupported_key_type (a type of which only the name is known).
[[nodiscard]] Result<KeyNumbers> public_numbers(const PublicKey& key);

}  // namespace osshkey
