"""What an author is told about an expression that is not right: the code, the place, and what to write instead."""

from pathlib import Path
from typing import Any

import pytest

from service.language.typed import type_rule
from service.model.loading import load
from service.model.places import Place
from service.model.rule import ProvableDocument
from service.model.text import dump
from tests.tables import table

INPUTS = {
    **{name: {"type": "integer"} for name in ("i", "j")},
    **{name: {"type": "number"} for name in ("x", "zero")},
    **{name: {"type": "boolean"} for name in ("yes", "no")},
    "model": {"type": "choice", "values": {"t4": "T4", "a100-or-newer": "A100 or newer"}},
    "stops": {
        "type": "list",
        "of": {"lost": {"type": "duration"}, "none": {"type": "number"}, "count": {"type": "integer"}},
    },
}


def findings(text: str) -> list[tuple[int, str, str]]:
    """Column inside the expression, code and message of every finding."""
    document = {
        "kind": "advice",
        "name": "rule",
        "version": "1.0.0",
        "title": "A rule",
        "inputs": INPUTS,
        "rules": [{"id": "one", "when": text, "advise": {"title": "Do it"}}],
        "cases": [],
    }
    loaded = load(dump(document).encode())
    assert isinstance(loaded.document, ProvableDocument)
    before = loaded.inside(("rules", 0, "when"), Place(1, 1)).column - 1
    return [(one.column - before, one.code, one.message) for one in type_rule(loaded, loaded.document).diagnostics]


@pytest.mark.parametrize("row", table(Path(__file__).parent / "findings.yaml"))
def test_an_expression_is_refused_in_words_that_teach(row: dict[str, Any]) -> None:
    found = findings(row["text"])
    assert len(found) == len(row["expect"]), found
    for (column, code, message), expected in zip(found, row["expect"], strict=True):
        wanted_column, wanted_code, words = expected.split(" ", 2)
        assert (column, code) == (int(wanted_column), wanted_code), message
        assert words.strip('"') in message
