"""Trees of any size, as rule files: balanced ones, and chains."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from msgspec import json

_INTEGERS: Final = tuple(f"size_{letter}" for letter in "abcdef")
_FLAGS: Final = ("urgent", "shared", "spot")
_TOP: Final = 1_000_000
_ASKED: Final = (*_INTEGERS[:2], _FLAGS[0], *_INTEGERS[2:4], _FLAGS[1], *_INTEGERS[4:], _FLAGS[2])
"""The inputs in the order in which a balanced tree asks for them, level by level and then again (flags only once)."""

Ranges = dict[str, tuple[int, int]]


def balanced(leaves: int) -> bytes:
    """A rule file: each node halves what is left, by an integer or a flag; each leaf is an outcome of its own."""
    nodes: dict[str, Any] = {}
    outcomes = iter(range(leaves))

    def grow(below: int, depth: int, ranges: Ranges) -> str:
        if below == 1:
            return f"leaf_{next(outcomes)}"
        name = f"node_{len(nodes)}"
        nodes[name] = {}
        condition, inside, outside = _split(depth, ranges)
        yes, no = grow(below // 2, depth + 1, inside), grow(below - below // 2, depth + 1, outside)
        nodes[name] = _node(condition, yes, no)
        return name

    grow(leaves, 0, dict.fromkeys(_INTEGERS, (0, _TOP)))
    return _document(f"balanced-{leaves}", nodes, leaves)


def chain(leaves: int) -> bytes:
    """A rule file: each node cuts a slice off one integer, so that the path to the last leaf passes all nodes."""
    nodes = {
        f"node_{index}": _node(
            f"{_INTEGERS[0]} < {_TOP * (index + 1) // leaves}",
            f"leaf_{index}",
            f"node_{index + 1}" if index + 2 < leaves else f"leaf_{index + 1}",
        )
        for index in range(leaves - 1)
    }
    return _document(f"chain-{leaves}", nodes, leaves)


def inputs(number: int, seed: int = 1) -> list[dict[str, Any]]:
    """Values for all inputs of these trees, at random."""
    random = Random(seed)  # noqa: S311 - nothing is secret here
    return [
        {
            **{name: random.randrange(_TOP) for name in _INTEGERS},
            **{name: random.random() < 1 / 2 for name in _FLAGS},
        }
        for _ in range(number)
    ]


def _split(depth: int, ranges: Ranges) -> tuple[str, Ranges, Ranges]:
    """A condition on the input of this level, and what is left of the ranges where it holds and where it does not."""
    name = _ASKED[depth % len(_ASKED)]
    if name in _FLAGS and depth < len(_ASKED):
        return name, ranges, ranges
    name = name if name in ranges else _INTEGERS[depth % len(_INTEGERS)]
    low, high = ranges[name]
    middle = (low + high) // 2
    return f"{name} < {middle}", {**ranges, name: (low, middle)}, {**ranges, name: (middle, high)}


def _node(condition: str, yes: str, no: str) -> dict[str, Any]:
    branch = {"when": condition, "then": yes, "because": f"{condition} holds"}
    otherwise = {"then": no, "because": "it does not"}
    return {"title": f"Does {condition} hold?", "branches": [branch], "otherwise": otherwise}


def _document(name: str, nodes: dict[str, Any], leaves: int) -> bytes:
    integer = {"type": "integer", "minimum": 0, "maximum": _TOP}
    return json.encode(
        {
            "kind": "tree",
            "name": name,
            "version": "1.0.0",
            "title": name,
            "inputs": dict(_asked(integer)),
            "start": "node_0",
            "nodes": nodes,
            "outcomes": {f"leaf_{index}": {"title": f"Leaf {index}"} for index in range(leaves)},
            "cases": [],
        }
    )


def _asked(integer: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in (*_INTEGERS, *_FLAGS):
        yield name, {**(integer if name in _INTEGERS else {"type": "boolean"}), "ask": f"What is {name}?"}
