// SPDX-License-Identifier: MIT
package osshkey;

/** Is asked for a passphrase where one is needed. What it throws comes out of the unlocking as itself. */
@FunctionalInterface
public interface PassphraseCallback<E extends Exception> {
  /**
   * The passphrase, at most 1024 bytes, or null to give up. The array is wiped as soon as it was used.
   *
   * @param attempt counts from 1; above that, the passphrase before was wrong
   */
  byte[] passphrase(FileInfo file, int attempt) throws E;
}
