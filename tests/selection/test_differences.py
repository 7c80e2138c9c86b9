"""What changes between two versions: rows and cells of a catalog, answers of a selection as far as cases show them."""

from typing import Final

import pytest

from service.analysis.budget import Budget
from service.analysis.difference import difference
from service.model.difference import ChangedCell, ChangedRow, Difference
from service.model.files import as_files
from service.model.publication import Draft
from service.model.rule import RuleId
from service.usecases.ready import ready
from tests.selection.versions import LIVE, STOCK, changed
from tests.selection.world import WEIGHT


def compared(before: Draft, after: Draft) -> Difference:
    """What changes between two versions, beside the samples."""
    files = as_files([*STOCK, FORMULA, before, after], LIVE | {"weight": "1.0.0"})
    old, new = ready(files, [RuleId(one.name, one.version, one.digest) for one in (before, after)])
    return difference(old.meaning, new.meaning, old.content, new.content, Budget(seconds=10.0))


FORMULA: Final = Draft("weight", "1.0.0", WEIGHT.encode())
FIRST: Final = {draft.name: draft for draft in STOCK}


def test_two_versions_of_a_catalog_differ_in_rows_and_cells() -> None:
    new = changed(
        "machines",
        ("memory_each: 24, network: 10,", "memory_each: 32,"),
        ("machine: l-4,", "machine: l-4-new,"),
        ("retired: {on: 2026-09-15, because: the maker takes no new orders, source: notice}", "aliases: [old-8]"),
    )
    found = compared(FIRST["machines"], new)
    assert found.verdict == "different"
    assert found.rows == [
        ChangedRow(
            change="changed",
            key="s-1",
            cells=[
                ChangedCell(column="memory_each", before=24.0, after=32.0),
                ChangedCell(column="network", before=10.0, after=None),
            ],
        ),
        ChangedRow(change="removed", key="l-4"),
        ChangedRow(
            change="changed",
            key="o-8",
            cells=[
                ChangedCell(column="retired", before=True, after=False),
                ChangedCell(column="retired_on", before="2026-09-15", after=None),
                ChangedCell(column="retired_because", before="the maker takes no new orders", after=None),
                ChangedCell(column="aliases", before=None, after=["old-8"]),
            ],
        ),
        ChangedRow(change="added", key="l-4-new"),
    ]
    assert (found.turns, found.outcomes, found.not_proved) == ([], [], [])


def test_columns_that_are_declared_otherwise_are_named() -> None:
    new = changed(
        "machines", ("network: {type: number, minimum: 0, unit: Gbit/s,", "network: {type: number, unit: Gbit/s,")
    )
    found = compared(FIRST["machines"], new)
    assert (found.verdict, found.rows, found.outcomes) == ("different", [], ["network"])


def test_catalogs_that_differ_in_words_are_equal() -> None:
    new = changed("machines", ("title: Which machines are there?", "title: Machines"), ("Other names of", "Names of"))
    found = compared(FIRST["machines"], new)
    assert (found.verdict, found.rows, found.outcomes, found.not_proved) == ("equal", [], [], [])
    assert len(found.lines) == 6


def test_with_another_key_every_row_is_another_one() -> None:
    new = changed("prices", ("key: [machine, region]", "key: [region, machine]"))
    assert {row.change for row in compared(FIRST["prices"], new).rows} == {"removed", "added"}


def test_selections_that_differ_in_words_are_equal() -> None:
    new = changed(
        "choose-machine",
        ("it does not reckon in bf16", "no bf16"),
        ("help: Only these.", "help: Those alone."),
        ("on_demand: On demand", "on_demand: When asked for"),
    )
    found = compared(FIRST["choose-machine"], new)
    assert (found.verdict, found.turns, found.not_proved) == ("equal", [], [])


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        pytest.param(
            ("check: row.memory_each >= memory_each", "check: row.memory_each > memory_each"),
            "no candidate; it helps: memory_each 80",
            "no candidate; it helps: nothing alone",
            id="what would help",
        ),
        pytest.param(('check: "!row.retired"', "check: row.chips < 9.0"), "no candidate", "o-8", id="candidates"),
        pytest.param(
            ("id: listed", "id: allowed"), "s-part rejected: listed", "s-part rejected: allowed", id="reasons"
        ),
        pytest.param(("{by: row.chips,", "{by: row.memory_each,"), "l-4, s-8", "s-8, l-4", id="the order"),
        pytest.param(("match: row.chip in chips", 'match: "true"'), "inputs-missing", "s-part", id="what is meant"),
        pytest.param(
            ('taken_away: {when: has(sold) && sold == "spot",', "taken_away: {when: has(sold),"),
            "caveats quota",
            "caveats quota, taken_away",
            id="caveats",
        ),
    ],
)
def test_questions_of_cases_show_how_selections_differ(change: tuple[str, str], before: str, after: str) -> None:
    both = "{chips: [small-chip, large-chip], chips_per_machine: 2, sold: reserved}"
    more = ("cases:\n", f"cases:\n  - {{name: both, given: {both}, expect: {{caveats: [quota]}}}}\n")
    old, new = changed("choose-machine", more), changed("choose-machine", more, change, version="1.2.0")
    found = compared(old, new)
    assert found.verdict == "different"
    assert any(turn.before.startswith(before) and turn.after.startswith(after) for turn in found.turns), found.turns
    [sentence] = found.not_proved
    assert sentence == "whether there are more turns: of selections nothing is proved, so only the cases were tried"


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(("maximum: 8000", "maximum: 9000"), id="a range"),
        pytest.param(("\nfrom:", "\nestimates: {max_price: {rule: weight}}\n\nfrom:"), id="an estimate"),
    ],
)
def test_a_difference_that_no_case_shows_is_not_called_equal(change: tuple[str, str]) -> None:
    new = changed("choose-machine", change)
    found = compared(FIRST["choose-machine"], new)
    assert (found.verdict, found.turns) == ("not-proved", [])
    assert found.not_proved


def test_versions_of_different_kinds_are_different() -> None:
    tree = Draft(
        "machines",
        "1.1.0",
        b"""\
kind: tree
name: machines
version: 1.1.0
title: Which machine?
inputs: {large: {type: boolean, ask: Is it large?}}
start: size
nodes: {size: {title: Size, branches: [{when: large, then: big}], otherwise: {then: small}}}
outcomes: {big: {title: Big}, small: {title: Small}}
cases:
  - {name: large, given: {large: true}, expect: {outcome: big}}
  - {name: small, given: {large: false}, expect: {outcome: small}}
""",
    )
    found = compared(FIRST["machines"], tree)
    assert found.verdict == "different"
    assert "different kinds" in found.not_proved[0]
