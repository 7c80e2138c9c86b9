"""Servers in processes of their own, on a free port of this machine, each on the cores that it is given."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter, sleep
from typing import IO, Final

from msgspec import Struct

from tests.benchmarks.figures import CannotRunError
from tests.benchmarks.machine import ROOT, Cores, on_cores
from tests.benchmarks.processes import busy, end, workers

HOST: Final = "127.0.0.1"
_ANSWERS_WITHIN: Final = 120.0
_STARTS_WITHIN: Final = 30.0
_PAUSE: Final = 0.005


class Server(Struct, frozen=True):
    """A server that answers: its port, its process, and the seconds from its start to its first answer."""

    port: int
    pid: int
    started_in: float

    def url(self, path: str) -> str:
        """The address of a path."""
        return f"http://{HOST}:{self.port}{path}"

    def busy(self) -> float:
        """Seconds that cores have spent on its workers so far, in steps of a hundredth."""
        return sum(busy(pid) for pid in workers(self.pid))

    def post(self, path: str, body: bytes) -> bytes:
        """Post JSON and read the answer.

        Raises:
            CannotRunError: the answer is not 200.
        """
        with closing(HTTPConnection(HOST, self.port, timeout=_ANSWERS_WITHIN)) as connection:
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            content = answer.read()
        if answer.status != 200:
            message = f"POST {path} was answered {answer.status}: {content[:200]!r}"
            raise CannotRunError(message)
        return content


@contextmanager
def gpu_rules(cores: Cores, *, workers: int = 1) -> Iterator[Server]:
    """The service as `gpu-rules serve` starts it, with its default settings.

    Raises:
        CannotRunError: it is not installed beside this Python, or does not answer in time.
    """
    program = Path(sys.executable).with_name("gpu-rules")
    if not program.exists():
        message = f"`{program.name}` is not installed beside {Path(sys.executable).name}: run `make bench`"
        raise CannotRunError(message)
    settings = {name: value for name, value in os.environ.items() if not name.startswith("GPU_RULES_")}
    with _running([str(program), "serve", "--workers", str(workers)], settings, cores, "/readyz") as server:
        yield server


@contextmanager
def floor(name: str, answer_bytes: int, cores: Cores) -> Iterator[Server]:
    """A bare application of `floors.py`, whose answer has this many bytes.

    Raises:
        CannotRunError: it does not answer in time.
    """
    command = [sys.executable, "-m", "tests.benchmarks.floors", name, str(answer_bytes)]
    with _running(command, os.environ, cores, "/readyz") as server:
        yield server


@contextmanager
def _running(command: Sequence[str], environment: Mapping[str, str], cores: Cores, ready: str) -> Iterator[Server]:
    port = _free_port()
    with TemporaryFile() as log:
        with on_cores(cores):
            begun = perf_counter()
            process = subprocess.Popen(  # noqa: S603 - the command is ours
                [*command, "--port", str(port)], cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        try:
            while not _answers(port, ready):
                if process.poll() is not None or perf_counter() - begun > _STARTS_WITHIN:
                    message = f"`{' '.join(command)}` does not serve: {_last_words(log)}"
                    raise CannotRunError(message)
                sleep(_PAUSE)
            yield Server(port, process.pid, perf_counter() - begun)
        finally:
            end(process)


def _free_port() -> int:
    with closing(socket.socket()) as listener:
        listener.bind((HOST, 0))
        return int(listener.getsockname()[1])


def _answers(port: int, path: str) -> bool:
    with closing(HTTPConnection(HOST, port, timeout=1)) as connection:
        try:
            connection.request("GET", path)
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False


def _last_words(log: IO[bytes]) -> str:
    log.seek(0)
    return log.read()[-500:].decode(errors="replace").strip() or "it said nothing"
