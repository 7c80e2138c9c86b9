"""What a decision with inputs missing promises, tried on every way to complete it; the reference has no part in this.

Branches are judged one by one, so two open conditions that can't both hold are still explored together: the engine may
ask for more than a proof would need. What it promises is the other direction: whatever it says holds for every
completion. A completion may still be refused, by `requires` and `problems`, or because an expression has no value.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from service.engine.engine import Engine
from service.errors import DecisionError, EvaluationFailedError, ProblemMetError, RequirementNotMetError
from service.model.decision import Decision, Step
from tests.engine.building import Built, build
from tests.engine.trees import DOMAINS, advice, families, full, partial, trees

SOME: Final = settings(max_examples=settings().max_examples // 5)
"""Fewer than elsewhere: each is tried with up to a few hundred completions."""
ENGINE: Final = Engine(memo_size=0)
REFUSALS: Final = RequirementNotMetError, ProblemMetError, EvaluationFailedError
"""How a completion may be refused although the answer is known: none of these is about the way through the tree."""

rules = st.one_of(trees(most=4).map(lambda one: [one]), families())


def decide(rule: Built, question: dict[str, Any]) -> Decision | DecisionError:
    try:
        return rule.decide(question, ENGINE)
    except DecisionError as refusal:
        return refusal


def completions(rule: Built, known: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Decision | DecisionError]]:
    """Every combination of values for the inputs that are missing and have no default, with what comes of it."""
    missing = [name for name in rule.inputs if known.get(name) is None and name != "spare"]
    assume(len(missing) <= 4)
    for values in product(*(DOMAINS[name] for name in missing)):
        everything = {**known, **dict(zip(missing, values, strict=True))}
        yield everything, decide(rule, everything)


def begins(decision: Decision, other: Decision) -> bool:
    """Whether the certain part of a decision is how the other one begins: the same steps, the same actions."""
    steps = [one for one in decision.path if not one.open]
    return _bare(decision.path) == _bare(other.path)[: len(steps)] and (
        decision.actions == other.actions[: len(decision.actions)]
    )


def _bare(path: tuple[Step, ...]) -> list[tuple[str, str, int | None]]:
    return [(step.rule, step.node, step.branch) for step in path if not step.open]


@SOME
@given(rules, st.data())
def test_what_is_said_with_inputs_missing_holds_for_every_completion(
    documents: list[dict[str, Any]], data: st.DataObject
) -> None:
    rule = build(documents)
    known = data.draw(partial(rule.inputs))
    said = decide(rule, known)
    for _, completed in completions(rule, known):
        if isinstance(said, DecisionError):
            assert isinstance(completed, DecisionError)
        elif isinstance(completed, Decision):
            assert completed.outcome is not None
            assert said.outcome is None or said.outcome.title == completed.outcome.title
            assert begins(said, completed)
        elif said.outcome:
            assert isinstance(completed, REFUSALS)


@SOME
@given(rules, st.data())
def test_an_input_that_is_not_asked_for_cannot_change_the_outcome_and_the_first_that_is_asked_for_is_read(
    documents: list[dict[str, Any]], data: st.DataObject
) -> None:
    rule = build(documents)
    known = data.draw(partial(rule.inputs))
    said = decide(rule, known)
    assume(isinstance(said, Decision) and said.ask)
    assert isinstance(said, Decision)
    asked = [question.input for question in said.ask]
    outcomes: dict[str, set[str]] = {}
    for everything, completed in completions(rule, known):
        if isinstance(completed, Decision) and completed.outcome:
            answers = repr([everything.get(name) for name in asked])
            outcomes.setdefault(answers, set()).add(completed.outcome.title)
            assert any(asked[0] in step.read for step in completed.path)
    assert all(len(found) == 1 for found in outcomes.values())


@SOME
@given(rules, st.data())
def test_answering_one_question_after_another_ends_in_the_decision_of_all_answers(
    documents: list[dict[str, Any]], data: st.DataObject
) -> None:
    rule = build(documents)
    everything = data.draw(full(rule.inputs))
    known = {name: value for name, value in everything.items() if name == "spare" or data.draw(st.booleans())}
    said = decide(rule, known)
    while isinstance(said, Decision) and said.ask:
        asked = said.ask[0].input
        assert asked not in known
        known[asked] = everything[asked]
        said = decide(rule, known)
    meant = decide(rule, everything)
    if isinstance(said, Decision) and isinstance(meant, Decision):
        assert said.outcome
        assert meant.outcome
        assert said.outcome.title == meant.outcome.title
        assert begins(said, meant)
    else:
        assert isinstance(meant, REFUSALS) if isinstance(said, Decision) else isinstance(meant, DecisionError)


@SOME
@given(advice(), st.data())
def test_what_a_piece_of_advice_needs_is_enough_to_judge_it_and_takes_none_away(
    document: dict[str, Any], data: st.DataObject
) -> None:
    rule = build([document])
    known = data.draw(partial(rule.inputs))
    said = decide(rule, known)
    for one in said.not_judged if isinstance(said, Decision) else ():
        assert one.needs
        assert all(known.get(name) is None for name in one.needs)
        judged = decide(rule, {**known, **{name: data.draw(st.sampled_from(DOMAINS[name])) for name in one.needs}})
        if isinstance(judged, Decision) and isinstance(said, Decision):
            assert one.id not in [other.id for other in judged.not_judged]
            assert {given.id for given in said.advice} <= {given.id for given in judged.advice}
