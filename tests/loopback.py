"""This machine alone: a server for as long as a test needs one, and requests to servers."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final

import httpx

_NOBODY: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def ask(method: str, url: str, **sent: Any) -> httpx.Response:
    """An answer, over a connection of its own.

    No certificate is trusted, as none is shown here: to read those that httpx knows takes longer than most answers.
    """
    return httpx.request(method, url, trust_env=False, verify=_NOBODY, **{"timeout": 60.0, **sent})


class Quiet:
    """Makes a handler write no log."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's own word
        pass


@contextmanager
def listening_at(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The time in which a server listens; its address. What it answers is the handler's affair."""
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
