// SPDX-License-Identifier: MIT
// The numbers of the sample keys: fixed, so that a run can be repeated byte for byte.
#include "sample_keys.hpp"

#include <sodium.h>

#include <stdexcept>
#include <string>

#include "key/elliptic_curve.hpp"
#include "key/make_key.hpp"
#include "key_builder.hpp"
#include "scratch.hpp"

namespace osshkey::fuzz {

namespace {

using testing::from_hex;
using testing::from_text;
using testing::operator+;

// Throwaway numbers, made by OpenSSL.
constexpr std::string_view rsa_p =
    "e9cb7e3f88bd95ecd1eea4c07424d3bcd86a6856da69803dc9aedfbe2438f534da8dbaf3d09cbed1254f0fb7"
    "98a560cedd01094165258bda81c87e635cdd6bcf";
constexpr std::string_view rsa_q =
    "c770b4c011d1d4b62170e0a278059e548485fe1bab832d20549b8a3a4ac9c4f0ca690c2865db0cfd72a6700a"
    "1b32e0badcf7fa3c6744f91f053e1c224be04b5f";
constexpr std::string_view rsa_n =
    "b6241d3d1cc0b30fae1d394b1fcd87912928ece5a702f7a938a17fbc0c5058302d0c777aa4766234a40fbb4a"
    "6de7566c0f34b00fdc8b25d8e1869cde2436723e41dea694f441f321b7cf8d4efed5a30fa8b5eb19fe175f6a"
    "140048e24ad431a2af70875c88e9f95a80b615b4e0036d2a6f8e0a082c1c13b84de918e64ee0a6d1";
constexpr std::string_view rsa_d =
    "a19277bd767c1a5b9680a60a5633e44688d49d113b8e0e5436c04ca76be4f9d602a0447caed7b5562d132779"
    "66f5085ce34041ce503dbf5d1cf264c54a2a623c07b19406b08307422ccf94b77df80e86068138a3b69d6943"
    "e2bb6afad8dc7fba94485c9ab288468f0df1891325e345d8523bd8897749f2ee994ee1fcaa63e361";
constexpr std::string_view rsa_iqmp =
    "d27187974bf6ca3120902b1902bf6cc170529b9d175e361f2350b220171eb8b30526d4459eb2c99d1a2edcc2"
    "586717888e9d2d106414a8199e127035d1fc9029";
constexpr std::string_view dsa_p =
    "d5ce6b7d25e29084e160d588cdf70665385d47289e089d1853f28d98f676f32135533b7852ec12705cf6fa79"
    "32b20b10b90dc1475959a99d6ae57f3783bdd5b1cdf024e4e63ac8579da042318ac5ce39c9748434ad41abb3"
    "c933233d78676754fe30ac79d0a59018d66a3eea9ace8bb91cad7afe59f2a3fe17428b69f416b21f";
constexpr std::string_view dsa_q = "9e57045293ef5b99b6e34713d275b3233ad383a3";
constexpr std::string_view dsa_g =
    "b21645cbad9cd083cbfed7cf5f7c70900ce36a168d6743e353f2db8c309455c7b5377054dc18a76e8a90114c"
    "49303157aeb28f0cfa556f031c03eb9cae44fb9c8b514bcab933b31d3f4f5fec43b74ebc678040180f55970a"
    "70281e52240153f329789a6e3e2857ac6f689010502dddef50e9988ea57ee4c74b2d899a0c29bf0c";
constexpr std::string_view dsa_y =
    "92b61e6d9b1d03bcc0c83f2130041828ce601a716031b554649fb72b00bbc85e33aba2efccf0ec77bddb1381"
    "e68fa7c1f6a2f4bc4fe105988e23bd19167692a88eb86141d292b4422917fad3ab665a784aadd652e0d596ea"
    "1edfaa15e788f9802140be5a77695be17a9dd4dfcf6eba0f56bf1c00c47ceb7b47ec3a701982f872";
constexpr std::string_view dsa_x = "031897b251be3f90b75cf38d7d690e458cbf5768";

// RFC 8032 section 7.4, the first test.
constexpr std::string_view ed448_seed =
    "6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3528c8a3fcc2f044e39a3fc5b"
    "94492f8f032e7549a20098f95b";
constexpr std::string_view ed448_public =
    "5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778edf124769b46c7061bd6783d"
    "f1e50f6cd1fa1abeafe8256180";

PrivateKey make(std::string_view type, const KeyNumbers& numbers, ByteView certificate = {}) {
  std::vector<Note> notes;
  Result<PrivateKey> made = key::make_private_key({.type = key::find_type(type),
                                                   .numbers = numbers,
                                                   .comment = wire::as_bytes("user@host"),
                                                   .certificate = certificate},
                                                  nullptr, notes);
  if (!made) {
    throw std::runtime_error(std::string(type) + ": " + made.error().text());
  }
  return std::move(*made);
}

PrivateKey ecdsa(std::string_view type, Curve curve) {
  const Bytes scalar((key::curve_bits(curve) + 7) / 8 - 1, 0x5a);
  const Bytes point = *key::public_point(curve, scalar);
  return make(type, EcdsaNumbers{.curve = curve, .point = point, .scalar = scalar});
}

PrivateKey rsa() {
  const Bytes n = from_hex(rsa_n), e = from_hex("010001"), d = from_hex(rsa_d);
  const Bytes p = from_hex(rsa_p), q = from_hex(rsa_q), iqmp = from_hex(rsa_iqmp);
  return make("ssh-rsa", RsaNumbers{.n = n, .e = e, .d = d, .p = p, .q = q, .iqmp = iqmp});
}

PrivateKey dsa() {
  const Bytes p = from_hex(dsa_p), q = from_hex(dsa_q), g = from_hex(dsa_g);
  const Bytes y = from_hex(dsa_y), x = from_hex(dsa_x);
  return make("ssh-dss", DsaNumbers{.p = p, .q = q, .g = g, .y = y, .x = x});
}

PrivateKey security_key(std::string_view type, const Bytes& public_key) {
  const Bytes application = from_text("ssh:"), handle = from_text("a handle");
  return make(type, SecurityKeyNumbers{.public_key = public_key,
                                       .application = application,
                                       .flags = 1,
                                       .key_handle = handle,
                                       .reserved = {}});
}

/// certified is a key with a certificate that another one has signed, as OpenSSH wants it.
PrivateKey certified() {
  using testing::ssh_string;
  const testing::Ed25519Pair pair(3), authority(4);
  const Bytes u64_zero(8);
  Bytes certificate = ssh_string("ssh-ed25519-cert-v01@openssh.com") + ssh_string("nonce") +
                      ssh_string(pair.public_key) + u64_zero + testing::u32(1) + ssh_string("id") +
                      ssh_string("") + u64_zero + Bytes(8, 0xff) + ssh_string("") + ssh_string("") +
                      ssh_string("") + ssh_string(authority.blob());
  Bytes signature(crypto_sign_BYTES);
  crypto_sign_detached(signature.data(), nullptr, certificate.data(), certificate.size(),
                       authority.secret.data());
  certificate = certificate + ssh_string(ssh_string("ssh-ed25519") + ssh_string(signature));
  return make("ssh-ed25519", Ed25519Numbers{.public_key = pair.public_key, .secret = pair.secret},
              certificate);
}

/// vector_value is a line `name = hexadecimal` of a file of known answers.
Bytes vector_value(std::string_view text, std::string_view name) {
  const std::string key = "\n" + std::string(name) + " = ";
  const std::size_t begin = text.find(key) + key.size();
  return from_hex(text.substr(begin, text.find('\n', begin) - begin));
}

PrivateKey mldsa() {
  const std::string text = testing::read_text(testing::testdata("vectors/mldsa44_ed25519.txt"));
  const Bytes public_key =
      vector_value(text, "mldsa_public_key") + vector_value(text, "ed25519_public_key");
  const Bytes secret = vector_value(text, "mldsa_seed") + vector_value(text, "ed25519_seed");
  return make("ssh-mldsa44-ed25519@openssh.com",
              MldsaEd25519Numbers{.public_key = public_key, .secret = secret});
}

Keys make_all() {
  Keys keys;
  const testing::Ed25519Pair pair(1), token(2);
  keys.push_back(
      make("ssh-ed25519", Ed25519Numbers{.public_key = pair.public_key, .secret = pair.secret}));
  const Bytes seed = from_hex(ed448_seed), public_key = from_hex(ed448_public);
  keys.push_back(make("ssh-ed448", Ed448Numbers{.public_key = public_key, .seed = seed}));
  keys.push_back(rsa());
  keys.push_back(ecdsa("ecdsa-sha2-nistp256", Curve::nistp256));
  keys.push_back(ecdsa("ecdsa-sha2-nistp384", Curve::nistp384));
  keys.push_back(ecdsa("ecdsa-sha2-nistp521", Curve::nistp521));
  keys.push_back(dsa());
  keys.push_back(security_key("sk-ssh-ed25519@openssh.com", token.public_key));
  const Bytes scalar(32, 1);
  keys.push_back(security_key("sk-ecdsa-sha2-nistp256@openssh.com",
                              *key::public_point(Curve::nistp256, scalar)));
  keys.push_back(certified());
  keys.push_back(mldsa());
  return keys;
}

}  // namespace

const Keys& sample_keys() {
  static const Keys keys = make_all();
  return keys;
}

}  // namespace osshkey::fuzz
