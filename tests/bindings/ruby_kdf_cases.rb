# SPDX-License-Identifier: MIT
# What a program sees of tools/bindings/ruby in place of the gem bcrypt_pbkdf: known answers, bad
# arguments, threads, and a login by net-ssh. Runs under MRI and JRuby; ruby_test.py sets it up and
# says in the environment where things are.
# frozen_string_literal: true

require "minitest/autorun"
require "bcrypt_pbkdf/net_ssh"

class KnownAnswers < Minitest::Test
  vectors = File.read(File.join(ENV.fetch("OSSHKEY_TESTDATA"), "vectors", "bcrypt_pbkdf.txt"))
  vectors = vectors.split("\n\n").map { |paragraph| paragraph.scan(/^(\w+) = (.*)$/).to_h }
  vectors.reject(&:empty?).each do |vector|
    define_method("test_#{vector.fetch('label')}") do
      pass, salt, output = %w[passphrase salt output].map { |name| [vector.fetch(name)].pack("H*") }
      assert_equal output, BCryptPbkdf.key(pass, salt, output.bytesize, vector.fetch("rounds").to_i)
    end
  end
end

module Helpers
  KNOWN = ["5bbf0cc293587f1c3635555c27796598d47e579071bf427e9d8fbe842aba34d9"].pack("H*")

  def known
    BCryptPbkdf.key("password", "salt", 32, 4)
  end

  # A second or so of work, long against every sleep below also on a busy machine, and its result.
  def long_derivation(pass = "password")
    BCryptPbkdf.key(pass, "salt", 1024, 40)
  end
end

class Arguments < Minitest::Test
  include Helpers

  def key(pass = "password", salt = "salt", keylen = 32, rounds = 4)
    BCryptPbkdf.key(pass, salt, keylen, rounds)
  end

  def test_comes_from_the_binding
    refute_nil BCryptPbkdf::Engine.method(:__bc_crypt_pbkdf).source_location
    assert_equal [:Engine], BCryptPbkdf.constants
  end

  def test_engine_call
    assert_equal KNOWN, BCryptPbkdf::Engine.__bc_crypt_pbkdf("password", "salt", 32, 4)
  end

  def test_result_is_a_fresh_binary_string
    result = key("password".encode("UTF-8"))
    assert_equal Encoding::BINARY, result.encoding
    refute_predicate result, :frozen?
  end

  [nil, 3, :password, ["password"], { a: 1 }].each do |wrong|
    define_method("test_no_string_#{wrong.inspect}") do
      assert_raises(TypeError) { key(wrong) }
      assert_raises(TypeError) { key("password", wrong) }
    end
  end

  [nil, "32", true, [32]].each do |wrong|
    define_method("test_no_number_#{wrong.inspect}") do
      assert_raises(TypeError) { key("password", "salt", wrong) }
      assert_raises(TypeError) { key("password", "salt", 32, wrong) }
    end
  end

  [-1, -2**64, 2**64, Float::NAN, Float::INFINITY].each do |wrong|
    define_method("test_out_of_range_#{wrong}") do
      assert_raises(RangeError) { key("password", "salt", wrong) }
      assert_raises(RangeError) { key("password", "salt", 32, wrong) }
    end
  end

  # The gem takes the lowest 32 bits, which here would be a single round.
  def test_rounds_above_32_bits
    assert_raises(RangeError) { key("password", "salt", 32, 2**32 + 1) }
  end

  def test_number_of_arguments
    assert_raises(ArgumentError) { BCryptPbkdf.key("password", "salt", 32) }
    assert_raises(ArgumentError) { BCryptPbkdf::Engine.__bc_crypt_pbkdf("password", "salt", 32) }
  end

  {
    "empty passphrase" => ["", "salt", 32, 4],
    "empty salt" => ["password", "", 32, 4],
    "large salt" => ["password", "s" * (2**20 + 1), 32, 4],
    "keylen 0" => ["password", "salt", 0, 4],
    "keylen 1025" => ["password", "salt", 1025, 4],
    "keylen 2**62" => ["password", "salt", 2**62, 4],
    "rounds 0" => ["password", "salt", 32, 0]
  }.each do |name, arguments|
    define_method("test_refused_#{name}") { assert_nil key(*arguments) }
  end

  def test_numbers_that_convert
    number = Object.new
    def number.to_int
      4
    end
    assert_equal KNOWN, key("password", "salt", 32.9, number)
  end

  def test_strings_that_convert
    string = Object.new
    def string.to_str
      "password"
    end
    assert_equal KNOWN, key(string, Class.new(String).new("salt"))
  end

  def test_strings_are_bytes
    assert_equal key("p\0".b), key("p".encode("UTF-16LE"))
    assert_equal key("\xE4".b), key("\xE4".dup.force_encoding("UTF-8"))
    assert_equal key("\u00E4"), key("\u00E4".b)
    refute_equal key("p"), key("p\0")
    refute_equal key("p", "s"), key("p", "s\0")
  end

  def test_strings_stay_as_they_are
    ["short", "long " * 100, "binary \xFF\0".b].each do |text|
      pass = text.dup
      salt = text.dup
      key(pass, salt)
      assert_equal [text, text], [pass, salt]
      assert_equal [text.encoding] * 2, [pass.encoding, salt.encoding]
      assert_equal key(text), key(text.dup.freeze)
    end
  end
end

class Threads < Minitest::Test
  include Helpers

  # Where the derivation held the interpreter's lock, the sleeping thread would go on only after it,
  # on however slow a machine.
  def test_other_threads_go_on
    finished = nil
    worker = Thread.new do
      long_derivation
      finished = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
    ticks = []
    while worker.alive?
      sleep 0.002
      ticks << Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
    worker.join
    assert_operator ticks.count { |tick| tick < finished }, :>=, 3
  end

  def test_a_second_derivation_overtakes_the_first
    order = Queue.new
    started = Queue.new
    first = Thread.new do
      started << true
      long_derivation
      order << :first
    end
    started.pop
    sleep 0.02
    assert_equal KNOWN, known
    order << :second
    first.join
    assert_equal %i[second first], [order.pop, order.pop]
  end

  def test_many_threads_get_their_own_results
    passphrases = Array.new(8) { |i| "passphrase #{i}" }
    expected = passphrases.map { |pass| BCryptPbkdf.key(pass, "salt", 48, 2) }
    threads = passphrases.map do |pass|
      Thread.new { Array.new(5) { BCryptPbkdf.key(pass, "salt", 48, 2) } }
    end
    threads.map(&:value).zip(expected) { |results, one| assert_equal [one] * 5, results }
  end

  def test_a_killed_thread
    3.times do
      victim = Thread.new { long_derivation }
      sleep 0.02
      victim.kill
      assert_equal KNOWN, known
      victim.join
      refute_predicate victim, :alive?
    end
    GC.start
    assert_equal KNOWN, known
  end

  def test_an_exception_from_another_thread
    victim = Thread.new do
      long_derivation
      sleep 0.001 # where JRuby looks for what other threads sent
    end
    victim.report_on_exception = false
    sleep 0.02
    victim.raise(IOError, "from outside")
    assert_equal KNOWN, known
    assert_raises(IOError) { victim.value }
  end

  def test_strings_changed_meanwhile
    expected = long_derivation("a passphrase " * 10)
    pass = "a passphrase " * 10
    worker = Thread.new { long_derivation(pass) }
    sleep 0.02
    pass.replace("x" * 10_000)
    pass.clear
    GC.start
    assert_equal expected, worker.value
  end
end

class NetSsh < Minitest::Test
  KEY = ENV.fetch("TEST_SSH_KEY")
  PASSPHRASE = ENV.fetch("TEST_SSH_PASSPHRASE")
  # JRuby's openssl has no OpenSSL::PKey::EC.generate, which net-ssh's default needs.
  KEX = RUBY_ENGINE == "jruby" ? { kex: ["diffie-hellman-group14-sha256"] } : {}

  def options
    {
      port: Integer(ENV.fetch("TEST_SSH_PORT")),
      user_known_hosts_file: ENV.fetch("TEST_SSH_KNOWN_HOSTS"), verify_host_key: :always,
      keys: [KEY], keys_only: true, auth_methods: ["publickey"],
      config: false, use_agent: false, non_interactive: true
    }
  end

  def say_hello(passphrase)
    user = ENV.fetch("TEST_SSH_USER")
    Net::SSH.start("127.0.0.1", user, passphrase: passphrase, **options, **KEX) do |ssh|
      ssh.exec!("echo hello").to_s
    end
  end

  def test_login
    assert_equal "hello\n", say_hello(PASSPHRASE)
  end

  def test_login_with_a_wrong_passphrase
    loader = Net::SSH::Authentication::ED25519::OpenSSHPrivateKeyLoader
    assert_raises(loader::DecryptError) { say_hello("wrong") }
  end

  def test_loads_the_key
    key = Net::SSH::KeyFactory.load_private_key(KEY, PASSPHRASE, false)
    assert_equal File.read("#{KEY}.pub").split[1], [key.public_key.to_blob].pack("m0")
  end
end

class Loading < Minitest::Test
  def setup
    @library = ENV.fetch("OSSHKEY_LIBRARY")
  end

  def teardown
    ENV["OSSHKEY_LIBRARY"] = @library
  end

  # Loads the file anew, under a module of its own. net-ssh, among others, rescues LoadError.
  def message_with(library)
    ENV["OSSHKEY_LIBRARY"] = library
    assert_raises(LoadError) { load "osshkey/native.rb", true }.message
  end

  def test_a_missing_library
    assert_includes message_with("/missing/libosshkey.so"), "/missing/libosshkey.so"
  end

  def test_another_library
    assert_includes message_with("libc.so.6"), "osshkey_message"
  end
end
