# SPDX-License-Identifier: MIT
# bcrypt_pbkdf in Ruby alone, as a program computes it that has no native extension: a peer of
# compare_ruby.py, for nothing else, because it takes seconds a key.
# frozen_string_literal: true

require "digest"

module PlainBcryptPbkdf
  # arctan yields arctan(1/x) in units of 1/one, by its Taylor series.
  def self.arctan(x, one)
    power = total = one / x
    divisor = sign = 1
    while power.positive?
      power /= x * x
      sign = -sign
      divisor += 2
      total += sign * (power / divisor)
    end
    total
  end

  # Blowfish's first subkeys and S-boxes are the digits of pi after the point, by Machin's formula.
  WORDS = begin
    bits = 32 * (18 + 4 * 256)
    one = 1 << (bits + 64)
    fraction = (4 * (4 * arctan(5, one) - arctan(239, one)) - 3 * one) >> 64
    Array.new(bits / 32) { |i| (fraction >> (bits - 32 * (i + 1))) & 0xffffffff }.freeze
  end
  TEXT = "OxychromaticBlowfishSwatDynamite".unpack("N8").freeze

  # encipher encrypts one block in place: p are the subkeys, s the four S-boxes one after the other.
  def self.encipher(p, s, left, right)
    left ^= p[0]
    i = 1
    while i < 17
      right ^= ((((s[left >> 24] + s[256 + (left >> 16 & 255)]) ^ s[512 + (left >> 8 & 255)]) +
        s[768 + (left & 255)]) & 0xffffffff) ^ p[i]
      left ^= ((((s[right >> 24] + s[256 + (right >> 16 & 255)]) ^ s[512 + (right >> 8 & 255)]) +
        s[768 + (right & 255)]) & 0xffffffff) ^ p[i + 1]
      i += 2
    end
    [right ^ p[17], left]
  end

  NO_SALT = Array.new(16, 0).freeze

  def self.expand(p, s, key, salt = NO_SALT)
    18.times { |i| p[i] ^= key[i % 16] }
    left = right = at = 0
    [p, s].each do |words|
      0.step(words.size - 1, 2) do |i|
        left, right = encipher(p, s, left ^ salt[at], right ^ salt[at + 1])
        at = (at + 2) % 16
        words[i] = left
        words[i + 1] = right
      end
    end
  end

  def self.bcrypt_hash(pass, salt)
    pass = pass.unpack("N16")
    salt = salt.unpack("N16")
    p = WORDS.first(18)
    s = WORDS.drop(18)
    expand(p, s, pass, salt)
    64.times do
      expand(p, s, salt)
      expand(p, s, pass)
    end
    blocks = TEXT.each_slice(2).map do |left, right|
      64.times { left, right = encipher(p, s, left, right) }
      [left, right]
    end
    blocks.flatten.pack("V8")
  end

  def self.key(pass, salt, keylen, rounds)
    pass = Digest::SHA512.digest(pass)
    chains = (keylen + 31) / 32
    outputs = Array.new(chains) do |i|
      step = salt + [i + 1].pack("N")
      output = Array.new(32, 0)
      rounds.times do
        step = bcrypt_hash(pass, Digest::SHA512.digest(step))
        output = output.zip(step.bytes).map { |a, b| a ^ b }
      end
      output
    end
    # The chains' bytes take turns. Where they don't fill the key evenly, each is cut to its share.
    share = (keylen + chains - 1) / chains
    outputs.map { |output| output.first(share) }.transpose.flatten.first(keylen).pack("C*")
  end
end
