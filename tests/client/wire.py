"""A server whose connections are written down before, byte by byte."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

END = b"\r\n\r\n"
PATIENCE = 20.0
"""Seconds after which a connection that is missing fails the test."""


class Wire:
    """Answers each connection with the next of its texts, and hangs up; keeps the heads of what it was sent."""

    def __init__(self, *texts: bytes) -> None:
        self._texts = texts
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(PATIENCE)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.heads: list[bytes] = []

    def serve(self) -> None:
        for text in self._texts:
            connection, _ = self._listener.accept()
            with connection:
                head = b""
                while END not in head:
                    head += connection.recv(65_536)
                self.heads.append(head)
                connection.sendall(text)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65_536):
                    pass

    def close(self) -> None:
        self._listener.close()


@contextmanager
def wire(*texts: bytes) -> Iterator[Wire]:
    """A server that expects exactly so many connections."""
    server = Wire(*texts)
    thread = Thread(target=server.serve)
    thread.start()
    yield server
    thread.join()
    server.close()


def page(body: bytes, *, status: str = "200 OK", length: int | None = None) -> bytes:
    """An answer as it goes over the wire."""
    return b"HTTP/1.1 %b\r\ncontent-length: %d\r\n\r\n%b" % (
        status.encode(),
        len(body) if length is None else length,
        body,
    )
