"""What people see of catalogs and selections at the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from service.cli.main import create_cli
from service.model.difference import ChangedCell, ChangedLine, ChangedRow, Difference
from tests.cli.conftest import STEERING, FakeTools
from tests.cli.examiners import Plain
from tests.selection.world import NAMES, sample

Run = Callable[..., Result]

CANDIDATES = """\
1. s-8
   machine            s-8
   chip               small-chip
   chips_per_machine  8
   machines           2
   price_per_hour     unknown
   price_as_of        unknown
   - 8 x 24 GB
   ! nobody knows what it costs in east

Rejected
  - s-1: it has 1 chips, 8 are needed in each machine
  - s-part: it has 0.5 chips, 8 are needed in each machine; each chip has 12 GB, 20 GB are needed

Keep in mind
  - Quota is not known.

By
  - choose-machine 1.0.0
  - machines 1.0.0
  - prices 1.0.0
"""
DIFFERENCE = Difference(
    verdict="different",
    lines=[ChangedLine("-", 24, "a row"), ChangedLine("+", 24, "another row")],
    turns=[],
    outcomes=["network"],
    not_proved=[],
    rows=[
        ChangedRow(change="changed", key="s-1", cells=[ChangedCell(column="network", before=10.0, after=None)]),
        ChangedRow(change="added", key="s-2"),
    ],
)


@pytest.fixture
def tools(tmp_path: Path) -> FakeTools:
    """The samples as the directory of rules."""
    rules = tmp_path / "rules"
    for name in NAMES:
        (rules / name).mkdir(parents=True)
        (rules / name / "1.0.0.yaml").write_text(sample(name))
    (rules / "live.yaml").write_text("".join(f"{name}: 1.0.0\n" for name in NAMES))
    return FakeTools(rules, tmp_path / "data")


@pytest.fixture
def run(tools: FakeTools, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `gpu-rules` with the arguments."""
    for variable in STEERING:
        monkeypatch.delenv(variable, raising=False)

    def run(*words: str) -> Result:
        return CliRunner(catch_exceptions=False).invoke(create_cli(tools), words, prog_name="gpu-rules")

    return run


def test_candidates_come_with_what_they_carry_and_the_others_with_their_reasons(run: Run) -> None:
    given = ("chips=small-chip", "chips_per_machine=8", "memory_each=20", "region=east", "machine_count=2")
    result = run("decide", "choose-machine", *given)
    assert (result.exit_code, result.stdout) == (0, CANDIDATES)


def test_with_no_candidate_it_says_what_one_change_would_do(run: Run) -> None:
    result = run("decide", "choose-machine", "chips=large-chip,old-chip", "memory_each=100", "number_format=fp32")
    assert result.exit_code == 0
    assert "  - memory_each=80 in place of 100: l-4, l-8\n" in result.stdout


def test_the_decision_is_there_as_json(run: Run) -> None:
    result = run("decide", "choose-machine", "chips=small-chip", "--json")
    assert [one["key"] for one in json.decode(result.stdout)["selection"]["candidates"]] == ["s-part", "s-1", "s-8"]


def test_a_catalog_is_not_asked(run: Run) -> None:
    result = run("decide", "machines")
    assert result.exit_code == 2
    assert "`machines` is a catalog and answers no questions" in result.stderr


def test_the_cases_of_a_selection_run(run: Run, tools: FakeTools) -> None:
    tested = run("test", str(tools.rules_dir))
    assert tested.exit_code == 0
    assert "8 cases passed" in tested.stdout + tested.stderr


def test_rows_that_changed_are_listed(run: Run, tools: FakeTools) -> None:
    tools.examined_by = Plain(difference=DIFFERENCE)
    text = sample("machines").replace("version: 1.0.0", "version: 1.1.0")
    (tools.rules_dir / "machines" / "1.1.0.yaml").write_text(text)
    result = run("diff", "machines", "1.0.0", "1.1.0")
    assert result.stdout == (
        "different: the catalogs do not say the same\n"
        "\nChanged lines\n  - 24  a row\n  + 24  another row\n"
        "\nChanged rows\n  - changed s-1: network 10 -> unknown\n  - added s-2\n"
        "\nColumns that are declared otherwise\n  - network\n"
    )
