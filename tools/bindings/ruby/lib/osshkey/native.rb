# SPDX-License-Identifier: MIT
# Calls the C interface of osshkey through Fiddle, which MRI and JRuby both have. While a function
# of the library runs, the interpreter's lock is released, so that other threads go on; therefore it
# is given memory of its own, which no other thread can change or free meanwhile.
# frozen_string_literal: true

require "fiddle"

module OSSHKey
  # Native holds the library and the memory that its functions read and write.
  module Native
    POINTER = Fiddle::TYPE_VOIDP
    SIZE = Fiddle::TYPE_SIZE_T
    INT = Fiddle::TYPE_INT
    UINT32 = -Fiddle::TYPE_INT
    UINT64 = -Fiddle::TYPE_LONG_LONG
    VOID = Fiddle::TYPE_VOID

    # The file name follows the version of the C interface.
    NAME = "libosshkey.so.0"

    # MRI names a library that can't be loaded by a DLError, JRuby by a LoadError already. Callers
    # such as net-ssh rescue LoadError.
    LIBRARY = begin
      Fiddle.dlopen(ENV.fetch("OSSHKEY_LIBRARY", NAME))
    rescue Fiddle::DLError => e
      raise LoadError, "#{e.message} (OSSHKEY_LIBRARY can name the file)"
    end

    # function yields a callable for a function of the library.
    def self.function(name, arguments, result)
      Fiddle::Function.new(LIBRARY[name], arguments, result, need_gvl: false)
    rescue Fiddle::DLError
      raise LoadError, "#{NAME} has no #{name}: it is older than this file"
    end

    MESSAGE = function("osshkey_message", [INT], POINTER)
    private_constant :MESSAGE

    # at yields a pointer to an address; JRuby's functions return pointers of another class.
    def self.at(address)
      Fiddle::Pointer.new(address.to_i)
    end

    # message yields the library's sentence for a status.
    def self.message(status)
      at(MESSAGE.call(status)).to_s
    end

    # memory yields a block of `size` zero bytes to the block, and wipes it afterwards, also where a
    # thread is killed during the call. Ruby frees it.
    def self.memory(size)
      pointer = Fiddle::Pointer.malloc([size, 1].max, Fiddle::RUBY_FREE)
      zeros = "\0" * size
      pointer[0, size] = zeros
      yield pointer
    ensure
      pointer[0, size] = zeros if zeros
    end

    # copy yields a pointer to a copy of the string's bytes, wiped afterwards, and their number.
    # Fails with: TypeError for what is no string.
    def self.copy(value)
      string = String.try_convert(value)
      raise TypeError, "no implicit conversion of #{value.class} into String" if string.nil?

      # Another thread may change the caller's string at any time, but not this one.
      bytes = string.b
      memory(bytes.bytesize) do |pointer|
        pointer[0, bytes.bytesize] = bytes
        yield pointer, bytes.bytesize
      end
    end
  end
end
