"""Agents that want to know are told when the list of tools changes; in the older generation nobody is promised it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.subscriptions import ListenNotSupportedError
from mcp.server.subscriptions import ToolsListChanged

from service.bootstrap.agents import VERSION
from service.chat.mcp import changes
from service.chat.mcp.changes import Changes
from service.chat.mcp.server import ToolServer
from service.http.diagrams import diagram
from service.http.problems import problem_of
from service.model.publication import Change, Move
from service.usecases.tools.toolbox import Toolbox
from tests.http.memory import MemoryLedger
from tests.http.places import ledger
from tests.http.served import parts
from tests.mcp.agents import run


@asynccontextmanager
async def listening(book: MemoryLedger, mode: str = "auto", **chosen: Any) -> AsyncIterator[tuple[Client, Changes]]:
    """An agent in this process, and the streams of its server."""
    made = parts(ledger=book)
    streams = Changes(made.live, chosen.pop("is_ending", lambda: False), **chosen)
    server = ToolServer(Toolbox(made.live, made.decide, made.aside, diagram), problem_of).server(
        VERSION, streams.listen
    )
    watching = asyncio.create_task(streams.watch())
    async with Client(server, mode=mode) as client:
        yield client, streams
    watching.cancel()


def test_a_change_of_what_is_live_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "LOOK", 0.01)
    book = ledger()

    async def test() -> None:
        async with listening(book) as (client, _), client.listen(tools_list_changed=True) as stream:
            assert client.server_capabilities.tools
            assert client.server_capabilities.tools.list_changed
            assert stream.honored.tools_list_changed
            book.make(Change(who="me", seen=book.now().sequence, moves=(Move("front", None),)))
            assert await anext(stream) == ToolsListChanged()
            assert "front" not in {tool.name for tool in (await client.list_tools()).tools}

    run(test)


def test_a_stream_ends_in_good_order_after_a_while_and_when_the_worker_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "LOOK", 0.01)

    async def test() -> None:
        async with listening(ledger(), longest=0.01) as (client, _), client.listen(tools_list_changed=True) as stream:
            assert [one async for one in stream] == []
        ending = asyncio.Event()
        told = listening(ledger(), is_ending=ending.is_set)
        async with told as (client, _), client.listen(tools_list_changed=True) as stream:
            ending.set()
            assert [one async for one in stream] == []

    run(test)


def test_in_the_older_generation_it_is_not_promised() -> None:
    async def test() -> None:
        async with listening(ledger(), "legacy") as (client, _):
            assert client.server_capabilities.tools
            assert not client.server_capabilities.tools.list_changed
            with pytest.raises(ListenNotSupportedError):
                async with client.listen(tools_list_changed=True):
                    pass

    run(test)
