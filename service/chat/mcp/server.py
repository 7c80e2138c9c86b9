"""The tools as a server of the SDK, for every transport and for both generations of the protocol."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
    TextContent,
)
from mcp_types import Tool as OfferedTool
from msgspec import json, to_builtins

from service.chat.mcp.endpoint import Tell
from service.errors import ServiceError
from service.model.problem import Problem
from service.model.tool import Tool
from service.usecases.tools.offering import unknown_tool
from service.usecases.tools.toolbox import Toolbox

Listen = Callable[
    [ServerRequestContext[Any], SubscriptionsListenRequestParams],
    Awaitable[SubscriptionsListenResult],
]
"""Tells one client of changes."""

NAME: Final = "gpu-rules"
TITLE: Final = "GPU rules"
INSTRUCTIONS: Final = (
    "Versioned rules for GPU workloads: which GPU and which machines, what to change next, and how much of the paid "
    "compute is training progress. Each rule is a tool. Give only what the user has said; if an answer has the status "
    "`needs-input`, ask the user the first question of `ask` and call again. Tell the caveats with the result."
)


class ToolServer:
    """Answers what agents ask, by a toolbox."""

    def __init__(self, toolbox: Toolbox, tell: Tell) -> None:
        """`tell` makes the problem of a failure."""
        self._toolbox = toolbox
        self._tell = tell
        self._listed: tuple[list[Tool], ListToolsResult] | None = None

    def server(self, version: str, listen: Listen | None = None) -> Server[Any]:
        """The server; with `listen` it tells those who want to know that the list of tools has changed."""
        return Server(
            NAME,
            version=version,
            title=TITLE,
            instructions=INSTRUCTIONS,
            get_tool_input_schema=_nothing_in_headers,
            on_list_tools=self._list,
            on_call_tool=self._call,
            on_subscriptions_listen=listen,
        )

    async def _list(self, _: ServerRequestContext[Any], __: PaginatedRequestParams | None) -> ListToolsResult:
        try:
            tools = self._toolbox.tools
        except ServiceError as error:
            raise MCPError(INTERNAL_ERROR, self._tell(error).detail) from error
        if self._listed is None or self._listed[0] is not tools:
            offered = [OfferedTool.model_validate(to_builtins(one)) for one in tools]
            self._listed = (tools, ListToolsResult(tools=offered))
        return self._listed[1]

    async def _call(self, _: ServerRequestContext[Any], asked: CallToolRequestParams) -> CallToolResult:
        """The answer of a tool; what is refused is an answer too, so that a model sees what to do otherwise."""
        try:
            tools = self._toolbox.tools
            if not any(one.name == asked.name for one in tools):
                raise MCPError(INVALID_PARAMS, unknown_tool(asked.name, tools))
            answer = json.encode(await self._toolbox(asked.name, asked.arguments or {}))
        except ServiceError as error:
            return _refused(self._tell(error))
        except MCPError:
            raise
        except Exception as error:
            structlog.get_logger("gpu_rules.mcp").error("tool failed", tool=asked.name, exc_info=error)
            return _refused(self._tell(error))
        return CallToolResult(content=[_text(answer)], structured_content=json.decode(answer))


def _refused(problem: Problem) -> CallToolResult:
    """Only as text: some clients hold structured content against the schema of an answer, whatever else is said."""
    return CallToolResult(content=[_text(json.encode(problem))], is_error=True)


def _text(encoded: bytes) -> TextContent:
    return TextContent(text=encoded.decode())


def _nothing_in_headers(_: str) -> None:
    """No argument of a tool of ours is sent in a header, so there is none to compare with one."""
