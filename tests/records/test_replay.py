"""Recorded decisions, made again: by the same version, and by another one."""

from collections.abc import Iterable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from service.engine.engine import Engine
from service.errors import DecisionError
from service.model.answer import Answer
from service.model.publication import Record
from service.usecases.replay import replay
from tests.benchmarks.questions import questions
from tests.benchmarks.rules import compiled, shipped
from tests.engine.building import Built, build
from tests.engine.trees import Document, Given, advice, families, formulas, full, partial, trees
from tests.records.memory import TRAINING, recorded
from tests.records.payroll import program

SOME = settings(max_examples=settings().max_examples // 25)
"""Rules are expensive to build."""

WIDER = compiled(shipped("training-gpu", "1.0.0").replace(b"vms > 4 ||", b"vms > 8 ||"))
"""The same rule with a limit of 8 VMs."""


def kept(rule: Built, asked: Iterable[Given]) -> list[Record]:
    """The records of those questions that are not refused, as they come back from a store."""
    found = []
    for one in asked:
        try:
            found.append(recorded(rule.program, one))
        except DecisionError:
            continue
    return json.decode(json.encode(found), type=list[Record])


@st.composite
def questions_to(draw: st.DrawFn, rule: Built) -> list[Given]:
    return draw(st.lists(st.one_of(full(rule.inputs), partial(rule.inputs)), min_size=1, max_size=6))


ANY = st.one_of(
    families(), trees().map(lambda one: [one]), advice().map(lambda one: [one]), formulas().map(lambda one: [one])
)


@SOME
@given(ANY, st.data())
def test_the_same_version_changes_nothing(documents: list[Document], data: st.DataObject) -> None:
    rule = build(documents)
    records = kept(rule, data.draw(questions_to(rule)))
    replayed = replay(rule.program, Engine(), records)
    assert [one.decision_id for one in replayed] == [one.decision_id for one in records]
    assert all(one.status == "same" and one.before == one.after for one in replayed)


def result(answer: Answer) -> tuple[Any, ...]:
    """What people call the result, as the reference evaluator has it."""
    return answer.outcome, answer.ask, answer.values, answer.caveats, answer.advice, answer.problem


TWO = st.one_of(*(st.tuples(kind(), kind()) for kind in (trees, advice, formulas)))


@SOME
@given(TWO, st.data())
def test_another_version_changes_what_the_reference_evaluator_says(
    documents: tuple[Document, Document], data: st.DataObject
) -> None:
    old, new = (build([one]) for one in documents)
    records = kept(old, data.draw(questions_to(old)))
    for record, one in zip(records, replay(new.program, Engine(), records), strict=True):
        same = result(old.meant(record.inputs)) == result(new.meant(record.inputs))
        assert one.status == ("same" if same else "changed")
        assert (one.before == one.after) == same


def test_a_limit_of_eight_vms_changes_exactly_the_jobs_between() -> None:
    asked = questions(3000)
    records = [recorded(TRAINING, one) for one in asked]
    expected = [
        one["model"] == "other" and 4 < one["vms"] <= 8 and one["gpus"] <= 32 and not one["latency_critical"]
        for one in asked
    ]
    replayed = replay(WIDER, Engine(), records)
    assert [one.status == "changed" for one in replayed] == expected
    assert {(one.before, one.after) for one in replayed if one.status == "changed"} == {("nvlink", "l4")}
    assert 10 < sum(expected) < 1000


def test_a_question_that_was_enough_may_need_more() -> None:
    (one,) = replay(WIDER, Engine(), [recorded(TRAINING, {"model": "other", "vms": 8})])
    assert (one.before, one.after) == ("nvlink", "needs-input: gpus, latency_critical")


def test_a_version_that_refuses_is_told_by_the_kind_of_its_refusal() -> None:
    narrow = compiled(shipped("training-gpu", "1.0.0").replace(b"maximum: 100000\n", b"maximum: 7\n"))
    (one,) = replay(narrow, Engine(), [recorded(TRAINING, {"model": "other", "vms": 8})])
    assert (one.status, one.before, one.after) == ("changed", "nvlink", "inputs-rejected")


def test_a_new_default_is_applied_to_what_was_asked_without_it() -> None:
    without = recorded(TRAINING, {"model": "other", "vms": 3, "gpus": 3})
    assert without.result == "needs-input"
    before = b"latency_critical:\n    type: boolean\n"
    text = shipped("training-gpu", "1.0.0").replace(before, before + b"    default: false\n")
    (one,) = replay(compiled(text), Engine(), [without])
    assert (one.before, one.after) == ("needs-input: latency_critical", "l4")


def test_a_masked_record_is_skipped() -> None:
    rule = program("tree", ["salary"])
    whole, masked = recorded(rule, {"hours": 3}), recorded(rule, {"hours": 3, "salary": 9})
    first, second = replay(rule, Engine(), [whole, masked])
    assert (first.status, first.after) == ("same", "needs-input: salary")
    assert (second.status, second.before, second.after) == ("skipped", "poor", "")
