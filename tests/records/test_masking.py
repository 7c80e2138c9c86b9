"""What a rule marks as sensitive is in no record."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from service.analysis.meaning import Meaning
from service.engine.engine import Engine
from service.errors import DecisionError
from service.model.answer import Answer
from service.model.decision import Decision
from service.model.publication import Record
from service.usecases.cases import substance
from service.usecases.masking import secrets
from service.usecases.record import Made, record_of
from tests.engine.building import Built, build
from tests.engine.trees import DOMAINS, Document, advice, families, formulas, full, partial, trees
from tests.records.memory import NOW, recorded
from tests.records.payroll import program
from tests.tables import table

SOME = settings(max_examples=settings().max_examples // 16)
"""Rules are expensive to build."""


@pytest.mark.parametrize("row", table(Path(__file__).with_name("sensitive.yaml")))
def test_a_record_is_without(row: dict[str, Any]) -> None:
    record = recorded(program(row["rule"], row["sensitive"]), row["given"])
    decision = json.decode(record.decision)
    expect = row["expect"]
    assert list(record.masked) == expect["masked"]
    assert record.inputs == expect["inputs"]
    assert record.result == expect["result"]
    if "read" in expect:
        assert [step["read"] for step in decision["path"]] == expect["read"]
    assert decision["values"] == expect.get("values", {})
    assert [one["id"] for one in decision["caveats"]] == expect.get("caveats", [])
    found = [{key: one[key] for key in ("id", "read", "gain", "rank")} for one in decision["advice"]]
    assert found == expect.get("advice", [])
    assert (b"734215" in json.encode(record)) == (not expect["masked"] and 734215 in row["given"].values())


def test_the_decision_that_the_caller_gets_stays_whole() -> None:
    one = program("formula", ["salary", "hours"])
    inputs = {"salary": 734215, "hours": 5}
    decision = Engine().decide(one, inputs, "id")
    whole = json.encode(decision)
    assert record_of(Made(NOW, one, inputs, decision), secrets(one)) is not None
    assert json.encode(decision) == whole
    assert inputs == {"salary": 734215, "hours": 5}


@st.composite
def marked(draw: st.DrawFn, families_: st.SearchStrategy[list[Document]]) -> list[Document]:
    """Rules some of whose inputs are sensitive; of those that several of them have, perhaps in one only."""
    documents = deepcopy(draw(families_))
    for document in documents:
        for name, one in document["inputs"].items():
            if draw(st.booleans()):
                (one["of"]["cost"] if name == "runs" and draw(st.booleans()) else one)["sensitive"] = True
    return documents


def ways(decision: Decision) -> Answer:
    """How a decision went, without numbers."""
    found = substance(decision)
    return Answer(
        outcome=found.outcome,
        actions=found.actions,
        path=tuple((step.rule, step.node, step.branch) for step in decision.path),
        ask=found.ask,
        advice=found.advice,
        not_judged=found.not_judged,
    )


def record(rule: Built, question: dict[str, Any]) -> tuple[Answer, Record] | None:
    """How a question went, and its record; nothing if it is refused."""
    try:
        decision = Engine().decide(rule.program, question, "0198f3c2")
    except DecisionError:
        return None
    waiting = record_of(Made(NOW, rule.program, question, decision), secrets(rule.program))
    assert waiting is not None
    return ways(decision), waiting.record


def other(data: st.DataObject, name: str, value: Any, masked: tuple[str, ...]) -> Any:
    """Another value of an input, in so far as it is masked: of a list with a masked column, one of the same length."""
    if name in masked:
        return data.draw(st.sampled_from(DOMAINS[name]))
    if f"{name}.cost" in masked:
        return [{"cost": data.draw(st.sampled_from([1, 700, "2 h"]))} for _ in value]
    return value


RULES = st.one_of(
    families(), trees().map(lambda one: [one]), advice().map(lambda one: [one]), formulas().map(lambda one: [one])
)


def family(meaning: Meaning) -> list[Meaning]:
    """A rule and all that it can enter."""
    return [meaning, *(one for entered in meaning.enters.values() for one in family(entered))]


def marks(rule: Built, question: dict[str, Any]) -> set[str]:
    """The inputs of a question that a rule, or one that it enters, marks as sensitive."""
    declared = [item for one in family(rule.meaning) for item in one.document.inputs.items()]
    return {name for name, one in declared if one.sensitive and question.get(name) is not None}


def seen(kept: Record) -> list[dict[str, Any]]:
    """All places of a record where inputs stand."""
    decision = json.decode(kept.decision)
    reads = (one["read"] for part in ("path", "advice") for one in decision[part])
    return [kept.inputs, decision["inputs"], *reads]


@SOME
@given(marked(RULES), st.data())
def test_nobody_can_tell_from_a_record_what_was_masked(documents: list[Document], data: st.DataObject) -> None:
    """Two questions that differ in sensitive values alone, and go the same way, have the same record."""
    rule = build(documents)
    question = data.draw(st.one_of(full(rule.inputs), partial(rule.inputs)))
    first = record(rule, question)
    if first is None:
        return
    masked = first[1].masked
    assert {name for name in masked if "." not in name} == marks(rule, question)
    assert not any(name in one for name in masked for one in seen(first[1]))
    second = record(rule, {name: other(data, name, value, masked) for name, value in question.items()})
    if second is not None and second[0] == first[0]:
        assert json.encode(second[1]) == json.encode(first[1])


@SOME
@given(RULES, st.data())
def test_without_marks_a_record_is_the_question_and_its_answer(documents: list[Document], data: st.DataObject) -> None:
    rule = build(documents)
    question = data.draw(partial(rule.inputs))
    found = record(rule, question)
    if found is not None:
        assert found[1].masked == ()
        assert found[1].inputs == question
        assert bytes(found[1].decision) == json.encode(Engine().decide(rule.program, question, "0198f3c2"))
