/* SPDX-License-Identifier: MIT */
/* Files inspected through the C interface: what they show, what is wrong with them, what the policy
 * refuses, and arguments that can't be right. */
#define _POSIX_C_SOURCE 200809L /* open and close */
#include <fcntl.h>
#include <unistd.h>

#include "files.h"

/* read_key yields the bytes of one of testdata's keys, with room for as many again. */
static size_t read_key(const char* name, uint8_t* bytes, size_t room) {
  FILE* stream = fopen(testdata(name), "rb");
  size_t size;
  NEED(stream != NULL);
  size = fread(bytes, 1, room, stream);
  NEED(size > 0 && size < room);
  fclose(stream);
  return size;
}

static void check_demo_key(const osshkey_file* file) {
  osshkey_error error;
  char fingerprint[64];
  size_t len = 99;
  const osshkey_public_key* key;
  CHECK_STATUS(osshkey_file_error(file, &error), OSSHKEY_OK);
  CHECK(error.status == OSSHKEY_OK && error.offset == -1 && error.line == 0 && error.system == 0);
  CHECK(error.field[0] == '\0' && error.text[0] == '\0' && error.hint[0] == '\0');
  CHECK(strcmp(osshkey_file_container(file, &len), "openssh-key-v1") == 0 && len == 14);
  CHECK(strcmp(osshkey_file_cipher(file, &len), "aes256-ctr") == 0 && len == 10);
  CHECK(strcmp(osshkey_file_kdf(file, &len), "bcrypt") == 0 && len == 6);
  CHECK(osshkey_file_rounds(file) == 16);
  CHECK(osshkey_file_salt(file, &len) != NULL && len == 16);
  CHECK(osshkey_file_is_encrypted(file) == 1);
  CHECK(osshkey_file_key_count(file) == 1);
  CHECK(osshkey_file_comment(file, 0, &len) == NULL && len == 0);
  key = osshkey_file_public_key(file, 0);
  NEED(key != NULL);
  len = sizeof fingerprint;
  CHECK_STATUS(osshkey_public_key_fingerprint(key, OSSHKEY_HASH_SHA256, fingerprint, &len),
               OSSHKEY_OK);
  CHECK(strcmp(fingerprint, DEMO_FINGERPRINT) == 0);
}

static void inspected_from_a_path(void) {
  osshkey_file* file = load(testdata("id_ed25519.rounds-16"));
  check_demo_key(file);
  CHECK(strcmp(osshkey_file_path(file), testdata("id_ed25519.rounds-16")) == 0);
  osshkey_file_free(file);
}

static void inspected_from_a_descriptor(void) {
  osshkey_file* file = NULL;
  const int descriptor = open(testdata("id_ed25519.rounds-16"), O_RDONLY);
  NEED(descriptor >= 0);
  CHECK_STATUS(osshkey_file_load_descriptor(descriptor, NULL, &file), OSSHKEY_OK);
  check_demo_key(file);
  CHECK(osshkey_file_path(file) == NULL);
  CHECK(close(descriptor) == 0);
  osshkey_file_free(file);
}

static void inspected_from_bytes(void) {
  uint8_t bytes[1024];
  osshkey_file* file = NULL;
  const size_t size = read_key("id_ed25519.rounds-16", bytes, sizeof bytes);
  CHECK_STATUS(osshkey_file_parse(bytes, size, NULL, &file), OSSHKEY_OK);
  memset(bytes, 0, sizeof bytes);
  check_demo_key(file);
  osshkey_file_free(file);
}

static void an_unencrypted_file(void) {
  size_t len = 99;
  osshkey_file* file = load(testdata("id_ed25519.none"));
  CHECK(osshkey_file_is_encrypted(file) == 0);
  CHECK(strcmp(osshkey_file_cipher(file, NULL), "none") == 0);
  CHECK(strcmp(osshkey_file_kdf(file, NULL), "none") == 0);
  CHECK(osshkey_file_rounds(file) == 0);
  CHECK(osshkey_file_salt(file, &len) == NULL && len == 0);
  osshkey_file_free(file);
}

static void a_comment_that_putty_shows(void) {
  static const char text[] =
      "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: from PuTTY\n"
      "Public-Lines: 2\nAAAAC3NzaC1lZDI1NTE5AAAAIH15aQU1/plIJQCRzQ2jzR5pOqEvrUT9QtJDaoJG\n"
      "s/AY\nPrivate-Lines: 1\nAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n"
      "Private-MAC: 0000000000000000000000000000000000000000000000000000000000000000\n";
  osshkey_file* file = NULL;
  osshkey_keys* keys = NULL;
  size_t len = 0;
  CHECK_STATUS(osshkey_file_parse(BYTES(text), NULL, &file), OSSHKEY_OK);
  CHECK(strcmp(osshkey_file_container(file, NULL), "ppk3") == 0);
  CHECK(osshkey_file_comment(file, 0, &len) != NULL && len == strlen("from PuTTY"));
  CHECK(osshkey_file_unlock(file, NULL, 0, NULL, &keys) != OSSHKEY_OK); /* the MAC is made up */
  CHECK(keys == NULL);
  osshkey_file_free(file);
}

static void a_missing_file(void) {
  osshkey_file* file = NULL;
  osshkey_keys* keys = NULL;
  osshkey_error error;
  CHECK_STATUS(osshkey_file_load(testdata("no such key"), NULL, &file), OSSHKEY_OK);
  CHECK_STATUS(osshkey_file_error(file, &error), OSSHKEY_IO_ERROR);
  CHECK(error.system != 0 && error.hint[0] != '\0');
  CHECK(strlen(error.text) == error.text_len && error.text_len > 0);
  CHECK(osshkey_file_key_count(file) == 0 && osshkey_file_public_key(file, 0) == NULL);
  CHECK(strcmp(osshkey_file_container(file, NULL), "") == 0);
  CHECK_STATUS(osshkey_file_unlock(file, BYTES(DEMO_PASSPHRASE), NULL, &keys), OSSHKEY_IO_ERROR);
  CHECK(keys == NULL);
  osshkey_file_free(file);
}

static void no_bytes(void) {
  osshkey_file* file = NULL;
  osshkey_error error;
  CHECK_STATUS(osshkey_file_parse(NULL, 0, NULL, &file), OSSHKEY_OK);
  CHECK_STATUS(osshkey_file_error(file, &error), OSSHKEY_EMPTY);
  osshkey_file_free(file);
}

static void a_damaged_file_says_where(void) {
  static const char text[] =
      "-----BEGIN OPENSSH PRIVATE KEY-----\n"
      "b3BlbnNzaC1rZXktdjEAAAAACmFlczI1Ni1jdHIAAAAG\n"
      "-----END OPENSSH PRIVATE KEY-----\n";
  osshkey_file* file = NULL;
  osshkey_error error;
  CHECK_STATUS(osshkey_file_parse(BYTES(text), NULL, &file), OSSHKEY_OK);
  CHECK_STATUS(osshkey_file_error(file, &error), OSSHKEY_TRUNCATED);
  CHECK(error.offset == 29 && error.line == 2 && error.field[0] != '\0');
  CHECK(strcmp(osshkey_file_cipher(file, NULL), "aes256-ctr") == 0);
  osshkey_file_free(file);
}

/* crlf_key makes the unencrypted key with CR LF at its line ends. */
static size_t crlf_key(uint8_t* bytes, size_t room) {
  static uint8_t plain[1024];
  const size_t size = read_key("id_ed25519.none", plain, sizeof plain);
  size_t used = 0;
  size_t i;
  NEED(2 * size <= room);
  for (i = 0; i < size; ++i) {
    if (plain[i] == '\n') {
      bytes[used++] = '\r';
    }
    bytes[used++] = plain[i];
  }
  return used;
}

static void irregularities_are_notes(void) {
  uint8_t bytes[2048];
  osshkey_file* file = NULL;
  osshkey_note note;
  osshkey_error error;
  const size_t size = crlf_key(bytes, sizeof bytes);
  size_t i;
  int seen = 0;
  CHECK_STATUS(osshkey_file_parse(bytes, size, NULL, &file), OSSHKEY_OK);
  CHECK_STATUS(osshkey_file_error(file, &error), OSSHKEY_OK);
  for (i = 0; i < osshkey_file_note_count(file); ++i) {
    CHECK_STATUS(osshkey_file_note(file, i, &note), OSSHKEY_OK);
    CHECK(strlen(note.text) == note.text_len && note.text_len > 0 && note.hint != NULL);
    seen += note.status == OSSHKEY_CRLF && note.line == 1 && note.hint[0] != '\0' ? 1 : 0;
  }
  CHECK(seen == 1);
  CHECK_STATUS(osshkey_file_note(file, i, &note), OSSHKEY_INVALID_ARGUMENT);
  osshkey_file_free(file);
}

static void a_strict_policy_refuses_them(void) {
  uint8_t bytes[2048];
  osshkey_file* file = NULL;
  osshkey_policy policy;
  osshkey_error error;
  const size_t size = crlf_key(bytes, sizeof bytes);
  CHECK_STATUS(osshkey_policy_init(&policy), OSSHKEY_OK);
  policy.strict = 1;
  CHECK_STATUS(osshkey_file_parse(bytes, size, &policy, &file), OSSHKEY_OK);
  CHECK_STATUS(osshkey_file_error(file, &error), OSSHKEY_CRLF);
  osshkey_file_free(file);
}

static void the_defaults_of_a_policy(void) {
  osshkey_policy policy;
  memset(&policy, 0xFF, sizeof policy);
  CHECK_STATUS(osshkey_policy_init(&policy), OSSHKEY_OK);
  CHECK(policy.strict == 0 && policy.max_rounds == 65536 && policy.max_keys == 64);
  CHECK(policy.max_key_bits == 16384 && policy.max_kdf_passes == 4096);
  CHECK(policy.max_file_size == 4u << 20 && policy.max_iterations == 10000000);
  CHECK(policy.max_kdf_memory == 1u << 30 && policy.reserved[0] == 0 && policy.reserved[3] == 0);
  CHECK_STATUS(osshkey_policy_init(NULL), OSSHKEY_INVALID_ARGUMENT);
}

static void limits_of_a_policy(void) {
  osshkey_policy policy;
  osshkey_file* file = NULL;
  osshkey_keys* keys = NULL;
  osshkey_error error;
  CHECK_STATUS(osshkey_policy_init(&policy), OSSHKEY_OK);
  policy.max_file_size = 100;
  CHECK_STATUS(osshkey_file_load(testdata("id_ed25519.none"), &policy, &file), OSSHKEY_OK);
  CHECK_STATUS(osshkey_file_error(file, &error), OSSHKEY_FILE_TOO_LARGE);
  osshkey_file_free(file);
  CHECK_STATUS(osshkey_policy_init(&policy), OSSHKEY_OK);
  policy.max_rounds = 15;
  CHECK_STATUS(osshkey_file_load(testdata("id_ed25519.rounds-16"), &policy, &file), OSSHKEY_OK);
  check_demo_key(file);
  CHECK_STATUS(osshkey_file_unlock(file, BYTES(DEMO_PASSPHRASE), NULL, &keys),
               OSSHKEY_ROUNDS_TOO_LARGE);
  CHECK_STATUS(osshkey_file_unlock_error(file, &error), OSSHKEY_ROUNDS_TOO_LARGE);
  CHECK(strstr(error.text, "16") != NULL && strstr(error.text, "15") != NULL);
  osshkey_file_free(file);
}

static void a_policy_that_says_nothing(void) {
  osshkey_policy policy;
  osshkey_file* file = load(testdata("id_ed25519.none"));
  osshkey_file* second = file;
  CHECK_STATUS(osshkey_policy_init(&policy), OSSHKEY_OK);
  policy.strict = 2;
  CHECK_STATUS(osshkey_file_load(testdata("id_ed25519.none"), &policy, &second),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK(second == NULL);
  CHECK_STATUS(osshkey_policy_init(&policy), OSSHKEY_OK);
  policy.reserved[3] = 1;
  CHECK_STATUS(osshkey_file_parse(NULL, 0, &policy, &second), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_load_descriptor(0, &policy, &second), OSSHKEY_INVALID_ARGUMENT);
  osshkey_file_free(file);
}

static void arguments_that_cant_be_right(void) {
  osshkey_file* file = load(testdata("id_ed25519.rounds-16"));
  osshkey_file* made = file;
  osshkey_error error;
  osshkey_note note;
  CHECK_STATUS(osshkey_file_load(NULL, NULL, &made), OSSHKEY_INVALID_ARGUMENT);
  CHECK(made == NULL);
  made = file;
  CHECK_STATUS(osshkey_file_load_descriptor(-1, NULL, &made), OSSHKEY_INVALID_ARGUMENT);
  CHECK(made == NULL);
  made = file;
  CHECK_STATUS(osshkey_file_parse(NULL, 1, NULL, &made), OSSHKEY_INVALID_ARGUMENT);
  CHECK(made == NULL);
  CHECK_STATUS(osshkey_file_load(testdata("id_ed25519.none"), NULL, NULL),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_load_descriptor(0, NULL, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_parse(NULL, 0, NULL, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_error(NULL, &error), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_error(file, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_unlock_error(NULL, &error), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_unlock_error(file, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_note(NULL, 0, &note), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_note(file, 0, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK(osshkey_file_public_key(file, 1) == NULL);
  CHECK(osshkey_file_comment(file, 1, NULL) == NULL);
  osshkey_file_free(file);
}

static void no_file_shows_nothing(void) {
  size_t len = 99;
  CHECK(osshkey_file_path(NULL) == NULL);
  CHECK(osshkey_file_container(NULL, &len) == NULL && len == 0);
  CHECK(osshkey_file_container(NULL, NULL) == NULL);
  CHECK(osshkey_file_cipher(NULL, NULL) == NULL);
  CHECK(osshkey_file_kdf(NULL, NULL) == NULL);
  CHECK(osshkey_file_rounds(NULL) == 0);
  CHECK(osshkey_file_salt(NULL, NULL) == NULL);
  CHECK(osshkey_file_is_encrypted(NULL) == 0);
  CHECK(osshkey_file_key_count(NULL) == 0);
  CHECK(osshkey_file_public_key(NULL, 0) == NULL);
  CHECK(osshkey_file_comment(NULL, 0, NULL) == NULL);
  CHECK(osshkey_file_note_count(NULL) == 0);
  osshkey_file_free(NULL);
}

int main(void) {
  RUN(inspected_from_a_path);
  RUN(inspected_from_a_descriptor);
  RUN(inspected_from_bytes);
  RUN(an_unencrypted_file);
  RUN(a_comment_that_putty_shows);
  RUN(a_missing_file);
  RUN(no_bytes);
  RUN(a_damaged_file_says_where);
  RUN(irregularities_are_notes);
  RUN(a_strict_policy_refuses_them);
  RUN(the_defaults_of_a_policy);
  RUN(limits_of_a_policy);
  RUN(a_policy_that_says_nothing);
  RUN(arguments_that_cant_be_right);
  RUN(no_file_shows_nothing);
  return report();
}
