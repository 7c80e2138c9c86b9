"""A difference against every question that there is, or a good part of them: run through the reference, one by one."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from hypothesis import given, settings

from service.analysis.budget import Budget
from service.analysis.difference import difference
from service.analysis.differences.results import Pair, known_to, pair, result
from service.analysis.meaning import Meaning
from service.analysis.reference import answer
from service.language.values import default
from service.model.difference import Difference
from tests.difference.meanings import family, questions
from tests.difference.versions import changed_advice, changed_formulas, changed_trees, domains
from tests.engine.trees import INPUTS, Document

SECONDS: Final = 1.5
MOST: Final = 150
EXAMPLES: Final = settings(max_examples=25)


def compared(old: Sequence[Document], new: Sequence[Document]) -> tuple[Meaning, Meaning, Difference]:
    (before, old_text), (after, new_text) = family(old), family(new)
    return before, after, difference(before, after, old_text, new_text, Budget(seconds=SECONDS))


def asked(old: Meaning, new: Meaning, *documents: Document) -> Iterator[tuple[dict[str, Any], Any, Any]]:
    """Whole questions, also without an input that has a default in both, and the two answers."""
    every = [*questions(domains(*documents))]
    for question in Random(0).sample(every, min(len(every), MOST)):  # noqa: S311
        yield question, answer(old, known_to(old, question)), answer(new, known_to(new, question))
        less = {name: value for name, value in question.items() if name != "spare"}
        if all(default(one.inputs["spare"]) is not None for one in (old, new) if "spare" in one.inputs):
            yield less, answer(old, known_to(old, less)), answer(new, known_to(new, less))


@EXAMPLES
@given(changed_trees())
def test_every_turn_of_a_tree_is_found(pair_of: tuple[list[Document], list[Document]]) -> None:
    old, new, found = compared(*pair_of)
    turns = {Pair(turn.before, turn.after) for turn in found.turns}
    there = set()
    for given_, one, other in asked(old, new, *pair_of[0], *pair_of[1]):
        turned = pair(result(one), result(other))
        there.add(turned)
        assert turned is None or turned in turns or found.not_proved, (given_, turned)
    assert (found.verdict == "different") == bool(found.turns or found.outcomes)
    assert (found.verdict == "equal") <= (there <= {None})


@EXAMPLES
@given(changed_formulas())
def test_a_formula_that_is_called_equal_has_the_same_values(pair_of: tuple[Document, Document]) -> None:
    old, new, found = compared([pair_of[0]], [pair_of[1]])
    for given_, one, other in asked(old, new, *pair_of):
        if one != other:
            assert found.verdict != "equal", given_
        if one.problem != other.problem:
            wanted = Pair(one.problem or "answered", other.problem or "answered")
            assert wanted in {Pair(turn.before, turn.after) for turn in found.turns} or found.not_proved, given_


@EXAMPLES
@given(changed_advice())
def test_advice_that_is_called_equal_is_the_same(pair_of: tuple[Document, Document]) -> None:
    old, new, found = compared([pair_of[0]], [pair_of[1]])
    turns = {(turn.before, turn.after) for turn in found.turns}
    for given_, one, other in asked(old, new, *pair_of):
        if one != other:
            assert found.verdict != "equal", given_
        if not one.problem and not other.problem and not found.not_proved:
            assert {(name, f"not {name}") for name in {*one.advice} - {*other.advice}} <= turns
            assert {(f"not {name}", name) for name in {*other.advice} - {*one.advice}} <= turns


def test_two_versions_of_a_rule_that_are_entered_have_one_outcome_together() -> None:
    def leaf(version: str, when: str) -> Document:
        return tree("leaf", version, {"hot": INPUTS["hot"]}, [{"when": when, "then": "o0"}], "o1")

    def root(other: str) -> list[Document]:
        branches = [{"when": "vms > 1", "then": {"rule": "leaf", "version": "1.0.0"}}]
        entered = {"rule": "leaf", "version": "2.0.0"}
        return [
            leaf("1.0.0", "hot"),
            leaf("2.0.0", other),
            tree("root", "1.0.0", {"vms": INPUTS["vms"]}, branches, entered),
        ]

    _, _, found = compared(root("hot"), root("!hot"))
    assert {(one.before, one.after) for one in found.turns} == {("o0", "o1"), ("o1", "o0")}
    assert all(one.witness["vms"] == 0 for one in found.turns)
    assert found.not_proved == []


def tree(name: str, version: str, inputs: Document, branches: list[Document], otherwise: Any) -> Document:
    return {
        "kind": "tree",
        "name": name,
        "version": version,
        "title": name,
        "inputs": {one: {**declared, "ask": "What?"} for one, declared in inputs.items()},
        "start": "n0",
        "nodes": {"n0": {"title": "Node", "branches": branches, "otherwise": {"then": otherwise}}},
        "outcomes": {one: {"title": one} for one in ("o0", "o1")},
        "cases": [],
    }
