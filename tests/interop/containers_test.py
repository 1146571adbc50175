#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Keys in every container that the local openssl, puttygen and ssh-keygen write, opened by keyinfo.

    containers_test.py KEYINFO

Each file must show its container, need its passphrase, refuse a wrong one by name, and open as the
key that ssh-keygen made.
"""
import base64
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, cases_for, equal, need, run  # noqa: E402

need("ssh-keygen", "openssl", "puttygen")
KEYINFO = sys.argv[1]
SCRATCH = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(SCRATCH.name)
PASSPHRASE = b"a passphrase"
PROVIDERS = ["-provider", "default", "-provider", "legacy"]
_count = 0


def succeeds(*words, stdin=b""):
    """Runs a program; its standard output, or None where it fails."""
    words = [w if isinstance(w, bytes) else str(w) for w in words]
    done = subprocess.run(words, input=stdin, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


def command(*words, stdin=b""):
    """The standard output of a program that must succeed."""
    output = succeeds(*words, stdin=stdin)
    assert output is not None, words
    return output


def new_path():
    global _count
    _count += 1
    return FOLDER / f"file{_count}"


def passphrase_file(passphrase):
    path = new_path()
    path.write_bytes(passphrase)
    return path


SECRET = passphrase_file(PASSPHRASE)


def fingerprint(path):
    return command("ssh-keygen", "-l", "-f", path).split()[1].decode()


class Source:
    """A key in plain PKCS#8 or PEM, with the fingerprint of its public half."""

    def __init__(self, name, type_name, path, container):
        self.name, self.type_name, self.path, self.container = name, type_name, path, container
        public = new_path()
        public.write_bytes(command("puttygen", path, "-O", "public-openssh"))
        self.fingerprint = fingerprint(public)


def generate(algorithm, *options):
    path = new_path()
    command("openssl", "genpkey", "-algorithm", algorithm, *options, "-out", path)
    path.chmod(0o600)
    return path


def traditional(path, program):
    """The key in the form that PEM had before PKCS#8."""
    out = new_path()
    command("openssl", program, "-in", path, "-out", out,
            *(["-traditional"] if program == "rsa" else []))
    return out


def dsa_parameters():
    path = new_path()
    command("openssl", "genpkey", "-genparam", "-algorithm", "DSA", "-pkeyopt",
            "dsa_paramgen_bits:1024", "-pkeyopt", "dsa_paramgen_q_bits:160", "-out", path)
    return path


def ec_key(curve):
    return generate("EC", "-pkeyopt", f"ec_paramgen_curve:{curve}")


RSA = traditional(generate("RSA", "-pkeyopt", "rsa_keygen_bits:2048"), "rsa")
_dsa = new_path()
command("openssl", "genpkey", "-paramfile", dsa_parameters(), "-out", _dsa)
DSA = traditional(_dsa, "dsa")
SOURCES = {
    "rsa": Source("rsa", "ssh-rsa", RSA, "pem-pkcs1"),
    "dsa": Source("dsa", "ssh-dss", DSA, "pem-dsa"),
}
for _name, _curve in (("256", "P-256"), ("384", "P-384"), ("521", "P-521")):
    SOURCES["ec" + _name] = Source("ec" + _name, "ecdsa-sha2-nistp" + _name,
                                   traditional(ec_key(_curve), "ec"), "pem-sec1")


def keyinfo(path, passphrase=None, options=()):
    """The exit status and the JSON object that keyinfo prints for a file."""
    words = [KEYINFO, "--json", *options]
    if passphrase is not None:
        words += ["--passphrase-file", "-"]
    done = subprocess.run(words + [str(path)], capture_output=True, check=False,
                          input=b"" if passphrase is None else passphrase + b"\n")
    assert done.returncode in (0, 1), (done.returncode, done.stderr)
    return done.returncode, json.loads(done.stdout)


def opens(path, source, container, passphrase=None, comment=""):
    """Checks that a file opens as the source's key; returns what keyinfo says of it."""
    path.chmod(0o600)
    status, shown = keyinfo(path, passphrase)
    equal(shown["error"], None, "error")
    equal(status, 0, "exit status")
    equal(shown["container"], container, "container")
    equal(shown["encrypted"], passphrase is not None, "encrypted")
    (key,) = shown["keys"]
    equal(key["type"], source.type_name, "type")
    equal(key["fingerprint"], source.fingerprint, "fingerprint")
    equal(key["comment"], comment, "comment")
    equal(key["proved"], True, "proved")
    return shown


def opens_encrypted(path, source, container, comment=""):
    """The same for an encrypted file, which must also refuse a wrong passphrase by name."""
    shown = opens(path, source, container, PASSPHRASE, comment)
    status, wrong = keyinfo(path, b"another passphrase")
    equal(status, 1, "exit status")
    equal(wrong["error"]["code"], "wrong-passphrase", "word")
    equal(wrong["container"], container, "container")
    status, inspected = keyinfo(path)
    equal(status, 0, "exit status of an inspection")
    equal(inspected["cipher"], shown["cipher"], "cipher")
    return shown


@cases_for("traditional", SOURCES.values())
def plain_traditional(source):
    opens(source.path, source, source.container)


@cases_for("pkcs8", SOURCES.values())
def plain_pkcs8(source):
    path = new_path()
    command("openssl", "pkcs8", "-topk8", "-nocrypt", "-in", source.path, "-out", path)
    opens(path, source, "pkcs8")


@cases_for("der", SOURCES.values())
def binary(source):
    path = new_path()
    command("openssl", "pkcs8", "-topk8", "-nocrypt", "-in", source.path, "-outform", "DER",
            "-out", path)
    opens(path, source, "pkcs8")


PEM_CIPHERS = [f"{family}-{mode}" for family in
               ("aes-128", "aes-192", "aes-256", "camellia-128", "camellia-192", "camellia-256",
                "aria-128", "aria-256", "des-ede3", "des-ede", "des", "bf", "cast5", "rc2", "seed",
                "idea", "sm4")
               for mode in ("cbc", "cfb", "ofb", "ctr")] + ["rc2-40-cbc", "rc2-64-cbc", "desx-cbc"]


@cases_for("DEK-Info", PEM_CIPHERS)
def pem_cipher(cipher):
    written = 0
    for name, program, options in (("rsa", "rsa", ["-traditional"]), ("dsa", "dsa", []),
                                   ("ec256", "ec", [])):
        source = SOURCES[name]
        path = new_path()
        if succeeds("openssl", program, "-in", source.path, f"-{cipher}", *options, *PROVIDERS,
                    "-passout", f"file:{SECRET}", "-out", path) is None:
            continue  # this libcrypto doesn't have it
        written += 1
        shown = opens_encrypted(path, source, source.container)
        equal(shown["cipher"].lower(), cipher, "cipher")
        equal(shown["kdf"], "evp-bytestokey-md5", "kdf")
    if cipher.startswith("aes") or cipher == "des-ede3-cbc":
        assert written == 3 or cipher.endswith("ctr"), "openssl writes it"


PBES2 = [["-v2", cipher, "-v2prf", f"hmacWith{prf}"]
         for cipher in ("aes-128-cbc", "aes-192-cbc", "aes-256-cbc", "des3")
         for prf in ("SHA1", "SHA224", "SHA256", "SHA384", "SHA512")]
PBES2 += [["-v2", cipher] for cipher in
          ("des", "rc2", "bf-cbc", "cast5-cbc", "camellia-256-cbc", "aria-128-cbc", "seed-cbc",
           "aes-128-cfb", "aes-256-ofb")]
PBES2 += [["-v2", "aes-256-cbc", "-iter", "1"], ["-v2", "aes-256-cbc", "-iter", "100000"]]
PBES2 += [["-scrypt"], ["-scrypt", "-scrypt_N", "1024", "-scrypt_r", "4", "-scrypt_p", "3"]]
PBES1 = [["-v1", scheme] for scheme in
         ("PBE-MD5-DES", "PBE-MD5-RC2-64", "PBE-SHA1-DES", "PBE-SHA1-RC2-64", "PBE-SHA1-3DES",
          "PBE-SHA1-2DES", "PBE-SHA1-RC2-128", "PBE-SHA1-RC2-40", "PBE-SHA1-RC4-128",
          "PBE-SHA1-RC4-40")]


@cases_for("PKCS#8", PBES2 + PBES1)
def encrypted_pkcs8(options):
    source = SOURCES["rsa"]
    path = new_path()
    if succeeds("openssl", "pkcs8", "-topk8", *options, *PROVIDERS, "-in", source.path,
                "-passout", f"file:{SECRET}", "-out", path) is None:
        return  # this libcrypto doesn't have it
    shown = opens_encrypted(path, source, "pkcs8-encrypted")
    assert shown["kdf"] not in ("", "none"), shown
    assert shown["rounds"] > 0, shown


@cases_for("PKCS#8 of type", SOURCES.values())
def encrypted_pkcs8_types(source):
    path = new_path()
    command("openssl", "pkcs8", "-topk8", "-in", source.path, "-passout", f"file:{SECRET}",
            "-out", path)
    opens_encrypted(path, source, "pkcs8-encrypted")


@cases_for("passphrase", ["p\u00e4ss\u952e\U0001f511".encode(), b"x" * 1000, b" blanks "])
def pkcs12_passphrases(passphrase):
    path = new_path()
    command("openssl", "pkcs8", "-topk8", "-v1", "PBE-SHA1-3DES", "-in", RSA, "-passout",
            f"file:{passphrase_file(passphrase)}", "-out", path)
    opens(path, SOURCES["rsa"], "pkcs8-encrypted", passphrase)


def public_line(path, type_name, size):
    """The public key line of an Edwards key, whose SubjectPublicKeyInfo ends in the raw key."""
    raw = command("openssl", "pkey", "-in", path, "-pubout", "-outform", "DER")[-size:]
    blob = b"".join(struct.pack(">I", len(part)) + part for part in (type_name.encode(), raw))
    return [type_name, base64.b64encode(blob).decode()]


@cases_for("Edwards curve", [("ED25519", "ssh-ed25519", 32), ("ED448", "ssh-ed448", 57)])
def edwards(value):
    algorithm, type_name, size = value
    plain = generate(algorithm)
    public = public_line(plain, type_name, size)
    status, shown = keyinfo(plain)
    equal(shown["error"], None, "error")
    equal(status, 0, "exit status")
    equal(shown["container"], "pkcs8", "container")
    equal(shown["keys"][0]["public_key"].split()[:2], public, "public key")
    encrypted = new_path()
    command("openssl", "pkcs8", "-topk8", "-in", plain, "-passout", f"file:{SECRET}", "-out",
            encrypted)
    encrypted.chmod(0o600)
    _, shown = keyinfo(encrypted, PASSPHRASE)
    equal(shown["error"], None, "error")
    equal(shown["keys"][0]["public_key"].split()[:2], public, "public key")


@cases_for("refused type", ["X25519", "X448", "RSA-PSS"])
def refused_types(algorithm):
    status, shown = keyinfo(generate(algorithm))
    equal(status, 1, "exit status")
    equal(shown["error"]["code"], "unsupported-key-type", "word")


@cases_for("refused curve", ["secp256k1", "brainpoolP256r1", "P-224"])
def refused_curves(curve):
    for path in (ec_key(curve), traditional(ec_key(curve), "ec")):
        path.chmod(0o600)
        status, shown = keyinfo(path)
        equal(status, 1, "exit status")
        equal(shown["error"]["code"], "unsupported-curve", "word")


@cases_for("explicit parameters", ["ec256", "ec384", "ec521"])
def explicit_parameters(name):
    path = new_path()
    command("openssl", "ec", "-in", SOURCES[name].path, "-param_enc", "explicit", "-out", path)
    opens(path, SOURCES[name], "pem-sec1")


@cases_for("point", ["compressed", "hybrid"])
def point_forms(form):
    path = new_path()
    command("openssl", "ec", "-in", SOURCES["ec256"].path, "-conv_form", form, "-out", path)
    opens(path, SOURCES["ec256"], "pem-sec1")


@case
def point_left_out():
    path = new_path()
    command("openssl", "ec", "-in", SOURCES["ec256"].path, "-no_public", "-out", path)
    opens(path, SOURCES["ec256"], "pem-sec1")


PUTTY = [[], ["--ppk-param", "version=2"]]
PUTTY_ENCRYPTED = [["--ppk-param", f"version=3,kdf={kdf},memory=1024,passes=3,parallelism={lanes}"]
                   for kdf in ("argon2id", "argon2i", "argon2d") for lanes in (1, 2, 4)]
PUTTY_ENCRYPTED += [["--ppk-param", "version=2"]]


@cases_for("PuTTY", [(s, o) for s in SOURCES.values() for o in PUTTY])
def putty_plain(value):
    source, options = value
    path = new_path()
    command("puttygen", source.path, "-O", "private", "-C", "a comment", *options, "-o", path)
    opens(path, source, "ppk2" if "version=2" in options else "ppk3", comment="a comment")


@cases_for("PuTTY encrypted", [(s, o) for s in SOURCES.values() for o in PUTTY_ENCRYPTED])
def putty_encrypted(value):
    source, options = value
    path = new_path()
    command("puttygen", source.path, "-O", "private", "-C", "", *options, "--new-passphrase",
            SECRET, "-o", path)
    opens_encrypted(path, source, "ppk2" if "version=2" in options else "ppk3")


@cases_for("PuTTY Edwards", [(t, o) for t in ("ed25519", "ed448") for o in PUTTY_ENCRYPTED])
def putty_edwards(value):
    key_type, options = value
    path = new_path()
    command("puttygen", "-t", key_type, "-q", "-O", "private", "-C", "", *options,
            "--new-passphrase", SECRET, "-o", path)
    public = command("puttygen", path, "-O", "public-openssh", "--old-passphrase", SECRET)
    status, shown = keyinfo(path, PASSPHRASE)
    equal(shown["error"], None, "error")
    equal(status, 0, "exit status")
    equal(shown["keys"][0]["public_key"].split()[:2], public.decode().split()[:2], "public key")
    equal(shown["keys"][0]["proved"], True, "proved")


@cases_for("PuTTY public half without a passphrase", PUTTY_ENCRYPTED)
def putty_public_half(options):
    source = SOURCES["rsa"]
    path = new_path()
    command("puttygen", source.path, "-O", "private", "-C", "in clear", *options,
            "--new-passphrase", SECRET, "-o", path)
    path.chmod(0o600)
    _, shown = keyinfo(path)
    equal(shown["keys"][0]["fingerprint"], source.fingerprint, "fingerprint")
    equal(shown["keys"][0]["comment"], "in clear", "comment")


@cases_for("ssh-keygen -m", [(f, t) for f in ("PEM", "PKCS8") for t in ("rsa", "ecdsa")])
def keygen_forms(value):
    form, key_type = value
    path = new_path()
    command("ssh-keygen", "-q", "-t", key_type, "-m", form, "-N", PASSPHRASE, "-f", path)
    status, shown = keyinfo(path, PASSPHRASE)
    equal(shown["error"], None, "error")
    equal(status, 0, "exit status")
    equal(shown["keys"][0]["fingerprint"], fingerprint(f"{path}.pub"), "fingerprint")


@case
def every_truncation_of_a_binary_file():
    path = new_path()
    command("openssl", "pkcs8", "-topk8", "-nocrypt", "-in", SOURCES["ec256"].path, "-outform",
            "DER", "-out", path)
    content = path.read_bytes()
    folder = FOLDER / "cut"
    folder.mkdir()
    for size in range(len(content)):
        copy = folder / f"{size:04}"
        copy.write_bytes(content[:size])
        copy.chmod(0o600)
    done = subprocess.run([KEYINFO, "--json", *map(str, sorted(folder.iterdir()))],
                          capture_output=True, check=False)
    equal(done.returncode, 1, "exit status")
    shown = [json.loads(line) for line in done.stdout.splitlines()]
    equal(len(shown), len(content), "objects")
    assert all(one["error"]["code"] for one in shown), shown


run()
