// SPDX-License-Identifier: MIT
// osshkey.h for JNA: the structs and functions that this package calls. No byte[] is passed to C: JNA
// would copy it into memory that it frees without wiping; Secret is the copy that is wiped.
package osshkey;

import com.sun.jna.Callback;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;

final class C {
  static final int OK = 0;
  static final int BUFFER_TOO_SMALL = -2;
  static final int CALLBACK_FAILED = -3;
  static final int HASH_SHA256 = 0;

  static final int PART_ED25519_PUBLIC = 1;
  static final int PART_ED448_PUBLIC = 11;
  static final int PART_ECDSA_POINT = 31;
  static final int PART_DSA_Y = 44;

  static {
    if (Native.SIZE_T_SIZE != Long.BYTES) {
      throw new UnsatisfiedLinkError("osshkey's Java package needs a 64-bit system");
    }
    // A path for tests and for programs that bring their own; else the system's library.
    Native.register(NativeLibrary.getInstance(System.getProperty("osshkey.library", "osshkey")));
  }

  private C() {}

  /** Called on the thread that called the library; anything but 0 cancels. */
  interface Progress extends Callback {
    int invoke(Pointer user, long done, long total);
  }

  /** Called on the thread that called the library, for a passphrase. */
  interface Ask extends Callback {
    int invoke(Pointer user, Pointer file, int attempt, Pointer buffer, long size);
  }

  @FieldOrder({"threads", "progress", "progressUser", "reserved"})
  public static final class Options extends Structure {
    public int threads = 1;
    public Progress progress;
    public Pointer progressUser;
    public long[] reserved = new long[4];
  }

  @FieldOrder({"status", "system", "line", "offset", "field", "text", "textLen", "hint"})
  public static final class Error extends Structure {
    public int status;
    public int system;
    public int line;
    public long offset;
    public Pointer field;
    public Pointer text;
    public long textLen;
    public Pointer hint;
  }

  @FieldOrder({"status", "line", "text", "textLen", "hint"})
  public static final class Note extends Structure {
    public int status;
    public int line;
    public Pointer text;
    public long textLen;
    public Pointer hint;
  }

  @FieldOrder({"passphrase", "passphraseLen", "cipher", "rounds", "reserved"})
  public static final class Protection extends Structure {
    public Pointer passphrase;
    public long passphraseLen;
    public Pointer cipher;
    public int rounds;
    public long[] reserved = new long[4];
  }

  @FieldOrder({
    "passphrase", "passphraseLen", "salt", "saltLen", "rounds", "out", "outLen", "status"
  })
  public static final class KdfRequest extends Structure {
    public Pointer passphrase;
    public long passphraseLen;
    public Pointer salt;
    public long saltLen;
    public int rounds;
    public Pointer out;
    public long outLen;
    public int status;
  }

  static native Pointer osshkey_version();

  static native Pointer osshkey_word(int status);

  static native Pointer osshkey_message(int status);

  static native Pointer osshkey_hint(int status);

  static native int osshkey_kind(int status);

  static native int osshkey_file_load(Pointer path, Pointer policy, PointerByReference file);

  static native int osshkey_file_parse(
      Pointer bytes, long len, Pointer policy, PointerByReference file);

  static native void osshkey_file_free(Pointer file);

  static native int osshkey_file_error(Pointer file, Error error);

  static native int osshkey_file_unlock_error(Pointer file, Error error);

  static native Pointer osshkey_file_container(Pointer file, LongByReference len);

  static native Pointer osshkey_file_cipher(Pointer file, LongByReference len);

  static native Pointer osshkey_file_kdf(Pointer file, LongByReference len);

  static native long osshkey_file_rounds(Pointer file);

  static native int osshkey_file_is_encrypted(Pointer file);

  static native long osshkey_file_key_count(Pointer file);

  static native Pointer osshkey_file_public_key(Pointer file, long index);

  static native Pointer osshkey_file_comment(Pointer file, long index, LongByReference len);

  static native long osshkey_file_note_count(Pointer file);

  static native int osshkey_file_note(Pointer file, long index, Note note);

  static native int osshkey_file_unlock(
      Pointer file, Pointer passphrase, long len, Options options, PointerByReference keys);

  static native int osshkey_file_unlock_ask(
      Pointer file, Ask ask, Pointer user, int attempts, Options options, PointerByReference keys);

  static native void osshkey_keys_free(Pointer keys);

  static native long osshkey_keys_count(Pointer keys);

  static native Pointer osshkey_keys_get(Pointer keys, long index);

  static native Pointer osshkey_public_key_type(Pointer key, LongByReference len);

  static native int osshkey_public_key_bits(Pointer key);

  static native Pointer osshkey_public_key_blob(Pointer key, LongByReference len);

  static native int osshkey_public_key_fingerprint(
      Pointer key, int hash, Pointer out, LongByReference len);

  static native Pointer osshkey_private_key_public_key(Pointer key);

  static native Pointer osshkey_private_key_comment(Pointer key, LongByReference len);

  static native int osshkey_private_key_is_proved(Pointer key);

  static native int osshkey_private_key_part(
      Pointer key, int part, PointerByReference data, LongByReference len);

  static native int osshkey_private_key_sign(
      Pointer key, Pointer data, long len, Pointer algorithm, Pointer out, LongByReference outLen);

  static native int osshkey_private_key_to_openssh(
      Pointer key, Protection protection, Pointer out, LongByReference len);

  static native int osshkey_private_key_to_pkcs8_der(
      Pointer key, Protection protection, Pointer out, LongByReference len);

  static native int osshkey_bcrypt_pbkdf(
      Pointer passphrase, long len, Pointer salt, long saltLen, int rounds, Pointer out, long size);

  static native int osshkey_bcrypt_pbkdf_batch(KdfRequest requests, long count, Options options);
}
