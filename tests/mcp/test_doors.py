"""Who gets to `/mcp`: the checks before the protocol."""

from functools import cache
from typing import Any, Final

import pytest
from httpx2 import Response
from litestar import Litestar
from mcp.shared.exceptions import MCPError
from mcp_types.version import LATEST_MODERN_VERSION

from service.http.app import create_app
from tests.http.places import ledger
from tests.http.served import bearer, parts
from tests.mcp.agents import GENERATIONS, agent, open_to_agents, reached, run, structured

LIST: Final = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
LEGACY: Final = {
    "accept": "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2025-11-25",
}
MODERN: Final = {**LEGACY, "mcp-protocol-version": LATEST_MODERN_VERSION, "mcp-method": "tools/list"}
META: Final = {
    "io.modelcontextprotocol/protocolVersion": LATEST_MODERN_VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
}
HEADS: Final = {"handshake": (LEGACY, LIST), "envelope": (MODERN, {**LIST, "params": {"_meta": META}})}


@cache
def application(**chosen: Any) -> Litestar:
    """A small one, which starts quickly."""
    return open_to_agents(ledger=ledger(), **chosen)[0]


def answered(app: Litestar, method: str = "POST", path: str = "/mcp", **sent: Any) -> Response:
    """What one request is answered."""
    answers: list[Response] = []

    async def ask() -> None:
        async with reached(app) as http:
            answers.append(await http.request(method, f"http://127.0.0.1{path}", **sent))

    run(ask)
    return answers[0]


def kind(response: Response) -> str:
    """The kind of problem that an answer is."""
    assert response.headers["content-type"] == "application/problem+json"
    return str(response.json()["type"]).removeprefix("urn:gpu-rules:problem:")


@pytest.mark.parametrize("generation", HEADS)
@pytest.mark.parametrize(
    "origin",
    [
        None,
        "http://localhost:3000",
        "http://127.0.0.1",
        "https://[::1]:8443",
        "https://app.example.com",
    ],
)
def test_pages_of_this_machine_and_those_that_may_call_the_service_are_let_in(
    generation: str, origin: str | None
) -> None:
    head, body = HEADS[generation]
    headers = head if origin is None else {**head, "origin": origin}
    app = application(cors_origins=("https://app.example.com",))
    answer = answered(app, headers=headers, json=body)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["result"]["tools"]
    assert answer.headers["x-request-id"]
    assert answer.headers["rules-revision"]
    assert "mcp-session-id" not in answer.headers


@pytest.mark.parametrize("generation", HEADS)
@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://localhost.evil.example",
        "http://127.0.0.1.evil.example:8000",
        "https://app.example.com.evil.example",
        "http://app.example.com",
        "http://localhost@evil.example",
        "file://localhost",
        "http://[::1",
        "null",
    ],
)
def test_other_pages_are_not_whatever_name_they_have_given_this_machine(generation: str, origin: str) -> None:
    head, body = HEADS[generation]
    app = application(cors_origins=("https://app.example.com",))
    answer = answered(app, headers={**head, "origin": origin, "host": "127.0.0.1"}, json=body)
    assert (answer.status_code, kind(answer)) == (403, "origin-refused")


def test_all_pages_are_where_all_may_call_the_service() -> None:
    answer = answered(application(cors_origins=("*",)), headers={**LEGACY, "origin": "https://any.example"}, json=LIST)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "*"


def test_a_browser_may_send_what_the_protocol_needs() -> None:
    asked = {"origin": "https://app.example.com", "access-control-request-method": "POST"}
    answer = answered(application(cors_origins=("https://app.example.com",)), "OPTIONS", headers=asked)
    allowed = answer.headers["access-control-allow-headers"].lower().split(", ")
    assert {"authorization", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"} <= set(allowed)


@pytest.mark.parametrize(
    ("headers", "status", "refusal"),
    [
        ({}, 401, "token-needed"),
        (bearer("asker", "y" * 43), 401, "token-needed"),
        (bearer("expired"), 401, "token-needed"),
        ({"Authorization": "Basic Zm9vOmJhcg=="}, 401, "token-needed"),
        (bearer("reader"), 403, "scope-needed"),
    ],
    ids=["no token", "a wrong secret", "an expired token", "another scheme", "a token for something else"],
)
def test_where_deciding_is_closed_a_token_for_it_is_needed(headers: dict[str, str], status: int, refusal: str) -> None:
    answer = answered(application(closed=True), headers={**LEGACY, **headers}, json=LIST)
    assert (answer.status_code, kind(answer)) == (status, refusal)
    assert answer.headers["www-authenticate"].startswith('Bearer realm="gpu-rules"')


@pytest.mark.parametrize("mode", GENERATIONS)
def test_an_agent_with_a_token_for_deciding_decides(mode: str) -> None:
    app = application(closed=True)

    async def test() -> None:
        async with reached(app, **bearer("asker")) as http, agent(http, mode) as client:
            assert structured(await client.call_tool("front", {"memory": 16}))["outcome"]["id"] == "one"

    run(test)


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "in chunks"])
def test_a_body_that_is_too_large_is_not_read(declared: bool) -> None:
    async def chunks() -> Any:
        for _ in range(3):
            yield b" " * 500

    content = b" " * 1500 if declared else chunks()
    answer = answered(application(body_limit=1000), headers=LEGACY, content=content)
    assert (answer.status_code, kind(answer)) == (413, "request-too-large")


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "HEAD"])
def test_there_is_no_stream_to_open_and_no_session_to_end(method: str) -> None:
    answer = answered(application(), method, headers=LEGACY)
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


def test_another_kind_of_body_is_not_read() -> None:
    answer = answered(application(), headers={**LEGACY, "content-type": "text/plain"}, content=b"{}")
    assert (answer.status_code, kind(answer)) == (415, "unsupported-media-type")


@pytest.mark.parametrize("generation", HEADS)
@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b'{"jsonrpc": "2.0"}', b"[" * 10_000])
def test_what_is_no_message_is_refused_as_the_protocol_has_it(generation: str, content: bytes) -> None:
    answer = answered(application(), headers=HEADS[generation][0], content=content)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in (-32700, -32600, -32602)


def test_it_is_not_there_where_agents_are_not_served() -> None:
    app = create_app(parts(ledger=ledger()))
    answer = answered(app, headers=LEGACY, json=LIST)
    assert (answer.status_code, kind(answer)) == (404, "not-found")


def test_before_there_are_rules_an_agent_is_told_so() -> None:
    app = open_to_agents(ledger=ledger(), load=False)[0]

    async def test() -> None:
        async with reached(app) as http, agent(http, "legacy") as client:
            with pytest.raises(MCPError, match="no rules have been loaded yet"):
                await client.list_tools()

    run(test)


def test_nothing_is_below_it() -> None:
    assert answered(application(), path="/mcp/more", headers=LEGACY, json=LIST).status_code == 404
