// SPDX-License-Identifier: MIT
package osshkey;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.Arrays;

/** A key file, parsed. Close it when it was inspected or unlocked; its keys don't need it any more. */
public final class KeyFile implements AutoCloseable {
  private final Pointer file;
  private final Cleaner.Cleanable free;
  private boolean unlocking;
  private boolean closed;

  private KeyFile(Pointer file) {
    this.file = file;
    this.free = Keys.CLEANER.register(this, () -> C.osshkey_file_free(file));
  }

  /**
   * Reads and parses a file. One that can't be read or isn't a key is no exception yet: {@link #info}
   * tells what it is, and unlocking fails with that.
   */
  public static KeyFile load(Path path) throws OsshkeyException {
    PointerByReference file = new PointerByReference();
    try (Secret name = Secret.name(path.toString())) {
      OsshkeyException.check(C.osshkey_file_load(name.pointer(), null, file));
    }
    return new KeyFile(file.getValue());
  }

  /** Does the same with the bytes of a file. */
  public static KeyFile parse(byte[] bytes) throws OsshkeyException {
    PointerByReference file = new PointerByReference();
    try (Secret copy = Secret.copyOf(bytes)) {
      OsshkeyException.check(C.osshkey_file_parse(copy.pointer(), copy.size(), null, file));
    }
    return new KeyFile(file.getValue());
  }

  /** What the file shows; after unlocking, with the notes that only a passphrase shows. */
  public synchronized FileInfo info() {
    try {
      return FileInfo.of(open());
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** The keys, decrypted and proved. The passphrase is not looked at where the file isn't encrypted. */
  public Keys unlock(byte[] passphrase) throws OsshkeyException {
    return unlock(passphrase, null);
  }

  /** The same, which {@code cancel} can end; so does an interruption of this thread. */
  public synchronized Keys unlock(byte[] passphrase, CancelToken cancel) throws OsshkeyException {
    PointerByReference keys = new PointerByReference();
    Pointer opened = idle();
    try (Secret secret = Secret.copyOf(passphrase)) {
      return settle(
          C.osshkey_file_unlock(
              opened, secret.pointer(), secret.size(), new Work(cancel).options(), keys),
          keys);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** The same with a passphrase that is asked for only where it is needed, up to {@code attempts} times. */
  public synchronized <E extends Exception> Keys unlock(
      PassphraseCallback<E> ask, int attempts, CancelToken cancel) throws OsshkeyException, E {
    PointerByReference keys = new PointerByReference();
    Pointer opened = idle();
    Question question = new Question(ask, info());
    unlocking = true;
    try {
      int status =
          C.osshkey_file_unlock_ask(
              opened, question, null, attempts, new Work(cancel).options(), keys);
      if (question.thrown != null) {
        throw KeyFile.<RuntimeException>asItself(question.thrown);
      }
      return settle(status, keys);
    } finally {
      unlocking = false;
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      idle();
      closed = true;
      free.clean();
    }
  }

  private Pointer open() {
    if (closed) {
      throw new IllegalStateException("the file is closed");
    }
    return file;
  }

  /** A passphrase callback is on this file's own thread, which no lock keeps out. */
  private Pointer idle() {
    if (unlocking) {
      throw new IllegalStateException("the file is being unlocked");
    }
    return open();
  }

  /** Throws what a callback has thrown: an E, or what needs no declaration. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T asItself(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private Keys settle(int status, PointerByReference keys) throws OsshkeyException {
    if (status == C.OK) {
      return new Keys(keys.getValue());
    }
    C.Error error = new C.Error();
    C.osshkey_file_unlock_error(file, error);
    throw new OsshkeyException(error);
  }

  /** A passphrase callback for C around one in Java: no exception may pass through C. */
  private static final class Question implements C.Ask {
    private final PassphraseCallback<?> ask;
    private final FileInfo info;
    private Throwable thrown;

    Question(PassphraseCallback<?> ask, FileInfo info) {
      this.ask = ask;
      this.info = info;
    }

    @Override
    public int invoke(Pointer user, Pointer file, int attempt, Pointer buffer, long size) {
      try {
        byte[] answer = ask.passphrase(info, attempt);
        if (answer == null) {
          return C.CALLBACK_FAILED;
        }
        if (answer.length > size) {
          Arrays.fill(answer, (byte) 0);
          throw new IllegalArgumentException("a passphrase has at most " + size + " bytes");
        }
        buffer.write(0, answer, 0, answer.length);
        Arrays.fill(answer, (byte) 0);
        return answer.length;
      } catch (Throwable any) {
        thrown = any;
        return C.CALLBACK_FAILED;
      }
    }
  }
}
