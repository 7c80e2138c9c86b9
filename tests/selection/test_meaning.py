"""What selections mean, part by part; the engine and the reference evaluator must both say it."""

from pathlib import Path
from typing import Any, Final

import pytest

from service.model.document import Expectation
from service.model.files import RuleFiles
from service.model.text import dump
from service.usecases.cases import differences
from tests.selection.world import Selection
from tests.tables import table

THINGS: Final = """\
kind: catalog
name: things
version: 1.0.0
title: Things
sources: [{id: shelf, title: A shelf}]
columns:
  name: {type: text}
  weight: {type: number, minimum: 0}
  length: {type: number, optional: true}
  tags: {type: text, many: true}
key: [name]
rows:
  - {name: a, weight: 1, length: 10, tags: [x], source: shelf, as_of: 2026-05-13}
  - {name: b, weight: 2, tags: [x, y], source: shelf, as_of: 2026-05-13}
  - {name: c, weight: 3, length: 30, tags: [], source: shelf, as_of: 2026-05-13}
  - {name: d, weight: 3, length: 20, tags: [x], source: shelf, as_of: 2026-05-13, retired: {because: it is old}}
"""
STORES: Final = """\
kind: catalog
name: stores
version: 1.0.0
title: Where things are
sources: [{id: list, title: A list}]
columns:
  thing: {type: text}
  site: {type: text}
  price: {type: number, optional: true}
key: [thing, site]
rows:
  - {thing: a, site: north, price: 5, source: list, as_of: 2026-05-13}
  - {thing: a, site: south, price: 3, source: list, as_of: 2026-05-13}
  - {thing: b, site: north, source: list, as_of: 2026-05-13}
  - {thing: c, site: south, price: 9, source: list, as_of: 2026-05-13}
"""
FRAME: Final[dict[str, Any]] = {
    "kind": "selection",
    "name": "choose",
    "version": "1.0.0",
    "title": "Which things?",
    "outcome": {"names": {"type": "text", "many": True}},
    "inputs": {
        "least": {"type": "number", "minimum": 0},
        "usual": {"type": "number", "default": 3},
        "count": {"type": "integer"},
        "site": {"type": "text"},
    },
    "from": {"catalog": "things"},
    "cases": [],
}


def selection(parts: dict[str, Any]) -> Selection:
    """A selection of these parts."""
    texts = {"things": THINGS, "stores": STORES, "choose": dump({**FRAME, **parts})}
    documents = {f"{name}/1.0.0.yaml": text.encode() for name, text in texts.items()}
    return Selection(RuleFiles(documents, b"things: 1.0.0\nstores: 1.0.0\nchoose: 1.0.0\n"), "choose")


@pytest.mark.parametrize("row", table(Path(__file__).parent / "meaning.yaml"))
def test_a_selection_means(row: dict[str, Any]) -> None:
    found = selection(row["selection"])(**row["given"])
    assert [*differences(Expectation(**row["expect"]), found)] == []
