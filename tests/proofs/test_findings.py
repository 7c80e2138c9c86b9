"""What proofs say about small rules, with the witnesses that they show."""

from pathlib import Path
from typing import Any

import pytest

from tests.proofs.proving import Document, ready
from tests.tables import table

HERE = Path(__file__).parent


def tree(row: Document) -> Document:
    """The tree of a row, with what every tree needs."""
    inputs = {name: {"ask": "Which?", **one} for name, one in row["inputs"].items()}
    nodes = {name: {"title": "A node", **node} for name, node in row["nodes"].items()}
    ways = [way for node in nodes.values() for way in (*node["branches"], node.get("otherwise")) if way]
    ends = [way["then"] for way in ways if isinstance(way["then"], str) and way["then"] not in nodes]
    kept: Document = {
        key: row[key] for key in ("requires", "problems", "derived", "constants", "actions") if key in row
    }
    name = row["name"] if "expect" not in row else "root"
    body = {"start": next(iter(nodes)), "nodes": nodes, "outcomes": {end: {"title": "An outcome"} for end in ends}}
    return {"kind": "tree", "name": name, "inputs": inputs, **body, **kept}


@pytest.mark.parametrize("row", table(HERE / "findings.yaml"))
def test_a_tree_deserves_these_findings(row: dict[str, Any]) -> None:
    found = ready([*(tree(one) for one in row.get("enters", [])), tree(row)]).found()
    wanted = [one for one in row["expect"] if one != "none"]
    assert sorted((one.code, one.path) for one in found) == sorted((one["code"], one["at"]) for one in wanted), found
    for one in wanted:
        assert any(
            one["words"] in each.message for each in found if (each.code, each.path) == (one["code"], one["at"])
        ), found
