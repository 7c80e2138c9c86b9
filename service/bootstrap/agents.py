"""What agents are served with, over HTTP and over standard input."""

import asyncio
from collections.abc import Callable
from importlib.metadata import version

from service.chat.mcp.endpoint import Parts
from service.http.diagrams import diagram
from service.http.envelope import request_id
from service.http.problems import problem_of
from service.model.problem import Problem
from service.usecases.aside import Aside
from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.tools.toolbox import Toolbox

VERSION = version("gpu-rules")


def agent_parts(live: LiveRules, decide: Decide, aside: Aside, is_ending: Callable[[], bool]) -> Parts:
    """What agents of a worker are served with."""
    toolbox = Toolbox(live, decide, aside, diagram)
    return Parts(toolbox=toolbox, live=live, tell=_told, version=VERSION, is_ending=is_ending)


def serve_here(live: LiveRules, decide: Decide) -> None:
    """Answer the client at standard input by these rules, until it goes."""
    from service.chat.mcp.server import ToolServer  # noqa: PLC0415
    from service.chat.mcp.stdio import converse  # noqa: PLC0415

    toolbox = Toolbox(live, decide, Aside(), diagram)
    asyncio.run(converse(ToolServer(toolbox, problem_of).server(VERSION)))


def relay(url: str, token: str) -> None:
    """Pass on what the client at standard input asks to the service at an address.

    Raises:
        ConnectionError: it does not answer.
    """
    from service.chat.mcp.relay import relaying  # noqa: PLC0415
    from service.chat.mcp.stdio import converse  # noqa: PLC0415

    async def passing() -> None:
        async with relaying(f"{url.rstrip('/')}/mcp", token, VERSION) as server:
            await converse(server)

    asyncio.run(passing())


def _told(error: Exception) -> Problem:
    return problem_of(error, request_id())
