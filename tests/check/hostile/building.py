"""A small sound tree to make hostile documents of; JSON is YAML too, and is made quickly."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct, json

NAME, VERSION = "hostile", "1.0.0"


class Hostile(Struct, frozen=True):
    """A sentence, the code of a finding that the document gets, and its bytes.

    `""` stands for no finding at all, `*` for whatever is found in time.
    """

    name: str
    code: str
    make: Callable[[], bytes]


def tree(when: str = "n > 0", **sections: Any) -> dict[str, Any]:
    """A tree that asks for `n` and has one condition; `sections` replace its own or come to them."""
    document: dict[str, Any] = {
        "kind": "tree",
        "name": NAME,
        "version": VERSION,
        "title": "A tree",
        "inputs": {"n": {"type": "integer", "ask": "Which number?"}},
        "start": "first",
        "nodes": {"first": node(branch(when, "yes"))},
        "outcomes": {"yes": {"title": "Yes"}, "no": {"title": "No"}},
        "cases": [case(1, "yes"), case(-1, "no")],
    }
    return document | sections


def node(*branches: dict[str, Any], otherwise: str = "no") -> dict[str, Any]:
    """A node with these branches."""
    return {"title": "A node", "branches": list(branches), "otherwise": {"then": otherwise}}


def branch(when: str, then: Any) -> dict[str, Any]:
    """A branch."""
    return {"when": when, "then": then}


def case(n: Any, outcome: str, name: str | None = None, **given: Any) -> dict[str, Any]:
    """A case that gives `n`."""
    return {"name": name or f"{n}"[:300], "given": {"n": n} | given, "expect": {"outcome": outcome}}


def formula(value: str, **sections: Any) -> dict[str, Any]:
    """A formula with one output."""
    document: dict[str, Any] = {
        "kind": "formula",
        "name": NAME,
        "version": VERSION,
        "title": "A formula",
        "inputs": {"x": {"type": "number"}},
        "outputs": {"y": {"unit": "1", "value": value}},
        "cases": [{"name": "one", "given": {"x": 1.0}, "expect": {"values": {}}}],
    }
    return document | sections


def text(document: dict[str, Any]) -> bytes:
    """The document as bytes."""
    return json.encode(document)


def block(document: dict[str, Any]) -> bytes:
    """The document with a line for each of its sections, as people write it."""
    return b"".join(f"{name}: ".encode() + json.encode(value) + b"\n" for name, value in document.items())
