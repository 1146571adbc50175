// SPDX-License-Identifier: MIT
package osshkey;

/**
 * An irregularity that was tolerated, or advice.
 *
 * @param word never changes
 * @param hint what to do next; may be empty
 * @param line of the file, from 1; 0 where none can be named
 */
public record Note(String word, String text, String hint, int line) {}
