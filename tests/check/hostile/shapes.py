"""Harm in the form: too much of everything."""

from typing import Any

from tests.check.hostile.building import Hostile, branch, case, formula, node, text, tree

FNV_TWINS = ("b50884", "aeema")
"""Two names that are one in 32 bits of FNV-1a, by which durable-rules compares."""

SHAPES = [
    Hostile(
        "5,000 branches of one node",
        "limit",
        lambda: text(tree(nodes={"first": node(*[branch("n > 0", "yes")] * 5_000)})),
    ),
    Hostile("5,001 nodes", "limit", lambda: text(_chain(5_001))),
    Hostile("a way through 400 nodes", "unreachable", lambda: text(_chain(400))),
    Hostile("600 nodes with 50 branches", "limit", lambda: text(_wide(600, 50))),
    Hostile("4,750 ways to nowhere", "unknown-node", lambda: text(_wide(95, 50, then="nowhere"))),
    Hostile("4,750 ways to rules that do not exist", "unknown-rule", lambda: text(_wide(95, 50, then={"rule": "x"}))),
    Hostile(
        "a rule that enters itself",
        "cycle",
        lambda: text(tree(nodes={"first": node(branch("n > 0", {"rule": "hostile"}))})),
    ),
    Hostile("nodes that go round", "cycle", lambda: text(_wide(2, 50, last="n0"))),
    Hostile(
        "201 inputs", "limit", lambda: text(tree(inputs={f"n{i}": _integer() for i in range(201)} | {"n": _integer()}))
    ),
    Hostile("5,000 inputs", "limit", lambda: text(tree(inputs={f"n{i}": _integer() for i in range(5_000)}))),
    Hostile("200 inputs that nobody reads", "unused-input", lambda: text(tree(inputs=_inputs(199)))),
    Hostile("2,001 cases", "limit", lambda: text(tree(cases=[case(i, "yes", f"c{i}") for i in range(2_001)]))),
    Hostile("10,000 cases", "limit", lambda: text(tree(cases=[case(i, "yes", f"c{i}") for i in range(10_000)]))),
    Hostile(
        "2,000 cases of one name",
        "duplicate-name",
        lambda: text(tree(cases=[case(i + 1, "yes", "c") for i in range(2_000)])),
    ),
    Hostile(
        "2,000 cases that fail",
        "case-failed",
        lambda: text(tree(cases=[case(i + 1, "no", f"c{i}") for i in range(2_000)])),
    ),
    Hostile("a case of 50,000 inputs", "bad-case", lambda: text(_with_case({f"x{i}": i for i in range(50_000)}))),
    Hostile("a case of 60,000 faulty records", "bad-case", lambda: text(_records([{"v": "x"}] * 60_000))),
    Hostile("a case of 9,000 faulty records", "bad-case", lambda: text(_records([{"v": "x"}] * 9_000))),
    Hostile(
        "20,000 fields that nobody knows", "too-many", lambda: text(tree() | {f"field{i}": i for i in range(20_000)})
    ),
    Hostile("20,000 cases of the wrong type", "wrong-type", lambda: text(tree(cases=[1] * 20_000))),
    Hostile("a title of a megabyte", "limit", lambda: text(tree(title="x" * 900_000))),
    Hostile(
        "a message of a megabyte", "limit", lambda: text(tree(requires=[{"check": "n > 0", "message": "m" * 900_000}]))
    ),
    Hostile("4,000 braces", "lone-brace", lambda: text(tree(requires=[{"check": "n > -9", "message": "{" * 4_000}]))),
    Hostile(
        "a choice of a megabyte",
        "unknown-choice",
        lambda: text(tree(inputs={"n": {"type": "x" * 900_000, "ask": "?"}})),
    ),
    Hostile("a start of a megabyte", "limit", lambda: text(tree(start="x" * 900_000))),
    Hostile(
        "names of the languages behind",
        "bad-name",
        lambda: text(tree(inputs={"__class__": _integer(), "n": _integer()})),
    ),
    Hostile("names that are one to the engine", "", lambda: text(_twins())),
    Hostile("advice with facts that are one to the engine", "", lambda: text(_advice())),
    Hostile("a recommendation of all depths", "", lambda: text(_recommending(36))),
    Hostile(
        "durations like powers",
        "bad-duration",
        lambda: text(tree("n > 0.0", inputs={"n": {"type": "duration", "ask": "?", "maximum": "9**9**9 s"}})),
    ),
    Hostile(
        "a unit like a tower",
        "unknown-unit",
        lambda: text(formula("x", inputs={"x": {"type": "number", "unit": "9**9**9**9 s"}})),
    ),
    Hostile(
        "a unit of 300 parts",
        "unknown-unit",
        lambda: text(formula("x", inputs={"x": {"type": "number", "unit": "s*" * 149 + "s"}})),
    ),
    Hostile(
        "a unit in a hundred brackets",
        "unknown-unit",
        lambda: text(formula("x", outputs=_output("x", "(" * 140 + "s" + ")" * 140))),
    ),
    Hostile(
        "a unit that is a program",
        "unknown-unit",
        lambda: text(formula("x", outputs=_output("x", "__import__('os').abort()"))),
    ),
]
"""Documents that are large, or odd, in what they declare."""


def _integer() -> dict[str, Any]:
    return {"type": "integer", "ask": "?"}


def _inputs(count: int) -> dict[str, Any]:
    return {"n": _integer()} | {f"n{i}": _integer() for i in range(count)}


def _output(value: str, unit: str) -> dict[str, Any]:
    return {"y": {"unit": unit, "value": value}}


def _chain(count: int) -> dict[str, Any]:
    nodes = {f"n{i}": node(branch("n > 0", f"n{i + 1}" if i + 1 < count else "yes")) for i in range(count)}
    return tree(start="n0", nodes=nodes)


def _wide(count: int, branches: int, *, then: Any = "yes", last: str = "no") -> dict[str, Any]:
    """Nodes in a row with many branches each, as short as they can be."""
    nodes = {
        f"n{i}": {
            "title": "T",
            "branches": [{"when": f"n=={j + 1}", "then": then} for j in range(branches)],
            "otherwise": {"then": f"n{i + 1}" if i + 1 < count else last},
        }
        for i in range(count)
    }
    return tree(start="n0", nodes=nodes)


def _with_case(given: dict[str, Any]) -> dict[str, Any]:
    return tree(cases=[case(1, "yes", **given), case(-1, "no")])


def _records(records: list[Any]) -> dict[str, Any]:
    inputs = {"n": _integer(), "rows": {"type": "list", "ask": "?", "of": {"v": {"type": "number"}}}}
    return tree("n > 0 && sum(rows.v) < 9.0", inputs=inputs, cases=[case(1, "yes", rows=records), case(-1, "no")])


def _twins() -> dict[str, Any]:
    first, second = FNV_TWINS
    nodes = {"first": node(branch("n > 0", first), otherwise=second)}
    nodes |= {name: node(branch("n > 1 || n < -1", "yes")) for name in FNV_TWINS}
    return tree(nodes=nodes, cases=[case(2, "yes"), case(1, "no"), case(-2, "yes"), case(-1, "no")])


def _advice() -> dict[str, Any]:
    rules: list[dict[str, Any]] = [
        {"id": "asserts", "when": "n > 0", "assert": {FNV_TWINS[0]: "so"}, "advise": {"title": "A"}},
        {"id": "matches", "match": {FNV_TWINS[0]: "so"}, "advise": {"title": "B"}},
        {"id": "asserts_the_other", "when": "n < 0", "assert": {FNV_TWINS[1]: "so"}, "advise": {"title": "C"}},
        {"id": FNV_TWINS[1], "match": {FNV_TWINS[1]: "so"}, "advise": {"title": "D"}},
    ]
    expected = {1: ["asserts", "matches"], -1: ["asserts_the_other", FNV_TWINS[1]]}
    cases = [{"name": f"{n}", "given": {"n": n}, "expect": {"advice": ids}} for n, ids in expected.items()]
    head = {key: value for key, value in tree().items() if key in ("name", "version", "title", "inputs")}
    return {"kind": "advice", **head, "rules": rules, "cases": cases}


def _recommending(depth: int) -> dict[str, Any]:
    value: Any = "deep"
    for _ in range(depth):
        value = {"more": value}
    return tree(outcomes={"yes": {"title": "Yes", "recommend": value}, "no": {"title": "No"}})
