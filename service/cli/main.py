"""All commands under one name."""

import click

from service.cli.audit import audit
from service.cli.check import check
from service.cli.decide import decide
from service.cli.diff import diff
from service.cli.documents import openapi, schema
from service.cli.epilog import epilog
from service.cli.export import export
from service.cli.goodput import goodput
from service.cli.mcp import mcp
from service.cli.moves import activate, retire, rollback
from service.cli.nearest import nearest
from service.cli.program import Program
from service.cli.publish import publish
from service.cli.recommend import recommend
from service.cli.replay import replay
from service.cli.rules import rules
from service.cli.sensitivity import sensitivity
from service.cli.serve import serve
from service.cli.solve import solve
from service.cli.terraform import terraform
from service.cli.test import test
from service.cli.token import token
from service.cli.tools import Tools

BELOW = epilog(
    "gpu-rules serve",
    "gpu-rules decide training-gpu model=other vms=3 gpus=16 latency_critical=false",
    "gpu-rules check rules",
    "gpu-rules publish rules/training-gpu/1.1.0.yaml --activate",
    no="the answer is no: errors in rules, a failed case, a refused question or change, an input that is still needed",
    unreachable=True,
)


SECTIONS: dict[str, tuple[click.Command, ...]] = {
    "Asking": (serve, mcp, decide, recommend, goodput, nearest, solve, sensitivity, terraform),
    "Writing rules": (check, test, diff, replay, schema, openapi),
    "Changing what is live": (publish, activate, rollback, retire, rules, audit, export, token),
}


def create_cli(tools: Tools) -> click.Group:
    """The program `gpu-rules`."""

    @click.group("gpu-rules", cls=Program, epilog=BELOW, context_settings={"obj": tools})
    @click.version_option(tools.version, prog_name="gpu-rules", message="%(prog)s %(version)s")
    def program() -> None:
        """Decision trees, goodput formulas and advice for GPU workloads, from versioned rule files."""

    for section, commands in SECTIONS.items():
        program.add_section(section, commands)
    return program
