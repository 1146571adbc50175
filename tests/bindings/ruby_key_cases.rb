# SPDX-License-Identifier: MIT
# Key files through tools/bindings/ruby: shown, unlocked, signed with, and what fails. Runs in one
# process with ruby_kdf_cases.rb, under MRI and JRuby.
# frozen_string_literal: true

require "minitest/autorun"
require "ed25519"
require "openssl"
require "osshkey"

class KeyFiles < Minitest::Test
  PATH = ENV.fetch("TEST_SSH_KEY")
  PASSPHRASE = ENV.fetch("TEST_SSH_PASSPHRASE")
  RSA_PATH = ENV.fetch("TEST_RSA_KEY")

  def refused(word, &block)
    error = assert_raises(OSSHKey::Error, &block)
    assert_equal word, error.word
    refute_empty error.hint
    error
  end

  def test_shows_an_encrypted_file
    file = OSSHKey.load(PATH)
    assert_equal %w[openssh-key-v1 aes256-ctr bcrypt], [file.container, file.cipher, file.kdf]
    assert_predicate file.rounds, :positive?
    assert_predicate file, :encrypted?
    assert_nil file.error
  end

  def test_shows_the_public_key
    key = OSSHKey.load(PATH).public_keys.fetch(0)
    assert_equal ["ssh-ed25519", 256], [key.type, key.bits]
    assert_equal File.read("#{PATH}.pub").split.first(2).join(" "), key.to_s
    assert_equal `ssh-keygen -l -f #{PATH}.pub`.split[1], key.fingerprint
  end

  # Whoever wrote the file chose the name: a second line would be a key of theirs.
  def test_a_type_of_two_lines_is_no_type
    body = File.read(PATH).lines[1..-2].join.unpack1("m").sub("ssh-ed25519", "x\nssh-rsa A")
    label = "OPENSSH PRIVATE KEY-----\n"
    file = OSSHKey.parse("-----BEGIN #{label}#{[body].pack('m')}-----END #{label}")
    assert_equal "malformed", file.error.word
    assert_empty file.public_keys.compact
  end

  def test_unlocks_and_signs
    key = OSSHKey.load(PATH).unlock(PASSPHRASE).fetch(0)
    assert_equal "a comment", key.comment
    signature = key.sign("some\0data").byteslice(-64, 64)
    verifier = Ed25519::VerifyKey.new(key.public_key.blob.byteslice(-32, 32))
    assert verifier.verify(signature, "some\0data")
  end

  { nil => "SHA512", "rsa-sha2-256" => "SHA256", "ssh-rsa" => "SHA1" }.each do |algorithm, digest|
    define_method("test_signs_with_#{algorithm.inspect}") do
      key = OSSHKey.parse(File.binread(RSA_PATH)).unlock.fetch(0)
      signature = key.sign("data", algorithm).byteslice(-384, 384)
      verifier = OpenSSL::PKey::RSA.new(File.read(RSA_PATH))
      assert verifier.verify(OpenSSL::Digest.new(digest), signature, "data")
    end
  end

  def test_unknown_algorithm
    key = OSSHKey.load(RSA_PATH).unlock.fetch(0)
    refused("unsupported-key-type") { key.sign("data", "rsa-md5") }
  end

  def test_no_passphrase
    refused("needs-passphrase") { OSSHKey.load(PATH).unlock }
  end

  def test_a_wrong_passphrase_and_then_the_right_one
    file = OSSHKey.load(PATH)
    refused("wrong-passphrase") { file.unlock("wrong") }
    assert_equal 1, file.unlock(PASSPHRASE).size
  end

  def test_what_is_no_key
    file = OSSHKey.parse("\0no key")
    assert_equal "not-a-private-key", file.error.word
    assert_empty file.container
    assert_empty file.public_keys
    refused("not-a-private-key") { file.unlock }
    assert_equal "empty", OSSHKey.parse("").error.word
  end

  def test_a_damaged_file_names_the_place
    text = File.binread(PATH)
    file = OSSHKey.parse(text.byteslice(0, text.bytesize / 2))
    assert_equal "openssh-key-v1", file.container
    assert_equal "truncated", file.error.word
    plain = OSSHKey::Error.new(file.error.status).message
    assert_operator file.error.message.bytesize, :>, plain.bytesize
  end

  def test_an_error_has_the_hint_that_belongs_to_the_file
    assert_includes OSSHKey.parse(File.binread(PATH).unpack1("H*")).error.hint, "xxd"
    error = refused("wrong-passphrase") { OSSHKey.load(PATH).unlock("p\u00e4ssword") }
    assert_includes error.hint, "NFC"
  end

  def test_a_missing_file
    assert_equal "io-error", OSSHKey.load("#{PATH}.missing").error.word
  end

  def test_bad_arguments
    assert_raises(ArgumentError) { OSSHKey.load("#{PATH}\0") }
    assert_raises(TypeError) { OSSHKey.load(nil) }
    assert_raises(TypeError) { OSSHKey.parse(nil) }
    file = OSSHKey.load(RSA_PATH)
    assert_raises(TypeError) { file.unlock(nil) }
    assert_raises(TypeError) { file.unlock.first.sign(nil) }
  end

  # Both calls would be undefined behaviour if they ran at a time.
  def test_two_threads_unlock_one_file
    file = OSSHKey.load(PATH)
    keys = Array.new(2) { Thread.new { file.unlock(PASSPHRASE) } }.flat_map(&:value)
    assert_equal file.public_keys * 2, keys.map(&:public_key)
  end

  def test_a_killed_thread_leaves_the_file_usable
    file = OSSHKey.load(PATH)
    victim = Thread.new { file.unlock(PASSPHRASE) }
    sleep 0.01
    victim.kill
    assert_equal 1, file.unlock(PASSPHRASE).size
    victim.join
  end

  def test_keys_outlive_their_file
    keys = Array.new(50) { OSSHKey.load(RSA_PATH).unlock.fetch(0) }
    GC.start
    assert_equal [keys.first.sign("data")], keys.map { |key| key.sign("data") }.uniq
  end
end
