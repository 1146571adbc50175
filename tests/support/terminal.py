# SPDX-License-Identifier: MIT
"""Runs a program on a terminal of its own and types at it."""
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time


class Terminal:
    """A program with a pseudo-terminal for its controlling terminal, input and both outputs."""

    def __init__(self, arguments, environment, columns, directory):
        self.process, self.master = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
            os.chdir(directory)
            os.execvpe(arguments[0], arguments, environment)
        self.seen = b''

    def _read(self, seconds):
        """Reads what there is; false at the end."""
        if select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:  # the last process of the terminal is gone
                return False
            self.seen += data
            return bool(data)
        return True

    def wait_for(self, text, seconds=30):
        end = time.monotonic() + seconds
        while text not in self.seen:
            if time.monotonic() > end or not self._read(0.1):
                raise AssertionError('%r never came, but %r' % (text, self.seen))

    def type(self, data):
        os.write(self.master, data)

    def echoes(self):
        return bool(termios.tcgetattr(self.master)[3] & termios.ECHO)

    def wait_for_echo(self, wanted, seconds=30):
        end = time.monotonic() + seconds
        while self.echoes() != wanted:
            if time.monotonic() > end:
                raise AssertionError('echo stays %s' % self.echoes())
            time.sleep(0.01)

    def finish(self, seconds=60):
        """Reads to the end; yields the text and the exit status, negative for a signal."""
        end = time.monotonic() + seconds
        while self._read(0.1):
            if time.monotonic() > end:
                os.kill(self.process, signal.SIGKILL)
                raise AssertionError('it never ended: %r' % self.seen)
        _, status = os.waitpid(self.process, 0)
        os.close(self.master)
        return self.seen, os.waitstatus_to_exitcode(status)
