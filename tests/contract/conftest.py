"""A real server, as `gpu-rules serve` starts it, on a free port of this machine."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from msgspec import Struct

from tests.http.served import RULES
from tests.loopback import ask

PATIENCE = 60.0
"""Seconds within which a server must be ready."""
COMMAND = (sys.executable, "-c", "from service.bootstrap import main; main()", "serve")


class Running(Struct):
    """A server, and the environment in which it was started."""

    url: str
    environment: dict[str, str]


@pytest.fixture(scope="session")
def server(running: Running) -> str:
    """The URL of a server with two workers."""
    return running.url


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with two workers; it is ended with the tests that use it."""
    port, data = free_port(), tmp_path_factory.mktemp("data")
    settings = {"PORT": str(port), "WORKERS": "2", "RULES_DIR": str(RULES), "DATA_DIR": str(data), "LOG_LEVEL": "error"}
    env = {**os.environ, **{f"GPU_RULES_{name}": value for name, value in settings.items()}}
    with (data / "log").open("wb") as log:
        process = subprocess.Popen(COMMAND, env=env, stdout=log, stderr=log, cwd=RULES.parent)  # noqa: S603 - our own command
        try:
            url = f"http://127.0.0.1:{port}"
            wait_until_ready(url, process, data / "log")
            yield Running(url, env)
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def free_port() -> int:
    """A port that nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_ready(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Ask until the server answers; say what it logged if it ends instead."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            if ask("GET", f"{url}/readyz").is_success:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    pytest.fail(f"the server did not get ready: {log.read_text()}")
