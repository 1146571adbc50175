#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What we write, read by ssh-keygen, ssh-agent, OpenSSL, PuTTY and python3-cryptography.

    export_test.py EXPORT_TOOL KEYINFO
"""
import base64
import hashlib
import itertools
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import SKIP, case, cases_for, equal, need, run  # noqa: E402
from servers import Agent  # noqa: E402

need("ssh", "ssh-keygen", "ssh-agent", "ssh-add", "openssl", "puttygen")
try:
    import bcrypt  # cryptography needs it, too, for openssh-key-v1
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed448
    from cryptography.hazmat.primitives.asymmetric.utils import (decode_dss_signature,
                                                                 encode_dss_signature)
except ImportError as missing:
    print("skipped, missing:", missing.name)
    sys.exit(SKIP)

TOOL, KEYINFO = sys.argv[1:]
SCRATCH = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(SCRATCH.name)
NEW = "new passphrase"
_numbers = itertools.count()


def attempt(*words, stdin=None, env=None):
    """A finished program, whatever it says."""
    return subprocess.run([str(word) for word in words], input=stdin, capture_output=True, env=env,
                          check=False)


def command(*words, stdin=None, env=None):
    """The standard output of a program that must succeed."""
    done = attempt(*words, stdin=stdin, env=env)
    assert done.returncode == 0, (words[0], done.returncode, done.stdout, done.stderr)
    return done.stdout


def new_file(content=b""):
    path = FOLDER / f"file{next(_numbers)}"
    path.write_bytes(content)
    path.chmod(0o600)
    return path


def exported(form, key, *rest):
    """A file with what the tool prints for an unencrypted key."""
    return new_file(command(TOOL, form, key, "", *rest))


# ---- wire formats

def string(content):
    if isinstance(content, str):
        content = content.encode()
    return struct.pack(">I", len(content)) + content


def split(blob, count):
    """The first strings of a blob, and what follows them."""
    found = []
    for _ in range(count):
        (size,) = struct.unpack(">I", blob[:4])
        assert len(blob) >= 4 + size, "a string runs over the end"
        found.append(blob[4:4 + size])
        blob = blob[4 + size:]
    return found, blob


def strings(blob):
    """The strings that a blob consists of."""
    found = []
    while blob:
        (one,), blob = split(blob, 1)
        found.append(one)
    return found


def mpint(number):
    return string(number.to_bytes(number.bit_length() // 8 + 1, "big") if number else b"")


def armored(label, body):
    text = base64.b64encode(body)
    lines = [text[i:i + 70] for i in range(0, len(text), 70)]
    label = label.encode()
    return b"\n".join([b"-----BEGIN " + label + b"-----", *lines, b"-----END " + label + b"-----", b""])


def body_of(text):
    return base64.b64decode(b"".join(text.splitlines()[1:-1]))


def openssh_file(public, private):
    """An unencrypted openssh-key-v1 file of a public blob and the fields of the private section."""
    section = b"\1\2\3\4" * 2 + private
    section += bytes(range(1, 1 + -len(section) % 8))
    return armored("OPENSSH PRIVATE KEY",
                   b"openssh-key-v1\0" + string("none") + string("none") + string("") +
                   struct.pack(">I", 1) + string(public) + string(section))


# ---- keys

def generated(key_type, *words):
    path = FOLDER / key_type.replace(" ", "")
    command("ssh-keygen", "-q", "-t", key_type, *words, "-N", "", "-C", f"a {key_type} key", "-f", path)
    return path


KEYS = {
    "ed25519": generated("ed25519"),
    "rsa": generated("rsa", "-b", "2048"),
    "dsa": generated("dsa"),
    "ecdsa 256": generated("ecdsa", "-b", "256").rename(FOLDER / "ecdsa256"),
}
(FOLDER / "ecdsa.pub").rename(FOLDER / "ecdsa256.pub")
for bits in ("384", "521"):
    KEYS[f"ecdsa {bits}"] = generated("ecdsa", "-b", bits).rename(FOLDER / f"ecdsa{bits}")
    (FOLDER / "ecdsa.pub").rename(FOLDER / f"ecdsa{bits}.pub")
TRADITIONAL = [name for name in KEYS if name != "ed25519"]


def public_line(key):
    return pathlib.Path(f"{key}.pub").read_text(encoding="utf-8").split()[:2]


def public_blob(key):
    return base64.b64decode(public_line(key)[1])


def public_pem(key):
    """The public half as OpenSSL's PEM: ssh-keygen 9.2 converts all types but Ed25519."""
    if public_line(key)[0] == "ssh-ed25519":
        point = strings(public_blob(key))[1]
        header = bytes.fromhex("302a300506032b6570032100")  # RFC 8410 section 4
        return new_file(armored("PUBLIC KEY", header + point))
    return new_file(command("ssh-keygen", "-e", "-m", "PKCS8", "-f", f"{key}.pub"))


def public_der(pem):
    return command("openssl", "pkey", "-pubin", "-in", pem, "-outform", "DER")


# ---- the formats

def ssh_keygen_reads(path, key, passphrase=""):
    equal(command("ssh-keygen", "-y", "-P", passphrase, "-f", path).decode().split()[:2],
          public_line(key), "ssh-keygen -y")


def puttygen_reads(path, key, passphrase=""):
    secret = new_file(passphrase.encode())
    shown = command("puttygen", path, "--old-passphrase", secret, "-O", "public-openssh")
    equal(shown.decode().split()[:2], public_line(key), "puttygen")


def cryptography_reads(load, path, key, passphrase=""):
    private = load(path.read_bytes(), passphrase.encode() or None)
    shown = private.public_key().public_bytes(serialization.Encoding.OpenSSH,
                                              serialization.PublicFormat.OpenSSH)
    equal(shown.decode().split()[:2], public_line(key), "cryptography")


def openssl_reads(path, key, passphrase=""):
    equal(command("openssl", "pkey", "-in", path, "-passin", f"pass:{passphrase}", "-pubout",
                  "-outform", "DER"),
          public_der(public_pem(key)), "openssl pkey")


CIPHERS = ["none"] + command("ssh", "-Q", "cipher").decode().split()


@cases_for("openssh-key-v1", itertools.product(KEYS, CIPHERS))
def openssh_key_v1(which):
    name, cipher = which
    key = KEYS[name]
    passphrase = "" if cipher == "none" else NEW
    path = exported("openssh", key, "" if cipher == "none" else cipher, 2, passphrase)
    ssh_keygen_reads(path, key, passphrase)
    # What these two can read of the ciphers.
    if cipher in ("none", "aes256-ctr", "aes256-cbc"):
        puttygen_reads(path, key, passphrase)
        cryptography_reads(serialization.load_ssh_private_key, path, key, passphrase)
    if cipher != "none":
        wrong = attempt("ssh-keygen", "-y", "-P", "wrong", "-f", path)
        assert wrong.returncode != 0, "a wrong passphrase opens it"


@cases_for("unencrypted openssh-key-v1 is ssh-keygen's, but for the check values", KEYS)
def byte_compatible(name):
    ours = body_of(exported("openssh", KEYS[name], "", 0, "").read_bytes())
    theirs = body_of(KEYS[name].read_bytes())
    start = 15 + 8 + 8 + 4 + 4 + 4 + len(public_blob(KEYS[name])) + 4
    equal(ours[:start], theirs[:start], "envelope")
    equal(ours[start:start + 4], ours[start + 4:start + 8], "check values")
    equal(ours[start + 8:], theirs[start + 8:], "private section")
    equal(KEYS[name].read_bytes().splitlines()[0], b"-----BEGIN OPENSSH PRIVATE KEY-----")


@cases_for("the comment survives", KEYS)
def comment(name):
    path = exported("openssh", KEYS[name], "aes256-ctr", 1, NEW)
    command("ssh-keygen", "-q", "-p", "-P", NEW, "-N", "", "-f", path)
    equal(command("ssh-keygen", "-y", "-f", path), pathlib.Path(f"{KEYS[name]}.pub").read_bytes())


@cases_for("PKCS#8", itertools.product(KEYS, ["", "aes128-cbc", "aes192-cbc", "aes256-cbc"]))
def pkcs8(which):
    name, cipher = which
    key = KEYS[name]
    passphrase = NEW if cipher else ""
    path = exported("pkcs8", key, cipher, 2, passphrase)
    openssl_reads(path, key, passphrase)
    cryptography_reads(serialization.load_pem_private_key, path, key, passphrase)
    if name != "ed25519":  # read since OpenSSH 9.6
        ssh_keygen_reads(path, key, passphrase)


@cases_for("PEM", itertools.product(TRADITIONAL, ["", NEW]))
def pem(which):
    name, passphrase = which
    key = KEYS[name]
    path = exported("pem", key, passphrase)
    openssl_reads(path, key, passphrase)
    cryptography_reads(serialization.load_pem_private_key, path, key, passphrase)
    ssh_keygen_reads(path, key, passphrase)
    puttygen_reads(path, key, passphrase)


@cases_for("EVP_PKEY", KEYS)
def evp_pkey(name):
    key = KEYS[name]
    public = command(TOOL, "evp-public", key, "")
    equal(public, public_der(public_pem(key)), "public")
    private = new_file(command(TOOL, "evp-private", key, ""))
    equal(command("openssl", "pkey", "-in", private, "-inform", "DER", "-pubout", "-outform", "DER"),
          public, "private")
    command("openssl", "pkey", "-in", private, "-inform", "DER", "-check", "-noout")


# ---- the agent

SUCCESS = 6


@cases_for("ssh-agent takes and uses", KEYS)
def agent(name):
    key = KEYS[name]
    with Agent() as started:
        equal(started.send(command(TOOL, "agent", key, "")), SUCCESS, "answer")
        equal(started.listed(), command("ssh-keygen", "-l", "-f", f"{key}.pub").decode(), "ssh-add -l")
        command("ssh-add", "-T", f"{key}.pub", env=started.environment)  # signs and verifies


@case
def agent_forgets_after_the_lifetime():
    with Agent() as started:
        equal(started.send(command(TOOL, "agent", KEYS["ed25519"], "", 3600)), SUCCESS, "answer")
        assert "ED25519" in started.listed()
        # The agent takes the new lifetime of a key that it holds.
        equal(started.send(command(TOOL, "agent", KEYS["ed25519"], "", 1)), SUCCESS, "answer")
        end = time.monotonic() + 60
        while started.listed() != "The agent has no identities.\n":
            assert time.monotonic() < end, "the key stays"
            time.sleep(0.2)


def private_fields(key):
    """The fields behind the type's name in the private section of an unencrypted file, with padding."""
    _, rest = split(body_of(key.read_bytes())[15:], 3)
    (_, section), _ = split(rest[4:], 2)
    return split(section[8:], 1)[1]


# How many fields a certificate says already, and how many the private section keeps with the comment.
CERTIFIED = {"ed25519": (0, 3), "rsa": (2, 5), "ecdsa 256": (2, 2)}


def certified(name):
    """A key file with a certificate in it, and the certificate's blob."""
    key = KEYS[name]
    command("ssh-keygen", "-q", "-s", KEYS["ecdsa 384"], "-I", "id", "-n", "me", f"{key}.pub")
    line = pathlib.Path(f"{key}-cert.pub").read_text(encoding="utf-8")
    certificate = base64.b64decode(line.split()[1])
    left_out, kept = CERTIFIED[name]
    fields, _ = split(private_fields(key), left_out + kept)
    private = string(split(certificate, 1)[0][0]) + string(certificate)
    private += b"".join(string(field) for field in fields[left_out:])
    return new_file(openssh_file(certificate, private)), certificate


@cases_for("a certificate in the file", CERTIFIED)
def certificates(name):
    path, certificate = certified(name)
    encoded = base64.b64encode(certificate).decode()
    written = exported("openssh", path, "aes256-gcm@openssh.com", 1, NEW)
    equal(command("ssh-keygen", "-y", "-P", NEW, "-f", written).decode().split()[1],
          encoded, "ssh-keygen -y")
    plain = exported("openssh", path, "", 1, "")
    equal(body_of(plain.read_bytes())[-200:], body_of(path.read_bytes())[-200:], "private section")
    with Agent() as started:
        equal(started.send(command(TOOL, "agent", path, "")), SUCCESS, "answer")
        assert "-CERT)" in started.listed(), started.listed()


# ---- keys that the local ssh-keygen can't make

def ed448_key():
    private = ed448.Ed448PrivateKey.generate()
    point = private.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    seed = private.private_bytes(serialization.Encoding.Raw, serialization.PrivateFormat.Raw,
                                 serialization.NoEncryption())
    blob = string("ssh-ed448") + string(point)
    return private, blob, new_file(openssh_file(blob, blob + string(seed + point) + string("a comment")))


@case
def ed448_is_read_by_puttygen_openssl_and_cryptography():
    private, blob, key = ed448_key()
    pathlib.Path(f"{key}.pub").write_text(f"ssh-ed448 {base64.b64encode(blob).decode()}", encoding="utf-8")
    puttygen_reads(exported("openssh", key, "aes256-cbc", 1, NEW), key, NEW)
    for passphrase in ("", NEW):
        path = exported("pkcs8", key, "", 1, passphrase)
        loaded = serialization.load_pem_private_key(path.read_bytes(), passphrase.encode() or None)
        signature = loaded.sign(b"data")
        private.public_key().verify(signature, b"data")
        command("openssl", "pkey", "-in", path, "-passin", f"pass:{passphrase}", "-noout")


def security_key():
    public = strings(public_blob(KEYS["ed25519"]))[1]
    blob = string("sk-ssh-ed25519@openssh.com") + string(public) + string("ssh:")
    private = blob + b"\x21" + string(b"a handle") + string(b"") + string("a token")
    return blob, new_file(openssh_file(blob, private))


@cases_for("a security key", CIPHERS)
def security_keys(cipher):
    blob, key = security_key()
    passphrase = "" if cipher == "none" else NEW
    path = exported("openssh", key, "" if cipher == "none" else cipher, 1, passphrase)
    shown = command("ssh-keygen", "-y", "-P", passphrase, "-f", path)
    equal(shown.decode().split()[:2],
          ["sk-ssh-ed25519@openssh.com", base64.b64encode(blob).decode()], "ssh-keygen -y")


@case
def a_security_key_goes_into_the_agent_with_its_provider():
    _, key = security_key()
    with Agent() as started:
        equal(started.send(command(TOOL, "agent", key, "", "", "internal")), SUCCESS, "answer")
        assert "(ED25519-SK)" in started.listed(), started.listed()


# ---- signatures

MESSAGE = b"a message\n"
NAMESPACE = "file"
ALGORITHMS = {"ed25519": [""], "rsa": ["rsa-sha2-256", "rsa-sha2-512"], "dsa": [""],
              "ecdsa 256": [""], "ecdsa 384": [""], "ecdsa 521": [""]}
SIGNERS = [(name, algorithm) for name in ALGORITHMS for algorithm in ALGORITHMS[name]]


def sshsig_data(message, hash_name):
    """What SSHSIG signs (PROTOCOL.sshsig)."""
    return (b"SSHSIG" + string(NAMESPACE) + string("") + string(hash_name) +
            string(hashlib.new(hash_name, message).digest()))


def sign(key, algorithm, data):
    return command(TOOL, "sign", key, "", algorithm, new_file(data))


def verify(blob, algorithm, data, signature):
    return attempt(TOOL, "verify", new_file(blob), algorithm, new_file(data), new_file(signature))


def verifies(blob, algorithm, data, signature):
    done = verify(blob, algorithm, data, signature)
    equal(done.returncode, 0, f"verify says {done.stderr}")
    changed = verify(blob, algorithm, data + b"!", signature)
    assert changed.returncode == 1 and b"bad-signature" in changed.stderr, changed


@cases_for("ssh-keygen -Y verify takes our signature", SIGNERS)
def sshsig_by_us(which):
    name, algorithm = which
    key = KEYS[name]
    signature = sign(key, algorithm, sshsig_data(MESSAGE, "sha512"))
    wrapped = new_file(armored("SSH SIGNATURE", b"SSHSIG" + struct.pack(">I", 1) +
                               string(public_blob(key)) + string(NAMESPACE) + string("") +
                               string("sha512") + string(signature)))
    allowed = new_file(("me " + " ".join(public_line(key)) + "\n").encode())
    command("ssh-keygen", "-Y", "verify", "-f", allowed, "-I", "me", "-n", NAMESPACE, "-s", wrapped,
            stdin=MESSAGE)


@cases_for("we take the signature of ssh-keygen -Y sign", KEYS)
def sshsig_by_ssh_keygen(name):
    key = KEYS[name]
    text = command("ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", NAMESPACE, stdin=MESSAGE)
    blob, _, _, hash_name, signature = strings(body_of(text)[10:])
    equal(blob, public_blob(key), "public key")
    verifies(blob, "", sshsig_data(MESSAGE, hash_name.decode()), signature)


def to_der(name, raw):
    """A signature of ours as OpenSSL takes it."""
    if name.startswith("ecdsa"):
        return encode_dss_signature(*(int.from_bytes(s, "big") for s in strings(raw)))
    if name == "dsa":
        return encode_dss_signature(int.from_bytes(raw[:20], "big"), int.from_bytes(raw[20:], "big"))
    return raw


def from_der(name, der):
    if name.startswith("ecdsa"):
        return b"".join(mpint(number) for number in decode_dss_signature(der))
    if name == "dsa":
        return b"".join(number.to_bytes(20, "big") for number in decode_dss_signature(der))
    return der


DIGESTS = {"rsa-sha2-256": "sha256", "rsa-sha2-512": "sha512", "ssh-rsa": "sha1", "ssh-dss": "sha1",
           "ecdsa-sha2-nistp256": "sha256", "ecdsa-sha2-nistp384": "sha384",
           "ecdsa-sha2-nistp521": "sha512"}


def pkeyutl(algorithm):
    """The words of openssl pkeyutl that hash as an algorithm does."""
    return ["-rawin"] + (["-digest", DIGESTS[algorithm]] if algorithm in DIGESTS else [])


@cases_for("openssl pkeyutl and we verify each other's signature", SIGNERS + [("rsa", "ssh-rsa")])
def openssl_signatures(which):
    name, wanted = which
    key = KEYS[name]
    data = new_file(MESSAGE)
    algorithm, raw = strings(sign(key, wanted, MESSAGE))
    command("openssl", "pkeyutl", "-verify", "-pubin", "-inkey", public_pem(key), "-in", data,
            "-sigfile", new_file(to_der(name, raw)), *pkeyutl(algorithm.decode()))
    private = exported("pkcs8", key, "", 1, "")
    theirs = command("openssl", "pkeyutl", "-sign", "-inkey", private, "-in", data,
                     *pkeyutl(algorithm.decode()))
    verifies(public_blob(key), wanted, MESSAGE, string(algorithm) + string(from_der(name, theirs)))


@case
def ed448_signatures_agree_with_cryptography():
    private, blob, key = ed448_key()
    name, raw = strings(sign(key, "", MESSAGE))
    equal(name, b"ssh-ed448", "algorithm")
    private.public_key().verify(raw, MESSAGE)
    verifies(blob, "", MESSAGE, string(name) + string(private.sign(MESSAGE)))


# ---- files that keyinfo writes anew

def file_of_old():
    """KEYS["ed25519"] under blowfish-cbc, which OpenSSH neither writes nor reads any more."""
    (magic, *_), rest = split(string("openssh-key-v1\0") + body_of(KEYS["ed25519"].read_bytes())[15:], 4)
    (public, section), _ = split(rest[4:], 2)
    salt = os.urandom(16)
    derived = bcrypt.kdf(NEW.encode(), salt, 24, 1, ignore_few_rounds=True)
    ciphertext = command("openssl", "enc", "-bf-cbc", "-nopad", "-K", derived[:16].hex(), "-iv", derived[16:].hex(),
                         "-provider", "legacy", "-provider", "default", stdin=section)
    options = string(salt) + struct.pack(">I", 1)
    return new_file(armored("OPENSSH PRIVATE KEY", magic + string("blowfish-cbc") + string("bcrypt") +
                            string(options) + struct.pack(">I", 1) + string(public) + string(ciphertext)))


@case
def a_cipher_of_old_gives_way_to_the_usual_one():
    path, secret = file_of_old(), new_file(NEW.encode())
    old = attempt("ssh-keygen", "-y", "-P", NEW, "-f", path)
    assert old.returncode != 0, "ssh-keygen reads the old cipher"
    command(KEYINFO, "--rewrite", "--passphrase-file", secret, path)
    ssh_keygen_reads(path, KEYS["ed25519"], NEW)
    shown = json.loads(command(KEYINFO, "--json", path))
    equal((shown["cipher"], shown["rounds"]), ("aes256-ctr", 1), "cipher and rounds")


@case
def a_cipher_of_old_is_not_written():
    path, secret = file_of_old(), new_file(NEW.encode())
    before = path.read_bytes()
    refused = attempt(KEYINFO, "--rewrite", "--cipher", "blowfish-cbc", "--passphrase-file", secret, path)
    assert refused.returncode == 1 and b"cipher" in refused.stdout + refused.stderr, refused
    equal(path.read_bytes(), before, "the file")


run()
