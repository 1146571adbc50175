/* SPDX-License-Identifier: MIT */
/* Keys through the C interface: their parts, signatures, and what is written of them, for a key of
 * each type; buffers of every size, and arguments that can't be right.
 *
 *   key FOLDER   with the keys of write_keys */
#include "files.h"

static const char* folder;

/* unlocked yields the keys of a file of the folder, which isn't encrypted. */
static osshkey_keys* unlocked(const char* name) {
  osshkey_keys* keys = NULL;
  osshkey_file* file = load(join(folder, name));
  NEED(osshkey_file_unlock(file, NULL, 0, NULL, &keys) == OSSHKEY_OK);
  osshkey_file_free(file);
  return keys;
}

/* A part that a key must have: its size, or 0 for any size. */
struct part {
  int number;
  size_t size;
};

/* A type, what ssh-keygen calls its size (0: not checked), and its parts, which end in number 0. */
struct type {
  const char* name;
  unsigned bits;
  int is_proved;
  struct part parts[8];
};

static const struct type types[] = {
    {"ssh-ed25519",
     256,
     1,
     {{OSSHKEY_PART_ED25519_PUBLIC, 32},
      {OSSHKEY_PART_ED25519_SEED, 32},
      {OSSHKEY_PART_ED25519_SECRET, 64},
      {0, 0}}},
    {"ssh-ed448", 448, 1, {{OSSHKEY_PART_ED448_PUBLIC, 57}, {OSSHKEY_PART_ED448_SEED, 57}, {0, 0}}},
    {"ssh-rsa",
     0,
     1,
     {{OSSHKEY_PART_RSA_N, 0},
      {OSSHKEY_PART_RSA_E, 3},
      {OSSHKEY_PART_RSA_D, 0},
      {OSSHKEY_PART_RSA_P, 0},
      {OSSHKEY_PART_RSA_Q, 0},
      {OSSHKEY_PART_RSA_IQMP, 0},
      {0, 0}}},
    {"ecdsa-sha2-nistp256",
     256,
     1,
     {{OSSHKEY_PART_ECDSA_POINT, 65}, {OSSHKEY_PART_ECDSA_SCALAR, 0}, {0, 0}}},
    {"ecdsa-sha2-nistp384",
     384,
     1,
     {{OSSHKEY_PART_ECDSA_POINT, 97}, {OSSHKEY_PART_ECDSA_SCALAR, 0}, {0, 0}}},
    {"ecdsa-sha2-nistp521",
     521,
     1,
     {{OSSHKEY_PART_ECDSA_POINT, 133}, {OSSHKEY_PART_ECDSA_SCALAR, 0}, {0, 0}}},
    {"ssh-dss",
     1024,
     1,
     {{OSSHKEY_PART_DSA_P, 128},
      {OSSHKEY_PART_DSA_Q, 20},
      {OSSHKEY_PART_DSA_G, 0},
      {OSSHKEY_PART_DSA_Y, 0},
      {OSSHKEY_PART_DSA_X, 0},
      {0, 0}}},
    {"sk-ssh-ed25519@openssh.com",
     256,
     0,
     {{OSSHKEY_PART_SK_PUBLIC, 32},
      {OSSHKEY_PART_SK_APPLICATION, 4},
      {OSSHKEY_PART_SK_FLAGS, 1},
      {OSSHKEY_PART_SK_KEY_HANDLE, 0},
      {0, 0}}},
};

static void check_parts(const osshkey_private_key* key, const struct type* type) {
  const uint8_t* data = NULL;
  size_t len = 0;
  const struct part* part;
  for (part = type->parts; part->number != 0; ++part) {
    CHECK_STATUS(osshkey_private_key_part(key, part->number, &data, &len), OSSHKEY_OK);
    CHECK(data != NULL && len > 0 && (part->size == 0 || len == part->size));
  }
}

static void each_type_has_its_parts(void) {
  size_t i;
  for (i = 0; i < sizeof types / sizeof types[0]; ++i) {
    osshkey_keys* keys = unlocked(types[i].name);
    const osshkey_private_key* key = osshkey_keys_get(keys, 0);
    const osshkey_public_key* public_key = osshkey_private_key_public_key(key);
    size_t len = 0;
    CHECK(strcmp(osshkey_public_key_type(public_key, &len), types[i].name) == 0);
    CHECK(len == strlen(types[i].name));
    CHECK(osshkey_public_key_is_known(public_key) == 1);
    CHECK(types[i].bits == 0 || osshkey_public_key_bits(public_key) == types[i].bits);
    CHECK(osshkey_private_key_is_proved(key) == types[i].is_proved);
    CHECK(strcmp(osshkey_private_key_comment(key, &len), "a test key") == 0 && len == 10);
    check_parts(key, &types[i]);
    osshkey_keys_free(keys);
  }
}

static void a_security_key_may_have_empty_parts(void) {
  osshkey_keys* keys = unlocked("sk-ssh-ed25519@openssh.com");
  const uint8_t* data = (const uint8_t*)"";
  size_t len = 99;
  CHECK_STATUS(
      osshkey_private_key_part(osshkey_keys_get(keys, 0), OSSHKEY_PART_SK_RESERVED, &data, &len),
      OSSHKEY_OK);
  CHECK((data == NULL) == (len == 0));
  osshkey_keys_free(keys);
}

static void parts_of_another_type(void) {
  osshkey_keys* keys = unlocked("ssh-ed25519");
  const osshkey_private_key* key = osshkey_keys_get(keys, 0);
  static const int others[] = {0,
                               -1,
                               99,
                               OSSHKEY_PART_ED448_SEED,
                               OSSHKEY_PART_RSA_N,
                               OSSHKEY_PART_ECDSA_SCALAR,
                               OSSHKEY_PART_DSA_X,
                               OSSHKEY_PART_SK_FLAGS,
                               OSSHKEY_PART_MLDSA_ED25519_PUBLIC,
                               OSSHKEY_PART_MLDSA_ED25519_SECRET};
  size_t i;
  for (i = 0; i < sizeof others / sizeof others[0]; ++i) {
    const uint8_t* data = (const uint8_t*)"";
    size_t len = 99;
    CHECK_STATUS(osshkey_private_key_part(key, others[i], &data, &len), OSSHKEY_INVALID_ARGUMENT);
    CHECK(data == NULL && len == 0);
  }
  osshkey_keys_free(keys);
}

static void check_signature(const osshkey_private_key* key, const char* algorithm) {
  const osshkey_public_key* public_key = osshkey_private_key_public_key(key);
  uint8_t signature[1024];
  size_t needed = 0;
  size_t len = sizeof signature;
  CHECK_STATUS(osshkey_private_key_sign(key, BYTES("data"), algorithm, NULL, &needed),
               OSSHKEY_BUFFER_TOO_SMALL);
  CHECK_STATUS(osshkey_private_key_sign(key, BYTES("data"), algorithm, signature, &len),
               OSSHKEY_OK);
  CHECK(len <= needed && needed <= sizeof signature);
  CHECK_STATUS(osshkey_public_key_verify(public_key, BYTES("data"), signature, len, algorithm),
               OSSHKEY_OK);
  CHECK_STATUS(
      osshkey_public_key_verify(public_key, BYTES("other data"), signature, len, algorithm),
      OSSHKEY_BAD_SIGNATURE);
  signature[len - 1] ^= 1;
  CHECK_STATUS(osshkey_public_key_verify(public_key, BYTES("data"), signature, len, algorithm),
               OSSHKEY_BAD_SIGNATURE);
  len = 3;
  CHECK_STATUS(osshkey_private_key_sign(key, BYTES("data"), algorithm, signature, &len),
               OSSHKEY_BUFFER_TOO_SMALL);
  CHECK(len == needed);
}

static void each_type_signs(void) {
  size_t i;
  for (i = 0; i < sizeof types / sizeof types[0]; ++i) {
    osshkey_keys* keys = unlocked(types[i].name);
    if (types[i].is_proved) {
      check_signature(osshkey_keys_get(keys, 0), NULL);
    }
    osshkey_keys_free(keys);
  }
}

static void rsa_signs_with_each_algorithm(void) {
  osshkey_keys* keys = unlocked("ssh-rsa");
  check_signature(osshkey_keys_get(keys, 0), "rsa-sha2-256");
  check_signature(osshkey_keys_get(keys, 0), "rsa-sha2-512");
  check_signature(osshkey_keys_get(keys, 0), "ssh-rsa");
  osshkey_keys_free(keys);
}

static void the_needed_size_is_enough_for_every_signature(void) {
  osshkey_keys* keys = unlocked("ecdsa-sha2-nistp256");
  const osshkey_private_key* key = osshkey_keys_get(keys, 0);
  uint8_t signature[128];
  size_t needed = 0;
  int i;
  CHECK_STATUS(osshkey_private_key_sign(key, NULL, 0, NULL, NULL, &needed),
               OSSHKEY_BUFFER_TOO_SMALL);
  NEED(needed <= sizeof signature);
  for (i = 0; i < 64; ++i) { /* most have another size than the one before */
    size_t len = needed;
    CHECK_STATUS(osshkey_private_key_sign(key, NULL, 0, NULL, signature, &len), OSSHKEY_OK);
    CHECK(len <= needed);
  }
  osshkey_keys_free(keys);
}

static void signatures_that_cant_be(void) {
  osshkey_keys* keys = unlocked("sk-ssh-ed25519@openssh.com");
  const osshkey_private_key* key = osshkey_keys_get(keys, 0);
  uint8_t out[256];
  size_t len = sizeof out;
  CHECK_STATUS(osshkey_private_key_sign(key, BYTES("data"), NULL, out, &len),
               OSSHKEY_UNSUPPORTED_KEY_TYPE);
  osshkey_keys_free(keys);
  keys = unlocked("ssh-ed25519");
  key = osshkey_keys_get(keys, 0);
  CHECK_STATUS(osshkey_private_key_sign(key, BYTES("data"), "rsa-sha2-512", out, &len),
               OSSHKEY_UNSUPPORTED_KEY_TYPE);
  CHECK_STATUS(osshkey_private_key_sign(NULL, BYTES("data"), NULL, out, &len),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_sign(key, NULL, 1, NULL, out, &len), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_sign(key, BYTES("data"), NULL, out, NULL),
               OSSHKEY_INVALID_ARGUMENT);
  osshkey_keys_free(keys);
}

static void verifying_what_cant_be(void) {
  osshkey_keys* keys = unlocked("ssh-ed25519");
  const osshkey_public_key* key = osshkey_private_key_public_key(osshkey_keys_get(keys, 0));
  CHECK_STATUS(osshkey_public_key_verify(key, BYTES("data"), NULL, 0, NULL), OSSHKEY_TRUNCATED);
  CHECK_STATUS(osshkey_public_key_verify(key, BYTES("data"), NULL, 1, NULL),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_public_key_verify(key, NULL, 1, NULL, 0, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_public_key_verify(NULL, NULL, 0, NULL, 0, NULL), OSSHKEY_INVALID_ARGUMENT);
  osshkey_keys_free(keys);
}

static void a_public_key_from_its_blob(void) {
  osshkey_keys* keys = unlocked("ecdsa-sha2-nistp384");
  const osshkey_public_key* key = osshkey_private_key_public_key(osshkey_keys_get(keys, 0));
  osshkey_public_key* again = NULL;
  size_t len = 0;
  const uint8_t* blob = osshkey_public_key_blob(key, &len);
  CHECK_STATUS(osshkey_public_key_from_blob(blob, len, &again), OSSHKEY_OK);
  CHECK(osshkey_public_key_equal(key, again) == 1);
  CHECK(osshkey_public_key_bits(again) == 384);
  osshkey_public_key_free(again);
  CHECK_STATUS(osshkey_public_key_from_blob(blob, len - 1, &again), OSSHKEY_TRUNCATED);
  CHECK(again == NULL);
  CHECK_STATUS(osshkey_public_key_from_blob(NULL, 0, &again), OSSHKEY_TRUNCATED);
  CHECK_STATUS(osshkey_public_key_from_blob(NULL, 1, &again), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_public_key_from_blob(blob, len, NULL), OSSHKEY_INVALID_ARGUMENT);
  osshkey_keys_free(keys);
}

static void a_type_that_nobody_knows(void) {
  static const uint8_t blob[] = {0, 0, 0, 3, 'n', 'e', 'w'};
  osshkey_public_key* key = NULL;
  CHECK_STATUS(osshkey_public_key_from_blob(blob, sizeof blob, &key), OSSHKEY_OK);
  CHECK(osshkey_public_key_is_known(key) == 0 && osshkey_public_key_bits(key) == 0);
  CHECK(strcmp(osshkey_public_key_type(key, NULL), "new") == 0);
  osshkey_public_key_free(key);
}

static void a_certificate(void) {
  osshkey_keys* keys = unlocked("certified");
  osshkey_keys* others = unlocked("ssh-ed25519");
  const osshkey_public_key* key = osshkey_private_key_public_key(osshkey_keys_get(keys, 0));
  const osshkey_public_key* other = osshkey_private_key_public_key(osshkey_keys_get(others, 0));
  size_t len = 0;
  CHECK(osshkey_public_key_certificate(key, &len) != NULL && len > 100);
  CHECK(strcmp(osshkey_public_key_type(key, NULL), "ssh-ed25519") == 0);
  CHECK(osshkey_public_key_certificate(other, &len) == NULL && len == 0);
  CHECK(osshkey_public_key_equal(key, other) == 0);
  CHECK(osshkey_public_key_equal(key, NULL) == 0 && osshkey_public_key_equal(NULL, NULL) == 0);
  osshkey_keys_free(keys);
  osshkey_keys_free(others);
}

static void a_certificate_and_a_comment_from_elsewhere(void) {
  osshkey_keys* keys = unlocked("certified");
  osshkey_keys* others = unlocked("ssh-ed25519");
  const osshkey_public_key* key = osshkey_private_key_public_key(osshkey_keys_get(keys, 0));
  osshkey_public_key* certified = NULL;
  osshkey_public_key* plain = NULL;
  size_t len = 0;
  const uint8_t* certificate = osshkey_public_key_certificate(key, &len);
  CHECK_STATUS(osshkey_public_key_from_blob(certificate, len, &certified), OSSHKEY_OK);
  certificate = osshkey_public_key_blob(key, &len);
  CHECK_STATUS(osshkey_public_key_from_blob(certificate, len, &plain), OSSHKEY_OK);
  CHECK_STATUS(osshkey_keys_certify(keys, 0, certified), OSSHKEY_OK);
  CHECK(osshkey_public_key_certificate(key, NULL) != NULL);
  CHECK_STATUS(osshkey_keys_certify(keys, 0, plain), OSSHKEY_MALFORMED);
  CHECK_STATUS(osshkey_keys_certify(others, 0, certified), OSSHKEY_KEY_MISMATCH);
  CHECK_STATUS(osshkey_keys_certify(keys, 1, certified), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_keys_certify(keys, 0, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_keys_certify(NULL, 0, certified), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_keys_set_comment(keys, 0, "another", 7), OSSHKEY_OK);
  CHECK(strcmp(osshkey_private_key_comment(osshkey_keys_get(keys, 0), &len), "another") == 0);
  CHECK_STATUS(osshkey_keys_set_comment(keys, 0, NULL, 0), OSSHKEY_OK);
  CHECK(osshkey_private_key_comment(osshkey_keys_get(keys, 0), &len) != NULL && len == 0);
  CHECK_STATUS(osshkey_keys_set_comment(keys, 0, NULL, 1), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_keys_set_comment(keys, 1, "", 0), OSSHKEY_INVALID_ARGUMENT);
  osshkey_public_key_free(certified);
  osshkey_public_key_free(plain);
  osshkey_keys_free(keys);
  osshkey_keys_free(others);
}

static void a_public_key_from_its_line(void) {
  static const char line[] =
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIH15aQU1/plIJQCRzQ2jzR5pOqEvrUT9QtJDaoJGs/AY me\n";
  osshkey_file* file = load(testdata("id_ed25519.none"));
  osshkey_public_key* key = NULL;
  CHECK_STATUS(osshkey_public_key_from_line(line, sizeof line - 1, &key), OSSHKEY_OK);
  CHECK(osshkey_public_key_equal(key, osshkey_file_public_key(file, 0)) == 1);
  osshkey_public_key_free(key);
  CHECK_STATUS(osshkey_public_key_from_line(line, 40, &key), OSSHKEY_TRUNCATED);
  CHECK(key == NULL);
  CHECK_STATUS(osshkey_public_key_from_line(line, 39, &key), OSSHKEY_BAD_BASE64);
  CHECK_STATUS(osshkey_public_key_from_line(line, 11, &key), OSSHKEY_MALFORMED);
  CHECK_STATUS(osshkey_public_key_from_line(NULL, 0, &key), OSSHKEY_MALFORMED);
  CHECK_STATUS(osshkey_public_key_from_line(NULL, 1, &key), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_public_key_from_line(line, 40, NULL), OSSHKEY_INVALID_ARGUMENT);
  osshkey_file_free(file);
}

static void texts_of_a_public_key(void) {
  static const char line[] =
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIH15aQU1/plIJQCRzQ2jzR5pOqEvrUT9QtJDaoJGs/AY me here";
  osshkey_file* file = load(testdata("id_ed25519.none"));
  const osshkey_public_key* key = osshkey_file_public_key(file, 0);
  char out[128];
  size_t len = sizeof out;
  CHECK_STATUS(osshkey_public_key_authorized_key(key, "me\nhere", 7, out, &len), OSSHKEY_OK);
  CHECK(strcmp(out, line) == 0 && len == sizeof line);
  --len;
  CHECK_STATUS(osshkey_public_key_authorized_key(key, "me\nhere", 7, out, &len),
               OSSHKEY_BUFFER_TOO_SMALL);
  CHECK(len == sizeof line);
  CHECK_STATUS(osshkey_public_key_authorized_key(key, NULL, 0, out, &len), OSSHKEY_OK);
  CHECK(strncmp(out, line, len - 1) == 0 && len == sizeof line - 8);
  len = 0;
  CHECK_STATUS(osshkey_public_key_fingerprint(key, OSSHKEY_HASH_SHA256, NULL, &len),
               OSSHKEY_BUFFER_TOO_SMALL);
  CHECK(len == sizeof DEMO_FINGERPRINT);
  CHECK_STATUS(osshkey_public_key_fingerprint(key, OSSHKEY_HASH_SHA256, out, &len), OSSHKEY_OK);
  CHECK(strcmp(out, DEMO_FINGERPRINT) == 0);
  len = sizeof out;
  CHECK_STATUS(osshkey_public_key_fingerprint(key, OSSHKEY_HASH_MD5, out, &len), OSSHKEY_OK);
  CHECK(strncmp(out, "MD5:", 4) == 0 && len == 52 && strlen(out) == 51);
  CHECK_STATUS(osshkey_public_key_fingerprint(key, 2, out, &len), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_public_key_fingerprint(NULL, 0, out, &len), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_public_key_fingerprint(key, 0, out, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_public_key_authorized_key(NULL, NULL, 0, out, &len),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_public_key_authorized_key(key, NULL, 1, out, &len),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_public_key_authorized_key(key, NULL, 0, out, NULL),
               OSSHKEY_INVALID_ARGUMENT);
  osshkey_file_free(file);
}

/* check_read_back opens a file that was written, and compares. */
static void check_read_back(const osshkey_private_key* key, const uint8_t* text, size_t len,
                            const char* passphrase) {
  osshkey_file* file = NULL;
  osshkey_keys* keys = NULL;
  CHECK_STATUS(osshkey_file_parse(text, len, NULL, &file), OSSHKEY_OK);
  CHECK_STATUS(osshkey_file_unlock(file, BYTES(passphrase), NULL, &keys), OSSHKEY_OK);
  CHECK(osshkey_public_key_equal(osshkey_private_key_public_key(key),
                                 osshkey_private_key_public_key(osshkey_keys_get(keys, 0))) == 1);
  osshkey_keys_free(keys);
  osshkey_file_free(file);
}

typedef int (*writer)(const osshkey_private_key*, const osshkey_protection*, uint8_t*, size_t*);

static int write_pem(const osshkey_private_key* key, const osshkey_protection* protection,
                     uint8_t* out, size_t* len) {
  return protection == NULL ? osshkey_private_key_to_pem(key, NULL, 0, out, len)
                            : osshkey_private_key_to_pem(key, protection->passphrase,
                                                         protection->passphrase_len, out, len);
}

/* check_written writes a key in the size that was told, and one byte less. */
static void check_written(writer write, const osshkey_private_key* key,
                          const osshkey_protection* protection) {
  uint8_t text[8192];
  size_t needed = 0;
  size_t len;
  CHECK_STATUS(write(key, protection, NULL, &needed), OSSHKEY_BUFFER_TOO_SMALL);
  NEED(needed > 0 && needed <= sizeof text);
  len = needed;
  CHECK_STATUS(write(key, protection, text, &len), OSSHKEY_OK);
  CHECK(len == needed);
  check_read_back(key, text, len, protection == NULL ? "" : (const char*)protection->passphrase);
  memset(text, 0, sizeof text);
  len = needed - 1;
  CHECK_STATUS(write(key, protection, text, &len), OSSHKEY_BUFFER_TOO_SMALL);
  CHECK(len == needed && text[0] == 0);
}

static void written_in_each_format(void) {
  static const char* const classic[] = {"ssh-rsa", "ecdsa-sha2-nistp256", "ssh-dss"};
  osshkey_protection protection = {0};
  size_t i;
  protection.passphrase = (const uint8_t*)"secret";
  protection.passphrase_len = 6;
  protection.rounds = 2;
  for (i = 0; i < sizeof types / sizeof types[0]; ++i) {
    osshkey_keys* keys = unlocked(types[i].name);
    check_written(osshkey_private_key_to_openssh, osshkey_keys_get(keys, 0), NULL);
    check_written(osshkey_private_key_to_openssh, osshkey_keys_get(keys, 0), &protection);
    osshkey_keys_free(keys);
  }
  for (i = 0; i < sizeof classic / sizeof classic[0]; ++i) {
    osshkey_keys* keys = unlocked(classic[i]);
    check_written(osshkey_private_key_to_pkcs8, osshkey_keys_get(keys, 0), NULL);
    check_written(osshkey_private_key_to_pkcs8, osshkey_keys_get(keys, 0), &protection);
    check_written(osshkey_private_key_to_pkcs8_der, osshkey_keys_get(keys, 0), NULL);
    check_written(osshkey_private_key_to_pkcs8_der, osshkey_keys_get(keys, 0), &protection);
    check_written(write_pem, osshkey_keys_get(keys, 0), NULL);
    check_written(write_pem, osshkey_keys_get(keys, 0), &protection);
    osshkey_keys_free(keys);
  }
}

static void the_size_told_belongs_to_the_iterations(void) {
  static const uint32_t thousands[] = {1, 32, 33, 0};
  osshkey_protection protection = {0};
  osshkey_keys* keys = unlocked("ssh-ed25519");
  size_t i;
  protection.passphrase = (const uint8_t*)"secret";
  protection.passphrase_len = 6;
  protection.cipher = "aes128-cbc";
  for (i = 0; i < sizeof thousands / sizeof thousands[0]; ++i) {
    protection.rounds = thousands[i];
    check_written(osshkey_private_key_to_pkcs8, osshkey_keys_get(keys, 0), &protection);
  }
  osshkey_keys_free(keys);
}

static void check_protection_refused(const osshkey_private_key* key,
                                     const osshkey_protection* protection) {
  uint8_t out[1024];
  size_t len = sizeof out;
  CHECK_STATUS(osshkey_private_key_to_openssh(key, protection, out, &len),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_to_pkcs8(key, protection, out, &len), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_to_pkcs8_der(key, protection, out, &len),
               OSSHKEY_INVALID_ARGUMENT);
}

static void files_that_cant_be_written(void) {
  osshkey_keys* keys = unlocked("ssh-ed25519");
  osshkey_keys* token = unlocked("sk-ssh-ed25519@openssh.com");
  const osshkey_private_key* key = osshkey_keys_get(keys, 0);
  osshkey_protection protection = {0};
  uint8_t out[1024];
  size_t len = sizeof out;
  protection.passphrase = (const uint8_t*)"secret";
  protection.passphrase_len = 6;
  protection.cipher = "rot13";
  CHECK_STATUS(osshkey_private_key_to_openssh(key, &protection, out, &len),
               OSSHKEY_UNSUPPORTED_CIPHER);
  CHECK_STATUS(osshkey_private_key_to_pkcs8(key, &protection, out, &len),
               OSSHKEY_UNSUPPORTED_CIPHER);
  protection.cipher = NULL;
  protection.rounds = 2147484;
  CHECK_STATUS(osshkey_private_key_to_pkcs8(key, &protection, NULL, &len),
               OSSHKEY_ROUNDS_TOO_LARGE);
  CHECK_STATUS(osshkey_private_key_to_pkcs8(osshkey_keys_get(token, 0), NULL, out, &len),
               OSSHKEY_UNSUPPORTED_KEY_TYPE);
  CHECK_STATUS(osshkey_private_key_to_pem(key, NULL, 0, out, &len), OSSHKEY_UNSUPPORTED_KEY_TYPE);
  protection.rounds = 1;
  protection.reserved[0] = 1;
  check_protection_refused(key, &protection);
  protection.reserved[0] = 0;
  protection.passphrase = NULL;
  check_protection_refused(key, &protection);
  CHECK_STATUS(osshkey_private_key_to_pem(key, NULL, 1, out, &len), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_to_openssh(NULL, NULL, out, &len), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_to_openssh(key, NULL, out, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_to_pkcs8(NULL, NULL, out, &len), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_to_pem(NULL, NULL, 0, out, &len), OSSHKEY_INVALID_ARGUMENT);
  osshkey_keys_free(token);
  osshkey_keys_free(keys);
}

static void the_agent_s_message(void) {
  osshkey_keys* keys = unlocked("ssh-ed25519");
  const osshkey_private_key* key = osshkey_keys_get(keys, 0);
  osshkey_agent_constraints constraints = {0};
  uint8_t out[512];
  size_t len = sizeof out;
  size_t plain;
  CHECK_STATUS(osshkey_private_key_to_agent_message(key, NULL, out, &len), OSSHKEY_OK);
  CHECK(out[0] == 0 && ((size_t)out[2] << 8 | out[3]) == len - 4);
  CHECK(out[4] == 17); /* SSH_AGENTC_ADD_IDENTITY */
  plain = len;
  len = sizeof out;
  CHECK_STATUS(osshkey_private_key_to_agent_message(key, &constraints, out, &len), OSSHKEY_OK);
  CHECK(len == plain);
  constraints.lifetime_seconds = 60;
  constraints.confirm = 1;
  constraints.security_key_provider = "internal";
  CHECK_STATUS(osshkey_private_key_to_agent_message(key, &constraints, NULL, &len),
               OSSHKEY_BUFFER_TOO_SMALL);
  CHECK(len == plain + 5 + 1 + 1 + 4 + strlen("sk-provider@openssh.com") + 4 + 8);
  CHECK_STATUS(osshkey_private_key_to_agent_message(key, &constraints, out, &len), OSSHKEY_OK);
  CHECK(out[4] == 25); /* SSH_AGENTC_ADD_ID_CONSTRAINED */
  constraints.reserved[0] = 1;
  CHECK_STATUS(osshkey_private_key_to_agent_message(key, &constraints, out, &len),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_to_agent_message(NULL, NULL, out, &len),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_to_agent_message(key, NULL, out, NULL),
               OSSHKEY_INVALID_ARGUMENT);
  osshkey_keys_free(keys);
}

static void x25519(void) {
  osshkey_keys* keys = unlocked("ssh-ed25519");
  osshkey_keys* rsa = unlocked("ssh-rsa");
  const osshkey_private_key* key = osshkey_keys_get(keys, 0);
  const osshkey_private_key* other = osshkey_keys_get(rsa, 0);
  uint8_t out[32];
  size_t len = 0;
  CHECK_STATUS(osshkey_private_key_to_x25519(key, out, &len), OSSHKEY_BUFFER_TOO_SMALL);
  CHECK(len == 32);
  CHECK_STATUS(osshkey_private_key_to_x25519(key, out, &len), OSSHKEY_OK);
  CHECK_STATUS(osshkey_public_key_to_x25519(osshkey_private_key_public_key(key), out, &len),
               OSSHKEY_OK);
  CHECK_STATUS(osshkey_private_key_to_x25519(other, out, &len), OSSHKEY_UNSUPPORTED_KEY_TYPE);
  CHECK_STATUS(osshkey_public_key_to_x25519(osshkey_private_key_public_key(other), out, &len),
               OSSHKEY_UNSUPPORTED_KEY_TYPE);
  CHECK_STATUS(osshkey_private_key_to_x25519(NULL, out, &len), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_to_x25519(key, out, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_public_key_to_x25519(NULL, out, &len), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_public_key_to_x25519(osshkey_private_key_public_key(key), out, NULL),
               OSSHKEY_INVALID_ARGUMENT);
  osshkey_keys_free(rsa);
  osshkey_keys_free(keys);
}

static void no_key_shows_nothing(void) {
  const uint8_t* data = NULL;
  size_t len = 99;
  CHECK(osshkey_private_key_public_key(NULL) == NULL);
  CHECK(osshkey_private_key_comment(NULL, &len) == NULL && len == 0);
  CHECK(osshkey_private_key_is_proved(NULL) == 0);
  CHECK_STATUS(osshkey_private_key_part(NULL, OSSHKEY_PART_RSA_N, &data, &len),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_part(NULL, OSSHKEY_PART_RSA_N, NULL, &len),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_private_key_part(NULL, OSSHKEY_PART_RSA_N, &data, NULL),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK(osshkey_public_key_type(NULL, NULL) == NULL);
  CHECK(osshkey_public_key_is_known(NULL) == 0 && osshkey_public_key_bits(NULL) == 0);
  CHECK(osshkey_public_key_blob(NULL, NULL) == NULL);
  CHECK(osshkey_public_key_certificate(NULL, NULL) == NULL);
  osshkey_public_key_free(NULL);
}

int main(int argc, char** argv) {
  NEED(argc == 2);
  folder = argv[1];
  RUN(each_type_has_its_parts);
  RUN(a_security_key_may_have_empty_parts);
  RUN(parts_of_another_type);
  RUN(each_type_signs);
  RUN(rsa_signs_with_each_algorithm);
  RUN(the_needed_size_is_enough_for_every_signature);
  RUN(signatures_that_cant_be);
  RUN(verifying_what_cant_be);
  RUN(a_public_key_from_its_blob);
  RUN(a_type_that_nobody_knows);
  RUN(a_certificate);
  RUN(a_certificate_and_a_comment_from_elsewhere);
  RUN(a_public_key_from_its_line);
  RUN(texts_of_a_public_key);
  RUN(written_in_each_format);
  RUN(the_size_told_belongs_to_the_iterations);
  RUN(files_that_cant_be_written);
  RUN(the_agent_s_message);
  RUN(x25519);
  RUN(no_key_shows_nothing);
  return report();
}
