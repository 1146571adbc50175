// SPDX-License-Identifier: MIT
// recognise: one table of what people give instead of a private key. A row is a question asked of
// the text, its word, what the file is and the next step; the first row that fits is the answer.
#include "armor/recognise.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "armor/content.hpp"
#include "armor/signs.hpp"
#include "armor/text.hpp"
#include "wire/reader.hpp"

namespace osshkey::armor {

namespace {

// Enough for any sign of what a file is, and a bound on searching it some hundred and twenty times.
constexpr std::size_t looked_at = std::size_t{32} << 10;

using Question = bool (*)(std::string_view text, std::string_view sign);

struct Row {
  Question question;
  std::string_view sign;
  errc code;
  std::string_view detail;
  std::string_view advice;  // empty: the hint of the word says it
};

using enum errc;
using namespace signs;
using std::string_view_literals::operator""sv;

constexpr std::string_view other_tool =
    "SSH programs can't use it; make a key for SSH: ssh-keygen -t ed25519";
constexpr std::string_view restore =
    "a program stored a placeholder; take the key itself from where it was made";
constexpr std::string_view secret_missing =
    "the variable or secret is empty or hidden where the file was written; check its name and that "
    "the job may read it";
constexpr std::string_view take_file = "give that file itself";
constexpr std::string_view decode_value =
    "copy the base64 alone into a file and decode that: (umask 077; sed 's/\\\\[nr]//g' COPY | "
    "base64 -di > NEW)";
constexpr std::string_view wrap_openssh =
    "put '-----BEGIN OPENSSH PRIVATE KEY-----' on a line before the text and '-----END OPENSSH "
    "PRIVATE KEY-----' on a line after it";
constexpr std::string_view wrap_pem =
    "put '-----BEGIN PRIVATE KEY-----' (or RSA, EC or ENCRYPTED PRIVATE KEY, whichever it was) "
    "on a line before the text and the same with END after it";
constexpr std::string_view convert_public =
    "it holds the public half only; give the private key that it was made from";
constexpr std::string_view convert_ssh1 =
    "protocol 1 of SSH is gone and so are its keys; make a new one: ssh-keygen -t ed25519";
constexpr std::string_view convert_ssh_com =
    "convert it: puttygen FILE -O private-openssh-new -o NEW";
constexpr std::string_view convert_dropbear =
    "convert it: dropbearconvert dropbear openssh FILE NEW";
constexpr std::string_view decrypt_cms =
    "decrypt it first, with the key of the one it was sent to: (umask 077; openssl cms -decrypt "
    "-in FILE -inform PEM -inkey KEY -out NEW)";
constexpr std::string_view undump = "turn it back into the file: (umask 077; xxd -r FILE > NEW)";
constexpr std::string_view unhex = "decode them to a new file: (umask 077; xxd -r -p FILE > NEW)";
constexpr std::string_view convert_jks =
    "take the key out of it: (umask 077; keytool -importkeystore -srckeystore FILE -destkeystore "
    "NEW.p12 -deststoretype PKCS12 && openssl pkcs12 -in NEW.p12 -nocerts -out NEW)";
constexpr std::string_view convert_gpg =
    "OpenPGP keys serve SSH through gpg-agent (enable-ssh-support), not as files";
constexpr std::string_view convert_age = "age and SSH keys are different; give an SSH key";
constexpr std::string_view resolve =
    "the program that should have fetched the key kept the reference; fetch what it stands for and "
    "give that";
constexpr std::string_view from_dpapi =
    "only the Windows account that stored it can decrypt it, in PowerShell: ConvertTo-SecureString "
    "for hex digits, Import-Clixml for a file";
constexpr std::string_view unprinted =
    "print the key itself, too: leave out -noout where they were printed";
constexpr std::string_view of_certificate = "give the private key that belongs to the certificate";
constexpr std::string_view unpack = "unpack it first";
constexpr std::string_view log_in =
    "a page was saved in place of the file, often one that asks to log in; download the raw file";

constexpr auto rows = std::to_array<Row>({
    // Key files whose text form was lost, or wrapped once more.
    {begins, "openssh-key-v1\0"sv, no_begin_line, "the decoded bytes of an OpenSSH private key",
     "encode them and put the BEGIN and END lines around: (umask 077; (echo '-----BEGIN OPENSSH "
     "PRIVATE KEY-----'; base64 FILE; echo '-----END OPENSSH PRIVATE KEY-----') > NEW)"},
    {begins, "openssh-key-v1", no_begin_line, "the decoded bytes of an OpenSSH private key", ""},
    {encoded_certificates, "LS0tLS1CRUdJTiBDRVJU", certificate_given,
     "the base64 of an X.509 certificate", of_certificate},
    {value_on_one_line, "LS0tLS1CRUdJTi", base64_of_file, "a value in it decodes to a BEGIN line",
     "decode the value: (umask 077; tr -d '\\000' < FILE | grep -ao "
     "'LS0tLS1CRUdJTi[A-Za-z0-9+/=]*' "
     "| base64 -d > NEW)"},
    {holds, "LS0tLS1CRUdJTi", base64_of_file, "a value in it decodes to a BEGIN line",
     decode_value},
    {holds, "LS0tLSBCRUdJTi", base64_of_file, "a value in it decodes to a BEGIN line",
     decode_value},
    {value_on_one_line, "TFMwdExTMUNSVWRKVG", base64_of_file, "a value in it was encoded twice",
     "decode it twice: (umask 077; tr -d '\\000' < FILE | grep -ao "
     "'TFMwdExTMUNSVWRKVG[A-Za-z0-9+/=]*' | base64 -d | base64 -di > NEW)"},
    {begins_base64, "H4sI", not_a_private_key, "the base64 of a gzip file",
     "decode and unpack it: (umask 077; base64 -di FILE | gunzip > NEW)"},
    {begins, "begin 6", not_a_private_key, "a uuencoded file",
     "decode it: (umask 077; uudecode -o /dev/stdout FILE > NEW)"},
    {begins, "`````\xC2\xC5\xC7\xC9\xD5", not_a_private_key, "text in EBCDIC",
     "convert it: (umask 077; tr '\\025' '\\045' < FILE | iconv -f IBM1047 -t ASCII > NEW)"},
    {begins, "\0-\0-\0-"sv, not_a_private_key, "text in UTF-32",
     "convert it: (umask 077; iconv -f UTF-32 -t ASCII FILE > NEW)"},
    {begins, "2d2d2d2d2d424547494e", not_a_private_key, "the hex digits of a key file", unhex},
    {hex_digits, "6f70656e7373682d6b65792d7631", not_a_private_key,
     "the hex digits of an OpenSSH private key",
     "decode them and put the BEGIN and END lines around: (umask 077; (echo '-----BEGIN OPENSSH "
     "PRIVATE KEY-----'; xxd -r -p FILE | base64; echo '-----END OPENSSH PRIVATE KEY-----') > "
     "NEW)"},
    {hex_digits, "01000000d08c9ddf", unsupported_container, "a secret protected by Windows (DPAPI)",
     from_dpapi},
    {hex_digits, "3082", not_a_private_key, "the hex digits of binary ASN.1, perhaps a key", unhex},
    {xxd_dump, "00000000: ", not_a_private_key, "a hex dump", undump},
    {hex_dump, "0000000", not_a_private_key, "a hex dump", "give the file that it was made from"},
    {holds, "%20PRIVATE%20KEY", not_a_private_key, "a private key encoded for a URL",
     "decode its %XX sequences first"},
    {holds, "+PRIVATE+KEY", not_a_private_key, "a private key encoded for a web form",
     "decode its + and %XX sequences first"},

    // Masked, redacted or never filled in.
    {only, "*•xX.·\n\r\t "sv, not_a_private_key, "a masked secret", secret_missing},
    {only, "-\n\r\t "sv, not_a_private_key, "only hyphens", restore},
    {is, "[redacted]", not_a_private_key, "a redacted secret", secret_missing},
    {is, "<redacted>", not_a_private_key, "a redacted secret", secret_missing},
    {is, "redacted", not_a_private_key, "a redacted secret", secret_missing},
    {is, "[masked]", not_a_private_key, "a masked secret", secret_missing},
    {is, "(sensitive value)", not_a_private_key, "a masked secret", secret_missing},
    {is, "null", not_a_private_key, "the word null", secret_missing},
    {is, "none", not_a_private_key, "the word none", secret_missing},
    {is, "undefined", not_a_private_key, "the word undefined", secret_missing},
    {begins, "${", not_a_private_key, "the name of a variable that was not filled in",
     secret_missing},
    {begins, "{{", not_a_private_key, "the name of a variable that was not filled in",
     secret_missing},
    {variable, "$", not_a_private_key, "the name of a variable that was not filled in",
     secret_missing},
    {variable, "%", not_a_private_key, "the name of a variable that was not filled in",
     secret_missing},
    {is, "[object object]", not_a_private_key, "what JavaScript writes for an object", restore},
    {reference, "op://", not_a_private_key, "a reference to 1Password", resolve},
    {reference, "vault:", not_a_private_key, "a reference to Vault", resolve},
    {reference, "arn:", not_a_private_key, "the name of a resource of AWS", resolve},
    {reference, "file(", not_a_private_key, "an expression that should read the key's file",
     resolve},
    {reference, "pkcs11:", not_a_private_key, "a reference to a key inside a token",
     "the key can't leave the token; use it there: ssh-add -s LIBRARY"},
    {begins, "ENC[PKCS7,", unsupported_container, "a value encrypted by hiera-eyaml",
     "decrypt it first: (umask 077; eyaml decrypt -f FILE > NEW)"},
    {begins, "version https://git-lfs", not_a_private_key, "a Git LFS pointer",
     "fetch the file itself: git lfs pull"},
    {begins, "\0GITCRYPT"sv, not_a_private_key, "a file encrypted by git-crypt",
     "decrypt it first: git-crypt unlock"},
    {begins, "$ANSIBLE_VAULT;", unsupported_container, "a file encrypted by Ansible Vault",
     "decrypt it first: ansible-vault decrypt --output NEW FILE"},
    {holds, "$ANSIBLE_VAULT;", unsupported_container, "a value encrypted by Ansible Vault",
     "copy the lines from $ANSIBLE_VAULT on, without their blanks, into a file and decrypt that: "
     "ansible-vault decrypt --output NEW COPY"},
    {holds, "kind: SealedSecret", unsupported_container, "a secret sealed for a Kubernetes cluster",
     "only its cluster opens it; take the key from the Secret there: kubectl get secret NAME -o "
     "yaml"},
    {begins, "VimCrypt~", unsupported_container, "a file encrypted by vim",
     "decrypt it in vim: enter its key, then :set key= and :wq"},
    {begins, "#< CLIXML", unsupported_container, "a value stored by PowerShell", from_dpapi},
    {begins, "Salted__", unsupported_container, "a file encrypted by openssl enc",
     "decrypt it with the options that it was encrypted with: (umask 077; openssl enc -d "
     "-aes-256-cbc -pbkdf2 -in FILE -out NEW)"},
    {begins, "U2FsdGVkX1", unsupported_container, "a file encrypted by openssl enc",
     "decrypt it with the options that it was encrypted with: (umask 077; openssl enc -d -a "
     "-aes-256-cbc -pbkdf2 -in FILE -out NEW)"},
    {holds, "ENC[AES256_GCM,data:", unsupported_container, "a file encrypted by SOPS",
     "decrypt it first: sops -d FILE"},

    // Public keys and certificates of SSH.
    {holds, "-cert-v01@openssh.com AAAA", certificate_given, "an OpenSSH certificate", ""},
    {begins, "|1|", public_key_given, "a known_hosts file", convert_public},
    {begins, "@cert-authority", public_key_given, "a known_hosts file", convert_public},
    {begins, "@revoked", public_key_given, "a known_hosts file", convert_public},
    {known_hosts_line, "ssh-", public_key_given, "a known_hosts file",
     "it holds the public keys of servers; your private key is usually ~/.ssh/id_ed25519 or "
     "id_rsa"},
    {holds, "ssh-rsa AAAA", public_key_given, "an RSA public key line", ""},
    {holds, "ssh-ed25519 AAAA", public_key_given, "an Ed25519 public key line", ""},
    {holds, "ecdsa-sha2-nistp", public_key_given, "an ECDSA public key line", ""},
    {holds, "ssh-dss AAAA", public_key_given, "a DSA public key line", ""},
    {holds, "ssh-mldsa44-ed25519@openssh.com AAAA", public_key_given,
     "an ML-DSA-44 and Ed25519 public key line", ""},
    {holds, "@openssh.com AAAA", public_key_given, "an SSH public key line", ""},
    {begins_base64, "AAAAC3NzaC1lZDI1NTE5", public_key_given, "the blob of an Ed25519 public key",
     ""},
    {begins_base64, "AAAAB3NzaC1yc2E", public_key_given, "the blob of an RSA public key", ""},
    {begins_base64, "AAAAE2VjZHNhLXNoYTIt", public_key_given, "the blob of an ECDSA public key",
     ""},
    {holds, "BEGIN SSH2 PUBLIC KEY", public_key_given, "a public key of the form RFC 4716", ""},
    {begins, "SHA256:", public_key_given, "the fingerprint of a key", convert_public},
    {fingerprint, " SHA256:", public_key_given, "the fingerprint of a key", convert_public},
    {fingerprint, " MD5:", public_key_given, "the fingerprint of a key", convert_public},
    {begins, "Generating public/private ", not_a_private_key, "the messages of ssh-keygen",
     "give the file that they say the identification has been saved in"},
    {begins, "SSHKRL\n\0"sv, not_a_private_key, "an OpenSSH key revocation list", ""},

    // Private keys of other programs.
    {holds, "BEGIN SSH2 ENCRYPTED PRIVATE KEY", unsupported_container, "an ssh.com private key",
     convert_ssh_com},
    {begins, "SSH PRIVATE KEY FILE FORMAT 1.1", unsupported_container,
     "an SSH protocol 1 private key", convert_ssh1},
    {dropbear, "ssh-", unsupported_container, "a Dropbear private key", convert_dropbear},
    {dropbear, "ecdsa-sha2-", unsupported_container, "a Dropbear private key", convert_dropbear},
    {holds, "BEGIN PGP PRIVATE KEY", unsupported_container, "an OpenPGP private key", convert_gpg},
    {holds, "BEGIN PGP PUBLIC KEY", public_key_given, "an OpenPGP public key", convert_gpg},
    {holds, "BEGIN PGP ", unsupported_container, "an OpenPGP message", convert_gpg},
    {holds, "private-key (ecc", unsupported_container, "a key of gpg-agent", convert_gpg},
    {holds, "private-key (rsa", unsupported_container, "a key of gpg-agent", convert_gpg},
    {begins, "(21:protected-private-key", unsupported_container, "a key of gpg-agent", convert_gpg},
    {begins, "(11:private-key", unsupported_container, "a key of gpg-agent", convert_gpg},
    {holds, "Private-Key: (", unsupported_container, "the numbers of a key, as openssl prints them",
     unprinted},
    {holds, "ED25519 Private-Key:", unsupported_container,
     "the numbers of a key, as openssl prints them", unprinted},
    {begins, "Private-key-format: ", unsupported_container, "a DNSSEC key of BIND", other_tool},
    {begins, "== ed25519v1-secret", unsupported_container, "the key of a Tor service", other_tool},
    {holds, "BEGIN TSS KEY BLOB", unsupported_container, "a key that a TPM holds",
     "use it through the TPM's OpenSSL engine; the file is of use with that TPM only"},
    {begins, "\x1E\xF1\xB5\xB0", unsupported_container, "a private key of Microsoft's form PVK",
     "convert it: openssl rsa -provider legacy -provider default -inform PVK -in FILE -out NEW"},
    {begins, "\x07\x02\0\0"sv, unsupported_container, "a private key blob of Microsoft's CryptoAPI",
     "convert it: openssl rsa -inform MSBLOB -in FILE -out NEW"},
    {begins, "AGE-SECRET-KEY-", unsupported_container, "an age identity", convert_age},
    {holds, "\nAGE-SECRET-KEY-", unsupported_container, "an age identity", convert_age},
    {begins, "AGE-PLUGIN-", unsupported_container, "an age plugin identity", convert_age},
    {begins, "age1", public_key_given, "an age recipient", convert_age},
    {begins, "age-encryption.org/", unsupported_container, "a file encrypted by age",
     "decrypt it first: age -d -i IDENTITY FILE"},
    {holds, "BEGIN AGE ENCRYPTED FILE", unsupported_container, "a file encrypted by age",
     "decrypt it first: age -d -i IDENTITY FILE"},
    {holds, "BEGIN SSH SIGNATURE", not_a_private_key, "an SSH signature",
     "check it with ssh-keygen -Y check-novalidate; the private key is another file"},
    {begins, "SSHSIG", not_a_private_key, "an SSH signature",
     "check it with ssh-keygen -Y check-novalidate; the private key is another file"},
    {begins, "untrusted comment:", unsupported_container,
     "a key or signature of minisign or signify", other_tool},
    {holds, "[Interface]", unsupported_container, "a WireGuard configuration", other_tool},
    {wireguard_key, "=", unsupported_container, "a WireGuard key", other_tool},
    {nacl_key, "==", not_a_private_key, "64 bytes in base64, perhaps an Ed25519 key of NaCl",
     "if they are one: (umask 077; (echo 302e020100300506032b657004220420 | xxd -r -p; base64 -di "
     "FILE | head -c 32) | openssl pkey -inform DER -out NEW)"},
    {seed_in_hex, "", not_a_private_key, "32 bytes in hex, perhaps the seed of an Ed25519 key",
     "if they are one: (umask 077; (echo 302e020100300506032b657004220420; cat FILE) | xxd -r -p | "
     "openssl pkey -inform DER -out NEW)"},
    {holds, "<RSAKeyValue>", unsupported_container, "an RSA key in XML (.NET)",
     "convert it to PEM with the program that made it"},
    {holds, "\"kty\"", unsupported_container, "a JSON Web Key",
     "convert it to PEM (PKCS#8) with a JOSE tool"},
    {begins, "\xFE\xED\xFE\xED", unsupported_container, "a Java key store", convert_jks},
    {begins, "\xCE\xCE\xCE\xCE", unsupported_container, "a Java key store (JCEKS)", convert_jks},
    {holds, "BEGIN PKCS12", unsupported_container, "a PKCS#12 bundle", take_out_of_lines},
    {begins, "\x95", unsupported_container, "binary data, perhaps an OpenPGP private key",
     convert_gpg},
    {begins, "LUKS\xBA\xBE", unsupported_container, "a LUKS volume header", other_tool},
    {begins, "\x03\xD9\xA2\x9A", unsupported_container, "a KeePass database",
     "export the key from it with KeePass"},

    // PEM of other kinds. A certificate may precede a key; then the key was found.
    {holds, "BEGIN PUBLIC KEY", public_key_given, "a public key in PEM form", ""},
    {holds, "BEGIN RSA PUBLIC KEY", public_key_given, "an RSA public key in PEM form", ""},
    {holds, "BEGIN DSA PUBLIC KEY", public_key_given, "a DSA public key in PEM form", ""},
    {holds, "BEGIN EC PUBLIC KEY", public_key_given, "an EC public key in PEM form", ""},
    {holds, "PUBLIC KEY-----", public_key_given, "a public key in PEM form", ""},
    {holds, "BEGIN CERTIFICATE REQUEST", certificate_given, "an X.509 certificate request",
     "give the private key that the request was signed with"},
    {holds, "BEGIN NEW CERTIFICATE REQUEST", certificate_given, "an X.509 certificate request",
     "give the private key that the request was signed with"},
    {holds, "BEGIN CERTIFICATE", certificate_given, "an X.509 certificate", of_certificate},
    {holds, "BEGIN TRUSTED CERTIFICATE", certificate_given, "an X.509 certificate", of_certificate},
    {holds, "BEGIN X509", certificate_given, "an X.509 certificate or revocation list",
     of_certificate},
    {holds, "BEGIN PKCS7", certificate_given, "a PKCS#7 bundle of certificates",
     "it holds no private key; give the key that belongs to the certificate"},
    {holds, "BEGIN CMS", unsupported_container, "a CMS message, perhaps encrypted", decrypt_cms},
    {holds, "BEGIN EC PARAMETERS", not_a_private_key, "the parameters of a curve without a key",
     "the block EC PRIVATE KEY that should follow is missing; copy the whole file"},
    {holds, "BEGIN DH PARAMETERS", not_a_private_key, "Diffie-Hellman parameters", ""},
    {holds, "BEGIN DSA PARAMETERS", not_a_private_key, "DSA parameters without a key", ""},
    {holds, "BEGIN OpenVPN Static key", not_a_private_key, "an OpenVPN static key", other_tool},

    // What is left of a key file.
    {begins_base64, "b3BlbnNzaC1rZXktdjE", no_begin_line,
     "the text begins with openssh-key-v1, so only the BEGIN and END lines are missing",
     wrap_openssh},
    {holds, "b3BlbnNzaC1rZXktdjE", no_begin_line,
     "the text holds openssh-key-v1, but no BEGIN line before it", wrap_openssh},
    {begins_base64, "MII", no_begin_line, "base64 of ASN.1, perhaps a private key", wrap_pem},
    {url_base64, "MII", no_begin_line, "base64 of ASN.1 in the alphabet of URLs",
     "decode it to a binary file: (umask 077; tr -- '-_' '+/' < FILE | base64 -di > NEW)"},
    {begins_base64, "MHcCAQEE", no_begin_line, "base64 of an EC private key", wrap_pem},
    {begins_base64, "MC4CAQAwBQYDK2Vw", no_begin_line, "base64 of an Ed25519 private key",
     wrap_pem},
    {holds, "PRIVATE KEY-----", no_begin_line, "a line of the key's armor is there without BEGIN",
     ""},
    {holds, "Private-Lines: ", no_begin_line, "a PuTTY key file without its first line",
     "copy the file again, from the line PuTTY-User-Key-File on"},
    {holds, "Public-Lines: ", no_begin_line, "a PuTTY key file without its first line",
     "copy the file again, from the line PuTTY-User-Key-File on"},
    {begins, "Proc-Type: 4,ENCRYPTED", no_begin_line, "the headers of an encrypted key", ""},

    // Documents and other files.
    {begins, "<!DOCTYPE", not_a_private_key, "an HTML page", log_in},
    {begins, "<!doctype", not_a_private_key, "an HTML page", log_in},
    {holds, "<html", not_a_private_key, "an HTML page", log_in},
    {holds, "<HTML", not_a_private_key, "an HTML page", log_in},
    {holds, "<Code>AccessDenied</Code>", not_a_private_key, "the answer of a storage server",
     "it refused the download; log in or take a new link, and download the file again"},
    {begins, "<?xml", not_a_private_key, "an XML document", ""},
    {begins, "404: Not Found", not_a_private_key, "the answer of a web server", log_in},
    {begins, "Not Found", not_a_private_key, "the answer of a web server", log_in},
    {begins, "{\"message\":", not_a_private_key, "the answer of a web server", log_in},
    {begins, "{\"error", not_a_private_key, "the answer of a web server", log_in},
    {holds, "IdentityFile ", not_a_private_key, "a configuration of the SSH client",
     "give the file that IdentityFile names"},
    {begins, "\0\x05\x16\x07"sv, not_a_private_key, "what macOS keeps beside a file",
     "give the file whose name lacks the '._' at its beginning"},
    {begins, "PK\x03\x04", not_a_private_key, "a ZIP archive", unpack},
    {begins, "\x1F\x8B", not_a_private_key, "a gzip file", unpack},
    {begins, "\xFD\x37zXZ", not_a_private_key, "an xz file", unpack},
    {begins,
     "\x7F"
     "ELF",
     not_a_private_key, "a program", ""},
    {begins, "{\\rtf", not_a_private_key, "an RTF document",
     "save the key as plain text, without formatting"},
    {begins, "%PDF", not_a_private_key, "a PDF document",
     "copy the key out of it into a text file"},
    {begins, "\x89PNG", not_a_private_key, "a picture", ""},
    {begins, "+--[", public_key_given, "the randomart picture of a key", convert_public},
    {begins, "+---[", public_key_given, "the randomart picture of a key", convert_public},
    {path, "", not_a_private_key, "the name of a file", take_file},
    {begins, "{", not_a_private_key, "a JSON document without a private key", ""},
    {binary, "", not_a_private_key, "binary data", ""},
    {short_line, "", not_a_private_key, "one short line of text, perhaps a passphrase",
     "give the file of the key; the passphrase is asked for"},
    {anything, "", not_a_private_key, "text", ""},
});

/// without_white drops blanks and line ends at both ends.
std::string_view without_white(std::string_view text) {
  constexpr std::string_view white = " \t\r\n\v\f";
  const std::size_t begin = std::min(text.find_first_not_of(white), text.size());
  const std::size_t end = text.find_last_not_of(white);
  return end == std::string_view::npos ? std::string_view{} : text.substr(begin, end + 1 - begin);
}

/// cut_begin_line is true for a text that stops inside a BEGIN line.
bool cut_begin_line(std::string_view text) {
  constexpr std::string_view word = "-----BEGIN";
  return text.size() >= 2 && text.size() < 40 && single_line(text) &&
         (word.starts_with(text) || text.starts_with(word)) && text.contains('-') &&
         !text.contains("PUBLIC") && !text.contains("CERT");
}

}  // namespace

Error recognise(ByteView file, std::string_view text) {
  if (only_white(text)) {
    return Error{.code = errc::empty,
                 .detail = file.empty() ? "" : "nothing but white space or zero bytes"};
  }
  const std::string_view looked = without_white(text.substr(0, looked_at));
  if (cut_begin_line(looked)) {
    return Error{.code = errc::truncated, .line = 1, .detail = "it stops inside the BEGIN line"};
  }
  if (std::optional<Error> binary_content = foreign_content(file)) {
    return std::move(*binary_content);
  }
  if (std::optional<Error> encoded = encoded_content(looked)) {
    return std::move(*encoded);
  }
  const Row& row =
      *std::ranges::find_if(rows, [&](const Row& r) { return r.question(looked, r.sign); });
  return Error{
      .code = row.code, .detail = std::string(row.detail), .advice = std::string(row.advice)};
}

}  // namespace osshkey::armor
