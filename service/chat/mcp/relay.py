"""The tools of a running service over standard input: whatever a client asks is passed on to the service's `/mcp`."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from httpx2 import AsyncBaseTransport, AsyncClient, Response
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    CallToolRequest,
    CallToolRequestParams,
    CallToolResult,
    ListToolsRequest,
    ListToolsResult,
    PaginatedRequestParams,
)
from mcp_types.version import LATEST_MODERN_VERSION
from msgspec import json

from service.chat.mcp.server import INSTRUCTIONS, NAME, TITLE
from service.model.problem import Problem

R = TypeVar("R", ListToolsResult, CallToolResult)

_PROBLEM: Final = "application/problem+json"
_SECONDS: Final = 60.0
"""How long an answer may take."""


@asynccontextmanager
async def relaying(
    url: str, token: str, version: str, transport: AsyncBaseTransport | None = None
) -> AsyncGenerator[Server[Any]]:
    """A server that passes everything on to the one at `url`; by `transport`, if that is not the network.

    Raises:
        ConnectionError: there is no such server now, or it does not let us in.
    """
    async with AsyncClient(
        headers={"Authorization": f"Bearer {token}"} if token else {},
        timeout=_SECONDS,
        event_hooks={"response": [_read_problem]},
        transport=transport,
    ) as http:
        relay = _Relay(url, http)
        try:
            await relay.pass_on(ListToolsRequest(), ListToolsResult)
        except MCPError as error:
            raise ConnectionError(error.error.message) from error
        yield relay.server(version)


class _Relay:
    """Each message is passed on by itself, so a service that was away and is back is asked again."""

    def __init__(self, url: str, http: AsyncClient) -> None:
        self._url = url
        self._http = http

    def server(self, version: str) -> Server[Any]:
        return Server(
            NAME,
            version=version,
            title=TITLE,
            instructions=INSTRUCTIONS,
            on_list_tools=self._list,
            on_call_tool=self._call,
        )

    async def pass_on(self, request: ListToolsRequest | CallToolRequest, result: type[R]) -> R:
        """What the service answers.

        Raises:
            MCPError: it refuses, or does not answer.
        """
        transport = streamable_http_client(self._url, http_client=self._http)
        refusal: MCPError | None = None
        try:
            async with Client(transport, mode=LATEST_MODERN_VERSION, cache=None) as client:
                try:
                    return await client.session.send_request(request, result)
                except MCPError as error:  # taken out of here, where it would come in a group
                    refusal = error
        except ExceptionGroup as group:
            message = f"`{self._url}` gives no answer: {_first(group)}"
            raise MCPError(INTERNAL_ERROR, message) from group
        raise refusal

    async def _list(self, _: ServerRequestContext[Any], asked: PaginatedRequestParams | None) -> ListToolsResult:
        page = PaginatedRequestParams(cursor=asked.cursor if asked else None)
        return await self.pass_on(ListToolsRequest(params=page), ListToolsResult)

    async def _call(self, _: ServerRequestContext[Any], asked: CallToolRequestParams) -> CallToolResult:
        call = CallToolRequestParams(name=asked.name, arguments=asked.arguments)
        return await self.pass_on(CallToolRequest(params=call), CallToolResult)


async def _read_problem(response: Response) -> None:
    """Say what the service says: of a refusal before the protocol, the SDK would tell only that it is one.

    Raises:
        ConnectionError: the answer is a problem.
    """
    if response.headers.get("content-type") == _PROBLEM:
        problem = json.decode(await response.aread(), type=Problem)
        raise ConnectionError(problem.detail)


def _first(error: BaseException) -> str:
    """What went wrong first, where several things did."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__
