"""What is not used stays out of the processes that serve: it takes time to load, and memory in each worker."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = (
    "z3",
    "pint",
    "numpy",
    "scipy",
    "matplotlib",
    "mcp",
    "pydantic",
    "psycopg",
    "service.usecases.examine",
    "service.sandbox.work",
)
SERVING = """
import os, sys
from service.bootstrap import create_app
from service.settings import Settings
create_app(Settings(rules_dir={rules!r}, data_dir={data!r}, log_level="error"))
"""
COMMAND = """
import sys
from click.testing import CliRunner
from service.bootstrap.composition import Composition
from service.cli.main import create_cli
result = CliRunner().invoke(create_cli(Composition()), {arguments!r})
assert result.exit_code in (0, 1), result.output
"""


def loaded(code: str) -> list[str]:
    """The heavy modules that a process has loaded after this code."""
    ending = f"\nimport sys; print('loaded:', *(one for one in {HEAVY!r} if one in sys.modules))"
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code + ending], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1].split()[1:]


def test_a_worker_does_not_load_them(tmp_path: Path) -> None:
    assert loaded(SERVING.format(rules=str(ROOT / "rules"), data=str(tmp_path))) == []


@pytest.mark.parametrize(
    "arguments", [["decide", "choose-gpu", "workload=inference"], ["check", "rules"]], ids=" ".join
)
def test_a_command_does_not_load_them(arguments: list[str]) -> None:
    assert loaded(COMMAND.format(arguments=arguments)) == []


def test_the_child_does() -> None:
    assert loaded("import service.sandbox.work")[0] == "z3"
