"""All commands under one name."""

import click

from service.cli.check import check
from service.cli.decide import decide
from service.cli.documents import openapi, schema
from service.cli.epilog import epilog
from service.cli.program import Program
from service.cli.serve import serve
from service.cli.test import test
from service.cli.tools import Tools

BELOW = epilog(
    "gpu-rules serve",
    "gpu-rules decide training-gpu model=other vms=3 gpus=16 latency_critical=false",
    "gpu-rules check rules",
    no="the answer is no: errors in rules, a failed case, a refused question, an input that is still needed",
    unreachable=True,
)


def create_cli(tools: Tools) -> click.Group:
    """The program `gpu-rules`."""

    @click.group("gpu-rules", cls=Program, epilog=BELOW, context_settings={"obj": tools})
    @click.version_option(tools.version, prog_name="gpu-rules", message="%(prog)s %(version)s")
    def program() -> None:
        """Decision trees, goodput formulas and advice for GPU workloads, from versioned rule files."""

    for command in (serve, decide, check, test, openapi, schema):
        program.add_command(command)
    return program
