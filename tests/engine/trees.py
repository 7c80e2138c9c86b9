"""Random rules as an author could write them, and random questions to them.

Every strategy draws plain documents: what `dump` writes as YAML. Inputs have few values, so that all completions of a
partial question can be tried. Conditions read inputs, derived values and constants, and some have no value for some
inputs (a division by zero, an overflow, the mean of an empty list).
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from hypothesis import strategies as st

Document = dict[str, Any]
Given = dict[str, Any]

INPUTS: Final[dict[str, Document]] = {
    "vms": {"type": "integer", "minimum": 0, "maximum": 3},
    "gpus": {"type": "integer", "minimum": -1, "maximum": 2},
    "hot": {"type": "boolean"},
    "kind": {"type": "choice", "values": {"small": "Small", "large": "Large", "other": "Other"}},
    "share": {"type": "number", "minimum": 0, "maximum": 1},
    "wait": {"type": "duration", "maximum": "2 h"},
    "spare": {"type": "integer", "minimum": 0, "maximum": 3, "default": 1},
    "runs": {"type": "list", "max_items": 3, "of": {"cost": {"type": "duration"}}},
}
DOMAINS: Final[dict[str, list[Any]]] = {
    "vms": [0, 1, 2, 3],
    "gpus": [-1, 0, 1, 2],
    "hot": [False, True],
    "kind": ["small", "large", "other"],
    "share": [0.0, 0.5, 1],
    "wait": [0, "1 min", "PT1H"],
    "spare": [0, 1, 3],
    "runs": [[], [{"cost": 5}], [{"cost": "1 min"}, {"cost": 1.5}]],
}
"""All values of an input where there are few, else some on both sides of what conditions ask."""
WRONG: Final[list[Any]] = ["3", 3.5, -7, True, 10**20, {}, [{"cost": "soon"}], float("nan"), "\x00'\"$nex", "n0"]

ATOMS: Final[dict[str, list[str]]] = {
    "vms": ["vms > 1", "vms == 0", "vms % 2 == 1", "6 / vms > 2", "vms + 9223372036854775805 > 9223372036854775806"],
    "gpus": ["gpus >= 1", "gpus != 0", "4 % gpus == 0", "math.abs(gpus) == 1"],
    "hot": ["hot", "!hot", "hot == false"],
    "kind": ['kind == "small"', 'kind in ["small", "large"]', 'kind != "other"', 'kind.startsWith("s")'],
    "share": ["share < 0.5", "share * 2.0 >= limit", "1.0 / share > 1.5"],
    "wait": ["wait > 60.0", "wait == 0.0", "int(wait) / 60 == 1"],
    "spare": ["spare > 1", "3 / spare == 3"],
    "runs": ["size(runs.cost) > 1", "sum(runs.cost) > 10.0", "mean(runs.cost) < 10.0"],
}
"""Conditions by the input that they read."""
NUMBERS: Final[dict[str, list[str]]] = {
    "vms": ["vms + 1", "6 / vms"],
    "gpus": ["gpus * gpus", "4.0 / double(gpus)"],
    "share": ["1.0 - share", "share / (1.0 - share)", "limit * share"],
    "wait": ["wait", "sqrt(wait - 1.0)"],
    "spare": ["double(spare) / 3.0"],
    "runs": ["sum(runs.cost)", "mean(runs.cost)", "size(runs.cost)"],
}
"""Numbers by the input that they read."""
SHAPES: Final = st.sampled_from(
    ["{}", "{}", "!({})", "({}) && ({})", "({}) || ({})", "({}) ? ({}) : ({})", "{} // why\n", "true", "false"]
)
MANY: Final = st.sampled_from([1, 1, 1, 2, 2, 3, 9])
FEW: Final = st.sampled_from([1, 1, 2])
"""Branches of a node: of a tree by itself, and of one among others."""
DERIVED: Final[dict[str, tuple[str, str]]] = {
    "busy": ("vms > 0 && hot", "busy"),
    "per_vm": ("double(gpus) / double(vms)", "per_vm > 0.5"),
    "ratio": ("6 / gpus", "ratio > 1"),
    "mood": ('hot ? "up" : kind', 'mood == "up"'),
    "cost": ("share * wait + limit", "cost > 30.0"),
}
"""Derived values, and a condition on each; one reads as the condition reads it."""


def names_in(text: str) -> list[str]:
    """The inputs that a text mentions (no name is a part of another)."""
    return [name for name in INPUTS if name in text]


@st.composite
def conditions(draw: st.DrawFn, atoms: st.SearchStrategy[str]) -> str:
    """A condition made of a few atoms."""
    shape = draw(SHAPES)
    return shape.format(*(draw(atoms) for _ in range(shape.count("{}"))))


@st.composite
def headers(draw: st.DrawFn, kind: str, name: str, version: str = "1.0.0") -> tuple[Document, st.SearchStrategy[str]]:
    """The beginning of a document, and the conditions that may stand in it."""
    inputs = draw(st.lists(st.sampled_from([*INPUTS]), min_size=1, max_size=5, unique=True))
    derived = [name for name, (text, _) in DERIVED.items() if set(names_in(text)) <= set(inputs)]
    chosen = [name for name in derived if draw(st.booleans())]
    atoms = [*(atom for one in inputs for atom in ATOMS[one]), *(DERIVED[one][1] for one in chosen)]
    condition = conditions(st.sampled_from(atoms))
    header: Document = {
        "kind": kind,
        "name": name,
        "version": version,
        "title": name,
        "inputs": {one: {"ask": f"What is {one}?", **INPUTS[one]} for one in inputs},
        "constants": {"limit": {"value": 1.0}},
        "derived": {one: DERIVED[one][0] for one in chosen},
        "cases": [],
    }
    guards = draw(st.integers(0, 15))
    if guards in (1, 3):
        header["requires"] = [{"check": draw(condition), "message": "it must hold"}]
    if guards in (2, 3):
        header["problems"] = [{"when": draw(condition), "message": "it must not hold"}]
    return header, condition


@st.composite
def ways(draw: st.DrawFn, targets: st.SearchStrategy[Any]) -> Document:
    """Where to go, and what to say and do on the way."""
    way: Document = {"then": draw(targets)}
    extra = draw(st.integers(0, 7))
    if extra in (1, 3):
        way["do"] = [f"a{draw(st.integers(0, 2))}"]
    if extra in (2, 3):
        way["caveats"] = [draw(st.sampled_from(["take care", "measure it"]))]
    return way


@st.composite
def trees(
    draw: st.DrawFn, name: str = "tree", version: str = "1.0.0", *, most: int = 6, enters: Sequence[Document] = ()
) -> Document:
    """A tree of `most` nodes: they are shared, their conditions overlap, and some have no `otherwise`."""
    header, condition = draw(headers("tree", name, version))
    outcomes = [f"o{index}" for index in range(3)]
    count = draw(st.integers(1, most))
    nodes: dict[str, Document] = {}
    for index in range(count):
        later = [f"n{one}" for one in range(index + 1, count)]
        way = ways(st.sampled_from([*later, *later, *outcomes, *enters, *enters]))
        branches = [{"when": draw(condition), **draw(way)} for _ in range(draw(MANY if most > 3 else FEW))]
        nodes[f"n{index}"] = {"title": f"Node {index}", "branches": branches}
        if draw(st.integers(0, 5)):
            nodes[f"n{index}"]["otherwise"] = draw(way)
    return {
        **header,
        "start": "n0",
        "nodes": nodes,
        "actions": {f"a{index}": {"title": f"Action {index} of {name}"} for index in range(3)},
        "outcomes": {
            one: {"title": f"Outcome {one} of {name} {version}", "caveats": [f"{one} is new"]} for one in outcomes
        },
    }


@st.composite
def families(draw: st.DrawFn) -> list[Document]:
    """Trees that enter each other, the one to ask last; `leaf` may have two versions, and references may be pinned."""
    versions = draw(st.sampled_from([["1.0.0"], ["2.0.0", "1.0.0"]]))
    leaves = [draw(trees("leaf", version, most=2)) for version in versions]
    references = [{"rule": "leaf"}, *({"rule": "leaf", "version": version} for version in versions)]
    if draw(st.booleans()):
        return [*leaves, draw(trees("root", most=3, enters=references))]
    middle = draw(trees("middle", most=2, enters=references))
    return [*leaves, middle, draw(trees("root", most=2, enters=[*references, {"rule": "middle"}]))]


@st.composite
def advice(draw: st.DrawFn) -> Document:
    """Advice whose rules wait for inputs, for facts of each other, or for both; assertions may go round."""
    header, condition = draw(headers("advice", "advice"))
    gains = [number for name in header["inputs"] for number in NUMBERS.get(name, ["0.5"])]
    facts = st.dictionaries(st.sampled_from(["cause", "layer"]), st.sampled_from(["x", "y"]), max_size=2)
    rules: list[Document] = []
    for index in range(draw(st.integers(1, 7))):
        rule: Document = {"id": f"r{index}", "match": draw(facts), "assert": draw(facts), "advise": {"title": "Do it"}}
        if not rule["match"] or draw(st.booleans()):
            rule["when"] = draw(condition)
        if draw(st.booleans()):
            rule["gain"] = draw(st.sampled_from(gains))
        if draw(st.integers(0, 3)) == 1:
            rule["rank"] = draw(st.sampled_from(gains))
        rules.append(rule)
    return {**header, "rules": rules}


@st.composite
def formulas(draw: st.DrawFn) -> Document:
    """A formula; later outputs use earlier ones, and caveats all of them."""
    header, condition = draw(headers("formula", "formula"))
    numbers = [number for name in header["inputs"] for number in NUMBERS.get(name, ["limit / 2.0"])]
    outputs: dict[str, Document] = {}
    for index in range(draw(st.integers(1, 4))):
        value = draw(st.sampled_from(numbers))
        if draw(st.booleans()) and outputs:
            value = f"double({draw(st.sampled_from([*outputs]))}) + double({value})"
        outputs[f"out{index}"] = {"unit": "1", "value": value}
        if draw(st.booleans()):
            outputs[f"out{index}"]["range"] = [0, draw(st.sampled_from([1, 10, 4000]))]
        outputs[f"out{index}"]["optional"] = draw(st.booleans())
    over = st.one_of(condition, st.sampled_from([*outputs]).map("double({}) > 1.0".format))
    caveats = {f"c{index}": {"when": draw(over), "text": "Take care"} for index in range(draw(st.integers(0, 2)))}
    return {**header, "outputs": outputs, "caveats": caveats}


@st.composite
def full(draw: st.DrawFn, inputs: Iterable[str]) -> Given:
    """A value for every input; one with a default may be left out."""
    given = {name: draw(st.sampled_from(DOMAINS[name])) for name in inputs}
    return {name: value for name, value in given.items() if name != "spare" or draw(st.booleans())}


@st.composite
def partial(draw: st.DrawFn, inputs: Sequence[str]) -> Given:
    """Some inputs, some of them null, and now and then something wrong."""
    known = draw(st.lists(st.sampled_from(inputs), unique=True, max_size=len(inputs)))
    given = {name: draw(st.sampled_from([*DOMAINS[name], *DOMAINS[name], None])) for name in known}
    if draw(st.integers(0, 15)) == 11:
        given[draw(st.sampled_from([*inputs, "nobody"]))] = draw(st.sampled_from(WRONG))
    return given
