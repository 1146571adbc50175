# SPDX-License-Identifier: MIT
"""An agent that says what a test wants: it records each message and answers with given bytes."""
import os
import pathlib
import socket
import tempfile
import threading

SUCCESS = b"\0\0\0\1\6"
FAILURE = b"\0\0\0\1\5"
NO_IDENTITIES = b"\0\0\0\5\x0c\0\0\0\0"


def _read(connection, size):
    """That many bytes, or None where the other side has gone."""
    data = b""
    while len(data) < size:
        try:
            piece = connection.recv(size - len(data))
        except ConnectionResetError:
            return None
        if not piece:
            return None
        data += piece
    return data


class FakeAgent:
    """`messages` are those that came, without their length.

    `answer` is what is sent back, or a function from the message to that: bytes; bytes in a tuple of
    one, to close the connection behind them; None to close it without an answer.
    """

    def __init__(self, answer=SUCCESS):
        self._answer = answer if callable(answer) else lambda message: answer
        self.messages = []

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory()
        path = str(pathlib.Path(self._folder.name) / "agent")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(path)
        self._listener.listen()
        self.environment = {**os.environ, "SSH_AUTH_SOCK": path}
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()
        self._folder.cleanup()

    def _serve(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:  # the test is over
                return
            with connection:
                self._converse(connection)

    def _converse(self, connection):
        while (header := _read(connection, 4)) is not None:
            message = _read(connection, int.from_bytes(header, "big"))
            self.messages.append(message)
            answer = self._answer(message)
            if answer is None:
                return
            if isinstance(answer, tuple):
                connection.sendall(answer[0])
                return
            connection.sendall(answer)
