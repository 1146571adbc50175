// SPDX-License-Identifier: MIT
package osshkey;

import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The keys of one file, in its order, in the library's guarded memory. Closing wipes them; it waits for
 * threads that are using one.
 */
public final class Keys implements AutoCloseable, Iterable<PrivateKey> {
  /** Frees what was forgotten to be closed: keys here, and files. One thread does for both. */
  static final Cleaner CLEANER = Cleaner.create();

  private final Pointer keys;
  private final Cleaner.Cleanable free;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final List<PrivateKey> all = new ArrayList<>();
  private boolean closed;

  Keys(Pointer keys) {
    this.keys = keys;
    this.free = CLEANER.register(this, () -> C.osshkey_keys_free(keys));
    for (long index = 0; index < C.osshkey_keys_count(keys); ++index) {
      all.add(new PrivateKey(this, C.osshkey_keys_get(keys, index)));
    }
  }

  public int size() {
    return all.size();
  }

  public PrivateKey get(int index) {
    return all.get(index);
  }

  @Override
  public Iterator<PrivateKey> iterator() {
    return List.copyOf(all).iterator();
  }

  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      closed = true;
      free.clean();
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** What is done with a key while the keys can't be closed. */
  interface Use<T, E extends Exception> {
    T run() throws E;
  }

  <T, E extends Exception> T use(Use<T, E> use) throws E {
    lock.readLock().lock();
    try {
      if (closed) {
        throw new IllegalStateException("the keys are closed");
      }
      return use.run();
    } finally {
      lock.readLock().unlock();
      Reference.reachabilityFence(this);
    }
  }
}
