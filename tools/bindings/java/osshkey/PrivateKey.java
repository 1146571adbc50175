// SPDX-License-Identifier: MIT
package osshkey;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Arrays;

/** One key of a file. It keeps its {@link Keys} alive, and can't be used after they were closed. */
public final class PrivateKey {
  private static final int LARGEST_SIGNATURE = 4096;

  private final Keys owner;
  private final Pointer key;
  private final PublicKey publicKey;
  private final String comment;
  private final boolean proved;

  PrivateKey(Keys owner, Pointer key) {
    this.owner = owner;
    this.key = key;
    this.publicKey = PublicKey.of(C.osshkey_private_key_public_key(key));
    this.comment = Views.textOf(len -> C.osshkey_private_key_comment(key, len));
    this.proved = C.osshkey_private_key_is_proved(key) == 1;
  }

  public PublicKey publicKey() {
    return publicKey;
  }

  public String comment() {
    return comment;
  }

  /** Whether the public half was recomputed from the private one; false for security keys. */
  public boolean isProved() {
    return proved;
  }

  /**
   * The key as objects of java.security: RSA, EC, DSA, Ed25519 or Ed448. These hold the private half on
   * the Java heap, where nothing can be wiped for sure.
   */
  public KeyPair toKeyPair() throws OsshkeyException, GeneralSecurityException {
    byte[] der = toPkcs8();
    try {
      return KeyPairs.of(this, der);
    } finally {
      Arrays.fill(der, (byte) 0);
    }
  }

  /** PKCS#8 in DER, unencrypted: wipe it after use. */
  public byte[] toPkcs8() throws OsshkeyException {
    return written((out, size) -> C.osshkey_private_key_to_pkcs8_der(key, null, out, size));
  }

  /** The text of an openssh-key-v1 file, unencrypted where the passphrase is empty. */
  public byte[] toOpenssh(byte[] passphrase) throws OsshkeyException {
    try (Secret secret = Secret.copyOf(passphrase)) {
      C.Protection protection = new C.Protection();
      protection.passphrase = secret.pointer();
      protection.passphraseLen = secret.size();
      return written((out, size) -> C.osshkey_private_key_to_openssh(key, protection, out, size));
    }
  }

  /** SSH's signature blob over the data by the type's usual algorithm, for ssh-rsa rsa-sha2-512. */
  public byte[] sign(byte[] data) throws OsshkeyException {
    return sign(data, null);
  }

  /** The same by an algorithm of the key's type, such as {@code rsa-sha2-256}. */
  public byte[] sign(byte[] data, String algorithm) throws OsshkeyException {
    try (Secret copy = Secret.copyOf(data);
        Secret name = Secret.name(algorithm);
        Secret out = Secret.ofSize(LARGEST_SIGNATURE)) {
      LongByReference size = new LongByReference(LARGEST_SIGNATURE);
      OsshkeyException.check(
          owner.use(
              () ->
                  C.osshkey_private_key_sign(
                      key, copy.pointer(), copy.size(), name.pointer(), out.pointer(), size)));
      byte[] signature = new byte[Math.toIntExact(size.getValue())];
      out.copyTo(signature);
      return signature;
    }
  }

  /** One of the public parts of osshkey.h. */
  byte[] part(int part) throws OsshkeyException {
    PointerByReference data = new PointerByReference();
    LongByReference size = new LongByReference();
    return owner.use(
        () -> {
          OsshkeyException.check(C.osshkey_private_key_part(key, part, data, size));
          return Views.bytes(data.getValue(), size.getValue());
        });
  }

  private interface Writer {
    int write(Pointer out, LongByReference size);
  }

  /** The bytes on their way into the caller's array stand in one more place, which is wiped. */
  private byte[] written(Writer writer) throws OsshkeyException {
    return owner.use(
        () -> {
          LongByReference size = new LongByReference();
          int status = writer.write(null, size);
          if (status != C.BUFFER_TOO_SMALL) {
            throw new OsshkeyException(status);
          }
          try (Secret out = Secret.ofSize(Math.toIntExact(size.getValue()))) {
            OsshkeyException.check(writer.write(out.pointer(), size));
            byte[] copy = new byte[Math.toIntExact(size.getValue())];
            out.copyTo(copy);
            return copy;
          }
        });
  }
}
