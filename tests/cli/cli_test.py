#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of keyinfo as people and scripts use it.

    cli_test.py KEYINFO [--update]

The transcripts in expected/ are compared with what keyinfo prints; --update writes them anew. The rest are tests of
what a transcript can't hold: typing, signals, full disks, files that are written. The last line is `N passed, N failed`.
"""
import base64
import gzip
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 'support')]
import keys  # noqa: E402
from terminal import Terminal  # noqa: E402
from transcripts import TRANSCRIPTS, masked  # noqa: E402

KEYINFO = os.path.abspath(sys.argv[1])
PASSPHRASE = keys.PASSPHRASE.encode()


def environment(more):
    base = {'PATH': os.environ['PATH'], 'HOME': '/nowhere', 'TERM': 'xterm', 'LC_ALL': 'C.UTF-8'}
    return {**base, **{name: value for name, value in more.items()}}


def run(arguments, more=None, **options):
    options = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE, **options}
    return subprocess.run([KEYINFO, *shlex.split(arguments)], env=environment(more or {}),
                          start_new_session=True, timeout=120, **options)


def on_terminal(arguments, columns=80, more=None):
    return Terminal([KEYINFO, *shlex.split(arguments)], environment(more or {}), columns, os.getcwd())


def transcript(name):
    arguments, columns, more = TRANSCRIPTS[name]
    if columns is None:
        done = run(arguments, more)
        text, status = done.stdout.decode() + done.stderr.decode(), done.returncode
    else:
        shown, status = on_terminal(arguments, columns, more).finish()
        text = shown.decode().replace('\r\n', '\n')
    text = masked(text).replace('\x1b', '<ESC>')
    return '$ keyinfo %s\n%s[exit status %d]\n' % (arguments, text, status)


def check_transcript(name):
    expected = HERE / 'expected' / (name + '.txt')
    got = transcript(name)
    if '--update' in sys.argv:
        expected.write_text(got)
    wanted = expected.read_text()
    assert got == wanted, '%s differs\n--- expected\n%s--- got\n%s' % (expected.name, wanted, got)


def first_json(done):
    return json.loads(done.stdout.split(b'\n')[0])


def expect_usage_error(arguments):
    done = run(arguments)
    assert done.returncode == 2, (arguments, done)
    assert done.stdout == b'' and done.stderr.startswith(b'keyinfo: '), (arguments, done)


# What is typed at a terminal.

def test_prompt_hides_what_is_typed():
    terminal = on_terminal('--color never --unlock encrypted')
    terminal.wait_for(b'Passphrase for encrypted: ')
    assert not terminal.echoes()
    terminal.type(PASSPHRASE + b'\n')
    terminal.wait_for_echo(True)
    shown, status = terminal.finish()
    assert status == 0 and b'proved       yes' in shown, shown
    assert PASSPHRASE not in shown, shown


def test_prompt_asks_three_times():
    terminal = on_terminal('--unlock encrypted')
    for prompt in (b'\nPassphrase', b'1', b'2'):
        terminal.wait_for(b'assphrase for encrypted: ')
        terminal.seen = b''
        terminal.type(b'incorrect\n')
    shown, status = terminal.finish()
    assert status == 1 and b'the passphrase is wrong' in shown, shown


def test_second_file_shares_the_passphrase():
    terminal = on_terminal('--unlock encrypted ecdsa')
    terminal.wait_for(b'Passphrase for encrypted: ')
    terminal.type(PASSPHRASE + b'\n')
    shown, status = terminal.finish()
    assert status == 0 and shown.count(b'assphrase for') == 1, shown


def test_end_of_input_at_the_prompt():
    terminal = on_terminal('--unlock encrypted')
    terminal.wait_for(b'Passphrase for encrypted: ')
    terminal.type(b'\x04')
    shown, status = terminal.finish()
    assert status == 1 and b'no passphrase was given' in shown, shown


def test_interrupt_at_the_prompt_restores_the_terminal():
    terminal = on_terminal('--unlock encrypted')
    terminal.wait_for(b'Passphrase for encrypted: ')
    terminal.type(b'\x03')
    terminal.wait_for_echo(True)
    assert terminal.finish()[1] == -signal.SIGINT


def test_stop_at_the_prompt_restores_the_terminal():
    terminal = on_terminal('--unlock encrypted')
    terminal.wait_for(b'Passphrase for encrypted: ')
    # A session leader's group is orphaned and can't be stopped by Ctrl-Z: the signal is sent instead.
    os.kill(terminal.process, signal.SIGTSTP)
    terminal.wait_for(b'Passphrase for encrypted: \r\nPassphrase for encrypted: ')
    assert not terminal.echoes()
    terminal.type(PASSPHRASE + b'\n')
    shown, status = terminal.finish()
    assert status == 0, shown


def test_interrupt_during_the_derivation():
    terminal = on_terminal('--unlock slow')
    terminal.wait_for(b'Passphrase for slow: ')
    terminal.type(PASSPHRASE + b'\n')
    terminal.wait_for(b'deriving [')
    terminal.type(b'\x03')
    shown, status = terminal.finish()
    assert status == -signal.SIGINT and b'the work was cancelled' in shown, (status, shown)


def test_interrupt_during_a_batch():
    terminal = on_terminal('--json --passphrase-file right.pass plain slow encrypted slow plain')
    terminal.wait_for(b'deriving [')
    terminal.type(b'\x03')
    shown, status = terminal.finish()
    rows = [json.loads(line[line.index('{'):]) for line in shown.decode().split('\r\n') if '{' in line]
    assert status == -signal.SIGINT, (status, shown)
    assert [(row['file'], row['error'] and row['error']['code']) for row in rows] == [
        ('plain', None), ('slow', 'cancelled')], shown


def test_progress_is_cleared():
    shown, status = on_terminal('--passphrase-file right.pass slow').finish()
    assert status == 0 and b' left\x1b[K\r\x1b[K' in shown, shown


# Many files.

def test_files_unlocked_together_are_reported_as_each_alone():
    names = ['plain', 'encrypted', 'pem', 'truncated', 'rounds-max', 'chacha', 'nowhere', 'ecdsa', 'crlf', 'rounds-0']
    for passphrase in ('right.pass', 'wrong.pass', 'newline.pass'):
        option = '--json --passphrase-file %s ' % passphrase
        together = run(option + ' '.join(names))
        alone = b''.join(run(option + name).stdout for name in names)
        assert together.returncode == 1 and together.stdout == alone, together.stdout


def test_a_folder_of_more_files_than_a_batch_holds():
    os.makedirs('many/below')
    for i in range(70):
        keys.keygen('many/%sid_%03d' % ('below/' if i >= 40 else '', i), 'ed25519', keys.PASSPHRASE if i % 3 else '',
                    rounds=1, comment='key %d' % i)
    keys.keygen('many/other', 'ed25519', 'of its own', rounds=1)
    done = run('--json --passphrase-file right.pass plain many encrypted')
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row['file'] for row in rows] == (
        ['plain'] + ['many/id_%03d' % i for i in range(40)] + ['many/other'] +
        ['many/below/id_%03d' % i for i in range(40, 70)] + ['encrypted']), done.stdout
    assert [row['file'] for row in rows if not row['ok']] == ['many/other'] and done.returncode == 1, done
    assert [row['keys'][0]['comment'] for row in rows if '/id_' in row['file']] == ['key %d' % i for i in range(70)]


# Where the passphrase comes from.

def test_needs_passphrase_without_a_terminal():
    done = run('--json --unlock slow')
    assert done.returncode == 1 and first_json(done)['error']['code'] == 'needs-passphrase', done


def test_askpass():
    with open('askpass', 'w') as file:
        file.write('#!/bin/sh\necho "$1" > question\ncat right.pass\n')
    os.chmod('askpass', 0o700)
    done = run('--json --unlock encrypted', {'SSH_ASKPASS': './askpass'})
    assert done.returncode == 0 and first_json(done)['keys'][0]['proved'], done
    assert open('question').read() == 'Passphrase for encrypted: \n'


def test_askpass_that_fails():
    done = run('--json --unlock encrypted', {'SSH_ASKPASS': 'false'})
    assert done.returncode == 1 and first_json(done)['error']['code'] == 'needs-passphrase', done
    done = run('--json --unlock encrypted', {'SSH_ASKPASS': './no-such-program'})
    assert done.returncode == 1 and first_json(done)['error']['code'] == 'io-error', done


def test_passphrase_files():
    for name in ('right.pass', 'crlf-end.pass'):
        assert run('--passphrase-file %s encrypted' % name).returncode == 0, name
    with open('right.pass', 'rb') as file:
        assert run('--passphrase-file - encrypted', stdin=file).returncode == 0
    with open('right.pass', 'rb') as file:
        done = run('--passphrase-fd %d encrypted' % file.fileno(), pass_fds=[file.fileno()])
        assert done.returncode == 0, done
    with open('encrypted', 'rb') as file:
        done = run('--json --passphrase-file right.pass -', stdin=file)
        assert done.returncode == 0 and first_json(done)['file'] == '-', done
    assert run('--passphrase-file no-such-file encrypted').returncode == 2
    assert run('--passphrase-fd 99 encrypted').returncode == 2


def test_max_rounds():
    done = run('--json --max-rounds 15 --passphrase-file right.pass encrypted')
    assert first_json(done)['error']['code'] == 'rounds-too-large', done
    assert run('--max-rounds 15 encrypted').returncode == 0
    assert run('--max-rounds 16 --passphrase-file right.pass encrypted').returncode == 0


# Outputs.

def test_json_has_the_members_in_order():
    done = run('--json --passphrase-file right.pass encrypted')
    parsed = first_json(done)
    assert list(parsed) == ['file', 'ok', 'container', 'encrypted', 'unlocked', 'cipher', 'kdf', 'rounds', 'salt',
                            'keys', 'notes', 'error'], parsed
    assert list(parsed['keys'][0]) == ['type', 'bits', 'fingerprint', 'public_key', 'comment', 'proved'], parsed
    listed = subprocess.run(['ssh-keygen', '-lf', 'encrypted.pub'], capture_output=True, check=True).stdout.split()
    assert parsed['keys'][0]['fingerprint'] == listed[1].decode()
    error = first_json(run('--json truncated'))['error']
    assert list(error) == ['code', 'message', 'hint', 'field', 'offset', 'line'], error


def test_json_of_a_comment_that_is_not_utf8():
    keys.change('plain', 'latin1', lambda data: keys.armored(
        keys.decoded(data).replace(b'user@example', b'\xfcser@example')))
    key = first_json(run('--json latin1'))['keys'][0]
    assert key['comment'] == '\ufffdser@example' and key['comment_hex'] == b'\xfcser@example'.hex(), key
    assert b'\\xfcser@example' in run('latin1').stdout


def test_compat_knows_who_reads_a_type_in_pkcs8():
    run('--passphrase-file right.pass --export pkcs8 -o compat-ecdsa ecdsa')
    run('--export pkcs8 -o compat-ed25519 plain')
    for name, refused in {'compat-ecdsa': [], 'compat-ed25519': ['pkcs8 key type ssh-ed25519']}.items():
        done = run('--json --compat --passphrase-file right.pass %s' % name)
        found = first_json(done)['compat']['refusals']
        reasons = [one['reason'] for one in found if 'OpenSSH 9.2' in one['programs']]
        assert [reason.removeprefix('the ') for reason in reasons] == refused, done


def test_public_lines_are_those_of_ssh_keygen():
    for arguments in ('--public --passphrase-file right.pass encrypted', '--public plain'):
        done = run(arguments)
        assert done.stdout == open(arguments.split()[-1] + '.pub', 'rb').read(), done


def test_randomart_is_that_of_ssh_keygen():
    for name in ('plain', 'ecdsa', 'chacha', 'encrypted', 'slow', 'escape'):
        for hash_name in ('sha256', 'md5'):
            listed = subprocess.run(['ssh-keygen', '-lv', '-E', hash_name, '-f', name + '.pub'], capture_output=True)
            picture = [line for line in listed.stdout.decode().split('\n') if line[:1] in ('+', '|')]
            shown = run('--randomart --hash %s %s' % (hash_name, name)).stdout.decode().split('\n')
            assert picture == [line[2:] for line in shown if line[2:3] in ('+', '|')], (name, hash_name, shown)


def test_no_byte_of_a_file_steers_the_terminal():
    shown, _ = on_terminal('--color never escape').finish()
    assert b'\x1b' not in shown and b'\x07' not in shown and '\u202e'.encode() not in shown, shown
    assert '\\x1b]0;owned\\x07\\u{202e}b\u00fc'.encode() in shown, shown
    name = 'name\x1b[31m\n'
    keys.change('plain', name, lambda data: data)
    done = subprocess.run([KEYINFO, name], capture_output=True, env=environment({}))
    assert b'name\\x1b[31m\\n\n' in done.stdout and b'\x1b' not in done.stdout, done


def test_output_that_fails():
    with open('/dev/full', 'wb') as full:
        done = run('--json plain', stdout=full)
    assert done.returncode == 1 and b'No space left' in done.stderr, done
    reader, writer = os.pipe()
    os.close(reader)
    done = run('--json plain', stdout=writer)
    os.close(writer)
    assert done.returncode == 1 and b'Broken pipe' in done.stderr, done
    done = subprocess.run(['sh', '-c', 'exec "$0" --json plain >&-', KEYINFO], capture_output=True)
    assert done.returncode == 1 and b'Bad file descriptor' in done.stderr, done


def test_usage_errors():
    for arguments in ('--frobnicate', '--hash sha1 plain', '--color sometimes plain', '--max-rounds x plain',
                      '--max-rounds 4294967296 plain', '--max-rounds -1 plain', '--json --public plain',
                      '--passphrase-file a --passphrase-fd 3 plain', '--passphrase-file - -', '- -',
                      '--passphrase-fd 0 -', '--export openssh plain', '-o out plain', '--export der -o out plain',
                      '--export openssh -o out plain encrypted', '--export openssh -o out ten', '--rewrite',
                      '--rewrite -', '--rewrite ten', '--rewrite --export openssh -o out plain', '--rounds 3 plain',
                      '--rewrite --rounds 0 plain', '--cipher aes256-ctr plain', '--force plain',
                      '--export pem --cipher aes256-cbc -o out ecdsa', '--export pem --rounds 9 -o out ecdsa',
                      '--export public --new-passphrase-file new.pass -o out plain',
                      '--export public --rounds 9 -o out plain'):
        expect_usage_error(arguments)


def test_a_failure_does_not_stop_the_others():
    done = run('--json no-such-file plain truncated encrypted')
    assert done.returncode == 1
    assert [json.loads(line)['ok'] for line in done.stdout.splitlines()] == [False, True, False, True], done


def test_unreadable_things():
    os.mkfifo('fifo')
    os.mkdir('empty-directory')
    for name, code in {'/dev/zero': 'io-error', 'large': 'file-too-large', 'empty': 'empty'}.items():
        assert first_json(run('--json ' + name))['error']['code'] == code, name
    assert run('empty-directory').stdout == b'empty-directory: 0 private keys\n'
    if os.getuid() != 0:
        keys.change('plain', 'locked-away', lambda data: data)
        os.chmod('locked-away', 0)
        assert first_json(run('--json locked-away'))['error']['code'] == 'io-error'
    shutil.copytree('home', 'loop', symlinks=True)
    os.symlink('..', 'loop/.ssh/up')
    os.symlink('nowhere', 'loop/.ssh/broken')
    os.mkfifo('loop/.ssh/fifo')
    done = run('--json loop')
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 2, done


# Written files.

def opens(name, passphrase=''):
    done = subprocess.run(['ssh-keygen', '-y', '-P', passphrase, '-f', name], capture_output=True)
    return done.stdout if done.returncode == 0 else None


def test_export():
    for form, begin in {'openssh': b'-----BEGIN OPENSSH PRIVATE KEY', 'pkcs8': b'-----BEGIN ENCRYPTED PRIVATE KEY',
                        'pem': b'-----BEGIN EC PRIVATE KEY'}.items():
        done = run('--passphrase-file right.pass --export %s -o exported-%s ecdsa' % (form, form))
        assert done.returncode == 0, done
        assert open('exported-' + form, 'rb').read().startswith(begin)
        assert os.stat('exported-' + form).st_mode & 0o777 == 0o600
        assert opens('exported-' + form, keys.PASSPHRASE), form
    done = run('--passphrase-file right.pass --export public -o exported-public ecdsa')
    assert open('exported-public', 'rb').read() == open('ecdsa.pub', 'rb').read(), done


def test_export_never_overwrites():
    before = open('plain', 'rb').read()
    done = run('--export openssh -o plain chacha')
    assert done.returncode == 1 and b'File exists' in done.stderr, done
    assert open('plain', 'rb').read() == before
    shutil.copy('plain', 'replaced')
    assert run('--passphrase-file right.pass --export openssh --force -o replaced chacha').returncode == 0
    assert opens('replaced', keys.PASSPHRASE)
    assert run('--export openssh --force -o /dev/null plain').returncode == 1
    assert run('--export openssh -o no-such-directory/key plain').returncode == 1


def test_rewrite_keeps_what_it_should():
    shutil.copy('crlf', 'rewritten')
    os.chmod('rewritten', 0o640)
    os.symlink('rewritten', 'link')
    done = run('--rewrite link')
    assert done.returncode == 0 and os.path.islink('link'), done
    assert os.stat('rewritten').st_mode & 0o777 == 0o640
    os.chmod('rewritten', 0o600)
    assert first_json(run('--strict --json rewritten'))['ok'] and opens('rewritten')
    shutil.copy('chacha', 'kept')
    assert run('--passphrase-file right.pass --rewrite kept').returncode == 0
    seen = first_json(run('--json --passphrase-file right.pass kept'))
    assert (seen['cipher'], seen['rounds']) == ('chacha20-poly1305@openssh.com', 24), seen
    assert seen['keys'][0]['comment'] == 'user@example', seen


def test_rewrite_keeps_what_surrounds_the_key():
    key = open('plain', 'rb').read()
    indented = b''.join(b'    ' + line for line in key.splitlines(keepends=True))
    keys.keygen('traditional', 'ecdsa', more=('-m', 'PEM'))
    pem = open('traditional', 'rb').read()
    for name, text in {'yaml': b'user: me\nkey: |\n' + indented, 'hosts': key + b'host ssh-ed25519 AAAA\n',
                       'bundle': b'-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' + pem,
                       'env': b'KEY="' + key.replace(b'\n', b'\\n') + b'"\n'}.items():
        with open(name, 'wb') as file:
            file.write(text)
        os.chmod(name, 0o600)
        done = run('--rewrite --json ' + name)
        assert done.returncode == 1, done
        assert first_json(done)['error']['code'] in ('leading-text', 'trailing-text', 'quoted'), done
        assert open(name, 'rb').read() == text
        assert b'--rewrite' not in run(name).stdout
    with open('blank', 'wb') as file:
        file.write(b'\n' + indented + b'\n')
    os.chmod('blank', 0o600)
    assert run('--rewrite blank').returncode == 0 and opens('blank')
    # The key repeats what OpenSSL's block of parameters says.
    with open('traditional', 'wb') as file:
        file.write(b'-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n' + pem)
    assert run('--rewrite traditional').returncode == 0 and opens('traditional')


def test_advice_to_encrypt_works_and_loses_nothing():
    key = open('plain', 'rb').read()
    with open('new.pass', 'wb') as file:
        file.write(b'battery staple\n')
    pkcs8 = bytes.fromhex('302e020100300506032b657004220420') + bytes(range(32))
    for name, text in {'two': key + key, 'with-public': key + open('plain.pub', 'rb').read(),
                       'windows': key.replace(b'\n', b'\r\n'), 'der': pkcs8}.items():
        with open(name, 'wb') as file:
            file.write(text)
        os.chmod(name, 0o600)
        said = run(name).stdout.decode()
        assert 'ssh-keygen' not in said, said
        assert ('keep two for the others' in said) == (name == 'two'), said
        command = re.search('keyinfo (--export .* --new-passphrase-file .*)', said)[1]
        done = run(command.replace('PASSPHRASE', 'new.pass').replace('NEW', name + '.new'))
        assert done.returncode == 0 and opens(name + '.new', 'battery staple'), done
        assert open(name, 'rb').read() == text
    assert b'ssh-keygen -p -f plain' in run('plain').stdout


def test_hints_to_decode_work():
    """What programs make of base64 when they store it, and the hint's command, run as it stands."""
    key = open('plain', 'rb').read()
    once = base64.b64encode(key)
    lines = [once[i:i + 76] for i in range(0, len(once), 76)]
    forms = {'flat': once, 'windows': b'\r\n'.join(lines) + b'\r\n', 'blanks': b' '.join(lines),
             'marked': b'\xef\xbb\xbf' + once, 'utf16': ('\ufeff' + once.decode()).encode('utf-16-le'),
             'indented': b''.join(b'    ' + line + b'\n' for line in lines), 'escaped': b'\\n'.join(lines),
             'secret': b'kind: Secret\ndata:\n  key: ' + once + b'\n',
             'twice': base64.b64encode(once), 'thrice': base64.b64encode(base64.b64encode(once)),
             'secret-twice': b'kind: Secret\ndata:\n  key: ' + base64.b64encode(once) + b'\n',
             'blob': keys.decoded(key), 'zipped': base64.b64encode(gzip.compress(key)),
             'secret16': ('\ufeffkey: ' + once.decode() + '\n').encode('utf-16-le'),
             'in-lines16': ('\ufeff-----BEGIN RSA PRIVATE KEY-----\r\n' + once.decode() +
                            '\r\n-----END RSA PRIVATE KEY-----\r\n').encode('utf-16-le'),
             'in-one-line': b'-----BEGIN RSA PRIVATE KEY-----\\n' + once + b'\\n-----END RSA PRIVATE KEY-----\\n',
             'in-lines': b'-----BEGIN OPENSSH PRIVATE KEY-----\r\n' + b'\r\n'.join(lines) +
                         b'\r\n-----END OPENSSH PRIVATE KEY-----\r\n'}
    for name, text in forms.items():
        with open(name, 'wb') as file:
            file.write(text)
        hint = first_json(run('--json ' + name))['error']['hint']
        command = hint[hint.index('(umask 077; '):].replace('FILE', name).replace('COPY', name)
        subprocess.run(['sh', '-c', command.replace('NEW', name + '.new')], check=True, stderr=subprocess.DEVNULL)
        assert run(name + '.new').returncode == 0, hint
        assert stat.S_IMODE(os.stat(name + '.new').st_mode) == 0o600, hint


def test_a_passphrase_in_windows_encodings_is_named():
    for name, text in {'marked.pass': 'utf-8-sig', 'utf16.pass': 'utf-16'}.items():
        with open(name, 'wb') as file:
            file.write((keys.PASSPHRASE + '\r\n').encode(text))
        hint = first_json(run('--json --passphrase-file %s encrypted' % name))['error']['hint']
        command = hint[hint.index('(umask 077; '):].replace('PASSPHRASE', name).replace('NEW', 'plain.' + name)
        subprocess.run(['sh', '-c', command], check=True)
        assert run('--passphrase-file plain.%s encrypted' % name).returncode == 0, hint


def test_public_files_may_be_read_by_all():
    os.chmod('plain.pub', 0o644)
    seen = first_json(run('--json plain.pub'))
    assert (seen['error']['code'], seen['notes']) == ('public-key-given', []), seen


def test_rewrite_with_another_protection():
    shutil.copy('plain', 'protected')
    done = run('--rewrite --new-passphrase-file new.pass --cipher aes128-gcm@openssh.com --rounds 3 protected')
    seen = first_json(run('--json --passphrase-file new.pass protected'))
    assert (seen['cipher'], seen['rounds'], seen['unlocked']) == ('aes128-gcm@openssh.com', 3, True), (done, seen)
    assert run('--passphrase-file new.pass --rewrite --new-passphrase-file /dev/null protected').returncode == 0
    assert opens('protected')


def test_rewrite_keeps_the_passphrase_that_fitted():
    for name in ('right.pass', 'newline.pass', 'crlf-twice.pass'):
        shutil.copy('encrypted', 'fitted')
        done = run('--passphrase-file %s --rewrite fitted' % name)
        assert done.returncode == 0 and opens('fitted', keys.PASSPHRASE), (name, done)


def test_a_cipher_for_nothing_is_refused():
    shutil.copy('plain', 'unprotected')
    for arguments in ('--rewrite --rounds 9', '--rewrite --cipher aes256-ctr',
                      '--export openssh -o never --cipher aes256-ctr', '--export pkcs8 -o never --rounds 9'):
        done = run('--json %s unprotected' % arguments)
        assert done.returncode == 1 and first_json(done)['error']['code'] == 'needs-passphrase', done
    assert not os.path.exists('never') and open('unprotected', 'rb').read() == open('plain', 'rb').read()


def test_a_directory_that_cannot_be_read_can_be_written():
    os.mkdir('unlisted')
    shutil.copy('plain', 'unlisted/key')
    os.chmod('unlisted', 0o311)
    as_user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] if os.getuid() == 0 else []
    if as_user:
        for name in ('unlisted', 'unlisted/key', '.'):
            os.chown(name, 65534, 65534)
    done = subprocess.run([*as_user, KEYINFO, '--rewrite', 'unlisted/key'], capture_output=True, env=environment({}))
    os.chmod('unlisted', 0o700)
    assert done.returncode == 0 and b'rewritten' in done.stdout and opens('unlisted/key'), done
    assert os.listdir('unlisted') == ['key'], os.listdir('unlisted')


def test_rewrite_that_fails_leaves_the_file():
    os.mkdir('untouched')
    shutil.copy('encrypted', 'untouched/key')
    before = open('untouched/key', 'rb').read()
    for arguments in ('--passphrase-file wrong.pass --rewrite', '--rewrite',
                      '--passphrase-file right.pass --cipher serpent --rewrite'):
        done = run(arguments + ' untouched/key')
        assert done.returncode == 1, done
        assert open('untouched/key', 'rb').read() == before and os.listdir('untouched') == ['key'], arguments
    # No room for a byte: as on a full disk, but for the error.
    done = subprocess.run([KEYINFO, '--passphrase-file', 'right.pass', '--rewrite', 'untouched/key'],
                          env=environment({}), capture_output=True, preexec_fn=lambda: (
                              signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                              resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))))
    assert done.returncode == 1, done
    assert open('untouched/key', 'rb').read() == before and os.listdir('untouched') == ['key'], done


def main():
    checks = [('transcript ' + name, lambda name=name: check_transcript(name)) for name in TRANSCRIPTS]
    checks += [(name, test) for name, test in sorted(globals().items()) if name.startswith('test_')]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.umask(0o077)
        keys.make_all()
        for name, check in checks:
            try:
                check()
            except Exception:  # a test that breaks is a test that fails, the others go on
                failed += 1
                print('FAILED %s\n%s' % (name, traceback.format_exc()))
        os.chdir('/')
    print('%d passed, %d failed' % (len(checks) - failed, failed))
    return 1 if failed else 0


sys.exit(main())
