# SPDX-License-Identifier: MIT
# One implementation of bcrypt_pbkdf in one Ruby interpreter, timed for compare_ruby.py.
#
#   ruby_worker.rb binding|gem|plain
#
# Says what it is in its first line, then answers lines: "PASSPHRASE SALT ROUNDS SIZE" (the first two
# in hexadecimal) with "CPU-SECONDS KEY", and "guesses COUNT THREADS ROUNDS SIZE" with "SECONDS".
# frozen_string_literal: true

require "bcrypt_pbkdf" unless ARGV[0] == "plain"
require_relative "plain_bcrypt_pbkdf" if ARGV[0] == "plain"

KDF = ARGV[0] == "plain" ? PlainBcryptPbkdf : BCryptPbkdf

def interpreter
  RUBY_ENGINE == "jruby" ? "JRuby #{JRUBY_VERSION}" : "Ruby #{RUBY_VERSION}"
end

# The binding and the gem have the same name: the gem's methods are C and have no source.
def check_origin
  from_source = !BCryptPbkdf::Engine.method(:__bc_crypt_pbkdf).source_location.nil?
  raise "another bcrypt_pbkdf than asked for" if from_source != (ARGV[0] == "binding")
end

# The clocks yield seconds: of the calling thread's CPU time, and on the wall.
if RUBY_ENGINE == "jruby"
  require "java"
  BEAN = java.lang.management.ManagementFactory.thread_mx_bean
  CPU = -> { BEAN.current_thread_cpu_time * 1e-9 }
else
  CPU = -> { Process.clock_gettime(Process::CLOCK_THREAD_CPUTIME_ID) }
end
WALL = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }

def seconds(clock)
  start = clock.call
  result = yield
  [clock.call - start, result]
end

def guesses(count, threads, rounds, size)
  queue = Queue.new
  count.times { |i| queue << "guess #{i}" }
  queue.close
  workers = Array.new(threads) do
    Thread.new do
      while (guess = queue.pop)
        KDF.key(guess, "salt", size, rounds)
      end
    end
  end
  workers.each(&:join)
end

check_origin unless ARGV[0] == "plain"
name = { "binding" => "osshkey's binding", "gem" => "gem bcrypt_pbkdf (OpenSSH's C)", "plain" => "plain Ruby" }
# JRuby compiles what has run often.
200.times { KDF.key("warm", "up", 32, 1) } unless ARGV[0] == "plain"
$stdout.sync = true
puts "#{name.fetch(ARGV[0])}, #{interpreter}"
$stdin.each_line do |line|
  words = line.split
  if words.first == "guesses"
    puts seconds(WALL) { guesses(*words.drop(1).map(&:to_i)) }.first
  else
    pass, salt = words.first(2).map { |hex| [hex].pack("H*") }
    took, key = seconds(CPU) { KDF.key(pass, salt, words[3].to_i, words[2].to_i) }
    puts "#{took} #{key.unpack1('H*')}"
  end
end
