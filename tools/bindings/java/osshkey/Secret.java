// SPDX-License-Identifier: MIT
// Memory outside the Java heap for one call: the collector doesn't move it, and it is wiped at the end.
package osshkey;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

final class Secret implements AutoCloseable {
  private final Memory memory;
  private final int size;

  private Secret(int size) {
    this.memory = size == 0 ? null : new Memory(size);
    this.size = size;
  }

  /** Room for a result. */
  static Secret ofSize(int size) {
    Secret room = new Secret(size);
    if (room.memory != null) {
      room.memory.clear();
    }
    return room;
  }

  /** The one copy of a caller's array. */
  static Secret copyOf(byte[] bytes) {
    Secret copy = new Secret(bytes.length);
    if (copy.memory != null) {
      copy.memory.write(0, bytes, 0, bytes.length);
    }
    return copy;
  }

  /** A name with the NUL that ends it; null stays a null pointer. */
  static Secret name(String name) {
    if (name == null) {
      return new Secret(0);
    }
    if (name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a name must not contain a NUL");
    }
    return copyOf((name + '\0').getBytes(StandardCharsets.UTF_8));
  }

  /** Null where there are no bytes. */
  Pointer pointer() {
    return memory;
  }

  long size() {
    return size;
  }

  void copyTo(byte[] target) {
    if (target.length > 0) {
      memory.read(0, target, 0, target.length);
    }
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.clear();
      memory.close();
    }
  }
}
