"""What happens when the budget is spent: what is known is said, the rest is named, and nothing hangs."""

import pytest

from service.analysis.budget import Budget
from tests.proofs.proving import Document, ready


def chain(count: int, when: str) -> Document:
    """Nodes in a row, of which each leads on if its condition holds."""
    names = [f"n{index}" for index in range(count)]
    nodes = {
        name: {
            "title": "A node",
            "branches": [{"when": when.format(index=index), "then": after}],
            "otherwise": {"then": "no"},
        }
        for index, (name, after) in enumerate(zip(names, [*names[1:], "yes"], strict=True))
    }
    return {
        "kind": "tree",
        "name": "chain",
        "inputs": {"n": {"type": "integer", "minimum": 0, "maximum": 100_000, "ask": "Which number?"}},
        "start": "n0",
        "nodes": nodes,
        "outcomes": {"yes": {"title": "Yes"}, "no": {"title": "No"}},
    }


def test_a_way_through_150_nodes_is_proved() -> None:
    rule = ready([chain(150, "n > {index}")])
    assert rule.found() == []
    assert len(rule.questions()) >= 151


def test_each_way_that_is_dead_is_told() -> None:
    found = ready([chain(200, "n > 0")]).found()
    assert [one.code for one in found] == ["unreachable"] * 199


def test_what_the_budget_does_not_suffice_for_is_named() -> None:
    found = ready([chain(200, "n > 0")]).found(Budget(effort=20_000))
    told = [one for one in found if one.code == "unreachable"]
    named = [one for one in found if one.code == "not-proved"]
    assert 0 < len(told) < 199
    assert named[0].path == f"nodes.n{len(told) + 1}"
    assert named[0].message == "not proved, as it takes too long: that a question takes `otherwise`"
    assert len(named) == 21
    assert named[-1].message.endswith(f"and {199 - len(told) - 40} more")


@pytest.mark.parametrize("budget", [Budget(effort=0), Budget(seconds=0.0)], ids=["no effort", "no time"])
def test_without_any_budget_only_what_was_tried_is_known(budget: Budget) -> None:
    found = ready([chain(3, "n > 0")]).found(budget)
    assert {one.code for one in found} == {"not-proved"}


def test_the_findings_are_the_same_every_time() -> None:
    first, second = ([str(one) for one in ready([chain(100, "n > 0")]).found(Budget(effort=20_000))] for _ in range(2))
    assert first == second


def test_ways_that_are_too_many_to_try_are_counted() -> None:
    doubling = chain(12, "(n / {index}1) % 2 == 0")
    for index, node in enumerate(doubling["nodes"].values()):
        if index < 11:
            node["otherwise"] = {"then": f"n{index + 1}"}
    found = ready([doubling]).found()
    reason = "there are 4096 ways and at most 2000 are tried one by one"
    assert [one.message for one in found if one.path == "nodes"] == [
        f"not proved, as {reason}: that the engine follows each way as it is meant"
    ]


DOUBLING = [
    ("sums", "x", "{0} + {0}"),
    ("products", "x", "{0} * {0}"),
    ("steps", "x", "{0} * 1.1 + 0.5 - 0.25"),
    ("alternatives", "x", "n > 7 ? {0} : {0} + 1.0"),
    ("whole numbers", "n", "{0} * {0} + 1"),
    ("alternatives of whole numbers", "n", "n > 7 ? {0} : {0} * 3"),
    ("texts", "kind", 'n > 7 ? {0} : "b"'),
    ("conditions", "n > 3", "({0}) ? n > 2 : !({0})"),
]


@pytest.mark.parametrize(("first", "after"), [pytest.param(*row[1:], id=row[0]) for row in DOUBLING])
def test_values_that_double_a_hundred_times_stay_small(first: str, after: str) -> None:
    derived = {"d0": first}
    for index in range(99):
        derived[f"d{index + 1}"] = after.format(f"d{index}")
    document = chain(2, "n > {index}")
    condition = {"x": "d99 > 3.0", "n": "d99 > 3", "kind": 'd99 == "b"', "n > 3": "d99"}[first]
    document["nodes"]["n1"]["branches"][0]["when"] = condition
    document["inputs"] |= {
        "x": {"type": "number", "minimum": 0, "maximum": 1, "ask": "Which?"},
        "kind": {"type": "choice", "values": {"a": "A", "b": "B"}, "ask": "Which?"},
    }
    found = ready([{**document, "derived": derived}]).found(Budget(effort=2_000_000))
    assert {one.code for one in found} <= {"can-fail", "not-proved", "unreachable"}
