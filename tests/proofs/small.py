"""Random trees and advice over inputs with few values, so that everything they can do is found by trying it."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final

from hypothesis import strategies as st

Document = dict[str, Any]

INPUTS: Final[dict[str, Document]] = {
    "vms": {"type": "integer", "minimum": 0, "maximum": 4, "ask": "How many?"},
    "gpus": {"type": "integer", "minimum": -1, "maximum": 2, "ask": "How many?"},
    "hot": {"type": "boolean", "ask": "Hot?"},
    "kind": {"type": "choice", "values": {"small": "S", "large": "L", "other": "O"}, "ask": "Which?"},
}
VALUES: Final[dict[str, list[Any]]] = {
    "vms": [0, 1, 2, 3, 4],
    "gpus": [-1, 0, 1, 2],
    "hot": [False, True],
    "kind": ["small", "large", "other"],
}
ATOMS: Final = [
    "vms > 1",
    "vms == 0",
    "vms < 4",
    "vms % 2 == 1",
    "vms > 4",
    "6 / vms > 2",
    "vms + 9223372036854775804 > 9223372036854775806",
    "gpus >= 1",
    "gpus != 0",
    "4 % gpus == 0",
    "vms * gpus > 3",
    "vms / gpus == 2",
    "hot",
    "hot == (vms > 2)",
    'kind == "small"',
    'kind in ["small", "large"]',
    'kind.startsWith("s") || kind.contains("rg")',
    "size(kind) > vms",
    "double(gpus) / double(vms) > 0.5",
    "double(vms) * 0.7 >= 2.1",
    "per_vm >= 1.0",
    "per_vm < 0.3",
    "ratio > 1",
    "busy",
    "sqrt(double(gpus)) > 1.0",
    "int(double(vms) * 1.5) == 4",
    "math.greatest(vms, gpus) > 2",
    "max([double(vms), double(gpus), 1.5]) > 2.0",
    "sum([double(vms), 0.1]) <= 1.1",
]
DERIVED: Final = {
    "per_vm": "double(gpus) / double(vms)",
    "ratio": "6 / gpus",
    "busy": 'vms > 0 && hot || kind == "large"',
}


@st.composite
def conditions(draw: st.DrawFn) -> str:
    """A condition made of a few atoms."""
    shape = draw(st.sampled_from(["{}", "{}", "{}", "!({})", "({}) && ({})", "({}) || ({})", "({}) ? ({}) : ({})"]))
    return str(shape.format(*(draw(st.sampled_from(ATOMS)) for _ in range(shape.count("{}")))))


@st.composite
def trees(draw: st.DrawFn, name: str, *, most: int = 4, enters: Sequence[Document] = ()) -> Document:
    """A tree of a few nodes, some without `otherwise`."""
    outcomes = ["o0", "o1", "o2"]
    count = draw(st.integers(1, most))
    nodes: dict[str, Document] = {}
    for index in range(count):
        later = [f"n{one}" for one in range(index + 1, count)]
        targets = st.sampled_from([*later, *later, *outcomes, *enters])
        branches = [{"when": draw(conditions()), "then": draw(targets)} for _ in range(draw(st.integers(1, 3)))]
        nodes[f"n{index}"] = {"title": "A node", "branches": branches}
        if draw(st.booleans()):
            nodes[f"n{index}"]["otherwise"] = {"then": draw(targets)}
    guards = draw(st.sampled_from([(0, 0), (0, 0), (1, 0), (0, 1), (1, 1), (2, 2)]))
    return {
        "kind": "tree",
        "name": name,
        "inputs": INPUTS,
        "derived": DERIVED,
        "requires": [{"check": draw(conditions()), "message": "no"} for _ in range(guards[0])],
        "problems": [{"when": draw(conditions()), "message": "no"} for _ in range(guards[1])],
        "start": "n0",
        "nodes": nodes,
        "outcomes": {one: {"title": "An outcome"} for one in outcomes},
    }


@st.composite
def families(draw: st.DrawFn) -> list[Document]:
    """A tree, and sometimes one that it enters."""
    if draw(st.booleans()):
        return [draw(trees("root"))]
    return [draw(trees("leaf", most=2)), draw(trees("root", most=3, enters=[{"rule": "leaf"}]))]


def everything() -> Iterator[dict[str, Any]]:
    """All questions that there are."""
    for values in product(*VALUES.values()):
        yield dict(zip(VALUES, values, strict=True))


@st.composite
def advice(draw: st.DrawFn) -> Document:
    """Rules that wait for inputs, for facts of each other, or for both; assertions may go round."""
    facts = st.dictionaries(st.sampled_from(["cause", "layer"]), st.sampled_from(["x", "y"]), max_size=2)
    rules = []
    for index in range(draw(st.integers(1, 5))):
        rule: Document = {"id": f"r{index}", "match": draw(facts), "assert": draw(facts), "advise": {"title": "Do it"}}
        if not rule["match"] or draw(st.booleans()):
            rule["when"] = draw(conditions())
        rules.append(rule)
    return {"kind": "advice", "name": "advice", "inputs": INPUTS, "derived": DERIVED, "rules": rules}
