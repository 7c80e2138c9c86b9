"""What people write, and what a careful reader makes of it: tables of phrases against inputs of the shipped rules."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from service.understanding.reading import read
from service.understanding.understood import AnyCommand, Understood, WhatIf
from tests.tables import rows
from tests.understanding.shipped import inputs_of

HERE = Path(__file__).parent / "phrases"
TABLES = {path.stem: rows(path) for path in sorted(HERE.glob("*.yaml"))}
ROWS = [pytest.param(row, id=f"{table}: {row['name']}") for table, found in TABLES.items() for row in found]


def understood(row: dict[str, Any]) -> Understood:
    inputs = inputs_of(row.get("rule", "choose"))
    return read(inputs, row.get("text", row["name"]), asked=row.get("asked"), known=row.get("known", {}))


def supposed(command: AnyCommand) -> dict[str, Any]:
    return command.values if isinstance(command, WhatIf) else {}


@pytest.mark.parametrize("row", ROWS)
def test_a_phrase_is_understood(row: dict[str, Any]) -> None:
    found = understood(row)
    expect = row["expect"]
    assert found.values == expect.get("values", {})
    assert [one.about for one in found.doubts] == expect.get("doubts", [])
    assert to_builtins(found.commands) == tuple(expect.get("commands", ()))
    assert list(found.left) == expect.get("left", [])
    assert row.get("echo", "") in ("", *found.echo)
    if "choices" in row:
        assert [choice.label for doubt in found.doubts for choice in doubt.choices] == row["choices"]


@pytest.mark.parametrize("row", ROWS)
def test_an_echo_and_a_choice_mean_what_they_say(row: dict[str, Any]) -> None:
    """Whoever repeats the words of the service is understood as the service meant them."""
    inputs = inputs_of(row.get("rule", "choose"))
    found = understood(row)
    told = found.values | {name: one for command in found.commands for name, one in supposed(command).items()}
    again = read(inputs, "\n".join(found.echo))
    assert again.values == {**row.get("known", {}), **told}
    assert (again.doubts, again.left) == ((), ())
    for choice in (choice for doubt in found.doubts for choice in doubt.choices):
        typed = read(inputs, choice.label)
        assert (typed.values, typed.doubts, typed.left) == (choice.values, (), ())


def test_there_are_phrases_enough() -> None:
    every = [row for found in TABLES.values() for row in found]
    assert len(every) >= 300
    assert sum(bool(row["expect"].get("doubts")) and not row["expect"].get("values") for row in every) >= 60
    texts = [(row.get("rule"), row.get("asked"), row.get("text", row["name"]), str(row.get("known"))) for row in every]
    assert len(set(texts)) == len(texts)
