"""The tools over standard input and output, for a client that starts the command itself."""

import signal
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server


async def converse(server: Server[Any]) -> None:
    """Answer until the client closes standard input, or a signal ends the process at once.

    What waits for input is a thread that no exception of the interpreter reaches, and there is nothing to be put away.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    async with stdio_server() as (receiving, sending):
        await server.run(receiving, sending, server.create_initialization_options())
