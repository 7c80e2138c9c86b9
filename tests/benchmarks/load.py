"""Load on a server, made by wrk on a core of its own."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from tempfile import NamedTemporaryFile
from typing import Any, Final

from msgspec import Struct, json

from tests.benchmarks.figures import CannotRunError
from tests.benchmarks.machine import Cores, on_cores
from tests.benchmarks.questions import RULE
from tests.benchmarks.servers import Server

PATH: Final = f"/v1/decisions/{RULE}"
_CONNECTIONS: Final = 128
"""Enough to keep the server's core busy: with few, both sides mostly wait for each other to wake up."""

_GRACE: Final = 30.0


class Rate(Struct, frozen=True):
    """Answers per second, and per second that a core spent on the server's workers."""

    wall: float
    core: float


class _Counted(Struct, frozen=True):
    requests: int
    microseconds: int
    failed: int


class Load:
    """Posts the same bodies to any server, in turns."""

    def __init__(self, bodies: Path, cores: Cores) -> None:
        """`bodies` holds one a line."""
        self._bodies = bodies
        self._cores = cores

    def rate(self, server: Server, seconds: float) -> Rate:
        """How many requests are answered.

        Raises:
            CannotRunError: wrk is missing or fails, or some answers are no successes.
        """
        spent = server.busy()
        counted = self._wrk(server.url(PATH), seconds)
        spent = server.busy() - spent
        return Rate(counted.requests / counted.microseconds * 1e6, counted.requests / spent)

    def _wrk(self, url: str, seconds: float) -> _Counted:
        script = str(Path(__file__).with_name("post.lua"))
        options = ["--threads", "1", "--connections", str(_CONNECTIONS), "--duration", f"{seconds:.0f}s"]
        command = [_found(), *options, "--script", script, url, "--", str(self._bodies)]
        with on_cores(self._cores):
            done = subprocess.run(  # noqa: S603 - the command is ours
                command, capture_output=True, check=False, timeout=seconds + _GRACE
            )
        lines = done.stdout.splitlines()
        if done.returncode or not lines:
            message = f"wrk fails: {(done.stderr or done.stdout).decode(errors='replace')[:300]}"
            raise CannotRunError(message)
        counted = json.decode(lines[-1], type=_Counted)
        if counted.failed:
            message = f"{counted.failed} of {counted.requests} requests failed"
            raise CannotRunError(message)
        return counted


@contextmanager
def load(given: Sequence[dict[str, Any]], cores: Cores) -> Iterator[Load]:
    """Load that asks these questions."""
    with NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(b"\n".join(body(one) for one in given) + b"\n")
        file.flush()
        yield Load(Path(file.name), cores)


def body(given: dict[str, Any]) -> bytes:
    """The body of a request for a decision."""
    return json.encode({"inputs": given})


def _found() -> str:
    found = which("wrk")
    if found is None:
        message = "wrk, which makes the load, is missing: apt-get install wrk"
        raise CannotRunError(message)
    return found
