// SPDX-License-Identifier: MIT
// What is given instead of a private key: for each thing its word, and what the detail must name.
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>

#include "der.hpp"
#include "samples.hpp"

namespace osshkey::testing {

namespace {

struct Given {
  std::string text;
  errc code;
  std::string_view names;  // what the detail must contain
};

std::string zeros(std::string_view text) {
  return std::string(text) + std::string(60, '\0');
}

constexpr std::string_view blob =
    "AAAAC3NzaC1lZDI1NTE5AAAAIJOjyIVrU/7IVxWxe7uqt5EECYVGIhjCVWLl9uzm";

std::vector<Given> things() {
  using enum errc;
  const std::string b(blob);
  const std::string openssh_body = base64_encode(openssh_sample().bytes, Base64Padding::with);
  return {
      {"", empty, ""},
      {" \r\n\t\n", empty, "white space"},
      {"\xEF\xBB\xBF\n", empty, ""},
      {std::string(512, '\0'), empty, "zero bytes"},
      {"ssh-ed25519 " + b + " me@host\n", public_key_given, "Ed25519"},
      {"ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB me\n", public_key_given, "RSA"},
      {"ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTY= me\n", public_key_given, "ECDSA"},
      {"sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5 me\n", public_key_given, "SSH"},
      {"# keys\nno-pty,command=\"ls\" ssh-ed25519 " + b + "\n", public_key_given, "Ed25519"},
      {b + "\n", public_key_given, "blob"},
      {"host.example,192.0.2.1 ssh-ed25519 " + b + "\n", public_key_given, "known_hosts"},
      {"[host.example]:2222 ssh-rsa AAAAB3NzaC1yc2E=\n", public_key_given, "known_hosts"},
      {"|1|abc=|def= ssh-ed25519 " + b + "\n", public_key_given, "known_hosts"},
      {"ssh-ed25519-cert-v01@openssh.com AAAAIHNzaC1lZDI1NTE5 me\n", certificate_given, "OpenSSH"},
      {"---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----\n", public_key_given,
       "4716"},
      {block("PUBLIC KEY", "AAAA\n"), public_key_given, "PEM"},
      {block("RSA PUBLIC KEY", "AAAA\n"), public_key_given, "RSA"},
      {block("CERTIFICATE", "AAAA\n"), certificate_given, "X.509"},
      {block("CERTIFICATE REQUEST", "AAAA\n"), certificate_given, "request"},
      {block("PKCS7", "AAAA\n"), certificate_given, "PKCS#7"},
      {block("PKCS12", "AAAA\n"), unsupported_container, "PKCS#12"},
      {block("EC PARAMETERS", "AAAA\n"), not_a_private_key, "curve"},
      {block("PGP PRIVATE KEY BLOCK", "AAAA\n"), unsupported_container, "OpenPGP"},
      {block("PGP PUBLIC KEY BLOCK", "AAAA\n"), public_key_given, "OpenPGP"},
      {block("AGE ENCRYPTED FILE", "AAAA\n"), unsupported_container, "age"},
      {block("SSH SIGNATURE", "U1NIU0lH\n"), not_a_private_key, "signature"},
      {block("TSS2 PRIVATE KEY", "AAAA\n"), unsupported_container, "TPM"},
      {"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/56wAA\n---- END SSH2 ENCRYPTED PRIVATE KEY "
       "----\n",
       unsupported_container, "ssh.com"},
      {"age-encryption.org/v1\n-> X25519 abc\n", unsupported_container, "age"},
      {"# created: today\nAGE-SECRET-KEY-1QQQQ\n", unsupported_container, "age"},
      {zeros("SSH PRIVATE KEY FILE FORMAT 1.1\n"), unsupported_container, "protocol 1"},
      {std::string("\0\0\0\x0B", 4) + zeros("ssh-ed25519"), unsupported_container, "Dropbear"},
      {std::string("\0\0\0\x07", 4) + zeros("ssh-rsa"), unsupported_container, "Dropbear"},
      {zeros("\xFE\xED\xFE\xED"), unsupported_container, "Java"},
      {"{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"d\":\"abc\"}\n", unsupported_container, "JSON Web"},
      {"[Interface]\nPrivateKey = abc=\n", unsupported_container, "WireGuard"},
      {"yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk=\n", unsupported_container, "WireGuard"},
      {"PuTTY-User-Key-File-1: ssh-rsa\nEncryption: none\n", unsupported_container, "version 1"},
      {"<!DOCTYPE html>\n<html>\n", not_a_private_key, "HTML"},
      {"~/.ssh/id_ed25519\n", not_a_private_key, "name of a file"},
      {"C:\\Users\\me\\key.ppk", not_a_private_key, "name of a file"},
      {"***", not_a_private_key, "masked"},
      {"[REDACTED]\n", not_a_private_key, "redacted"},
      {"${SSH_KEY}\n", not_a_private_key, "variable"},
      {"correct horse battery staple\n", not_a_private_key, "passphrase"},
      {zeros("\x01\x02\x03\x04\xF0\xF1"), not_a_private_key, "binary"},
      {"Some prose.\nOn two lines.\n", not_a_private_key, "text"},
      {wrapped(openssh_body, 70), no_begin_line, "openssh-key-v1"},
      {"key: " + openssh_body, no_begin_line, "openssh-key-v1"},
      {"openssh-key-v1" + zeros(""), no_begin_line, "decoded"},
      {wrapped(base64_encode(from_text(openssh_sample().text), Base64Padding::with), 76),
       base64_of_file, "BEGIN"},
      {"data:\n  key: " + base64_encode(from_text(pem_sample().text), Base64Padding::with) + "\n",
       base64_of_file, "BEGIN"},
      {"-----BEGIN OPENS", truncated, "BEGIN"},
      {block("ENCRYPTED SIGSTORE PRIVATE KEY", "AAAA\n"), unsupported_container, "cosign"},
      {block("CMS", "AAAA\n"), unsupported_container, "CMS"},
      {block("OPENSSH PRIVATE KEY", "ssh-ed25519 " + b + " me\n"), public_key_given, "label"},
      // '0' is the byte that begins binary ASN.1, too.
      {"00000000: 3082 04a4 0201 0002 8201 0100 c1e0  0...............\n", not_a_private_key,
       "hex dump"},
      {"00000000  30 82 04 a4  |0...|\n00000010  02 01 00 02  |....|\n", not_a_private_key,
       "hex dump"},
      {"0000000 101060 002\n0000020 001 377\n", not_a_private_key, "hex dump"},
      {"0c3d0f4e-8e4b-4a53-9e55-0a7e7f0d4c11\n", not_a_private_key, "short line"},
      {std::string(600, '0') + "\n" + std::string(600, '0') + "\n", not_a_private_key, "text"},
      {"$SSH_PRIVATE_KEY\n", not_a_private_key, "variable"},
      {"%SSH_PRIVATE_KEY%\r\n", not_a_private_key, "variable"},
      {"$(sshKey)", not_a_private_key, "variable"},
      {"$hunter2", not_a_private_key, "passphrase"},
      {"%100%\n%200%\n", not_a_private_key, "text"},
      {"[object Object]", not_a_private_key, "JavaScript"},
      {"op://vault/item/private key\n", not_a_private_key, "1Password"},
      {"pkcs11:token=A;object=key\n", not_a_private_key, "token"},
      {"file(var.key)\n", not_a_private_key, "expression"},
      {"vault:secret\nand prose\n", not_a_private_key, "text"},
      {"ENC[PKCS7,MIIBiQYJKoZI]\n", unsupported_container, "eyaml"},
      {"ENC[AES256_GCM,data:abc,iv:def]\n", unsupported_container, "SOPS"},
      {"256 SHA256:zHQM/SGBXIUOVxqWuxlfB0x0v me (ED25519)\n", public_key_given, "fingerprint"},
      {"2048 MD5:00:11 me (RSA)\n", public_key_given, "fingerprint"},
      {"256 Bits, SHA256: no\n", not_a_private_key, "short line"},
      {std::string(64, 'a') + "\n", not_a_private_key, "seed"},
      {std::string(66, 'a') + "\n", not_a_private_key, "short line"},
      {std::string(86, 'A') + "==\n", not_a_private_key, "NaCl"},
      {"01000000d08c9ddf0115d111\n", unsupported_container, "DPAPI"},
      {"key: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  39\n", unsupported_container, "Ansible"},
      {"kind: SealedSecret\nspec:\n", unsupported_container, "sealed"},
      {"Created: 20240101T000000\nKey: (protected-private-key (ecc (curve Ed25519)))\n",
       unsupported_container, "gpg-agent"},
      {"Private-Key: (2048 bit, 2 primes)\nmodulus:\n", unsupported_container, "openssl"},
      {block("TSS KEY BLOB", "AAAA\n"), unsupported_container, "TPM"},
      {block("OpenVPN Static key V1", "6acef03f\n"), not_a_private_key, "OpenVPN"},
      {"Private-key-format: v1.2\nAlgorithm: 15\n", unsupported_container, "DNSSEC"},
      {"Host *\n  IdentityFile ~/.ssh/id_rsa\n", not_a_private_key, "configuration"},
      {"Generating public/private ed25519 key pair.\n", not_a_private_key, "ssh-keygen"},
      {"begin 600 id_ed25519\nM+2TM\n`\nend\n", not_a_private_key, "uuencoded"},
      {"#< CLIXML\n<Objs Version=\"1.1.0.1\">\n", unsupported_container, "PowerShell"},
      {"`````\xC2\xC5\xC7\xC9\xD5\x40\xD9\xE2\xC1\x25", not_a_private_key, "EBCDIC"},
      {std::string("\xFF\xFE\0\0-\0\0\0-\0\0\0-\0\0\0-\0\0\0", 20), not_a_private_key, "UTF-32"},
      {"6f70656e7373682d6b65792d7631\n00000004\n", not_a_private_key, "OpenSSH"},
      {zeros("\x1E\xF1\xB5\xB0"), unsupported_container, "PVK"},
      {std::string("\x07\x02", 2) + zeros(""), unsupported_container, "CryptoAPI"},
      {std::string("\0\x05\x16\x07", 4) + zeros(""), not_a_private_key, "macOS"},
      {"VimCrypt~03!\x01\x02", unsupported_container, "vim"},
      {zeros("== ed25519v1-secret: type0 =="), unsupported_container, "Tor"},
      {"<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>\n", not_a_private_key,
       "server"},
      {"{\"message\":\"404 Project Not Found\"}\n", not_a_private_key, "server"},
      {"308204a4020100028201\n0100c1\n", not_a_private_key, "hex digits of binary ASN.1"},
  };
}

std::string text_of(const Bytes& bytes) {
  return std::string(bytes.begin(), bytes.end());
}

std::string encoded(const Bytes& bytes) {
  return base64_encode(bytes, Base64Padding::with);
}

/// algorithm is the identifier of Ed25519.
const Bytes algorithm = sequence(identifier("2b6570"));
const Bytes certificate = sequence(sequence(integer(1)) + algorithm + bits({1}));
const Bytes public_key_info = sequence(algorithm + bits(Bytes(32, 7)));
const Bytes pkcs12 = sequence(integer(3) + sequence(identifier("2a864886f70d010701")));
const Bytes enveloped = sequence(identifier("2a864886f70d010703") + der(0xa0, sequence({})));
const Bytes public_blob = ssh_string("ssh-ed25519") + ssh_string(Bytes(32, 7));
const Bytes certificate_blob =
    ssh_string("ssh-ed25519-cert-v01@openssh.com") + ssh_string(Bytes(32, 7)) + Bytes(90, 1);

std::vector<Given> content() {
  using enum errc;
  const std::string file = openssh_sample().text;
  const std::string once = encoded(from_text(file));
  std::string wide;
  for (const char c : file) {
    wide += std::string{c, '\0'};
  }
  return {
      {text_of(certificate), certificate_given, "X.509"},
      {wrapped(encoded(certificate), 64), certificate_given, "X.509"},
      {encoded(public_key_info), public_key_given, "base64"},
      {encoded(sequence(integer(Bytes{0} + Bytes(64, 9)) + integer(3))), public_key_given,
       "base64"},
      {encoded(pkcs12), unsupported_container, "PKCS#12"},
      {text_of(enveloped), unsupported_container, "encrypted CMS"},
      {text_of(public_blob), public_key_given, "blob"},
      {text_of(certificate_blob), certificate_given, "OpenSSH"},
      {encoded(certificate_blob), certificate_given, "base64"},
      {encoded(from_text("ssh-ed25519 " + std::string(blob) + " me\n")), public_key_given, "line"},
      {text_of(ssh_string("ssh-ed25519") + ssh_string(Bytes(64, 7))), unsupported_container,
       "Dropbear"},
      {encoded(from_text(once)), base64_of_file, "twice"},
      {encoded(from_text(wide)), base64_of_file, "BEGIN"},
      {"KEY=" + once + "\n", base64_of_file, "value"},
      {"apiVersion: v1\nkind: Secret\ndata:\n  key: " + once + "\n", base64_of_file, "value"},
      {encoded(from_text(encoded(from_text(once)))), base64_of_file, "3 times"},
      {"data:\n  key: " + encoded(from_text(once)) + "\n", base64_of_file, "twice"},
      {encoded(from_text(block("CERTIFICATE", "AAAA\n"))), certificate_given, "X.509"},
      {encoded(from_text(block("PUBLIC KEY", "AAAA\n"))), public_key_given, "PEM"},
      {"ca: " + encoded(from_text(block("CERTIFICATE", "AAAA\n"))) + "\n", certificate_given,
       "X.509"},
      // A kubeconfig holds the key, too.
      {"ca: " + encoded(from_text(block("CERTIFICATE", "AAAA\n"))) + "\nkey: " + once + "\n",
       base64_of_file, "value"},
      {"H4sI" + std::string(40, 'A'), not_a_private_key, "gzip"},
      {"MIIEvAIBADAN_Q-\n", no_begin_line, "URL"},
  };
}

}  // namespace

TEST_CASE("what was given instead of a private key is named") {
  std::vector<Given> all = things();
  std::ranges::move(content(), std::back_inserter(all));
  for (const Given& given : all) {
    CAPTURE(given.text);
    const armor::Armored found = read_armor(given.text);
    REQUIRE(found.error.has_value());
    CHECK(found.form == armor::Form::none);
    CHECK(word(found.error->code) == word(given.code));
    CHECK(found.error->detail.find(given.names) != std::string::npos);
    CHECK_FALSE(found.error->hint().empty());
    CHECK(found.bytes.empty());
  }
}

TEST_CASE("binary ASN.1 is a key only where its first elements are those of one") {
  const auto der = [](const Bytes& content) {
    return Bytes{0x30, static_cast<std::uint8_t>(content.size())} + content;
  };
  const Bytes version{0x02, 0x01, 0x00};
  const Bytes octets{0x04, 0x02, 0x01, 0x02};
  const Bytes bits{0x03, 0x02, 0x00, 0x02};

  for (const Bytes& key : {der(version + algorithm + octets), der(algorithm + octets)}) {
    const armor::Armored found = armor::read(key);
    CHECK(found.form == armor::Form::der);
    CHECK(bytes_of(found) == key);
    CHECK(words(found) == "");

    const armor::Armored newline = armor::read(key + Bytes{'\n'});
    CHECK(bytes_of(newline) == key);
    CHECK(words(newline) == "trailing-text");

    const armor::Armored junk = armor::read(key + Bytes{1, 2, 3});
    CHECK(bytes_of(junk) == key + Bytes{1, 2, 3});

    const armor::Armored cut = armor::read(ByteView(key).first(key.size() - 1));
    CHECK(words(cut) == "error truncated");
    CHECK(cut.error->detail == "1 byte is missing");
  }
  const auto code = [](const Bytes& file) { return armor::read(file).error.value().code; };
  CHECK(code(der(algorithm + bits)) == errc::public_key_given);
  CHECK(code(der(Bytes{0x02, 0x09} + noise(9) + Bytes{0x02, 0x01, 0x03})) ==
        errc::public_key_given);
  CHECK(code(der(der(Bytes{0xA0, 0x03} + version) + algorithm)) == errc::certificate_given);
  CHECK(code(der(Bytes{0x06, 0x03, 0x2A, 0x03, 0x04})) == errc::certificate_given);
  CHECK(code(der(Bytes{0x02, 0x01, 0x03} + algorithm)) == errc::unsupported_container);
  CHECK(code(der(Bytes{0x02, 0x01, 0x07})) == errc::not_a_private_key);
  CHECK(code(der(Bytes{0x02, 0x01, 0x03} + algorithm + octets)) == errc::not_a_private_key);
  // A damaged identifier makes no certificate of an encrypted key.
  CHECK(armor::read(der(der(version) + octets)).form == armor::Form::der);
}

TEST_CASE("the way to decode a file fits the file, and replaces none") {
  const auto hint = [](const std::string& text) {
    return std::string(read_armor(text).error.value().hint());
  };
  const std::string value = encoded(from_text(pem_sample().text));
  CHECK(hint(value).contains("base64 -di FILE > NEW"));
  CHECK(hint(encoded(from_text(value))).contains("base64 -di FILE | base64 -di > NEW"));
  CHECK(hint("{\"key\": \"" + value + "\"}").contains("grep -ao"));
  // The value goes on in the next line, where grep wouldn't find it.
  CHECK_FALSE(
      hint("key: |\n  " + value.substr(0, 64) + "\n  " + value.substr(64) + "\n").contains("grep"));
  CHECK(hint("kind: Secret\nkey: " + value).contains("grep -ao"));
  CHECK(hint(block("RSA PRIVATE KEY", value + "\n")).contains("sed"));
  for (const std::string& text : {value, "KEY=" + value, block("RSA PRIVATE KEY", value + "\n")}) {
    CHECK(hint(text).contains("umask 077"));
  }
}

TEST_CASE("what no program converts without its line ends is to be copied again") {
  const std::string begin = "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----";
  const std::string end = "---- END SSH2 ENCRYPTED PRIVATE KEY ----\n";
  const auto hint = [&](const std::string& between) {
    return std::string(read_armor(begin + between + "P2/56wAA" + between + end).error->hint());
  };
  CHECK(hint("\n").contains("puttygen"));
  CHECK(hint(" \r\n").contains("puttygen"));
  CHECK(hint(" ").contains("copy the file again"));
}

TEST_CASE("a private key under the label of something else is found by its content") {
  const Bytes rsa = rsa_key();
  const std::string body = wrapped(encoded(rsa), 64);
  for (const std::string_view label :
       {"RSA PUBLIC KEY", "PUBLIC KEY", "CERTIFICATE", "RSA PRIVATE", "EC PARAMETERS"}) {
    const armor::Armored found = read_armor(block(label, body));
    CAPTURE(label);
    CHECK(found.form == armor::Form::pem);
    CHECK(found.label == label);
    CHECK(bytes_of(found) == rsa);
    CHECK_FALSE(found.error.has_value());
  }
  const std::string other = block("CERTIFICATE", wrapped(encoded(certificate), 64));
  const armor::Armored second = read_armor(other + block("PUBLIC KEY", body));
  CHECK(bytes_of(second) == rsa);
  CHECK(words(second) == "(leading-text)");

  // What is cut, damaged or no key stays what its label says.
  const auto code = [](const std::string& text) { return read_armor(text).error.value().code; };
  CHECK(code(other) == errc::certificate_given);
  CHECK(code(block("PUBLIC KEY", wrapped(encoded(rsa).substr(0, 40), 64))) ==
        errc::public_key_given);
  CHECK(code(block("RSA PUBLIC KEY", "!" + body)) == errc::public_key_given);
  const Bytes session = sequence(integer(1) + integer(0x0303) + octets({1, 2}));
  CHECK(code(block("SSL SESSION PARAMETERS", encoded(session) + "\n")) == errc::not_a_private_key);
  const Bytes curve = sequence(integer(1) + sequence(identifier("2a8648ce3d0101")) +
                               sequence(octets({1}) + octets({2})) + octets({3}));
  CHECK(code(block("EC PARAMETERS", encoded(curve) + "\n")) == errc::not_a_private_key);
}

TEST_CASE("binary ASN.1 of an indefinite length is read as it is") {
  const Bytes key = Bytes{0x30, 0x80} + integer(0) + rsa_numbers() + Bytes{0, 0};
  const armor::Armored found = armor::read(key);
  CHECK(found.form == armor::Form::der);
  CHECK(bytes_of(found) == key);
}

}  // namespace osshkey::testing
