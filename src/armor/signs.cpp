// SPDX-License-Identifier: MIT
// Signs: the questions, each a few comparisons.
#include "armor/signs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "armor/base64_decoder.hpp"
#include "armor/content.hpp"

namespace osshkey::armor::signs {

namespace {

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find_first_of("\r\n"));
}

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_white(char c) {
  return c == '\n' || c == '\r' || c == ' ' || c == '\t';
}

bool is_word(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

bool single_line(std::string_view text) {
  return text.find_first_of("\r\n") == std::string_view::npos;
}

bool begins(std::string_view text, std::string_view sign) {
  return text.starts_with(sign);
}
bool holds(std::string_view text, std::string_view sign) {
  return text.contains(sign);
}

bool is(std::string_view text, std::string_view sign) {
  return std::ranges::equal(text, sign, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
  });
}

bool begins_base64(std::string_view text, std::string_view sign) {
  return text.starts_with(sign) &&
         std::ranges::all_of(text, [](char c) { return is_base64(c) || is_white(c); });
}

bool url_base64(std::string_view text, std::string_view sign) {
  return text.starts_with(sign) && std::ranges::all_of(text, [](char c) {
           return is_base64(c) || c == '-' || c == '_' || is_white(c);
         });
}

bool encoded_certificates(std::string_view text, std::string_view sign) {
  constexpr std::size_t of_begin = 14;  // characters that any BEGIN line is encoded to
  const std::string_view begin = sign.substr(0, of_begin);
  std::size_t at = text.find(begin);
  if (at == std::string_view::npos) {
    return false;
  }
  while (at != std::string_view::npos && text.substr(at).starts_with(sign)) {
    at = text.find(begin, at + of_begin);
  }
  return at == std::string_view::npos;
}

bool known_hosts_line(std::string_view text, std::string_view sign) {
  const std::string_view line = first_line(text);
  const std::size_t blank = line.find(' ');
  if (blank == std::string_view::npos || !line.contains(" AAAA")) {
    return false;
  }
  const std::string_view host = line.substr(0, blank);
  const bool named = host.find_first_of(".:,|@[") != std::string_view::npos || host == "localhost";
  return named && !host.starts_with(sign) && !host.contains('=') && !host.contains("@openssh.com");
}

bool wireguard_key(std::string_view text, std::string_view sign) {
  return text.size() == 44 && text.ends_with(sign) &&
         std::ranges::all_of(text.substr(0, 43), is_base64);
}

bool nacl_key(std::string_view text, std::string_view sign) {
  return text.size() == 88 && text.ends_with(sign) &&
         std::ranges::all_of(text.substr(0, 86), is_base64);
}

bool seed_in_hex(std::string_view text, std::string_view) {
  return text.size() == 64 && std::ranges::all_of(text, is_hex);
}

bool variable(std::string_view text, std::string_view sign) {
  if (text.size() < 3 || !text.starts_with(sign) || (sign == "%" && !text.ends_with(sign))) {
    return false;
  }
  // A passphrase may begin so, too, but hardly goes on in capitals or with `$(NAME)`, `$env:NAME`.
  const std::string_view name = text.substr(1);
  const bool marked = name.find_first_of("({:") != std::string_view::npos;
  return std::ranges::all_of(name, [&](char c) {
    return (is_word(c) && (marked || c < 'a')) || std::string_view("(){}:.%").contains(c);
  });
}

bool reference(std::string_view text, std::string_view sign) {
  return single_line(text) && text.starts_with(sign);
}

bool fingerprint(std::string_view text, std::string_view sign) {
  const std::size_t bits = text.find_first_not_of("0123456789");
  return bits != 0 && bits != std::string_view::npos && text.substr(bits).starts_with(sign);
}

bool only(std::string_view text, std::string_view sign) {
  return text.find_first_not_of(sign) == std::string_view::npos;
}

bool hex_digits(std::string_view text, std::string_view sign) {
  return text.starts_with(sign) &&
         std::ranges::all_of(text, [](char c) { return is_hex(c) || is_white(c); });
}

bool xxd_dump(std::string_view text, std::string_view sign) {
  return text.starts_with(sign) && text.size() > sign.size() + 4 &&
         std::ranges::all_of(text.substr(sign.size(), 4), is_hex);
}

bool hex_dump(std::string_view text, std::string_view sign) {
  const std::string_view line = first_line(text);
  const std::size_t blank = line.find_first_not_of('0');
  if (!text.starts_with(sign) || blank == std::string_view::npos || line[blank] != ' ') {
    return false;
  }
  const std::size_t number = line.find_first_not_of(' ', blank);
  return number != std::string_view::npos && !single_line(text) && text.contains("\n00000");
}

bool value_on_one_line(std::string_view text, std::string_view sign) {
  const std::size_t begin = text.find(sign);
  if (begin == std::string_view::npos) {
    return false;
  }
  const std::string_view value = text.substr(begin);
  const auto stop = std::ranges::find_if_not(value, is_base64);
  return decodes_to_end_line(value.substr(0, static_cast<std::size_t>(stop - value.begin())));
}

bool path(std::string_view text, std::string_view) {
  if (!single_line(text) || text.size() > 4096) {
    return false;
  }
  constexpr std::array<std::string_view, 7> beginnings = {"/",    "~/",   "./",     "../",
                                                          "C:\\", "\\\\", "file://"};
  constexpr std::array<std::string_view, 10> endings = {
      ".pem", ".key", ".ppk", ".pub", "id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", "_key", ".der"};
  return std::ranges::any_of(beginnings, [&](auto part) { return text.starts_with(part); }) ||
         std::ranges::any_of(endings, [&](auto part) { return text.ends_with(part); });
}

bool short_line(std::string_view text, std::string_view) {
  return single_line(text) && text.size() <= 200 &&
         std::ranges::all_of(text, [](char c) { return c >= ' ' || c < 0; });
}

bool dropbear(std::string_view text, std::string_view sign) {
  return text.size() > 4 && text.substr(0, 3) == std::string_view("\0\0\0", 3) &&
         text.substr(4).starts_with(sign);
}

bool binary(std::string_view text, std::string_view) {
  const auto controls = std::ranges::count_if(text, [](char c) {
    return (c >= 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f') || c == 0x7F;
  });
  return controls * 20 > static_cast<std::ptrdiff_t>(text.size()) || text.contains('\0');
}

bool anything(std::string_view, std::string_view) {
  return true;
}

}  // namespace osshkey::armor::signs
