// SPDX-License-Identifier: MIT
package osshkey;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;

/**
 * A public key.
 *
 * @param type the SSH name, such as {@code ssh-ed25519}
 * @param bits as {@code ssh-keygen -l} prints them; 0 where the type is unknown
 * @param blob the wire form (RFC 4253 section 6.6)
 * @param fingerprint {@code SHA256:} and base64
 */
public record PublicKey(String type, int bits, byte[] blob, String fingerprint) {
  static PublicKey of(Pointer key) {
    LongByReference size = new LongByReference();
    Pointer blob = C.osshkey_public_key_blob(key, size);
    byte[] copy = Views.bytes(blob, size.getValue());
    return new PublicKey(
        Views.textOf(len -> C.osshkey_public_key_type(key, len)),
        C.osshkey_public_key_bits(key),
        copy,
        fingerprintOf(key));
  }

  private static String fingerprintOf(Pointer key) {
    LongByReference size = new LongByReference(128);
    try (Memory text = new Memory(size.getValue())) {
      int status = C.osshkey_public_key_fingerprint(key, C.HASH_SHA256, text, size);
      if (status != C.OK) {
        throw new IllegalStateException(Views.text(C.osshkey_message(status)));
      }
      return text.getString(0, "US-ASCII");
    }
  }
}
