# SPDX-License-Identifier: MIT
# What a Ruby client needs of SSH private key files: to show them without a passphrase, to unlock
# them, and to sign.
#
#   file = OSSHKey.load("id_ed25519")
#   puts file.container, file.cipher, file.public_keys.first&.fingerprint
#   key = file.unlock("the passphrase").first
#   signature = key.sign(data)
#
# What fails raises OSSHKey::Error. Every object may be used from every thread. Texts that come from
# a file are its raw bytes.
# frozen_string_literal: true

require "osshkey/library"

module OSSHKey
  # Error has a number of <osshkey/status.h>, its stable word such as "wrong-passphrase", and a hint
  # on what to do next.
  class Error < StandardError
    attr_reader :status, :word, :hint

    def initialize(status, text = Library.text(:message, status),
                   hint = Library.text(:hint, status))
      super(text)
      @status = status
      @word = Library.text(:word, status)
      @hint = hint
    end
  end

  # PublicKey has the SSH name of its type, its size in bits, its wire form, its SHA256 fingerprint
  # and its line for authorized_keys, without a comment.
  PublicKey = Struct.new(:type, :bits, :blob, :fingerprint, :authorized_key) do
    alias_method :to_s, :authorized_key
  end

  # load reads the file at `path`. What can't be read, or is no key, is a KeyFile all the same,
  # whose error says what is wrong.
  def self.load(path)
    KeyFile.new(Handle.make(:file_free) do |file|
      Native.copy("#{File.path(path)}\0") { |bytes, _| Library.call(:file_load, bytes, nil, file) }
    end)
  end

  # parse does the same with the bytes of a file.
  def self.parse(text)
    KeyFile.new(Handle.make(:file_free) do |file|
      Native.copy(text) { |bytes, size| Library.call(:file_parse, bytes, size, nil, file) }
    end)
  end

  # KeyFile is a file, as far as it could be read. container, cipher and kdf are the words of the
  # format, empty where they aren't known; public_keys has nil for a key that only unlocking shows;
  # error is nil for a good file.
  class KeyFile
    attr_reader :container, :cipher, :kdf, :rounds, :public_keys, :error

    def initialize(handle)
      @handle = handle
      @handle.use do |file|
        @container = Library.view(:file_container, file)
        @cipher = Library.view(:file_cipher, file)
        @kdf = Library.view(:file_kdf, file)
        @rounds = Library.call(:file_rounds, file)
        @encrypted = Library.call(:file_is_encrypted, file) == 1
        @public_keys = Array.new(Library.call(:file_key_count, file)) do |i|
          Library.public_key(Library.call(:file_public_key, file, i))
        end
        @error = Library.error(:file_error, file)
      end
    end

    def encrypted?
      @encrypted
    end

    # unlock yields the file's keys, proved. The passphrase isn't looked at where none is needed.
    def unlock(passphrase = "")
      @handle.use do |file|
        keys = Handle.make(:keys_free) do |out|
          status = Native.copy(passphrase) do |bytes, size|
            Library.call(:file_unlock, file, bytes, size, nil, out)
          end
          raise Library.error(:file_unlock_error, file) unless status.zero?

          status
        end
        count = keys.use { |pointer| Library.call(:keys_count, pointer) }
        Array.new(count) { |i| PrivateKey.new(keys, i) }
      end
    end
  end

  # PrivateKey keeps the private half in the library's guarded memory, which is wiped when the last
  # key of its file is garbage.
  class PrivateKey
    # Enough for a signature by every kind of key.
    SIGNATURE_SIZE = 4096
    private_constant :SIGNATURE_SIZE

    attr_reader :public_key, :comment

    def initialize(keys, index)
      @keys = keys
      @index = index
      use do |key|
        @public_key = Library.public_key(Library.call(:private_key_public_key, key))
        @comment = Library.view(:private_key_comment, key)
      end
    end

    # sign yields the signature blob of RFC 4253 over `data`. RSA takes an algorithm: rsa-sha2-512,
    # which is its default, rsa-sha2-256, or ssh-rsa for old servers.
    def sign(data, algorithm = nil)
      use do |key|
        Native.copy(data) do |bytes, size|
          Library.filled(SIGNATURE_SIZE) do |out, len|
            Library.with_name(algorithm) do |name|
              Library.call(:private_key_sign, key, bytes, size, name, out, len)
            end
          end
        end
      end
    end

    private

    def use
      @keys.use { |pointer| yield Library.call(:keys_get, pointer, @index) }
    end
  end
end
