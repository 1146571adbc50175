# SPDX-License-Identifier: MIT
"""Makes the key files that the tests look at, in the current folder."""
import os
import shutil
import subprocess

PASSPHRASE = 'correct horse'


def keygen(name, kind, passphrase='', comment='user@example', rounds=2, more=()):
    subprocess.run(['ssh-keygen', '-q', '-t', kind, '-N', passphrase, '-C', comment, '-a', str(rounds),
                    '-f', name, *more], check=True, stdin=subprocess.DEVNULL)


def change(name, new, edit):
    """A copy of a key file with its bytes edited."""
    with open(name, 'rb') as file:
        data = file.read()
    with open(new, 'wb') as file:
        file.write(edit(data))
    os.chmod(new, 0o600)


def decoded(data):
    import base64
    return bytearray(base64.b64decode(b''.join(data.split(b'\n')[1:-2])))


def armored(blob):
    import base64
    text = base64.b64encode(bytes(blob))
    lines = [text[i:i + 70] for i in range(0, len(text), 70)]
    return b'\n'.join([b'-----BEGIN OPENSSH PRIVATE KEY-----', *lines, b'-----END OPENSSH PRIVATE KEY-----', b''])


def with_rounds(rounds):
    def edit(data):
        blob = decoded(data)
        at = blob.index(b'bcrypt') + len('bcrypt') + 4 + 4 + 16  # lengths of options and salt, the salt
        blob[at:at + 4] = rounds.to_bytes(4, 'big')
        return armored(blob)
    return edit


def make_all():
    keygen('encrypted', 'ed25519', PASSPHRASE, rounds=16)
    keygen('slow', 'ed25519', PASSPHRASE, rounds=600)
    keygen('plain', 'ed25519')
    keygen('escape', 'ed25519', comment='a\x1b]0;owned\x07\u202eb\u00fc')
    keygen('ecdsa', 'ecdsa', PASSPHRASE, rounds=20)
    keygen('pem', 'ecdsa', PASSPHRASE, more=('-m', 'PEM'))
    keygen('chacha', 'ed25519', PASSPHRASE, rounds=24, more=('-Z', 'chacha20-poly1305@openssh.com'))
    change('plain', 'truncated', lambda data: armored(decoded(data)[:150]))
    change('plain', 'crlf', lambda data: data.replace(b'\n', b'\r\n'))
    change('encrypted', 'rounds-0', with_rounds(0))
    change('encrypted', 'rounds-max', with_rounds(2**32 - 1))
    change('plain', 'empty', lambda data: b'')
    change('plain', 'large', lambda data: data + b'#' * (5 << 20))
    change('plain', 'readable', lambda data: data)
    os.chmod('readable', 0o644)
    for name, text in {'right': PASSPHRASE + '\n', 'crlf-end': PASSPHRASE + '\r\n', 'wrong': 'incorrect\n',
                       'new': 'another one', 'newline': PASSPHRASE + '\n\n',
                       'crlf-twice': PASSPHRASE + '\r\n\r\n'}.items():
        with open(name + '.pass', 'w', newline='') as file:
            file.write(text)
    os.mkdir('ten')
    for i in range(4):
        keygen('ten/id_%d' % i, 'ed25519', PASSPHRASE if i % 2 else '', comment='key %d' % i)
    for name in ('ecdsa', 'chacha', 'truncated', 'crlf', 'readable', 'rounds-max'):
        shutil.copy2(name, 'ten/' + name)
    os.makedirs('home/.ssh/old')
    shutil.copy2('plain', 'home/.ssh/id_ed25519')
    shutil.copy2('encrypted', 'home/.ssh/old/id_encrypted')
    with open('home/.ssh/config', 'w') as file:
        file.write('Host *\n')
