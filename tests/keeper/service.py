"""A real service with two workers, as `gpu-rules serve` starts it."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_server
from typing import Any

import httpx
import pytest

from tests.contract.conftest import free_port
from tests.loopback import ask

COMMAND = (sys.executable, "-c", "from service.bootstrap import main; main()", "serve")
PATIENCE = 60.0
"""Seconds within which what is waited for must happen."""
ANSWERS = 24
"""Answers in a row, each over a connection of its own, after which both workers have surely given some."""


class Service:
    """A service on a port of its own; its log is in `log`."""

    def __init__(self, place: Path, *, workers: int = 2, **settings: str) -> None:
        self.rules, self.data, self.log = place / "rules", place / "data", place / "log"
        self._workers = workers
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        chosen = {
            "PORT": str(self.port),
            "WORKERS": str(workers),
            "RULES_DIR": str(self.rules),
            "RULES_POLL": "0.5",
            "DATA_DIR": str(self.data),
            "LOG_FORMAT": "json",
            **settings,
        }
        self._env = {**os.environ, **{f"GPU_RULES_{name}": value for name, value in chosen.items()}}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until every worker is ready."""
        before = self.started() if self.log.exists() else 0
        self.begin()
        until(lambda: self.is_ready() and self.started() == before + self._workers, self.told)

    def begin(self) -> None:
        """Start it."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(COMMAND, env=self._env, stdout=log, stderr=log, cwd=self.log.parent)  # noqa: S603 - our own command

    def is_ready(self) -> bool:
        """Whether it is ready; fails once it has ended."""
        return self.answers("/readyz")

    def is_alive(self) -> bool:
        """Whether it lives; fails once it has ended."""
        return self.answers("/healthz")

    def answers(self, path: str) -> bool:
        """Whether there is an answer that is no problem."""
        assert self.process
        if self.process.poll() is not None:
            pytest.fail(f"the service has ended with {self.process.returncode}: {self.told()}")
        with suppress(httpx.TransportError):
            return self.get(path).is_success
        return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it; its return code."""
        assert self.process
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        until(self.is_gone, self.told)
        return code

    def get(self, path: str) -> httpx.Response:
        """An answer, over a connection of its own."""
        return ask("GET", f"{self.url}{path}", timeout=10)

    def ready(self) -> dict[str, Any]:
        """What `/readyz` says."""
        return dict(self.get("/readyz").json())

    def versions(self, rule: str, version: str = "") -> set[str]:
        """The versions that decide, as often as it takes to have asked both workers."""
        query = f"&version={version}" if version else ""
        answers = [self.get(f"/v1/decisions/{rule}?amount=0{query}") for _ in range(ANSWERS)]
        return {answer.json()["rule"]["version"] for answer in answers}

    def workers(self) -> list[int]:
        """The workers that were ever started, by their process."""
        return [int(pid) for pid in re.findall(r"Spawning worker-\d+ with PID: (\d+)", self.told())]

    def started(self) -> int:
        """How many workers have ever come to listen."""
        return self.told().count("Started worker")

    def is_gone(self) -> bool:
        """Whether nobody listens on its port."""
        try:
            create_server(("127.0.0.1", self.port)).close()
        except OSError:
            return False
        return True

    def told(self) -> str:
        """Its log."""
        return self.log.read_text()


@contextmanager
def running(service: Service) -> Iterator[Service]:
    """The time in which a service runs; it is ended, whatever happens."""
    service.start()
    try:
        yield service
    finally:
        if service.process and service.process.poll() is None:
            service.stop()


def until(condition: Callable[[], object], told: Callable[[], str] = str) -> None:
    """Wait until something is so; what is `told` explains why it is not."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            pytest.fail(f"it did not happen: {told()}")
        time.sleep(0.05)
