// SPDX-License-Identifier: MIT
package osshkey;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Why a file can't be opened or a call was refused. The message is for people; {@link #kind} is what a
 * program acts on, {@link #word} is the exact cause for its log and never changes.
 */
public final class OsshkeyException extends Exception {
  private static final long serialVersionUID = 1;

  /** What a program acts on, in the order of the numbers in status.h. */
  public enum Kind {
    NONE,
    NOT_A_PRIVATE_KEY,
    MALFORMED,
    UNSUPPORTED,
    LIMIT_EXCEEDED,
    PASSPHRASE,
    ENVIRONMENT,
    IRREGULAR,
    ADVICE,
    USAGE
  }

  private final int code;
  private final String field;
  private final long offset;
  private final int line;
  private final String hint;

  OsshkeyException(int code) {
    super(Views.text(C.osshkey_message(code)));
    this.code = code;
    this.field = "";
    this.offset = -1;
    this.line = 0;
    this.hint = Views.text(C.osshkey_hint(code));
  }

  OsshkeyException(C.Error error) {
    super(Views.text(error.text, error.textLen));
    this.code = error.status;
    this.field = Views.text(error.field);
    this.offset = error.offset;
    this.line = error.line;
    this.hint = Views.text(error.hint);
  }

  static void check(int status) throws OsshkeyException {
    if (status != C.OK) {
      throw new OsshkeyException(status);
    }
  }

  public int code() {
    return code;
  }

  /** Such as {@code wrong-passphrase}. */
  public String word() {
    return Views.text(C.osshkey_word(code));
  }

  public Kind kind() {
    return Kind.values()[C.osshkey_kind(code)];
  }

  /** What was being read, in the words of OpenSSH's PROTOCOL.key; may be empty. */
  public String field() {
    return field;
  }

  /** Where the field begins in the decoded bytes of the file. */
  public OptionalLong offset() {
    return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
  }

  /** The line of the file, from 1. */
  public OptionalInt line() {
    return line == 0 ? OptionalInt.empty() : OptionalInt.of(line);
  }

  /** What to do next; may be empty. */
  public String hint() {
    return hint;
  }
}
