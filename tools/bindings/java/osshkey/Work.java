// SPDX-License-Identifier: MIT
// The options of one derivation: it ends when the token is cancelled or the thread is interrupted.
package osshkey;

final class Work {
  private final C.Options options = new C.Options();

  /** The token may be null. An interrupted thread stays interrupted, for its caller to see. */
  Work(CancelToken cancel) {
    options.progress =
        (user, done, total) ->
            Thread.currentThread().isInterrupted() || (cancel != null && cancel.isCancelled())
                ? 1
                : 0;
  }

  C.Options options() {
    return options;
  }
}
