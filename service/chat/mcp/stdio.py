"""The tools over standard input and output, for a client that starts the command itself."""

from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server


async def converse(server: Server[Any]) -> None:
    """Answer until the client closes standard input."""
    async with stdio_server() as (receiving, sending):
        await server.run(receiving, sending, server.create_initialization_options())
