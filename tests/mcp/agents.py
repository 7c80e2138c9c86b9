"""Agents: the official client, connected to the application in each generation of the protocol."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Final

import anyio
from httpx2 import ASGITransport, AsyncClient
from litestar import Litestar
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent
from msgspec import json, structs

from service.bootstrap.agents import agent_parts
from service.chat.mcp.endpoint import Endpoint
from service.http.app import create_app
from service.http.parts import HttpParts
from tests.http.served import parts

URL: Final = "http://127.0.0.1:8000/mcp"
GENERATIONS: Final = {"legacy": "2025-11-25", "auto": "2026-07-28"}
"""How the client is told which generation to speak, and what it then speaks: with a handshake, and without."""
QUESTION: Final = {"model": "other", "vms": 3}
"""Two of the four inputs of `training-gpu`."""
REST: Final = {"gpus": 16, "latency_critical": False}
_BOUND: Final = 60.0
"""Seconds after which what does not happen has failed."""


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run it, for a while at most."""

    async def bounded() -> None:
        with anyio.fail_after(_BOUND):
            await test()

    anyio.run(bounded)


def open_to_agents(**chosen: Any) -> tuple[Litestar, HttpParts]:
    """An application that serves agents, and what it is made of; its time may come more than once."""
    made = parts(**chosen)
    agents = Endpoint(agent_parts(made.live, made.decide, made.aside, made.is_ending))
    made = structs.replace(made, agents=agents, lifespan=(agents.open,))
    return create_app(made), made


@cache
def shipped() -> tuple[Litestar, HttpParts]:
    """One with the shipped rules."""
    return open_to_agents()


def asgi(app: Litestar) -> ASGITransport:
    """The application as httpx2 takes one; Litestar types its scopes more narrowly."""
    application: Any = app
    return ASGITransport(application)


@asynccontextmanager
async def reached(app: Litestar, **headers: str) -> AsyncIterator[AsyncClient]:
    """A client of HTTP, while the application is up."""
    async with app.lifespan(), AsyncClient(transport=asgi(app), headers=headers) as http:
        yield http


@asynccontextmanager
async def agent(http: AsyncClient, mode: str) -> AsyncIterator[Client]:
    """An agent that asks over it."""
    async with Client(streamable_http_client(URL, http_client=http), mode=mode) as client:
        yield client


def structured(result: CallToolResult) -> dict[str, Any]:
    """What a tool answers; the text beside it says the same."""
    assert not result.is_error, text(result)
    answer: dict[str, Any] = result.structured_content
    assert json.decode(text(result)) == answer
    return answer


def problem(result: CallToolResult) -> dict[str, Any]:
    """Why a tool refuses."""
    assert result.is_error
    assert result.structured_content is None
    found: dict[str, Any] = json.decode(text(result))
    return found


def text(result: CallToolResult) -> str:
    """The text of a result, which is one."""
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text
