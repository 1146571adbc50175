/* SPDX-License-Identifier: MIT */
/* Files unlocked through the C interface: with a passphrase, with one that is asked for, many at
 * once; progress, cancellation, and arguments that can't be right. */
#include "files.h"

static void check_keys(osshkey_keys* keys) {
  const osshkey_private_key* key = osshkey_keys_get(keys, 0);
  CHECK(osshkey_keys_count(keys) == 1 && key != NULL);
  CHECK(strcmp(osshkey_private_key_comment(key, NULL), "demo@osshkey") == 0);
  CHECK(osshkey_private_key_is_proved(key) == 1);
  CHECK(osshkey_keys_get(keys, 1) == NULL);
  osshkey_keys_free(keys);
}

static void the_right_passphrase(void) {
  osshkey_keys* keys = NULL;
  osshkey_error error;
  osshkey_file* file = load(testdata("id_ed25519.rounds-1"));
  CHECK_STATUS(osshkey_file_unlock(file, BYTES(DEMO_PASSPHRASE), NULL, &keys), OSSHKEY_OK);
  CHECK_STATUS(osshkey_file_unlock_error(file, &error), OSSHKEY_OK);
  osshkey_file_free(file); /* the keys stay */
  check_keys(keys);
}

static void other_passphrases(void) {
  osshkey_keys* keys = NULL;
  osshkey_error error;
  osshkey_file* file = load(testdata("id_ed25519.rounds-1"));
  CHECK_STATUS(osshkey_file_unlock(file, BYTES("wrong"), NULL, &keys), OSSHKEY_WRONG_PASSPHRASE);
  CHECK_STATUS(osshkey_file_unlock_error(file, &error), OSSHKEY_WRONG_PASSPHRASE);
  CHECK(error.offset == -1 && strcmp(error.text, osshkey_message(error.status)) == 0);
  CHECK_STATUS(osshkey_file_unlock(file, NULL, 0, NULL, &keys), OSSHKEY_NEEDS_PASSPHRASE);
  CHECK_STATUS(osshkey_file_unlock_error(file, &error), OSSHKEY_NEEDS_PASSPHRASE);
  CHECK_STATUS(osshkey_file_error(file, &error), OSSHKEY_OK);
  CHECK(keys == NULL);
  osshkey_file_free(file);
}

/* check_unlock_error holds what a file tells of its last attempt against what that returned. */
static void check_unlock_error(const osshkey_file* file, int status) {
  osshkey_error error;
  CHECK_STATUS(osshkey_file_unlock_error(file, &error), status);
  CHECK_STATUS(error.status, status);
  CHECK(strcmp(error.text, osshkey_message(status)) == 0 && error.text_len == strlen(error.text));
  CHECK(strcmp(error.hint, osshkey_hint(status)) == 0);
}

static void a_newline_behind_the_passphrase_is_noted(void) {
  osshkey_keys* keys = NULL;
  osshkey_note first;
  osshkey_note last;
  osshkey_file* file = load(testdata("id_ed25519.rounds-1"));
  const size_t before = osshkey_file_note_count(file);
  NEED(before > 0);
  CHECK_STATUS(osshkey_file_note(file, 0, &first), OSSHKEY_OK);
  CHECK_STATUS(osshkey_file_unlock(file, BYTES(DEMO_PASSPHRASE "\n"), NULL, &keys), OSSHKEY_OK);
  CHECK(osshkey_file_note_count(file) > before);
  CHECK_STATUS(osshkey_file_note(file, osshkey_file_note_count(file) - 1, &last), OSSHKEY_OK);
  CHECK(last.status == OSSHKEY_PASSPHRASE_NEWLINE);
  CHECK(strlen(first.text) == first.text_len); /* a view from before is still good */
  check_keys(keys);
  osshkey_file_free(file);
}

static void an_unencrypted_file_needs_none(void) {
  osshkey_keys* keys = NULL;
  osshkey_file* file = load(testdata("id_ed25519.none"));
  CHECK_STATUS(osshkey_file_unlock(file, NULL, 0, NULL, &keys), OSSHKEY_OK);
  check_keys(keys);
  CHECK_STATUS(osshkey_file_unlock(file, BYTES("not looked at"), NULL, &keys), OSSHKEY_OK);
  check_keys(keys);
  osshkey_file_free(file);
}

/* What a passphrase callback does, and what it saw. */
struct asking {
  const char* answers[3];
  int result; /* returned instead of an answer unless 0 */
  unsigned asked;
  const char* path;
};

static int answer(void* user, const osshkey_file* file, unsigned attempt, uint8_t* buffer,
                  size_t size) {
  struct asking* asking = user;
  const char* text;
  ++asking->asked;
  CHECK(attempt == asking->asked && attempt <= 3);
  CHECK(size == OSSHKEY_PASSPHRASE_SIZE && buffer != NULL);
  CHECK(buffer[0] == 0); /* the one before was wiped */
  asking->path = osshkey_file_path(file);
  if (asking->result != 0) {
    return asking->result;
  }
  text = asking->answers[attempt - 1];
  memcpy(buffer, text, strlen(text));
  return (int)strlen(text);
}

static void asked_until_it_is_right(void) {
  struct asking asking = {{"wrong", "still wrong", DEMO_PASSPHRASE}, 0, 0, NULL};
  osshkey_keys* keys = NULL;
  osshkey_file* file = load(testdata("id_ed25519.rounds-1"));
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 3, NULL, &keys), OSSHKEY_OK);
  CHECK(asking.asked == 3 && asking.path != NULL && strstr(asking.path, "rounds-1") != NULL);
  check_keys(keys);
  asking.asked = 0;
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 2, NULL, &keys),
               OSSHKEY_WRONG_PASSPHRASE);
  CHECK(asking.asked == 2 && keys == NULL);
  osshkey_file_free(file);
}

static void asked_only_when_needed(void) {
  struct asking asking = {{"", "", ""}, 0, 0, NULL};
  osshkey_keys* keys = NULL;
  osshkey_policy policy;
  osshkey_file* file = load(testdata("id_ed25519.none"));
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 3, NULL, &keys), OSSHKEY_OK);
  check_keys(keys);
  osshkey_file_free(file);
  file = load(testdata("no such key"));
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 3, NULL, &keys), OSSHKEY_IO_ERROR);
  osshkey_file_free(file);
  CHECK_STATUS(osshkey_policy_init(&policy), OSSHKEY_OK);
  policy.max_rounds = 1;
  NEED(osshkey_file_load(testdata("id_ed25519.rounds-16"), &policy, &file) == OSSHKEY_OK);
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 3, NULL, &keys),
               OSSHKEY_ROUNDS_TOO_LARGE);
  osshkey_file_free(file);
  CHECK(asking.asked == 0);
}

static void answers_that_are_none(void) {
  struct asking asking = {{"", "", ""}, -1, 0, NULL};
  osshkey_keys* keys = NULL;
  osshkey_file* file = load(testdata("id_ed25519.rounds-1"));
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 3, NULL, &keys),
               OSSHKEY_CALLBACK_FAILED);
  check_unlock_error(file, OSSHKEY_CALLBACK_FAILED);
  CHECK(asking.asked == 1 && keys == NULL);
  asking.asked = 0;
  asking.result = OSSHKEY_PASSPHRASE_SIZE + 1;
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 3, NULL, &keys),
               OSSHKEY_CALLBACK_FAILED);
  asking.asked = 0;
  asking.result = 0;
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 3, NULL, &keys),
               OSSHKEY_NEEDS_PASSPHRASE);
  CHECK(asking.asked == 1);
  osshkey_file_free(file);
}

/* What a progress callback was told, and when it cancels. */
struct watching {
  uint64_t done;
  uint64_t total;
  unsigned calls;
  unsigned cancel_at; /* 0: never */
};

static int watch(void* user, uint64_t done, uint64_t total) {
  struct watching* watching = user;
  CHECK(done >= watching->done && done <= total);
  watching->done = done;
  watching->total = total;
  return ++watching->calls == watching->cancel_at;
}

static void progress_is_told(void) {
  struct watching watching = {0, 0, 0, 0};
  osshkey_options options = {0};
  osshkey_keys* keys = NULL;
  osshkey_file* file = load(testdata("id_ed25519.rounds-16"));
  options.threads = 1;
  options.progress = watch;
  options.progress_user = &watching;
  CHECK_STATUS(osshkey_file_unlock(file, BYTES(DEMO_PASSPHRASE), &options, &keys), OSSHKEY_OK);
  CHECK(watching.calls > 0 && watching.done == 32 && watching.total == 32);
  check_keys(keys);
  osshkey_file_free(file);
}

static void progress_can_cancel(void) {
  struct watching watching = {0, 0, 0, 1};
  struct asking asking = {{DEMO_PASSPHRASE, "", ""}, 0, 0, NULL};
  osshkey_options options = {0};
  osshkey_keys* keys = NULL;
  osshkey_error error;
  osshkey_file* file = load(testdata("id_ed25519.rounds-100"));
  options.progress = watch;
  options.progress_user = &watching;
  CHECK_STATUS(osshkey_file_unlock(file, BYTES(DEMO_PASSPHRASE), &options, &keys),
               OSSHKEY_CANCELLED);
  CHECK(keys == NULL && watching.calls == 1);
  CHECK_STATUS(osshkey_file_unlock_error(file, &error), OSSHKEY_CANCELLED);
  watching.calls = 0;
  watching.done = 0;
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 3, &options, &keys),
               OSSHKEY_CANCELLED);
  CHECK(asking.asked == 1);
  osshkey_file_free(file);
}

static void a_flag_can_cancel(void) {
  int flag = 0;
  osshkey_options options = {0};
  osshkey_keys* keys = NULL;
  osshkey_file* file = load(testdata("id_ed25519.rounds-100"));
  options.progress = osshkey_cancel_by_flag;
  options.progress_user = &flag;
  CHECK_STATUS(osshkey_file_unlock(file, BYTES(DEMO_PASSPHRASE), &options, &keys), OSSHKEY_OK);
  check_keys(keys);
  flag = -1;
  CHECK_STATUS(osshkey_file_unlock(file, BYTES(DEMO_PASSPHRASE), &options, &keys),
               OSSHKEY_CANCELLED);
  CHECK(keys == NULL && flag == -1 && osshkey_cancel_by_flag(NULL, 1, 2) == 0);
  osshkey_file_free(file);
}

static osshkey_unlock_request request_for(const char* name, const char* passphrase) {
  osshkey_unlock_request request = {0};
  request.status = 1;
  request.file = load(testdata(name));
  request.passphrase = (const uint8_t*)passphrase;
  request.passphrase_len = passphrase == NULL ? 0 : strlen(passphrase);
  return request;
}

static void many_at_once(void) {
  osshkey_unlock_request requests[5];
  static const int wanted[5] = {OSSHKEY_OK, OSSHKEY_WRONG_PASSPHRASE, OSSHKEY_OK, OSSHKEY_IO_ERROR,
                                OSSHKEY_NEEDS_PASSPHRASE};
  struct watching watching = {0, 0, 0, 0};
  osshkey_options options = {0};
  osshkey_error error;
  size_t i;
  options.progress = watch;
  options.progress_user = &watching;
  requests[0] = request_for("id_ed25519.rounds-1", DEMO_PASSPHRASE);
  requests[1] = request_for("id_ed25519.rounds-16", "wrong");
  requests[2] = request_for("id_ed25519.none", NULL);
  requests[3] = request_for("no such key", DEMO_PASSPHRASE);
  requests[4] = request_for("id_ed25519.rounds-24", NULL);
  CHECK_STATUS(osshkey_unlock_many(requests, 5, &options), OSSHKEY_WRONG_PASSPHRASE);
  CHECK(watching.total == 2 + 32 && watching.done == watching.total);
  for (i = 0; i < 5; ++i) {
    CHECK_STATUS(requests[i].status, wanted[i]);
    CHECK((requests[i].keys != NULL) == (wanted[i] == OSSHKEY_OK));
    CHECK_STATUS(osshkey_file_unlock_error(requests[i].file, &error), wanted[i]);
    CHECK(i == 3 || osshkey_file_key_count(requests[i].file) == 1);
  }
  check_keys(requests[0].keys);
  check_keys(requests[2].keys);
  CHECK_STATUS(osshkey_unlock_many(requests, 1, NULL), OSSHKEY_OK);
  check_keys(requests[0].keys);
  for (i = 0; i < 5; ++i) {
    osshkey_file_free(requests[i].file);
  }
}

static void many_cancelled(void) {
  osshkey_unlock_request requests[2];
  struct watching watching = {0, 0, 0, 1};
  osshkey_options options = {0};
  options.threads = 2;
  options.progress = watch;
  options.progress_user = &watching;
  requests[0] = request_for("id_ed25519.rounds-100", DEMO_PASSPHRASE);
  requests[1] = request_for("id_ed25519.none", NULL);
  CHECK_STATUS(osshkey_unlock_many(requests, 2, &options), OSSHKEY_CANCELLED);
  CHECK(requests[0].status == OSSHKEY_CANCELLED && requests[0].keys == NULL);
  osshkey_keys_free(requests[1].keys);
  osshkey_file_free(requests[0].file);
  osshkey_file_free(requests[1].file);
}

static void check_refused(osshkey_unlock_request* requests, const osshkey_options* options) {
  size_t i;
  CHECK_STATUS(osshkey_unlock_many(requests, 2, options), OSSHKEY_INVALID_ARGUMENT);
  for (i = 0; i < 2; ++i) {
    CHECK(requests[i].keys == NULL && requests[i].status == OSSHKEY_INVALID_ARGUMENT);
    if (requests[i].file != NULL) {
      check_unlock_error(requests[i].file, OSSHKEY_INVALID_ARGUMENT);
    }
  }
}

static void batches_that_cant_be_right(void) {
  osshkey_unlock_request requests[2];
  osshkey_options options = {0};
  osshkey_file* second;
  requests[0] = request_for("id_ed25519.rounds-1", DEMO_PASSPHRASE);
  requests[1] = request_for("id_ed25519.rounds-1", DEMO_PASSPHRASE);
  second = requests[1].file;
  requests[1].file = requests[0].file;
  check_refused(requests, NULL);
  requests[1].file = NULL;
  check_refused(requests, NULL);
  requests[1].file = second;
  requests[1].passphrase = NULL;
  check_refused(requests, NULL);
  requests[1].passphrase = (const uint8_t*)DEMO_PASSPHRASE;
  requests[1].reserved[3] = 1;
  check_refused(requests, NULL);
  requests[1].reserved[3] = 0;
  options.reserved[0] = 1;
  check_refused(requests, &options);
  CHECK_STATUS(osshkey_unlock_many(NULL, 1, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_unlock_many(NULL, 0, NULL), OSSHKEY_OK);
  osshkey_file_free(requests[0].file);
  osshkey_file_free(second);
}

static void arguments_that_cant_be_right(void) {
  struct asking asking = {{"", "", ""}, 0, 0, NULL};
  osshkey_options options = {0};
  osshkey_keys* keys = NULL;
  osshkey_file* file = load(testdata("id_ed25519.rounds-1"));
  options.reserved[2] = 1;
  CHECK_STATUS(osshkey_file_unlock(file, BYTES("wrong"), NULL, &keys), OSSHKEY_WRONG_PASSPHRASE);
  CHECK_STATUS(osshkey_file_unlock(NULL, BYTES("x"), NULL, &keys), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_unlock(file, NULL, 1, NULL, &keys), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_unlock(file, BYTES("x"), NULL, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_unlock(file, BYTES("x"), &options, &keys), OSSHKEY_INVALID_ARGUMENT);
  check_unlock_error(file, OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_unlock_ask(NULL, answer, &asking, 1, NULL, &keys),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_unlock_ask(file, NULL, &asking, 1, NULL, &keys),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 0, NULL, &keys),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 1, &options, &keys),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_file_unlock_ask(file, answer, &asking, 1, NULL, NULL),
               OSSHKEY_INVALID_ARGUMENT);
  CHECK(asking.asked == 0 && keys == NULL);
  CHECK(osshkey_keys_count(NULL) == 0 && osshkey_keys_get(NULL, 0) == NULL);
  osshkey_keys_free(NULL);
  osshkey_file_free(file);
}

int main(void) {
  RUN(the_right_passphrase);
  RUN(other_passphrases);
  RUN(a_newline_behind_the_passphrase_is_noted);
  RUN(an_unencrypted_file_needs_none);
  RUN(asked_until_it_is_right);
  RUN(asked_only_when_needed);
  RUN(answers_that_are_none);
  RUN(progress_is_told);
  RUN(progress_can_cancel);
  RUN(a_flag_can_cancel);
  RUN(many_at_once);
  RUN(many_cancelled);
  RUN(batches_that_cant_be_right);
  RUN(arguments_that_cant_be_right);
  return report();
}
