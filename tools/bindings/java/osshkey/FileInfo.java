// SPDX-License-Identifier: MIT
package osshkey;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a file shows without its passphrase. Where there is an error, the rest is what could still be
 * read.
 *
 * @param container such as {@code openssh-key-v1}; empty where the file is no key
 * @param rounds of bcrypt, iterations, scrypt's N or Argon2's passes; 0 where there are none
 * @param publicKeys one for each key, in the file's order; empty where only decryption shows it
 */
public record FileInfo(
    String container,
    String cipher,
    String kdf,
    long rounds,
    boolean encrypted,
    List<Optional<PublicKey>> publicKeys,
    List<Note> notes,
    Optional<OsshkeyException> error) {

  static FileInfo of(Pointer file) {
    C.Error error = new C.Error();
    int status = C.osshkey_file_error(file, error);
    return new FileInfo(
        Views.textOf(len -> C.osshkey_file_container(file, len)),
        Views.textOf(len -> C.osshkey_file_cipher(file, len)),
        Views.textOf(len -> C.osshkey_file_kdf(file, len)),
        C.osshkey_file_rounds(file),
        C.osshkey_file_is_encrypted(file) == 1,
        publicKeysOf(file),
        notesOf(file),
        status == C.OK ? Optional.empty() : Optional.of(new OsshkeyException(error)));
  }

  private static List<Optional<PublicKey>> publicKeysOf(Pointer file) {
    List<Optional<PublicKey>> keys = new ArrayList<>();
    for (long index = 0; index < C.osshkey_file_key_count(file); ++index) {
      keys.add(Optional.ofNullable(C.osshkey_file_public_key(file, index)).map(PublicKey::of));
    }
    return List.copyOf(keys);
  }

  static List<Note> notesOf(Pointer file) {
    List<Note> notes = new ArrayList<>();
    C.Note note = new C.Note();
    for (long index = 0; C.osshkey_file_note(file, index, note) == C.OK; ++index) {
      notes.add(
          new Note(
              Views.text(C.osshkey_word(note.status)),
              Views.text(note.text, note.textLen),
              Views.text(note.hint),
              note.line));
    }
    return List.copyOf(notes);
  }
}
