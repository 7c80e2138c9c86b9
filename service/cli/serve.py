"""`gpu-rules serve`: answer questions over HTTP."""

from pathlib import Path

import click

from service.cli.epilog import epilog
from service.cli.tools import Tools

BELOW = epilog(
    "gpu-rules serve",
    "gpu-rules serve --host 0.0.0.0 --port 8080 --workers 4",
    "gpu-rules serve --rules ./rules",
)


@click.command(epilog=BELOW)
@click.option("--host", help="The address to listen on; default: GPU_RULES_HOST.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port to listen on; default: GPU_RULES_PORT.")
@click.option("--workers", type=click.IntRange(1, 256), help="How many processes answer; default: GPU_RULES_WORKERS.")
@click.option(
    "--rules",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The directory of rules; default: GPU_RULES_RULES_DIR, or ./rules, or the rules of the package.",
)
@click.pass_obj
def serve(tools: Tools, host: str | None, port: int | None, workers: int | None, rules: Path | None) -> None:
    """Serve the rules over HTTP until stopped (Ctrl-C, or SIGTERM).

    Everything else is set by GPU_RULES_* variables; README.md lists them. What is given here wins over a variable.
    """
    tools.serve(host=host, port=port, workers=workers, rules=rules)
