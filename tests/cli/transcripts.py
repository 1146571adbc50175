# SPDX-License-Identifier: MIT
"""The transcripts: what is run, where, and how what varies is masked."""
import re

# name: (arguments, columns of the terminal or None for a pipe, environment)
TRANSCRIPTS = {
    'encrypted': ('encrypted', 80, {}),
    'encrypted-pem': ('pem', 80, {}),
    'unencrypted': ('plain', 80, {}),
    'unlocked': ('--passphrase-file right.pass encrypted', 80, {}),
    'wrong-passphrase': ('--passphrase-file wrong.pass encrypted', 80, {}),
    'damaged': ('truncated', 80, {}),
    'irregular': ('crlf', 80, {}),
    'strict': ('--strict crlf', 80, {}),
    'readable': ('readable', 80, {}),
    'escape': ('escape', 80, {}),
    'directory': ('ten', 80, {}),
    'directory-wide': ('ten', 140, {}),
    'directory-pipe': ('ten', None, {}),
    'home': ('', None, {'HOME': 'home'}),
    'narrow': ('plain', 40, {}),
    'narrow-directory': ('ten', 40, {}),
    'color': ('plain truncated encrypted', 80, {'NO_COLOR': ''}),
    'no-color': ('plain truncated encrypted', 80, {'NO_COLOR': '1'}),
    'color-always': ('--color always plain', None, {'NO_COLOR': '1'}),
    'compat': ('--compat chacha', 80, {}),
    'missing': ('no-such-file', None, {}),
    'empty': ('empty', None, {}),
    'large': ('large', None, {}),
    'unreadable-kinds': ('/dev/null no-such-file empty encrypted.pub', None, {}),
    'rounds-0': ('rounds-0', None, {}),
    'rounds-max': ('rounds-max', None, {}),
    'rounds-max-unlock': ('--passphrase-file right.pass rounds-max', None, {}),
    'public': ('--public encrypted truncated', None, {}),
    'md5': ('--hash md5 plain', None, {}),
    'json': ('--json encrypted plain truncated no-such-file', None, {}),
    'json-compat': ('--json --compat chacha truncated', None, {}),
    'quiet': ('--quiet plain truncated', None, {}),
    'help': ('--help', None, {}),
    'unknown-option': ('--frobnicate', None, {}),
}


def masked(text):
    """Replaces what differs from run to run, keeping the widths that the layout depends on."""
    text = re.sub(r'(SHA256:)([A-Za-z0-9+/]+)', lambda m: m[1] + 'x' * len(m[2]), text)
    text = re.sub(r'MD5(:[0-9a-f]{2}){16}', 'MD5' + ':xx' * 16, text)
    text = re.sub(r'AAAA[A-Za-z0-9+/=]+', 'AAAA', text)
    text = re.sub(r'"salt":"[0-9a-f]+"', '"salt":"hex"', text)
    return re.sub(r'(about|took) [0-9.e+]+ (ms|s|min|h|days|years)', r'\1 TIME', text)
