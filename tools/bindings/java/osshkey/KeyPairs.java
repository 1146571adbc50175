// SPDX-License-Identifier: MIT
// PKCS#8 as key objects of java.security, with the public half made of the key's own numbers.
package osshkey;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.interfaces.DSAParams;
import java.security.interfaces.DSAPrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.DSAPublicKeySpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.KeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;

final class KeyPairs {
  private KeyPairs() {}

  static KeyPair of(PrivateKey key, byte[] der) throws OsshkeyException, GeneralSecurityException {
    KeyFactory factory = KeyFactory.getInstance(algorithmOf(key.publicKey().type()));
    java.security.PrivateKey half = factory.generatePrivate(new PKCS8EncodedKeySpec(der));
    return new KeyPair(factory.generatePublic(publicSpec(key, half)), half);
  }

  private static String algorithmOf(String type) {
    return switch (type) {
      case "ssh-rsa" -> "RSA";
      case "ssh-dss" -> "DSA";
      case "ssh-ed25519" -> "Ed25519";
      case "ssh-ed448" -> "Ed448";
      default -> "EC"; // of the other types there is no PKCS#8
    };
  }

  private static KeySpec publicSpec(PrivateKey key, java.security.PrivateKey half)
      throws OsshkeyException {
    if (half instanceof RSAPrivateCrtKey rsa) {
      return new RSAPublicKeySpec(rsa.getModulus(), rsa.getPublicExponent());
    }
    if (half instanceof DSAPrivateKey dsa) {
      DSAParams group = dsa.getParams();
      return new DSAPublicKeySpec(
          new BigInteger(1, key.part(C.PART_DSA_Y)), group.getP(), group.getQ(), group.getG());
    }
    if (half instanceof ECPrivateKey ec) {
      return new ECPublicKeySpec(point(key.part(C.PART_ECDSA_POINT)), ec.getParams());
    }
    return key.publicKey().type().equals("ssh-ed25519")
        ? edwards(NamedParameterSpec.ED25519, key.part(C.PART_ED25519_PUBLIC))
        : edwards(NamedParameterSpec.ED448, key.part(C.PART_ED448_PUBLIC));
  }

  /** An uncompressed point: 04, x, y. */
  private static ECPoint point(byte[] encoded) {
    int middle = 1 + encoded.length / 2;
    return new ECPoint(
        new BigInteger(1, Arrays.copyOfRange(encoded, 1, middle)),
        new BigInteger(1, Arrays.copyOfRange(encoded, middle, encoded.length)));
  }

  /** RFC 8032: y in little-endian order, with the last bit of x on top. */
  private static EdECPublicKeySpec edwards(NamedParameterSpec curve, byte[] encoded) {
    byte[] number = new byte[encoded.length];
    for (int i = 0; i < encoded.length; ++i) {
      number[i] = encoded[encoded.length - 1 - i];
    }
    boolean xIsOdd = number[0] < 0;
    number[0] &= 0x7f;
    return new EdECPublicKeySpec(curve, new EdECPoint(xIsOdd, new BigInteger(1, number)));
  }
}
