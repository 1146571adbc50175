// SPDX-License-Identifier: MIT
// Facts about other programs, by property of a file: read in their sources and, for the text's
// form, run, in August 2026, and Debian 12's OpenSSH beside the newest. A row holds a mark for each
// program, in the order of `programs`.
#include "compat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

namespace tool::keyinfo {

namespace {

constexpr auto programs = std::to_array<std::string_view>({
    "OpenSSH 10.5",
    "OpenSSH 9.2",
    "PuTTY 0.84",
    "libssh 0.12",
    "libssh2 1.11",
    "Go x/crypto/ssh",
    "RustCrypto ssh-key 0.7",
    "russh 0.63",
    "pyca/cryptography",
    "AsyncSSH 2.24",
    "Paramiko 4.0",
    "net-ssh 8.0",
    "ssh2 (node) 1.17",
    "sshpk 1.18",
    "Bouncy Castle",
    "Apache MINA SSHD 2.18",
    "sshj 0.40",
    "JSch (mwiede) 2.28",
    "SSH.NET 2024.2",
    "Botan 3.14",
    "dropbear 2026.94",
    "age 1.3",
});

// Marks: y reads it, n refuses it, p reads some of it only, ? isn't known. With PuTTY, reading
// means that puttygen imports the file; dropbear's is dropbearconvert's.
struct Row {
  std::string_view property;  // what the file has, or a prefix of it where it ends in '*'
  std::string_view marks;
};

constexpr std::string_view to_openssh = "keyinfo --export openssh -o NEW FILE";
constexpr std::string_view to_pkcs8 = "keyinfo --export pkcs8 -o NEW FILE";
constexpr std::string_view rewrite = "keyinfo --rewrite FILE";
constexpr std::string_view usual_cipher = "aes256-ctr";
constexpr std::string_view recipher = "keyinfo --export openssh --cipher aes256-ctr -o NEW FILE";
constexpr std::string_view new_key =
    "ssh-keygen -t ed25519 makes a key that nearly all of them read";
constexpr std::string_view one_key = "keep one key in a file";

constexpr auto containers = std::to_array<Row>({
    {"openssh-key-v1", "yyyyyyyyyyyyyyyyyyynpy"},
    {"pem-pkcs1", "yyyyyynyyyyyyyyyyyynyy"},
    {"pem-sec1", "yyyyyynyyyyyyyyyyyynyn"},
    {"pem-dsa", "nyynpynnyyn?yyyyyynnpn"},
    {"pkcs8-encrypted", "yynyynnyyynynpypypyynn"},
    {"pkcs8", "yynyyynyyynynyyyyyyyny"},
    {"ppk2", "nnynnnyynnnnpynyyyynnn"},
    {"ppk3", "nnynnnyynnnnnnnyyyynnn"},
});

// Traditional PEM that is encrypted.
constexpr Row dek_info{"DEK-Info encryption", "yypyyynpyypyyyyyyyynnp"};

constexpr auto ciphers = std::to_array<Row>({
    {"none", "yyyyyyyyyyyyyyyyyyynyy"},
    {"aes256-ctr", "yyyyyyyyyyyyyyyyyyynny"},
    {"aes128-ctr", "yynyynyynypyyyyyyyynnn"},
    {"aes192-ctr", "yynyynyynypyyyyyyyynnn"},
    {"aes256-cbc", "yyyyyyyyyyyyyyyyyyynny"},
    {"aes128-cbc", "yynyynyynypyyyyyyyynnn"},
    {"aes192-cbc", "yynyynyynypyyyyyyyynnn"},
    {"aes256-gcm@openssh.com", "yypnynyyyynyynyyyyynnn"},
    {"aes128-gcm@openssh.com", "yynnynyynynyynyyyyynnn"},
    {"chacha20-poly1305@openssh.com", "yynnynyynynpnnyyypynnn"},
    {"3des-cbc", "yynyynpnnypyyyyyyyynnn"},
    {"blowfish-cbc", "nnnppnnnnynyyynynynnnn"},
    {"cast128-cbc", "nnnnpnnnnynyynnnnynnnn"},
    {"arcfour*", "nnnnpnnnnynnynnpnnnnnn"},
    {"rijndael-cbc@lysator.liu.se", "nnnnynnnnnnynnnnnynnnn"},
});

constexpr auto types = std::to_array<Row>({
    {"ssh-ed25519", "yyyyyyyyyyyyyyyyyyynyy"},
    {"ssh-rsa", "yyyyyyyyyyyyyyyyyyynyy"},
    {"ecdsa-sha2-*", "yyyyyyyyyyyyyyyyyyynyn"},
    {"ssh-dss", "nyynpnyppynnyynynynnpn"},
    {"sk-*", "yynyynyynynnnnnnynnnnn"},
    {"ssh-ed448", "nnynnnnnnynnnnnnnynnnn"},
    {"ssh-mldsa44-ed25519*", "ynnnnnnnnnnnnnnnnnnnnn"},
});

// Types outside openssh-key-v1, as far as they aren't read where their container is.
constexpr auto types_elsewhere = std::to_array<Row>({
    {"ssh-ed25519", "?n????????????????????"},
    {"ssh-dss", "n?????????????????????"},
    {"ssh-ed448", "nn????????????????????"},
});

constexpr Row certificate{"certificate inside the file", "yy???n??n?nnnnnnnnnnnn"};

// The text's form, for those programs that were run; the others aren't known.
struct FormRow {
  osshkey::errc code;
  std::string_view marks;
  std::string_view mending;
};

constexpr auto forms = std::to_array<FormRow>({
    {osshkey::errc::crlf, "nnyy????yyy?yy?yyy????", rewrite},
    {osshkey::errc::missing_final_newline, "nnyy????yyy?yy?yyy????", rewrite},
    {osshkey::errc::bom, "nnny????ynn?yn?yny????", rewrite},
    {osshkey::errc::leading_text, "nnny????yyn?nn?yyy????", to_openssh},
    {osshkey::errc::trailing_text, "yyyy????yyy?ny?yyy????", to_openssh},
    {osshkey::errc::indented, "nnny????yny?ny?yny????", rewrite},
    {osshkey::errc::end_line_missing, "nnnn????nnn?nn?nnn????", rewrite},
    {osshkey::errc::trailing_kdf_options, "yyny????nnn?nynnyy????", rewrite},
    {osshkey::errc::extra_padding, "yyyn????nnn?nynyny????", rewrite},
    {osshkey::errc::several_keys, "nnnnnnnnnnnnpnnynnnnnn", one_key},
});

bool fits(std::string_view pattern, std::string_view text) {
  return pattern.ends_with('*') ? text.starts_with(pattern.substr(0, pattern.size() - 1))
                                : text == pattern;
}

/// Finder gathers refusals. A program that refuses the file for one reason isn't named again for
/// the next one.
class Finder {
 public:
  void add(std::string reason, std::string_view marks, std::string_view mending) {
    Refusal refusal{.reason = std::move(reason),
                    .programs = names(marks, 'n'),
                    .sometimes = names(marks, 'p'),
                    .mending = mending};
    if (!refusal.programs.empty() || !refusal.sometimes.empty()) {
      found_.push_back(std::move(refusal));
    }
  }

  void look_up(std::string_view what, std::string_view name, std::span<const Row> rows,
               std::string_view mending) {
    const auto row =
        std::ranges::find_if(rows, [&](const Row& r) { return fits(r.property, name); });
    if (row != rows.end()) {
      add(fmt::format("the {} {}", what, name), row->marks, mending);
    }
  }

  [[nodiscard]] std::vector<Refusal> take() { return std::move(found_); }

 private:
  /// names lists the programs of one mark, and remembers those that refuse.
  std::vector<std::string_view> names(std::string_view marks, char mark) {
    std::vector<std::string_view> found;
    for (std::size_t i = 0; i < programs.size(); ++i) {
      if (marks[i] == mark && !named_[i]) {
        found.push_back(programs[i]);
        named_[i] = mark == 'n';
      }
    }
    return found;
  }

  std::array<bool, programs.size()> named_{};
  std::vector<Refusal> found_;
};

}  // namespace

std::span<const std::string_view> known_programs() {
  return programs;
}

std::vector<Refusal> refusals(const Report& report) {
  const osshkey::Inspection& inspection = *report.inspection;
  Finder finder;
  const bool is_openssh = inspection.container == "openssh-key-v1";
  finder.look_up("container", inspection.container, containers, is_openssh ? to_pkcs8 : to_openssh);
  if (is_openssh) {
    const bool is_usual = inspection.cipher == usual_cipher || !inspection.encrypted;
    finder.look_up("cipher", inspection.cipher, ciphers, is_usual ? "" : recipher);
    for (const KeyView& key : report.key_views()) {
      finder.look_up("key type", key.public_key->type(), types, new_key);
      if (!key.public_key->certificate().empty()) {
        finder.add(std::string(certificate.property), certificate.marks, new_key);
      }
    }
  } else {
    if (inspection.encrypted && inspection.container.starts_with("pem-")) {
      finder.add(std::string(dek_info.property), dek_info.marks, to_openssh);
    }
    for (const KeyView& key : report.key_views()) {
      const std::string& type = key.public_key->type();
      finder.look_up(fmt::format("{} key type", inspection.container), type, types_elsewhere,
                     type == "ssh-ed25519" ? to_openssh : new_key);
    }
  }
  for (const osshkey::Note& note : inspection.notes) {
    const auto* row = std::ranges::find(forms, note.code, &FormRow::code);
    if (row != forms.end()) {
      finder.add(std::string(osshkey::word(note.code)), row->marks, row->mending);
    }
  }
  return finder.take();
}

}  // namespace tool::keyinfo
