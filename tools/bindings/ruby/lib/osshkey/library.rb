# SPDX-License-Identifier: MIT
# The functions of <osshkey/osshkey.h> that osshkey.rb calls, their results as Ruby's values, and
# the lifetime of what they return.
# frozen_string_literal: true

require "osshkey/native"

module OSSHKey
  # Library calls the functions, whose names lack their prefix here.
  module Library
    pointer = Native::POINTER
    size = Native::SIZE
    int = Native::INT
    # The result, then the arguments.
    FUNCTIONS = {
      message: [pointer, int], word: [pointer, int], hint: [pointer, int],
      file_load: [int, pointer, pointer, pointer],
      file_parse: [int, pointer, size, pointer, pointer],
      file_free: [Native::VOID, pointer],
      file_error: [int, pointer, pointer], file_unlock_error: [int, pointer, pointer],
      file_container: [pointer, pointer, pointer], file_cipher: [pointer, pointer, pointer],
      file_kdf: [pointer, pointer, pointer], file_rounds: [Native::UINT64, pointer],
      file_is_encrypted: [int, pointer], file_key_count: [size, pointer],
      file_public_key: [pointer, pointer, size],
      file_unlock: [int, pointer, pointer, size, pointer, pointer],
      keys_free: [Native::VOID, pointer], keys_count: [size, pointer],
      keys_get: [pointer, pointer, size],
      public_key_type: [pointer, pointer, pointer], public_key_bits: [Native::UINT32, pointer],
      public_key_blob: [pointer, pointer, pointer],
      public_key_fingerprint: [int, pointer, int, pointer, pointer],
      public_key_authorized_key: [int, pointer, pointer, size, pointer, pointer],
      private_key_public_key: [pointer, pointer], private_key_comment: [pointer, pointer, pointer],
      private_key_sign: [int, pointer, pointer, size, pointer, pointer, pointer]
    }.to_h do |name, (result, *arguments)|
      [name, Native.function("osshkey_#{name}", arguments, result)]
    end.freeze
    private_constant :FUNCTIONS

    WORD = Fiddle::SIZEOF_VOIDP
    SHA256 = 0 # OSSHKEY_HASH_SHA256
    # Enough for a fingerprint; a longer text asks for more.
    TEXT_SIZE = 64
    BUFFER_TOO_SMALL = -2
    # osshkey_error as 64-bit systems lay it out: status, system, line, offset, field, text,
    # text_len, hint.
    ERROR = "iiLx4qJJJJ"
    ERROR_SIZE = 56
    private_constant :WORD, :SHA256, :TEXT_SIZE, :BUFFER_TOO_SMALL, :ERROR, :ERROR_SIZE

    class << self
      def call(name, *arguments)
        FUNCTIONS.fetch(name).call(*arguments)
      end

      # text yields the text of a status.
      def text(name, status)
        utf8(call(name, status))
      end

      # view yields a copy of the bytes that a function shows, nil for none.
      def view(name, handle)
        Native.memory(WORD) do |len|
          found = Native.at(call(name, handle, len))
          found.null? ? nil : found.to_str(number(len))
        end
      end

      # with_name yields a pointer to the text and a NUL, or NULL for nil.
      def with_name(text)
        return yield if text.nil?

        Native.copy("#{text}\0") { |bytes, _| yield bytes }
      end

      # filled yields what the block's function writes into a buffer of `size` bytes, or of as many
      # as it asks for.
      def filled(size, &write)
        Native.memory(size) do |out|
          Native.memory(WORD) do |len|
            len[0, WORD] = [size].pack("J")
            status = write.call(out, len)
            return filled(number(len), &write) if status == BUFFER_TOO_SMALL
            raise Error, status unless status.zero?

            out.to_str(number(len))
          end
        end
      end

      def public_key(key)
        return nil if key.null?

        PublicKey.new(view(:public_key_type, key), call(:public_key_bits, key),
                      view(:public_key_blob, key), written(:public_key_fingerprint, key, SHA256),
                      written(:public_key_authorized_key, key, nil, 0)).freeze
      end

      # error yields what a function says is wrong with a file, nil for nothing.
      def error(name, file)
        Native.memory(ERROR_SIZE) do |struct|
          status = call(name, file, struct)
          next nil if status.zero?

          *, text, text_len, hint = struct.to_str(ERROR_SIZE).unpack(ERROR)
          Error.new(status, Native.at(text).to_str(text_len), utf8(hint))
        end
      end

      private

      # utf8 yields the library's own text, which a NUL ends.
      def utf8(text)
        Native.at(text).to_s.dup.force_encoding(Encoding::UTF_8)
      end

      # written yields the text that a function writes, without its NUL.
      def written(name, *arguments)
        filled(TEXT_SIZE) { |out, len| call(name, *arguments, out, len) }.chomp("\0")
      end

      def number(pointer)
        pointer.to_str(WORD).unpack1("J")
      end
    end
  end

  # Handle owns an object of the library. Calls on it take turns, because one that unlocks must be
  # alone.
  class Handle
    # make yields the handle that the block's function puts at the pointer it is given.
    def self.make(free)
      Native.memory(Fiddle::SIZEOF_VOIDP) do |out|
        status = yield out
        raise Error, status unless status.zero?

        new(out.to_str(Fiddle::SIZEOF_VOIDP).unpack1("J"), free)
      end
    end

    def initialize(address, free)
      @address = address
      @turn = Mutex.new
      ObjectSpace.define_finalizer(self, Handle.finalizer(address, free))
    end

    def use
      @turn.synchronize { yield Native.at(@address) }
    end

    # The block must not hold the handle itself, which would never be garbage.
    def self.finalizer(address, free)
      ->(_id) { Library.call(free, Native.at(address)) }
    end
  end
end
