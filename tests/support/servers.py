# SPDX-License-Identifier: MIT
"""Servers of a test's own, ended with its block: an ssh-agent, and an sshd on 127.0.0.1.

Nothing of the system's or the user's configuration is read or changed, but for the empty folder
/run/sshd, without which sshd doesn't start as root.
"""
import getpass
import os
import pathlib
import socket
import subprocess
import tempfile
import time

_PATIENCE = 60  # seconds that a server has to come up, on a busy machine


def _wait_for(ready, process, what):
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if ready():
            return
        if process.poll() is not None:
            raise RuntimeError(f"{what} ended with status {process.returncode}")
        time.sleep(0.02)
    raise TimeoutError(f"{what} isn't ready after {_PATIENCE} seconds")


def _answers(path):
    """Whether somebody listens on a socket; its file is there before it does."""
    with socket.socket(socket.AF_UNIX) as connection:
        return connection.connect_ex(str(path)) == 0


class Agent:
    """A fresh ssh-agent: `socket` is its path, `environment` what a program needs to find it."""

    def __init__(self, *options):
        self.options = options

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory()
        self.socket = pathlib.Path(self._folder.name) / "agent"
        self.process = subprocess.Popen(["ssh-agent", "-D", *self.options, "-a", str(self.socket)],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.environment = {**os.environ, "SSH_AUTH_SOCK": str(self.socket)}
        _wait_for(lambda: _answers(self.socket), self.process, "ssh-agent")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self._folder.cleanup()

    def send(self, message):
        """The type of the agent's answer."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.socket))
            connection.sendall(message)
            answer = connection.recv(64)
        assert answer[:4] == b"\0\0\0\1", f"the answer's length: {answer[:4]}"
        return answer[4]

    def listed(self):
        """What `ssh-add -l` prints."""
        return subprocess.run(["ssh-add", "-l"], env=self.environment, capture_output=True,
                              check=False).stdout.decode()


class Sshd:
    """An sshd that lets the user of this process in with one of the given public key lines.

    `port`, `user`, `host_key_line` (as in a .pub file), `known_hosts` (a file for OpenSSH's client)
    and `log()` are what a test needs of it.
    """

    def __init__(self, *authorized_lines, extra_config=""):
        self.authorized_lines = authorized_lines
        self.extra_config = extra_config
        self.user = getpass.getuser()

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self._folder.name)
        self._log = folder / "log"
        host_key = folder / "host_key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", host_key], check=True)
        self.host_key_line = host_key.with_suffix(".pub").read_text(encoding="utf-8").strip()
        authorized = folder / "authorized_keys"
        authorized.write_text("".join(line.strip() + "\n" for line in self.authorized_lines),
                              encoding="utf-8")
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
        # A port that is free now may be another's when sshd starts: then the next one is tried.
        for attempt in range(5):
            self.port = _free_port()
            config = folder / "config"
            config.write_text(_CONFIG.format(port=self.port, host_key=host_key, authorized=authorized,
                                             pid=folder / "pid") + self.extra_config, encoding="utf-8")
            self.process = subprocess.Popen(["/usr/sbin/sshd", "-D", "-e", "-f", str(config)],
                                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                            stderr=self._log.open("wb"), start_new_session=True)
            try:
                _wait_for(self._answers, self.process, "sshd")
                break
            except RuntimeError as error:
                if attempt == 4:
                    raise RuntimeError(f"{error}: {self.log()}") from error
        self.known_hosts = folder / "known_hosts"
        self.known_hosts.write_text(f"[127.0.0.1]:{self.port} {self.host_key_line}\n", encoding="utf-8")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self._folder.cleanup()

    def _answers(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                return connection.recv(4) == b"SSH-"
        except OSError:
            return False

    def log(self):
        """All that the server said so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


_CONFIG = """\
ListenAddress 127.0.0.1
Port {port}
HostKey {host_key}
PidFile {pid}
AuthorizedKeysFile {authorized}
AuthenticationMethods publickey
PubkeyAuthentication yes
PermitRootLogin prohibit-password
StrictModes no
UsePAM no
MaxStartups 100
LogLevel VERBOSE
"""
