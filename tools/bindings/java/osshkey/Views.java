// SPDX-License-Identifier: MIT
// Copies of what the library shows: texts and bytes with their lengths.
package osshkey;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

final class Views {
  private Views() {}

  /** A static text of the library. */
  static String text(Pointer text) {
    return text == null ? "" : text.getString(0, "UTF-8");
  }

  /** A text of the file, where bytes that are no UTF-8 become U+FFFD; null where there is none. */
  static String text(Pointer text, long size) {
    return text == null ? null : new String(bytes(text, size), StandardCharsets.UTF_8);
  }

  static byte[] bytes(Pointer data, long size) {
    return data == null ? new byte[0] : data.getByteArray(0, Math.toIntExact(size));
  }

  /** What a function shows that takes a place for the length. */
  static String textOf(Function<LongByReference, Pointer> function) {
    LongByReference size = new LongByReference();
    Pointer shown = function.apply(size);
    return text(shown, size.getValue());
  }
}
