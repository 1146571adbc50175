// SPDX-License-Identifier: MIT
// Writes one key in one form to standard output, for tests that hand it to other programs.
//
//   export_tool openssh KEY PASSPHRASE CIPHER ROUNDS NEW_PASSPHRASE
//   export_tool pkcs8 KEY PASSPHRASE CIPHER THOUSANDS NEW_PASSPHRASE
//   export_tool pem KEY PASSPHRASE NEW_PASSPHRASE
//   export_tool agent KEY PASSPHRASE [LIFETIME [SECURITY_KEY_PROVIDER]]
//   export_tool evp-private KEY PASSPHRASE        DER, by libcrypto
//   export_tool evp-public KEY PASSPHRASE         DER, by libcrypto
//   export_tool sign KEY PASSPHRASE ALGORITHM DATA_FILE
//   export_tool verify BLOB_FILE ALGORITHM DATA_FILE SIGNATURE_FILE
#include <osshkey/openssl.hpp>
#include <osshkey/osshkey.hpp>

#include <openssl/crypto.h>
#include <openssl/x509.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using osshkey::ByteView;
using osshkey::PrivateKey;
using Arguments = std::vector<std::string>;

template <typename T>
T value_of(osshkey::Result<T> result) {
  if (!result) {
    throw std::runtime_error(std::string(word(result.error().code)) + ": " + result.error().text());
  }
  if constexpr (!std::is_void_v<T>) {
    return std::move(*result);
  }
}

ByteView bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::uint32_t number_of(const std::string& text) {
  std::uint32_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string read(const std::string& path) {
  std::string content(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary)
      .read(content.data(), static_cast<std::streamsize>(content.size()));
  return content;
}

void print(ByteView bytes) {
  std::cout.write(reinterpret_cast<const char*>(bytes.data()),
                  static_cast<std::streamsize>(bytes.size()));
}

/// print_der prints what one of libcrypto's i2d functions allocates.
template <auto encode>
void print_der(const osshkey::EvpPkey& key) {
  unsigned char* der = nullptr;
  const int size = encode(key.get(), &der);
  if (size < 0) {
    throw std::runtime_error("libcrypto can't encode the key");
  }
  print({der, static_cast<std::size_t>(size)});
  OPENSSL_free(der);
}

osshkey::Protection protection_of(const Arguments& rest) {
  return {
      .passphrase = bytes_of(rest.at(2)), .cipher = rest.at(0), .rounds = number_of(rest.at(1))};
}

osshkey::AgentConstraints constraints_of(const Arguments& rest) {
  osshkey::AgentConstraints constraints;
  if (!rest.empty() && !rest[0].empty()) {
    constraints.lifetime_seconds = number_of(rest[0]);
  }
  if (rest.size() > 1) {
    constraints.security_key_provider = rest[1];
  }
  return constraints;
}

using Command = void (*)(const PrivateKey& key, const Arguments& rest);

const std::map<std::string, Command> commands = {
    {"openssh",
     [](const PrivateKey& key, const Arguments& rest) {
       print(value_of(to_openssh(key, protection_of(rest))).view());
     }},
    {"pkcs8",
     [](const PrivateKey& key, const Arguments& rest) {
       print(value_of(to_pkcs8(key, protection_of(rest))).view());
     }},
    {"pem",
     [](const PrivateKey& key, const Arguments& rest) {
       print(value_of(to_pem(key, bytes_of(rest.at(0)))).view());
     }},
    {"agent",
     [](const PrivateKey& key, const Arguments& rest) {
       print(value_of(to_agent_message(key, constraints_of(rest))).view());
     }},
    {"evp-private",
     [](const PrivateKey& key, const Arguments& /*rest*/) {
       print_der<i2d_PrivateKey>(value_of(osshkey::to_evp_pkey(key)));
     }},
    {"evp-public",
     [](const PrivateKey& key, const Arguments& /*rest*/) {
       print_der<i2d_PUBKEY>(value_of(osshkey::to_evp_pkey(key.public_key())));
     }},
    {"sign",
     [](const PrivateKey& key, const Arguments& rest) {
       print(value_of(sign(key, bytes_of(read(rest.at(1))), rest.at(0))));
     }},
};

void run(const Arguments& arguments) {
  if (arguments.at(0) == "verify") {
    const osshkey::PublicKey key =
        value_of(osshkey::PublicKey::from_blob(bytes_of(read(arguments.at(1)))));
    value_of(verify(key, bytes_of(read(arguments.at(3))), bytes_of(read(arguments.at(4))),
                    arguments.at(2)));
    return;
  }
  osshkey::KeyFile file = osshkey::KeyFile::load(arguments.at(1));
  const osshkey::Keys keys = value_of(file.unlock(arguments.at(2)));
  commands.at(arguments.at(0))(keys.front(), {arguments.begin() + 3, arguments.end()});
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(Arguments(argv + 1, argv + argc));
  } catch (const std::exception& failure) {
    std::cerr << failure.what() << '\n';
    return 1;
  }
  return 0;
}
