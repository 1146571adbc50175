/* SPDX-License-Identifier: MIT */
/* The statuses of the C interface: what a function returns, what is wrong with a file, and what a
 * note says. Part of <osshkey/osshkey.h>, which programs include. */
#ifndef OSSHKEY_STATUS_H
#define OSSHKEY_STATUS_H

#if defined(_WIN32)
#define OSSHKEY_EXPORT
#else
#define OSSHKEY_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A status is 0 or negative. Its number never changes, nor does its word; later versions add more.
 * The list up to OSSHKEY_KDF_BAD_OUTPUT_SIZE is about the call, what follows is about the file. */
enum {
  OSSHKEY_OK = 0,

  /* The call itself. */
  OSSHKEY_INVALID_ARGUMENT = -1, /* a pointer is NULL that must not be, or a value is none of those
                                    that are documented; nothing was done */
  OSSHKEY_BUFFER_TOO_SMALL = -2, /* nothing was written; the length says what is needed */
  OSSHKEY_CALLBACK_FAILED = -3,  /* the passphrase callback gave up */
  OSSHKEY_INTERNAL_ERROR = -4,   /* a fault of this library: please report it */

  /* What bcrypt_pbkdf refuses. */
  OSSHKEY_KDF_ZERO_ROUNDS = -11,      /* rounds is 0 */
  OSSHKEY_KDF_EMPTY_PASSPHRASE = -12, /* the passphrase has no bytes */
  OSSHKEY_KDF_BAD_SALT_SIZE = -13,    /* the salt has no bytes, or more than 1048576 */
  OSSHKEY_KDF_BAD_OUTPUT_SIZE = -14,  /* the output has no bytes, or more than 1024 */

  /* The file is not a private key. */
  OSSHKEY_EMPTY = -101,                 /* the file is empty */
  OSSHKEY_NOT_A_PRIVATE_KEY = -102,     /* this is not a private key */
  OSSHKEY_PUBLIC_KEY_GIVEN = -103,      /* this is a public key, the private key is needed */
  OSSHKEY_CERTIFICATE_GIVEN = -104,     /* this is a certificate, the private key is needed */
  OSSHKEY_NO_BEGIN_LINE = -105,         /* the BEGIN line is missing or damaged */
  OSSHKEY_BEGIN_END_MISMATCH = -106,    /* the END line doesn't belong to the BEGIN line */
  OSSHKEY_BASE64_OF_FILE = -107,        /* the file is the base64 encoding of a whole key file */
  OSSHKEY_UNSUPPORTED_CONTAINER = -108, /* this kind of file is recognised but not read */

  /* The file is damaged, or was written against its format. */
  OSSHKEY_TRUNCATED = -201,       /* the file ends before the key does */
  OSSHKEY_BAD_BASE64 = -202,      /* the base64 text is damaged */
  OSSHKEY_BAD_MAGIC = -203,       /* the decoded text doesn't begin as openssh-key-v1 does */
  OSSHKEY_MALFORMED = -204,       /* the file breaks its format */
  OSSHKEY_BAD_KDF_OPTIONS = -205, /* the KDF options can't be right */
  OSSHKEY_BAD_PADDING = -206,     /* the padding after the private key isn't the sequence 1, 2, 3 */
  OSSHKEY_TRAILING_DATA = -207,   /* bytes follow where the structure should end */
  OSSHKEY_BAD_NUMBER = -208,      /* a number of the key is out of its range */
  OSSHKEY_INVALID_KEY = -209,     /* the key's numbers don't fit together */
  OSSHKEY_KEY_MISMATCH = -210,    /* the private half doesn't belong to the public half */
  OSSHKEY_CHECK_MISMATCH = -211,  /* the file's check values don't agree */
  OSSHKEY_BAD_SIGNATURE = -212,   /* the signature isn't this key's over this data */

  /* The file names something that can't be used here. */
  OSSHKEY_UNSUPPORTED_CIPHER = -301,   /* encrypted with a cipher that is not available here */
  OSSHKEY_UNSUPPORTED_KDF = -302,      /* derived by a function that is not available here */
  OSSHKEY_UNSUPPORTED_KEY_TYPE = -303, /* this type of key can't be used */
  OSSHKEY_UNSUPPORTED_CURVE = -304,    /* SSH doesn't have the curve of this key */

  /* The file asks for more than the policy allows. */
  OSSHKEY_FILE_TOO_LARGE = -401,   /* the file is larger than any key file */
  OSSHKEY_ROUNDS_TOO_LARGE = -402, /* deriving the key would cost more than the limit allows */
  OSSHKEY_TOO_MANY_KEYS = -403,    /* the file holds more keys than are allowed */
  OSSHKEY_KEY_TOO_LARGE = -404,    /* a number of the key is larger than the limit allows */

  /* A passphrase is needed, or the one given is wrong. */
  OSSHKEY_NEEDS_PASSPHRASE = -501, /* the key is encrypted and no passphrase was given */
  OSSHKEY_WRONG_PASSPHRASE = -502, /* the passphrase is wrong */

  /* The system failed, or the caller cancelled. */
  OSSHKEY_IO_ERROR = -601,      /* the file can't be accessed */
  OSSHKEY_OUT_OF_MEMORY = -602, /* memory ran out */
  OSSHKEY_CANCELLED = -603,     /* the work was cancelled */

  /* An irregular form: a note, or an error under a strict policy. */
  OSSHKEY_CRLF = -701,                  /* lines end in CR LF */
  OSSHKEY_CR_ONLY = -702,               /* lines end in CR alone */
  OSSHKEY_BOM = -703,                   /* the file begins with a byte order mark */
  OSSHKEY_UTF16 = -704,                 /* the text is encoded in UTF-16 */
  OSSHKEY_LEADING_TEXT = -705,          /* text stands before the BEGIN line */
  OSSHKEY_TRAILING_TEXT = -706,         /* text stands after the END line */
  OSSHKEY_INDENTED = -707,              /* lines are indented or end in blanks */
  OSSHKEY_QUOTED = -708,                /* the key stands in quotation marks */
  OSSHKEY_LITERAL_BACKSLASH_N = -709,   /* the line ends are written out as '\n' */
  OSSHKEY_ONE_LINE = -710,              /* the line ends were lost */
  OSSHKEY_BLANK_LINES = -711,           /* blank lines stand inside the key */
  OSSHKEY_MISSING_FINAL_NEWLINE = -712, /* the last line doesn't end in a newline */
  OSSHKEY_BEGIN_LINE_REPAIRED = -713,   /* the BEGIN line is misspelt */
  OSSHKEY_END_LINE_MISSING = -714,      /* the END line is missing or incomplete */
  OSSHKEY_LABEL_MISMATCH = -715,     /* the BEGIN line names another format than the content has */
  OSSHKEY_BASE64_UNPADDED = -716,    /* the '=' at the end of the base64 text are missing */
  OSSHKEY_PASSPHRASE_NEWLINE = -717, /* the passphrase matched only without its last newline */
  OSSHKEY_EXTRA_PADDING = -718,      /* the private section has more padding than it needs */
  OSSHKEY_TRAILING_KDF_OPTIONS = -719, /* bytes that nothing reads stand in the KDF options */

  /* Advice: notes, never errors. */
  OSSHKEY_BASE64_WRAPPING = -801,       /* the lines of base64 have an unusual length */
  OSSHKEY_SEVERAL_KEYS = -802,          /* the file holds more than one key */
  OSSHKEY_PASSPHRASE_NOT_NEEDED = -803, /* any passphrase opens it */
  OSSHKEY_MLDSA_UNPROVED = -804, /* only the Ed25519 half was recomputed, libcrypto has no ML-DSA */
  OSSHKEY_PERMISSIONS = -805,    /* other users can read the file, OpenSSH refuses to use it */
  OSSHKEY_WEAK_CIPHER = -806,    /* the file's cipher is outdated */
  OSSHKEY_WEAK_KDF = -807,       /* guessing the passphrase costs too little */
  OSSHKEY_WEAK_KEY = -808,       /* the key itself is weak by today's measure */
  OSSHKEY_UNENCRYPTED = -809,    /* no passphrase protects the key */

  /* The same under the names that the derivation's functions use. */
  OSSHKEY_KDF_OK = OSSHKEY_OK,
  OSSHKEY_KDF_OUT_OF_MEMORY = OSSHKEY_OUT_OF_MEMORY,
  OSSHKEY_KDF_BAD_ARGUMENT = OSSHKEY_INVALID_ARGUMENT
};

/* A kind is what a program acts on, where the exact status is for its log. */
enum {
  OSSHKEY_KIND_NONE = 0,              /* OSSHKEY_OK, or a number that is no status */
  OSSHKEY_KIND_NOT_A_PRIVATE_KEY = 1, /* the bytes are something else; the hint says what */
  OSSHKEY_KIND_MALFORMED = 2,         /* damaged, or written against the format */
  OSSHKEY_KIND_UNSUPPORTED = 3,       /* a cipher, KDF, type or curve that can't be used here */
  OSSHKEY_KIND_LIMIT_EXCEEDED = 4,    /* refused before expensive work; the policy can allow it */
  OSSHKEY_KIND_PASSPHRASE = 5,        /* one is needed, or the one given is wrong: ask (again) */
  OSSHKEY_KIND_ENVIRONMENT = 6,       /* the system failed, or the caller cancelled */
  OSSHKEY_KIND_IRREGULAR = 7,         /* a form that OpenSSH refuses or no writer produces */
  OSSHKEY_KIND_ADVICE = 8,            /* nothing is wrong with the file's form */
  OSSHKEY_KIND_USAGE = 9              /* the call is wrong, or a callback failed */
};

/* osshkey_word yields the stable word of a status, such as `wrong-passphrase`, `ok` for 0 and
 * `unknown` for a number that is no status. For logs and for other programs. Static. */
OSSHKEY_EXPORT const char* osshkey_word(int status);
/* osshkey_message yields one sentence for a person, without a full stop. Static. */
OSSHKEY_EXPORT const char* osshkey_message(int status);
/* osshkey_hint yields what to do next, an empty text where there is nothing to do. Static. */
OSSHKEY_EXPORT const char* osshkey_hint(int status);
/* osshkey_kind yields the OSSHKEY_KIND_ of a status. */
OSSHKEY_EXPORT int osshkey_kind(int status);

#ifdef __cplusplus
}
#endif

#endif /* OSSHKEY_STATUS_H */
