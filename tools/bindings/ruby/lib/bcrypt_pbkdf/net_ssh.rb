# SPDX-License-Identifier: MIT
# Lets net-ssh open encrypted Ed25519 keys on JRuby. net-ssh asks RUBY_PLATFORM and refuses them
# there, because the gem's extension was written for MRI alone; on MRI there is nothing to change.
# frozen_string_literal: true

require "bcrypt_pbkdf"
require "net/ssh"

if RUBY_PLATFORM == "java"
  require "net/ssh/authentication/ed25519"
  # The constant of the class hides the interpreter's from the code in the class, and from no other.
  loader = Net::SSH::Authentication::ED25519::OpenSSHPrivateKeyLoader
  loader.const_set(:RUBY_PLATFORM, "java with bcrypt_pbkdf")
end
