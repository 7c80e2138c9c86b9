"""A program to run without a terminal, and a service to ask whose answers are set by the test."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec import Struct, json

from service.cli.main import create_cli
from service.engine.engine import Engine
from service.model.rule import RuleId
from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.revision import Revision

SHIPPED = Path(__file__).parents[2] / "rules"
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
    """What the composition root gives, without settings and without a server."""

    version = "1.2.3"
    url = ""

    def __init__(self, rules_dir: Path) -> None:
        self.rules_dir = rules_dir
        self.served: dict[str, Any] | None = None

    def serve(self, *, host: str | None, port: int | None, workers: int | None, rules: Path | None) -> None:
        self.served = {"host": host, "port": port, "workers": workers, "rules": rules}

    def decide(self, live: LiveRules) -> Decide:
        return Decide(live, Engine(memo_size=0), lambda: "one-of-a-kind", Unwatched())

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
def tools(rules_dir: Path) -> FakeTools:
    return FakeTools(rules_dir)


@pytest.fixture
def run(tools: FakeTools, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs `gpu-rules` with the arguments, and `input` as its standard input."""
    for variable in STEERING:
        monkeypatch.delenv(variable, raising=False)

    def run(*arguments: str | Path, input: bytes | None = None) -> Result:  # noqa: A002 - click's own word
        words = [str(argument) for argument in arguments]
        return CliRunner().invoke(create_cli(tools), words, input=input, prog_name="gpu-rules")

    return run


class Request(Struct):
    """What a service was sent."""

    method: str
    path: str
    content_type: str | None
    body: bytes


class FakeService:
    """Gives every request the same answer, and remembers the requests."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.status = 200
        self.body: Any = {}
        self.requests: list[Request] = []


@pytest.fixture
def service() -> Iterator[FakeService]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = False
    fake = FakeService(f"http://127.0.0.1:{server.server_port}")
    Handler.service = fake
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield fake
    server.shutdown()
    thread.join()
    server.server_close()


class Handler(BaseHTTPRequestHandler):
    service: FakeService

    def do_GET(self) -> None:
        size = int(self.headers.get("content-length", 0))
        content_type = self.headers.get("content-type")
        self.service.requests.append(Request(self.command, self.path, content_type, self.rfile.read(size)))
        body = self.service.body if isinstance(self.service.body, bytes) else json.encode(self.service.body)
        self.send_response(self.service.status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's own word
        pass
