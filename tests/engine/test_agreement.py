"""The meaning is said twice: by the engine, and by a reference evaluator that knows no engine, memo or blocks.

Both are asked the same random questions to the same random rules; see `trees.py` for what these look like. Nothing
else finds as well what is wrong with an engine, so there are 2,000 rules of a kind at least. Families of trees take a
while each, so of these there are fewer.
"""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.engine import Engine
from service.errors import DecisionError
from tests.engine.building import Built, build
from tests.engine.trees import advice, families, formulas, full, partial, trees

often = settings(max_examples=max(2_000, settings().max_examples))
seldom = settings(max_examples=settings().max_examples // 2)


def agree(documents: list[dict[str, Any]], data: st.DataObject) -> None:
    """Ask a full and a partial question, with a memo, without one, and again: each has one answer, the reference's."""
    rule = build(documents)
    for question in (data.draw(full(rule.inputs), "everything"), data.draw(partial(rule.inputs), "some inputs")):
        remembering, cramped, forgetting = Engine(), Engine(memo_size=1), Engine(memo_size=0)
        assert rule.found(question, forgetting) == rule.meant(question)
        engines = (forgetting, remembering, remembering, cramped)
        first, *others = [decision_or_refusal(rule, question, engine) for engine in engines]
        assert all(one == first for one in others)


def decision_or_refusal(rule: Built, question: dict[str, Any], engine: Engine) -> object:
    try:
        return rule.decide(question, engine)
    except DecisionError as error:
        return type(error), error.issues


@often
@given(trees(), st.data())
def test_a_tree_means_what_the_reference_says(document: dict[str, Any], data: st.DataObject) -> None:
    agree([document], data)


@seldom
@given(families(), st.data())
def test_trees_that_enter_each_other_mean_what_the_reference_says(
    documents: list[dict[str, Any]], data: st.DataObject
) -> None:
    agree(documents, data)


@often
@given(advice(), st.data())
def test_advice_means_what_the_reference_says(document: dict[str, Any], data: st.DataObject) -> None:
    agree([document], data)


@given(formulas(), st.data())
def test_a_formula_means_what_the_reference_says(document: dict[str, Any], data: st.DataObject) -> None:
    agree([document], data)
