# SPDX-License-Identifier: MIT
# The interface of the gem bcrypt_pbkdf over osshkey's library: the same module, methods and
# results, so that net-ssh and others run on it unchanged. README.md beside `lib` says what differs.
# frozen_string_literal: true

require "osshkey/native"

module BCryptPbkdf
  # key yields `keylen` bytes derived from the passphrase and the salt, or nil where bcrypt_pbkdf
  # refuses: an empty passphrase or salt, 0 rounds, a keylen of 0 or above 1024.
  # Fails with: TypeError for what is no string or no number; RangeError for a negative number, and
  # for rounds and a keylen that don't fit into 32 and 64 bits.
  def self.key(pass, salt, keylen, rounds)
    Engine.__bc_crypt_pbkdf(pass, salt, keylen, rounds)
  end

  # Engine has the name of the gem's extension, which some programs call directly.
  class Engine
    Native = OSSHKey::Native
    MAX_KEYLEN = 1024
    # From OSSHKEY_KDF_ZERO_ROUNDS to OSSHKEY_KDF_BAD_OUTPUT_SIZE, for which the gem yields nil.
    REFUSED = (-14..-11).freeze
    DERIVE = Native.function(
      "osshkey_bcrypt_pbkdf",
      [Native::POINTER, Native::SIZE, Native::POINTER, Native::SIZE, Native::UINT32,
       Native::POINTER, Native::SIZE],
      Native::INT
    )
    private_constant :Native, :MAX_KEYLEN, :REFUSED, :DERIVE

    class << self
      def __bc_crypt_pbkdf(pass, salt, keylen, rounds)
        # What is above the limit is refused by the library, and needn't be allocated for that.
        keylen = [number(keylen, 64), MAX_KEYLEN + 1].min
        rounds = number(rounds, 32)
        Native.copy(pass) do |pass_bytes, pass_len|
          Native.copy(salt) do |salt_bytes, salt_len|
            Native.memory(keylen) do |key|
              status = DERIVE.call(pass_bytes, pass_len, salt_bytes, salt_len, rounds, key, keylen)
              return key.to_str(keylen) if status.zero?
              return nil if REFUSED.cover?(status)

              raise "bcrypt_pbkdf: #{Native.message(status)}"
            end
          end
        end
      end

      private

      def number(value, bits)
        unless value.respond_to?(:to_int)
          raise TypeError, "no implicit conversion of #{value.class} into Integer"
        end

        number = value.to_int
        return number if number.between?(0, (1 << bits) - 1)

        raise RangeError, "#{number} is out of the range of #{bits} bits without a sign"
      end
    end
  end
end
