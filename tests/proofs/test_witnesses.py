"""Witnesses are small, round and within their domains, and are written as a caller could write them."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.analysis.budget import Budget
from service.analysis.prover import Found, Prover
from service.analysis.shrinking import Shrinking
from service.analysis.symbolic.domains import Boolean, Choice, Domain, Integer, Number, Records
from service.analysis.wording import witness
from tests.proofs.proving import ready

COST = Records(0, 5, {"cost": Number(0.0, 100.0, 0.0)})
SHRUNK: list[tuple[Domain, Any, Callable[[Any], bool], Any]] = [
    (Integer(1, 100_000, 1), 70_313, lambda one: one > 4, 5),
    (Integer(-50, 50, 0), -37, lambda one: one < -3, -4),
    (Integer(0, 9, 3), 8, lambda _: True, 3),
    (Number(0.0, 100.0, 0.0), 37.412345678, lambda one: one > 2.1, 3.0),
    (Number(0.0, 1.0, 0.0), 0.7412345678, lambda one: 0.3 < one < 0.9, 0.4),
    (Number(0.0, 1.0, 0.0), 0.3517, lambda one: 0.351 < one < 0.352, 0.3511),
    (Number(0.0, 9.0, 0.0), -0.0, lambda _: True, 0.0),
    (Boolean(usual=False), True, lambda _: True, False),
    (Choice(("small", "large", "other"), "small"), "other", lambda one: one != "small", "large"),
    (COST, [{"cost": 3.7}] * 4, lambda rows: len(rows) > 0, [{"cost": 0.0}]),
    (COST, [{"cost": 3.7}] * 4, lambda rows: sum(row["cost"] for row in rows) > 3.0, [{"cost": 3.7}]),
]


@pytest.mark.parametrize(("domain", "value", "holds", "expected"), SHRUNK)
def test_a_witness_becomes_small(domain: Domain, value: Any, holds: Callable[[Any], bool], expected: Any) -> None:
    shrinking = Shrinking({"one": domain}, lambda inputs: holds(inputs["one"]), tries=400)
    found = shrinking.shrink({"one": value}, {})["one"]
    assert (found, str(found)) == (expected, str(expected))


def test_inputs_that_depend_on_each_other_become_small_together() -> None:
    domains: dict[str, Domain] = {"vms": Integer(1, 1000, 1), "gpus": Integer(1, 1000, 1)}
    shrinking = Shrinking(domains, lambda one: one["gpus"] >= one["vms"] > 4, tries=400)
    assert shrinking.shrink({"vms": 700, "gpus": 900}, {}) == {"vms": 5, "gpus": 5}


def test_a_witness_comes_near_to_what_is_given() -> None:
    domains: dict[str, Domain] = {"vms": Integer(1, 1000, 1), "hot": Boolean(usual=False)}
    shrinking = Shrinking(domains, lambda one: one["vms"] < 33, tries=400)
    assert shrinking.shrink({"vms": 2, "hot": False}, {"vms": 40, "hot": True}) == {"vms": 32, "hot": True}


@settings(max_examples=200)
@given(st.integers(-1000, 1000), st.integers(-1000, 1000), st.integers(0, 60))
def test_no_more_is_tried_than_allowed(start: int, limit: int, tries: int) -> None:
    tried: list[int] = []

    def holds(inputs: dict[str, Any]) -> bool:
        tried.append(inputs["n"])
        return bool(abs(inputs["n"]) >= min(abs(limit), abs(start)))

    found = Shrinking({"n": Integer(-1000, 1000, 0)}, holds, tries=tries).shrink({"n": start}, {})["n"]
    assert len(tried) <= tries
    assert found == start or found in tried


RULE = ready(
    [
        {
            "kind": "formula",
            "name": "wording",
            "inputs": {
                "vms": {"type": "integer"},
                "share": {"type": "number"},
                "wait": {"type": "duration"},
                "hot": {"type": "boolean"},
                "model": {"type": "choice", "values": {"small": "S", "large-one": "L"}},
                "stops": {"type": "list", "of": {"lost": {"type": "duration"}, "count": {"type": "integer"}}},
            },
            "derived": {"half": "share / 2.0"},
            "outputs": {
                "all": {
                    "unit": "1",
                    "value": 'hot && model == "small" ? half * wait * double(vms) : sum(stops.lost)',
                },
                "some": {"unit": "1", "value": "half"},
            },
        }
    ]
).meaning
USUAL = {"vms": 4, "share": 0.35, "wait": 900.0, "hot": True, "model": "small", "stops": []}
WORDS = [
    (
        "what is read, in the order of the document",
        {},
        "vms: 4, share: 0.35, wait: 15 min, hot: true, model: small, stops: []",
    ),
    ("days and hours", {"wait": 172_800.0, "stops": [{"lost": 7200.0, "count": 1}]}, "2 d"),
    ("records", {"stops": [{"lost": 7200.0, "count": 1}]}, "stops: [{lost: 2 h, count: 1}]"),
    ("seconds", {"wait": 61.5}, "wait: 61.5 s"),
    ("no time", {"wait": 0.0}, "wait: 0 s"),
    ("a double with all its digits", {"share": 2.9999999999999996}, "share: 2.9999999999999996"),
    ("a double that is a whole number", {"share": 3.0}, "share: 3,"),
    ("a very large double", {"share": 1e300}, "share: 1e+300"),
    ("a zero with a minus", {"share": -0.0}, "share: -0.0"),
    ("many records", {"stops": [{"lost": 60.0, "count": 2}] * 9}, "stops: 9 records such as {lost: 1 min, count: 2}"),
]


@pytest.mark.parametrize(("name", "changed", "expected"), WORDS, ids=[name for name, _, _ in WORDS])
def test_a_witness_is_written_as_a_caller_would(name: str, changed: dict[str, Any], expected: str) -> None:
    assert expected in witness(RULE, {**USUAL, **changed}, [("outputs", "all", "value")]), name


def test_inputs_that_are_not_read_are_not_shown() -> None:
    assert witness(RULE, USUAL, [("outputs", "some", "value")]) == "share: 0.35"


@pytest.mark.parametrize(
    ("name", "value"), [("vms", -7), ("share", 0.1), ("wait", 60.0), ("hot", True), ("model", "large-one")]
)
def test_an_input_can_be_held_to_a_value(name: str, value: Any) -> None:
    prover = Prover([RULE.inputs], Budget())
    found = prover.find(prover.symbols.equals(name, value), lambda inputs: bool(inputs[name] == value))
    assert isinstance(found, Found)
    assert found.inputs[name] == value


def test_a_question_can_be_asked_for_values_in_a_range() -> None:
    prover = Prover([RULE.inputs], Budget())
    condition = prover.logic.all(prover.symbols.between("wait", 10.0, 20.0), prover.symbols.between("vms", -5, -5))
    found = prover.find(condition, lambda inputs: 10.0 <= inputs["wait"] <= 20.0 and inputs["vms"] == -5)
    assert isinstance(found, Found)
    assert (found.inputs["wait"], found.inputs["vms"]) == (10.0, -5)


def test_inputs_of_two_declarations_are_wide_enough_for_both() -> None:
    narrow, wide = (ready([{**TINY, "inputs": {"n": {"type": "integer", "maximum": most}}}]).meaning for most in (4, 9))
    prover = Prover([narrow.inputs, wide.inputs], Budget())
    only_wide = prover.logic.no(prover.allowed(narrow.inputs))
    found = prover.find(only_wide, lambda inputs: bool(inputs["n"] > 4))
    assert isinstance(found, Found)
    assert found.inputs == {"n": 5}


def test_inputs_of_two_types_have_no_variable() -> None:
    kinds = ("integer", "number")
    declared = [ready([{**TINY, "inputs": {"n": {"type": kind}}}]).meaning.inputs for kind in kinds]
    assert Prover(declared, Budget()).clashes == {"n"}


TINY = {"kind": "formula", "name": "tiny", "outputs": {"one": {"unit": "1", "value": "1.0"}}}
