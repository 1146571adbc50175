// SPDX-License-Identifier: MIT
// Names, commands and line breaks.
#include "common/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "common/escape.hpp"

namespace tool {

namespace {

struct Name {
  std::string_view type;
  std::string_view shown;
};

constexpr auto names = std::to_array<Name>({
    {"ssh-ed25519", "ED25519"},
    {"ssh-ed448", "ED448"},
    {"ssh-rsa", "RSA"},
    {"ssh-dss", "DSA"},
    {"ecdsa-sha2-nistp256", "ECDSA"},
    {"ecdsa-sha2-nistp384", "ECDSA"},
    {"ecdsa-sha2-nistp521", "ECDSA"},
    {"sk-ssh-ed25519@openssh.com", "ED25519-SK"},
    {"sk-ecdsa-sha2-nistp256@openssh.com", "ECDSA-SK"},
    {"ssh-mldsa44-ed25519@openssh.com", "MLDSA44-ED25519"},
    {"ssh-mldsa44-ed25519", "MLDSA44-ED25519"},
});

/// quoted is the name as a shell takes it; empty where it holds what may not be printed.
std::string quoted(std::string_view name) {
  if (for_terminal(name) != name) {
    return {};
  }
  const bool plain = std::ranges::all_of(name, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("/._-+@%:,=").contains(c);
  });
  std::string dashed = name.starts_with('-') ? "./" + std::string(name) : std::string(name);
  if (plain) {
    return dashed;
  }
  std::string text = "'";
  for (const char c : dashed) {
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return text + "'";
}

}  // namespace

std::string short_type(const std::string& type) {
  const auto* found = std::ranges::find(names, type, &Name::type);
  return found == names.end() ? for_terminal(type) : std::string(found->shown);
}

std::string key_title(const osshkey::PublicKey& key) {
  return key.is_known() ? fmt::format("{} {}", short_type(key.type()), key.bits())
                        : short_type(key.type());
}

std::string with_file(std::string_view hint, std::string_view name) {
  constexpr std::string_view placeholder = " FILE";
  std::string text = for_terminal(hint);
  const std::string file = name == "-" ? std::string() : quoted(name);
  if (file.empty()) {
    return text;
  }
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos;) {
    text.replace(at + 1, placeholder.size() - 1, file);
    at += file.size();
  }
  return text;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::string_view next = text.substr(0, blank);
    std::string& line = lines.back();
    if (!line.empty() && display_width(line) + 1 + display_width(next) > width) {
      lines.emplace_back(next);
    } else {
      line += (line.empty() ? "" : " ") + std::string(next);
    }
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return lines;
}

std::string counted(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace tool
