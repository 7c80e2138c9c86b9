"""A server on this machine alone, for as long as a test needs one; what it answers is the handler's affair."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


class Quiet:
    """Makes a handler write no log."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's own word
        pass


@contextmanager
def listening_at(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The time in which it listens; its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = False
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
