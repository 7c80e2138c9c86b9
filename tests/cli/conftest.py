"""A program to run without a terminal, and a service to ask whose answers are set by the test."""

import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec import Struct, json, structs

from service.cli import rest
from service.cli.main import create_cli
from service.engine.engine import Engine
from service.model.rule import RuleId
from service.store.database import Database
from service.store.ledger import Ledger
from service.store.records import Records
from service.store.tokens import Tokens
from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.ports import Examiner, LocalStore
from service.usecases.revision import Revision
from tests.cli.examiners import Plain
from tests.loopback import Quiet, listening_at

SHIPPED = Path(__file__).parents[2] / "rules"
FILES = len([*SHIPPED.rglob("*.yaml")])
"""Every version of every rule that is shipped, and what names the live ones."""
NO_CONTENT = 204
STEERING = (
    "FORCE_COLOR",
    "NO_COLOR",
    "TTY_COMPATIBLE",
    "COLUMNS",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "all_proxy",
)
"""Variables that rich and httpx read for themselves."""


class FakeTools:
    """What the composition root gives, without settings and without a server; its store is a real one."""

    version = "1.2.3"
    server = ""
    token = ""

    def __init__(self, rules_dir: Path, data_dir: Path) -> None:
        self.rules_dir = rules_dir
        self.data_dir = data_dir
        self.served: dict[str, Any] | None = None
        self.examined_by: Examiner = Plain()

    def serve(self, *, host: str | None, port: int | None, workers: int | None, rules: Path | None) -> None:
        self.served = {"host": host, "port": port, "workers": workers, "rules": rules}

    def mcp(self, *, server: str, rules: Path | None) -> None:
        self.served = {"server": server, "rules": rules}

    def decide(self, live: LiveRules) -> Decide:
        return Decide(live, Engine(memo_size=0), lambda: "one-of-a-kind", Unwatched())

    @asynccontextmanager
    async def store(self) -> AsyncIterator[LocalStore]:
        database = Database("", self.data_dir)
        try:
            await database.migrate()
            yield LocalStore(Ledger(database), Tokens(database), Records(database))
        finally:
            await database.close()

    @asynccontextmanager
    async def examiner(self) -> AsyncIterator[Examiner]:
        yield self.examined_by

    def openapi(self, revision: Revision, *, as_json: bool) -> str:
        paths = [f"/v1/decisions/{name}" for name in revision.rules]
        return json.encode(paths).decode() if as_json else "".join(f"- {path}\n" for path in paths)

    def rule_schema(self) -> str:
        return '{"title": "größte"}\n'


class Unwatched:
    def batched(self, rule: RuleId, results: Mapping[str, int], seconds: float) -> None:
        pass

    def decided(self, rule: RuleId, result: str, seconds: float) -> None:
        pass


@pytest.fixture
def rules_dir(tmp_path: Path) -> Path:
    """A copy of the shipped rules that a test may change."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "rules"))


@pytest.fixture
def tools(rules_dir: Path, tmp_path: Path) -> FakeTools:
    return FakeTools(rules_dir, tmp_path / "data")


@pytest.fixture
def run(tools: FakeTools, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs `gpu-rules` with the arguments, and `input` as its standard input; it asks again without a pause."""
    for variable in STEERING:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(rest, "RETRIES", structs.replace(rest.RETRIES, pause=0.0))

    def run(*arguments: str | Path, input: bytes | None = None) -> Result:  # noqa: A002 - click's own word
        words = [str(argument) for argument in arguments]
        return CliRunner(catch_exceptions=False).invoke(create_cli(tools), words, input=input, prog_name="gpu-rules")

    return run


class Request(Struct):
    """What a service was sent."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def content_type(self) -> str | None:
        return self.headers.get("content-type")


class FakeService:
    """Gives every request the same answer, but for those in `answers` by method and path; remembers the requests."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.status = 200
        self.body: Any = {}
        self.answers: dict[str, tuple[int, Any]] = {}
        self.requests: list[Request] = []


@pytest.fixture
def service() -> Iterator[FakeService]:
    with listening_at(Handler) as url:
        Handler.service = FakeService(url)
        yield Handler.service


class Handler(Quiet, BaseHTTPRequestHandler):
    service: FakeService

    def do_GET(self) -> None:
        size = int(self.headers.get("content-length", 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.service.requests.append(Request(self.command, self.path, headers, self.rfile.read(size)))
        otherwise = self.service.status, self.service.body
        status, answer = self.service.answers.get(f"{self.command} {self.path}", otherwise)
        body = answer if isinstance(answer, bytes) else json.encode(answer)
        self.send_response(status)
        if status != NO_CONTENT:
            self.send_header("content-length", str(len(body)))
        self.end_headers()
        if status != NO_CONTENT:
            self.wfile.write(body)

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815 - the library's own words


TYPE_ERROR = "vms > 4.0 || gpus > 32"
"""Put for `vms > 4 || gpus > 32`: an int and a double do not mix in CEL."""


@pytest.fixture
def broken(rules_dir: Path) -> Path:
    """`training-gpu` with one type error, on line 86."""
    file = rules_dir / "training-gpu" / "1.0.0.yaml"
    file.write_text(file.read_text().replace("vms > 4 || gpus > 32", TYPE_ERROR))
    assert file.read_text().splitlines()[85].strip().startswith(f"- when: {TYPE_ERROR}")
    return file
