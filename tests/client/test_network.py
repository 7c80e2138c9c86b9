"""Over real sockets: connections that do not come about, or break, and proxies of the environment."""

import socket
import subprocess
import sys

import pytest
from msgspec import json

from service.client import Retries, Unreachable, calls
from tests.client.asking import Kind
from tests.client.samples import BUSY, DECIDED
from tests.client.wire import page, wire

DECIDE = calls.decide_by_text("training-gpu", {"vms": "3"})
GOOD = page(json.encode(DECIDED))
SOON = Retries(pause=0.0)


@pytest.mark.parametrize(
    "first",
    [
        pytest.param(b"", id="the service hangs up without a word"),
        pytest.param(b"HTTP/1.1 200 OK\r\ncontent-le", id="the head breaks off"),
        pytest.param(page(b'{"decision_id"', length=1000), id="the body breaks off"),
        pytest.param(page(json.encode(BUSY), status="503 Service Unavailable"), id="the service is busy"),
        pytest.param(b"220 mail.example ESMTP\r\n", id="something else answers"),
    ],
)
def test_a_second_try_is_answered(kind: Kind, first: bytes) -> None:
    with wire(first, GOOD) as server, kind(server.url, retries=SOON) as asker:
        assert asker.send(DECIDE).decision_id == "1"
    assert server.heads[0] == server.heads[1]
    assert server.heads[0].startswith(b"GET /v1/decisions/training-gpu?vms=3 HTTP/1.1\r\n")


def test_a_service_that_is_not_there(kind: Kind) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with kind(f"http://user:secret@127.0.0.1:{port}", retries=SOON) as asker, pytest.raises(Unreachable) as raised:
        asker.send(DECIDE)
    assert str(raised.value).startswith(f"no answer from `http://127.0.0.1:{port}`: ")
    assert "refused" in str(raised.value) or "attempts failed" in str(raised.value)


def test_a_redirect_takes_the_token_nowhere(kind: Kind) -> None:
    moved = b"HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n"
    with (
        wire(moved) as server,
        kind(server.url, token="gr_1_x") as asker,  # noqa: S106
        pytest.raises(Exception, match="status 307"),
    ):
        asker.send(DECIDE)


def test_the_proxy_of_the_environment_is_used(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    with wire(GOOD) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        with kind("http://rules.example/gpu") as asker:
            assert asker.send(DECIDE).decision_id == "1"
    assert proxy.heads[0].startswith(b"GET http://rules.example/gpu/v1/decisions/training-gpu?vms=3 HTTP/1.1\r\n")


LOADED = """
import sys
from service.client import AsyncClient, Client
print(*sorted({name.partition(".")[0] for name in sys.modules} | {n for n in sys.modules if n.startswith("service.")}))
"""


def test_the_client_brings_nothing_of_the_service_along() -> None:
    loaded = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True).stdout.split()  # noqa: S603 - our own words
    rooms = {name.split(".")[1] for name in loaded if name.startswith("service.")}
    assert rooms == {"client", "model", "errors"}
    assert {"litestar", "granian", "cel_expr_python", "durable", "z3", "pint", "sqlalchemy", "structlog"}.isdisjoint(
        loaded
    )
