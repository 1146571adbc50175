/* SPDX-License-Identifier: MIT */
/* The C interface of osshkey (C99): SSH private key files inspected, unlocked, proved and used.
 *
 *   osshkey_file* file = NULL;
 *   osshkey_keys* keys = NULL;
 *   int status = osshkey_file_load("id_ed25519", NULL, &file);
 *   if (status != 0) {
 *     fprintf(stderr, "%s\n", osshkey_message(status));
 *   } else if (osshkey_file_unlock(file, passphrase, passphrase_len, NULL, &keys) != 0) {
 *     osshkey_error error;
 *     osshkey_file_unlock_error(file, &error);
 *     fprintf(stderr, "%s\n%s\n", error.text, error.hint);
 *   }
 *   osshkey_keys_free(keys);
 *   osshkey_file_free(file);
 *
 * STATUS. A function that can fail returns int: 0 on success, a negative OSSHKEY_ status otherwise
 * (<osshkey/status.h>). It can always return OSSHKEY_INVALID_ARGUMENT, OSSHKEY_OUT_OF_MEMORY and
 * OSSHKEY_INTERNAL_ERROR; "Fails with" names the others. Of a file, osshkey_file_error and
 * osshkey_file_unlock_error tell more: the field, where it stands, names and numbers, and what to
 * do about this very file. Of what any other function refuses, the status is all there is to know:
 * osshkey_message and osshkey_hint say it in words. The library never prints, exits or reads the
 * terminal.
 *
 * HANDLES. osshkey_file, osshkey_keys and osshkey_public_key are freed by their own `_free`, once;
 * NULL is allowed. A handle must not be used after that. A function that makes one sets it to NULL
 * where it fails. A `const` handle that a function returns belongs to the one it was taken from.
 *
 * VIEWS. A pointer that a function returns or puts into a struct is a view of the library's memory.
 * It lives as long as its handle unless its function says less, and is never freed by the caller.
 * Every text ends in a NUL, which its length doesn't count. Texts that come from a file (names,
 * comments, the end of an error's text) are its raw bytes: they may hold control characters, bytes
 * that are no UTF-8, and NUL, so that only the length tells where they end. Where a function takes
 * `size_t* len` for a view, NULL says that the caller doesn't want it. With a NULL handle, or an
 * index too large, such a function returns NULL or 0 and sets the length to 0.
 *
 * BUFFERS. A function that fills a caller's buffer takes its size in `*len` and puts there how many
 * bytes it wrote. Where the buffer is NULL or too small it writes nothing, puts the needed size
 * into `*len` and returns OSSHKEY_BUFFER_TOO_SMALL. The needed size stays enough for the next call
 * with the same arguments. Buffers of type char* receive a text whose NUL is counted. What holds a
 * private half or a passphrase should be wiped by the caller after use (osshkey_wipe).
 *
 * BYTES AND TEXTS IN. A passphrase and other bytes are a pointer and a length; the pointer may be
 * NULL where the length is 0. A `const char*` ends in a NUL. None is kept after the call.
 *
 * THREADS. Different handles may be used from different threads at any time. One handle may be used
 * by several threads as long as none of them frees or changes it: what takes it without `const`
 * changes it (unlocking a file, a comment or a certificate for its keys). A handle taken from
 * another counts as that one. No lock is held during a derivation, so that an interpreter may
 * release its own.
 *
 * CALLBACKS run on the thread that called the library, during that call. They may use the library,
 * but must not unlock or free a file that is being unlocked. They must return: an exception or a
 * longjmp through the library leaves secrets in memory and is undefined behaviour, and so is the
 * end of their thread (pthread_exit, as Python ends a daemon thread in a callback). */
#ifndef OSSHKEY_OSSHKEY_H
#define OSSHKEY_OSSHKEY_H

#include <stddef.h>
#include <stdint.h>

#include <osshkey/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version that this header belongs to, as a text and as numbers for the preprocessor. */
#define OSSHKEY_VERSION "0.1.0"
#define OSSHKEY_VERSION_MAJOR 0
#define OSSHKEY_VERSION_MINOR 1
#define OSSHKEY_VERSION_PATCH 0

/* osshkey_version yields the version of the library that runs, in the same form. Static. */
OSSHKEY_EXPORT const char* osshkey_version(void);

/* osshkey_wipe overwrites bytes with zeros. A compiler can't leave it out, as it may a memset of
 * what nobody reads any more. NULL is allowed. */
OSSHKEY_EXPORT void osshkey_wipe(void* bytes, size_t len);

/* ---------------------------------------------------------------- what a caller allows */

/* osshkey_policy says what a file may be. Fill it by osshkey_policy_init and change what is to
 * differ; where a function takes one, NULL stands for the defaults. Each limit is applied before
 * the work that it bounds. */
typedef struct {
  int strict;              /* 0: open what a person would call intact, with a note on each
                              irregularity. 1: open only what OpenSSH opens */
  uint32_t max_rounds;     /* of bcrypt; stops unlocking, not inspection. 65536 */
  uint32_t max_keys;       /* in one file. 64 */
  uint32_t max_key_bits;   /* of an RSA modulus or a DSA prime. 16384 */
  uint32_t max_kdf_passes; /* of Argon2, and scrypt's parallelisation. 4096 */
  uint64_t max_file_size;  /* bytes. 4 MiB */
  uint64_t max_iterations; /* of PBKDF2 and its older kin. 10000000 */
  uint64_t max_kdf_memory; /* bytes that scrypt or Argon2 may allocate. 1 GiB */
  uint64_t reserved[4];    /* for later versions: 0 */
} osshkey_policy;

/* osshkey_policy_init fills in the defaults, which the comments above name. */
OSSHKEY_EXPORT int osshkey_policy_init(osshkey_policy* policy);

/* A progress callback is told how many steps of a derivation are done, and of how many, some
 * milliseconds apart; `done` may begin anew when a second derivation is needed. It returns 0 to go
 * on and anything else to cancel: it is not called again, and the call ends within milliseconds
 * with OSSHKEY_CANCELLED, or with its result where that was complete. */
typedef int (*osshkey_progress_callback)(void* user, uint64_t done, uint64_t total);

/* osshkey_options are about a derivation, where all the time goes. NULL stands for one thread and
 * no callback. Begin with `= {0}`. Derivations other than bcrypt_pbkdf (those of PEM, PKCS#8 and
 * PuTTY's files) call no progress and run to the end. */
typedef struct {
  unsigned threads;                   /* 0: as many as the processors and the work allow */
  osshkey_progress_callback progress; /* or NULL */
  void* progress_user;                /* handed to the callback */
  uint64_t reserved[4];               /* for later versions: 0 */
} osshkey_options;

/* osshkey_cancel_by_flag is a progress callback that is there already: its `user` is an int*, and
 * it cancels once another thread has made that int other than 0. The int is read atomically and
 * must be written so (`__atomic_store_n`; a C11 atomic_int will do as well), but orders no other
 * memory. It lets a language cancel that can't be called from inside its own call, and spares
 * others the way there and back. */
OSSHKEY_EXPORT int osshkey_cancel_by_flag(void* flag, uint64_t done, uint64_t total);

/* ---------------------------------------------------------------- a file, inspected */

/* osshkey_file is the parsed file. */
typedef struct osshkey_file osshkey_file;
/* osshkey_public_key is a public key, known by its blob. */
typedef struct osshkey_public_key osshkey_public_key;

/* osshkey_file_load reads and parses the file at `path`. It yields a file even where that can't be
 * read or isn't a key: osshkey_file_error tells what is wrong, the other functions tell all that
 * could still be read, and unlocking fails with the same status. */
OSSHKEY_EXPORT int osshkey_file_load(const char* path, const osshkey_policy* policy,
                                     osshkey_file** file);
/* osshkey_file_load_descriptor does the same with an open descriptor, read to its end and left
 * open. A negative one is an invalid argument. */
OSSHKEY_EXPORT int osshkey_file_load_descriptor(int descriptor, const osshkey_policy* policy,
                                                osshkey_file** file);
/* osshkey_file_parse does the same with the bytes of a file. They are copied where they are needed
 * and can be wiped afterwards. */
OSSHKEY_EXPORT int osshkey_file_parse(const uint8_t* bytes, size_t len,
                                      const osshkey_policy* policy, osshkey_file** file);
OSSHKEY_EXPORT void osshkey_file_free(osshkey_file* file);

/* osshkey_error is what went wrong, and where. Its texts are views and never NULL. */
typedef struct {
  int status;        /* 0: nothing */
  int system;        /* errno behind OSSHKEY_IO_ERROR, else 0 */
  uint32_t line;     /* of the file, from 1; 0 where none can be named */
  int64_t offset;    /* where the field begins in the decoded bytes (of a container without base64:
                        in the file); -1 where none can be named. Never about decrypted bytes */
  const char* field; /* what was being read, in the words of PROTOCOL.key; may be empty */
  const char* text;  /* the message and its detail; raw bytes of the file may be in it */
  size_t text_len;
  const char* hint; /* what to do next; may be empty */
} osshkey_error;

/* osshkey_file_error fills `error` with what is wrong with the file itself, and returns its status:
 * 0 where nothing is. The views live as long as the file. */
OSSHKEY_EXPORT int osshkey_file_error(const osshkey_file* file, osshkey_error* error);
/* osshkey_file_unlock_error does the same with the last attempt to unlock the file: its status is
 * what that returned. The views live until the next attempt. */
OSSHKEY_EXPORT int osshkey_file_unlock_error(const osshkey_file* file, osshkey_error* error);

/* osshkey_file_path yields the path that the file was loaded from; NULL where there was none. */
OSSHKEY_EXPORT const char* osshkey_file_path(const osshkey_file* file);
/* osshkey_file_container yields the word of the format: openssh-key-v1, pem-pkcs1, pem-sec1,
 * pem-dsa, pkcs8, pkcs8-encrypted, ppk2 or ppk3; empty where the file is no key. */
OSSHKEY_EXPORT const char* osshkey_file_container(const osshkey_file* file, size_t* len);
/* osshkey_file_cipher and osshkey_file_kdf yield the names in the file; `none` where it isn't
 * encrypted, empty where that isn't known. */
OSSHKEY_EXPORT const char* osshkey_file_cipher(const osshkey_file* file, size_t* len);
OSSHKEY_EXPORT const char* osshkey_file_kdf(const osshkey_file* file, size_t* len);
/* osshkey_file_rounds yields the rounds of bcrypt, iterations, scrypt's N or Argon2's passes; 0
 * where there are none. */
OSSHKEY_EXPORT uint64_t osshkey_file_rounds(const osshkey_file* file);
/* osshkey_file_salt yields the salt of the derivation; NULL where there is none. */
OSSHKEY_EXPORT const uint8_t* osshkey_file_salt(const osshkey_file* file, size_t* len);
/* osshkey_file_is_encrypted yields 1 where a passphrase is needed, else 0. */
OSSHKEY_EXPORT int osshkey_file_is_encrypted(const osshkey_file* file);

/* osshkey_file_key_count yields how many keys the file shows, in its order, without a passphrase.
 */
OSSHKEY_EXPORT size_t osshkey_file_key_count(const osshkey_file* file);
/* osshkey_file_public_key yields the public half of a key; NULL where only decryption shows it. */
OSSHKEY_EXPORT const osshkey_public_key* osshkey_file_public_key(const osshkey_file* file,
                                                                 size_t index);
/* osshkey_file_comment yields the comment of a key; NULL where only decryption shows it, which is
 * everywhere but in PuTTY's files. */
OSSHKEY_EXPORT const char* osshkey_file_comment(const osshkey_file* file, size_t index,
                                                size_t* len);

/* osshkey_note is an irregularity that was tolerated, or advice. Its texts are views, never NULL.
 */
typedef struct {
  int status;       /* of kind OSSHKEY_KIND_IRREGULAR or OSSHKEY_KIND_ADVICE */
  uint32_t line;    /* of the file, from 1; 0 where none can be named */
  const char* text; /* the message and its detail */
  size_t text_len;
  const char* hint; /* what to do next; may be empty */
} osshkey_note;

/* osshkey_file_note_count yields how many notes there are. Unlocking may add some at the end. */
OSSHKEY_EXPORT size_t osshkey_file_note_count(const osshkey_file* file);
/* osshkey_file_note fills in one of them. An index too large is an invalid argument. */
OSSHKEY_EXPORT int osshkey_file_note(const osshkey_file* file, size_t index, osshkey_note* note);

/* ---------------------------------------------------------------- unlocking */

/* osshkey_keys are the keys of one file, in its order, in guarded memory that is wiped when they
 * are freed. They don't need their file any more. */
typedef struct osshkey_keys osshkey_keys;
/* osshkey_private_key is one of them. */
typedef struct osshkey_private_key osshkey_private_key;

/* osshkey_file_unlock decrypts, parses and proves the keys. The passphrase is bytes, taken as they
 * are; it is not looked at where the file isn't encrypted. Where it is wrong and ends in a newline,
 * it is tried without, unless the policy is strict, which is noted. Everything that can be refused
 * is refused before the derivation.
 * Fails with: the status of osshkey_file_error; OSSHKEY_NEEDS_PASSPHRASE for an empty passphrase,
 * but not of PKCS#8, where it is one like any other; OSSHKEY_WRONG_PASSPHRASE;
 * OSSHKEY_ROUNDS_TOO_LARGE; OSSHKEY_CANCELLED; what only decryption shows: a status of the kinds
 * malformed and unsupported, under a strict policy irregular. */
OSSHKEY_EXPORT int osshkey_file_unlock(osshkey_file* file, const uint8_t* passphrase,
                                       size_t passphrase_len, const osshkey_options* options,
                                       osshkey_keys** keys);

/* A passphrase callback writes the passphrase of `file` into buffer[0 .. size) and returns its
 * length, or a negative number to give up. `attempt` counts from 1: above that, the passphrase
 * before was wrong. The buffer is guarded memory, and wiped after use; it takes 1024 bytes. */
#define OSSHKEY_PASSPHRASE_SIZE 1024
typedef int (*osshkey_passphrase_callback)(void* user, const osshkey_file* file, unsigned attempt,
                                           uint8_t* buffer, size_t size);

/* osshkey_file_unlock_ask does the same with a passphrase that is asked for only when it is needed:
 * not for a file that isn't encrypted, nor where no passphrase could open it (of an encrypted
 * PKCS#8 file, costs above the limits show after the question). It asks again after a wrong one, up
 * to `attempts` times.
 * Fails with: as osshkey_file_unlock; OSSHKEY_CALLBACK_FAILED where the callback gave up or
 * returned more than `size`. */
OSSHKEY_EXPORT int osshkey_file_unlock_ask(osshkey_file* file, osshkey_passphrase_callback ask,
                                           void* ask_user, unsigned attempts,
                                           const osshkey_options* options, osshkey_keys** keys);

/* One file of osshkey_unlock_many, its passphrase, and the result. Begin with `= {0}`. */
typedef struct {
  osshkey_file* file;
  const uint8_t* passphrase;
  size_t passphrase_len;
  osshkey_keys* keys;   /* set by osshkey_unlock_many: to be freed, NULL where it failed */
  int status;           /* set by osshkey_unlock_many */
  uint64_t reserved[4]; /* for later versions: 0 */
} osshkey_unlock_request;

/* osshkey_unlock_many is osshkey_file_unlock for each of requests[0 .. count), with the derivations
 * by bcrypt_pbkdf as one batch, which keeps each processor busier than one file after the other.
 * What fails with one file doesn't hinder the others. The progress counts the steps of all. During
 * the call, no callback may look at one of these files. Returns 0 if all succeeded, else the first
 * status that is not 0. A request that can't be right, with a file that is NULL or stands there
 * twice, makes the whole call an invalid argument. */
OSSHKEY_EXPORT int osshkey_unlock_many(osshkey_unlock_request* requests, size_t count,
                                       const osshkey_options* options);

/* osshkey_keys_free wipes the keys, and ends every key, public half and view taken from them. */
OSSHKEY_EXPORT void osshkey_keys_free(osshkey_keys* keys);
/* osshkey_keys_count yields how many there are. */
OSSHKEY_EXPORT size_t osshkey_keys_count(const osshkey_keys* keys);
/* osshkey_keys_get yields one of the keys, which lives as long as they all do; NULL where the index
 * is too large. */
OSSHKEY_EXPORT const osshkey_private_key* osshkey_keys_get(const osshkey_keys* keys, size_t index);

/* osshkey_keys_set_comment replaces the comment that osshkey_private_key_to_openssh and
 * _agent_message write. Views of the old comment end. An index too large is an invalid argument. */
OSSHKEY_EXPORT int osshkey_keys_set_comment(osshkey_keys* keys, size_t index, const char* comment,
                                            size_t len);
/* osshkey_keys_certify gives a key its certificate, from a file beside the key's, for the same two
 * to write. Who signed it, and whether it is still valid, isn't looked at. Views of the key's
 * public key end. An index too large is an invalid argument. Fails with: OSSHKEY_MALFORMED
 * (`certified` has no certificate), OSSHKEY_KEY_MISMATCH (it is another key's). */
OSSHKEY_EXPORT int osshkey_keys_certify(osshkey_keys* keys, size_t index,
                                        const osshkey_public_key* certified);

/* ---------------------------------------------------------------- a public key */

/* osshkey_public_key_from_blob parses a public key blob (RFC 4253 section 6.6) or a certificate's.
 * Fails with: OSSHKEY_TRUNCATED, OSSHKEY_MALFORMED, OSSHKEY_TRAILING_DATA, OSSHKEY_BAD_NUMBER,
 * OSSHKEY_INVALID_KEY, OSSHKEY_UNSUPPORTED_CURVE, OSSHKEY_KEY_TOO_LARGE. */
OSSHKEY_EXPORT int osshkey_public_key_from_blob(const uint8_t* blob, size_t len,
                                                osshkey_public_key** key);
/* osshkey_public_key_from_line parses the line of a `.pub` file, also of a certificate: `TYPE
 * BASE64` and a comment that isn't looked at.
 * Fails with: OSSHKEY_MALFORMED (another form; the blob is of another type), OSSHKEY_BAD_BASE64;
 * as osshkey_public_key_from_blob. */
OSSHKEY_EXPORT int osshkey_public_key_from_line(const char* line, size_t len,
                                                osshkey_public_key** key);
OSSHKEY_EXPORT void osshkey_public_key_free(osshkey_public_key* key);

/* osshkey_public_key_type yields the SSH name, such as `ssh-ed25519`; for a certificate, the plain
 * type's. Raw bytes of the file where the type is unknown. */
OSSHKEY_EXPORT const char* osshkey_public_key_type(const osshkey_public_key* key, size_t* len);
/* osshkey_public_key_is_known yields 0 where only the name of the type could be read, else 1. */
OSSHKEY_EXPORT int osshkey_public_key_is_known(const osshkey_public_key* key);
/* osshkey_public_key_bits yields the size that `ssh-keygen -l` prints; 0 where the type is unknown.
 */
OSSHKEY_EXPORT unsigned osshkey_public_key_bits(const osshkey_public_key* key);
/* osshkey_public_key_blob yields the wire form, of a certificate that of the key it certifies. */
OSSHKEY_EXPORT const uint8_t* osshkey_public_key_blob(const osshkey_public_key* key, size_t* len);
/* osshkey_public_key_certificate yields the whole certificate; NULL where there is none. */
OSSHKEY_EXPORT const uint8_t* osshkey_public_key_certificate(const osshkey_public_key* key,
                                                             size_t* len);
/* osshkey_public_key_equal yields 1 where both have the same blob, else 0; also for NULL. */
OSSHKEY_EXPORT int osshkey_public_key_equal(const osshkey_public_key* a,
                                            const osshkey_public_key* b);

enum {
  OSSHKEY_HASH_SHA256 = 0, /* SHA256: and base64 without padding; 51 bytes with the NUL */
  OSSHKEY_HASH_MD5 = 1     /* MD5: and hex pairs with colons; 52 bytes with the NUL */
};

/* osshkey_public_key_fingerprint writes the text that `ssh-keygen -l` prints. */
OSSHKEY_EXPORT int osshkey_public_key_fingerprint(const osshkey_public_key* key, int hash,
                                                  char* out, size_t* len);
/* osshkey_public_key_authorized_key writes the line for authorized_keys, without a newline: type,
 * base64, and the comment where there is one. Control characters in the comment become spaces. */
OSSHKEY_EXPORT int osshkey_public_key_authorized_key(const osshkey_public_key* key,
                                                     const char* comment, size_t comment_len,
                                                     char* out, size_t* len);
/* osshkey_public_key_verify succeeds where `signature`, a blob as osshkey_private_key_sign makes
 * it, is the key's over `data`. With `algorithm` NULL every algorithm of the key's type is taken,
 * but `ssh-rsa` (SHA-1) only where it is named.
 * Fails with: OSSHKEY_BAD_SIGNATURE; OSSHKEY_TRUNCATED, OSSHKEY_MALFORMED, OSSHKEY_TRAILING_DATA,
 * OSSHKEY_BAD_NUMBER about the blob; OSSHKEY_UNSUPPORTED_KEY_TYPE. */
OSSHKEY_EXPORT int osshkey_public_key_verify(const osshkey_public_key* key, const uint8_t* data,
                                             size_t data_len, const uint8_t* signature,
                                             size_t signature_len, const char* algorithm);
/* osshkey_public_key_to_x25519 writes the 32 bytes of the X25519 public key (RFC 7748) that belongs
 * to an ssh-ed25519 key. Fails with: OSSHKEY_UNSUPPORTED_KEY_TYPE, OSSHKEY_INVALID_KEY. */
OSSHKEY_EXPORT int osshkey_public_key_to_x25519(const osshkey_public_key* key, uint8_t* out,
                                                size_t* len);

/* ---------------------------------------------------------------- a private key */

/* osshkey_private_key_public_key yields the public half, with the certificate where there is one.
 * It lives as long as the key; osshkey_keys_certify changes it. */
OSSHKEY_EXPORT const osshkey_public_key* osshkey_private_key_public_key(
    const osshkey_private_key* key);
/* osshkey_private_key_comment yields the comment, an empty text where there is none. The view lives
 * until osshkey_keys_set_comment. */
OSSHKEY_EXPORT const char* osshkey_private_key_comment(const osshkey_private_key* key, size_t* len);
/* osshkey_private_key_is_proved yields 1 where the public half was recomputed from the private one
 * and agrees; 0 for security keys, and for ML-DSA where libcrypto can't recompute it. */
OSSHKEY_EXPORT int osshkey_private_key_is_proved(const osshkey_private_key* key);

/* The parts of a key. Large numbers are unsigned, big-endian and as short as they can be. */
enum {
  OSSHKEY_PART_ED25519_PUBLIC = 1, /* 32 bytes */
  OSSHKEY_PART_ED25519_SEED = 2,   /* 32 bytes */
  OSSHKEY_PART_ED25519_SECRET = 3, /* 64 bytes: seed and public key, libsodium's secret key */
  OSSHKEY_PART_ED448_PUBLIC = 11,  /* 57 bytes */
  OSSHKEY_PART_ED448_SEED = 12,    /* 57 bytes */
  OSSHKEY_PART_RSA_N = 21,
  OSSHKEY_PART_RSA_E = 22,
  OSSHKEY_PART_RSA_D = 23,
  OSSHKEY_PART_RSA_P = 24,
  OSSHKEY_PART_RSA_Q = 25,
  OSSHKEY_PART_RSA_IQMP = 26,    /* q^-1 mod p */
  OSSHKEY_PART_ECDSA_POINT = 31, /* uncompressed: 04, x, y; the type names the curve */
  OSSHKEY_PART_ECDSA_SCALAR = 32,
  OSSHKEY_PART_DSA_P = 41,
  OSSHKEY_PART_DSA_Q = 42,
  OSSHKEY_PART_DSA_G = 43,
  OSSHKEY_PART_DSA_Y = 44,
  OSSHKEY_PART_DSA_X = 45,
  OSSHKEY_PART_SK_PUBLIC = 51,      /* of a security key: 32 bytes, or a point on nistp256 */
  OSSHKEY_PART_SK_APPLICATION = 52, /* usually `ssh:` */
  OSSHKEY_PART_SK_FLAGS = 53,       /* 1 byte: 1 user presence, 4 verification, 32 resident */
  OSSHKEY_PART_SK_KEY_HANDLE = 54,
  OSSHKEY_PART_SK_RESERVED = 55,
  OSSHKEY_PART_MLDSA_ED25519_PUBLIC = 61, /* ML-DSA-44 public key 1312, Ed25519 public key 32 */
  OSSHKEY_PART_MLDSA_ED25519_SECRET = 62  /* ML-DSA seed 32, Ed25519 seed 32 */
};

/* osshkey_private_key_part sets `*data` to a view of one part in the key's guarded memory. `*data`
 * may be NULL where the part is empty. A part that this type of key doesn't have is an invalid
 * argument. */
OSSHKEY_EXPORT int osshkey_private_key_part(const osshkey_private_key* key, int part,
                                            const uint8_t** data, size_t* len);

/* osshkey_private_key_sign writes the signature blob `string algorithm, string signature` (RFC 4253
 * section 6.6) over `data`. `algorithm` is NULL for the type's own, which for ssh-rsa is
 * rsa-sha2-512; RSA takes `rsa-sha2-256`, `rsa-sha2-512` and, for old servers, `ssh-rsa`. ECDSA
 * signatures differ by some bytes in size: the needed size is that of the largest. Asking for it
 * costs as much as a signature; 4096 bytes are enough for every key.
 * Fails with: OSSHKEY_UNSUPPORTED_KEY_TYPE (security keys; ML-DSA; an algorithm of another type).
 */
OSSHKEY_EXPORT int osshkey_private_key_sign(const osshkey_private_key* key, const uint8_t* data,
                                            size_t data_len, const char* algorithm,
                                            uint8_t* signature, size_t* signature_len);

/* osshkey_protection is how a written file is encrypted; NULL or an empty passphrase writes it
 * unencrypted. Begin with `= {0}`. */
typedef struct {
  const uint8_t* passphrase;
  size_t passphrase_len;
  const char* cipher;   /* NULL for the format's usual one. openssh-key-v1: a name of those that
                           today's OpenSSH reads, aes256-ctr; PKCS#8: aes128-cbc, aes192-cbc,
                           aes256-cbc */
  uint32_t rounds;      /* of bcrypt; for PKCS#8 thousands of PBKDF2 iterations. 0: 24, or 600 */
  uint64_t reserved[4]; /* for later versions: 0 */
} osshkey_protection;

/* The functions below write a key for others to read. To ask for the size with a NULL buffer costs
 * little, a buffer that is too small may cost a derivation.
 *
 * osshkey_private_key_to_openssh writes the text of an openssh-key-v1 file, as ssh-keygen does.
 * Fails with: OSSHKEY_UNSUPPORTED_CIPHER. */
OSSHKEY_EXPORT int osshkey_private_key_to_openssh(const osshkey_private_key* key,
                                                  const osshkey_protection* protection,
                                                  uint8_t* out, size_t* len);
/* osshkey_private_key_to_pkcs8 writes the PEM text of PKCS#8 (RFC 5958), encrypted by PBES2 with
 * PBKDF2 and HMAC-SHA-256. Fails with: OSSHKEY_UNSUPPORTED_KEY_TYPE (security keys, ML-DSA),
 * OSSHKEY_UNSUPPORTED_CIPHER, OSSHKEY_ROUNDS_TOO_LARGE (2^31 iterations or more). */
OSSHKEY_EXPORT int osshkey_private_key_to_pkcs8(const osshkey_private_key* key,
                                                const osshkey_protection* protection, uint8_t* out,
                                                size_t* len);
/* osshkey_private_key_to_pkcs8_der writes the same as DER, without the text around it. */
OSSHKEY_EXPORT int osshkey_private_key_to_pkcs8_der(const osshkey_private_key* key,
                                                    const osshkey_protection* protection,
                                                    uint8_t* out, size_t* len);
/* osshkey_private_key_to_pem writes the traditional PEM text of an RSA, ECDSA or DSA key. With a
 * passphrase it is encrypted as ssh-keygen -m PEM does, whose derivation is weak.
 * Fails with: OSSHKEY_UNSUPPORTED_KEY_TYPE. */
OSSHKEY_EXPORT int osshkey_private_key_to_pem(const osshkey_private_key* key,
                                              const uint8_t* passphrase, size_t passphrase_len,
                                              uint8_t* out, size_t* len);

/* osshkey_agent_constraints limit a key's use in the agent. Begin with `= {0}`. */
typedef struct {
  uint32_t lifetime_seconds;         /* 0: for ever */
  int confirm;                       /* 1: the agent asks before each use */
  const char* security_key_provider; /* what a security key needs, usually `internal`; else NULL */
  uint64_t reserved[4];              /* for later versions: 0 */
} osshkey_agent_constraints;

/* osshkey_private_key_to_agent_message writes the bytes for the agent's socket that add the key,
 * their length in front. `constraints` may be NULL. */
OSSHKEY_EXPORT int osshkey_private_key_to_agent_message(
    const osshkey_private_key* key, const osshkey_agent_constraints* constraints, uint8_t* out,
    size_t* len);
/* osshkey_private_key_to_x25519 writes the 32 bytes of the X25519 secret that belongs to an
 * ssh-ed25519 key. Fails with: OSSHKEY_UNSUPPORTED_KEY_TYPE. */
OSSHKEY_EXPORT int osshkey_private_key_to_x25519(const osshkey_private_key* key, uint8_t* out,
                                                 size_t* len);

/* ---------------------------------------------------------------- the key derivation alone */

/* osshkey_bcrypt_pbkdf fills out[0 .. out_len) with the key derived from the passphrase and the
 * salt, on the calling thread. `out` must not overlap the other arguments. Where it fails, `out`
 * holds random bytes, never a key that could be guessed.
 * Fails with: the OSSHKEY_KDF_ statuses. */
OSSHKEY_EXPORT int osshkey_bcrypt_pbkdf(const uint8_t* passphrase, size_t passphrase_len,
                                        const uint8_t* salt, size_t salt_len, uint32_t rounds,
                                        uint8_t* out, size_t out_len);

/* One derivation of a batch: the arguments of osshkey_bcrypt_pbkdf, and its result. */
typedef struct {
  const uint8_t* passphrase;
  size_t passphrase_len;
  const uint8_t* salt;
  size_t salt_len;
  uint32_t rounds;
  uint8_t* out;
  size_t out_len;
  int status; /* set by osshkey_bcrypt_pbkdf_many and _batch */
} osshkey_kdf_request;

/* osshkey_bcrypt_pbkdf_many computes requests[0 .. count) together, on as many threads as asked for
 * (0: as many as the processors and the work allow), and sets the status of each. A bad request
 * doesn't hinder the others. Returns 0 if all succeeded, else the first status that is not 0. */
OSSHKEY_EXPORT int osshkey_bcrypt_pbkdf_many(osshkey_kdf_request* requests, size_t count,
                                             unsigned threads);

/* osshkey_bcrypt_pbkdf_batch does the same with progress and cancellation.
 * Fails with: OSSHKEY_CANCELLED for every request that wasn't bad by itself. */
OSSHKEY_EXPORT int osshkey_bcrypt_pbkdf_batch(osshkey_kdf_request* requests, size_t count,
                                              const osshkey_options* options);

#ifdef __cplusplus
}
#endif

#endif /* OSSHKEY_OSSHKEY_H */
