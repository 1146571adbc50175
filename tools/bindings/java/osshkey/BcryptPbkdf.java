// SPDX-License-Identifier: MIT
package osshkey;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/** The key derivation bcrypt_pbkdf, without a key file. Threads derive side by side: nothing is locked. */
public final class BcryptPbkdf {
  private BcryptPbkdf() {}

  /**
   * Fills all of {@code out} with the derived key. The arrays are copied once each, into memory that is
   * wiped before the call returns. Where it fails, {@code out} is as it was.
   *
   * @throws OsshkeyException {@code cancelled} when the thread was interrupted, which it stays; a kind
   *     USAGE where an argument can't be right
   */
  public static void derive(byte[] passphrase, byte[] salt, int rounds, byte[] out)
      throws OsshkeyException {
    derive(passphrase, salt, rounds, out, null);
  }

  /** The same, which {@code cancel} can end. */
  public static void derive(
      byte[] passphrase, byte[] salt, int rounds, byte[] out, CancelToken cancel)
      throws OsshkeyException {
    try (Secret secret = Secret.copyOf(passphrase);
        Secret publicSalt = Secret.copyOf(salt);
        Secret key = Secret.ofSize(out.length)) {
      C.KdfRequest request = new C.KdfRequest();
      request.passphrase = secret.pointer();
      request.passphraseLen = secret.size();
      request.salt = publicSalt.pointer();
      request.saltLen = publicSalt.size();
      request.out = key.pointer();
      request.outLen = key.size();
      derive(request, rounds, cancel);
      key.copyTo(out);
    }
  }

  /**
   * The same from and into direct buffers, from their position to their limit, without a copy. Where it
   * fails, {@code out} holds random bytes.
   *
   * @throws IllegalArgumentException where a buffer isn't direct, or {@code out} is read-only
   */
  public static void derive(
      ByteBuffer passphrase, ByteBuffer salt, int rounds, ByteBuffer out, CancelToken cancel)
      throws OsshkeyException {
    if (out.isReadOnly()) {
      throw new IllegalArgumentException("out is read-only");
    }
    C.KdfRequest request = new C.KdfRequest();
    request.passphrase = pointerTo(passphrase);
    request.passphraseLen = passphrase.remaining();
    request.salt = pointerTo(salt);
    request.saltLen = salt.remaining();
    request.out = pointerTo(out);
    request.outLen = out.remaining();
    try {
      derive(request, rounds, cancel);
    } finally {
      Reference.reachabilityFence(passphrase);
      Reference.reachabilityFence(salt);
      Reference.reachabilityFence(out);
    }
  }

  private static void derive(C.KdfRequest request, int rounds, CancelToken cancel)
      throws OsshkeyException {
    if (rounds < 0) {
      throw new IllegalArgumentException("rounds must not be negative");
    }
    request.rounds = rounds;
    OsshkeyException.check(
        C.osshkey_bcrypt_pbkdf_batch(request, 1, new Work(cancel).options()));
  }

  private static Pointer pointerTo(ByteBuffer buffer) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("not a direct buffer");
    }
    // Of the buffer's start, whatever its position is.
    return Native.getDirectBufferPointer(buffer).share(buffer.position());
  }
}
