"""`gpu-rules mcp`: the rules as tools of an agent that starts this command."""

from pathlib import Path

import click

from service.cli.ending import unreachable
from service.cli.epilog import epilog
from service.cli.options import chosen_server, server_option
from service.cli.tools import Tools

BELOW = epilog(
    "gpu-rules mcp",
    "gpu-rules mcp --rules ./rules",
    "gpu-rules mcp --server https://gpu.example.com",
    unreachable=True,
)


@click.command(epilog=BELOW)
@click.option(
    "--rules",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The directory of rules; default: GPU_RULES_RULES_DIR, or ./rules, or the rules of the package.",
)
@server_option
@click.pass_context
def mcp(ctx: click.Context, /, rules: Path | None) -> None:
    """Serve the rules to an agent over standard input and output (Model Context Protocol).

    An MCP client starts this command by itself. It answers by a directory of rules as it is now; with a server it
    passes everything on to /mcp there, with GPU_RULES_TOKEN if one is set.
    """
    tools: Tools = ctx.obj
    server = chosen_server(ctx) if rules is None else ""
    try:
        tools.mcp(server=server, rules=rules)
    except ConnectionError as error:
        raise unreachable(str(error)) from error
