"""What parent and child say to each other arrives as it was meant, or is seen to be cut off."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import DecodeError, Raw

from service.errors import Diagnostic
from service.model.document import Case, Expectation
from service.model.examination import CaseResult, Examination
from service.model.files import RuleFiles
from service.model.publication import Record
from service.model.rule import RuleId
from service.sandbox.jobs import (
    Approach,
    Assignment,
    At,
    Examine,
    Examined,
    Replay,
    decode_assignment,
    decode_line,
    encode_assignment,
    encode_line,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
PATHS = TEXTS.filter(bool)
FILES = st.builds(
    RuleFiles, st.dictionaries(PATHS, st.binary(max_size=50), max_size=4), st.none() | st.binary(max_size=50)
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
KEYS = st.frozensets(st.tuples(PATHS, TEXTS), max_size=3)
fewer = settings(max_examples=settings().max_examples // 20)
RULE = RuleId("one", "1.0.0", "sha256:1")


@fewer
@given(FILES, st.none() | KEYS, st.frozensets(TEXTS, max_size=3))
def test_an_assignment_arrives_as_it_was_sent(files: RuleFiles, only: Any, moved: frozenset[str]) -> None:
    sent = Assignment(Examine(only, moved), files, 60, 2048)
    assert decode_assignment(encode_assignment(sent)) == sent


@fewer
@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_inputs_of_any_size_arrive(given: dict[str, Any]) -> None:
    sent = Assignment(Approach(RULE, given, "yes"), RuleFiles({}), 1, 1)
    assert decode_assignment(encode_assignment(sent)) == sent


def test_a_recorded_answer_arrives_to_the_letter() -> None:
    record = Record(
        decision_id="1",
        at=datetime(2024, 11, 9, tzinfo=UTC),
        rule="one",
        version="1.0.0",
        digest="sha256:1",
        inputs={"n": 10**30},
        masked=(),
        result="yes",
        decision=Raw(b'{"outcome": {"id":"yes"},  "values":{"y":1.0}}'),
    )
    sent = Assignment(Replay(RULE, [record]), RuleFiles({}), 1, 1)
    job = decode_assignment(encode_assignment(sent)).job
    assert isinstance(job, Replay)
    assert bytes(job.records[0].decision) == bytes(record.decision)
    assert job.records[0].inputs == record.inputs


@fewer
@given(FILES, st.data())
def test_an_assignment_that_is_cut_off_is_noticed(files: RuleFiles, data: st.DataObject) -> None:
    sent = encode_assignment(Assignment(Examine(None, frozenset()), files, 60, 2048))
    length = data.draw(st.integers(0, len(sent) - 1))
    with pytest.raises(DecodeError):
        decode_assignment(sent[:length])


@fewer
@given(TEXTS, st.dictionaries(TEXTS, VALUES, max_size=4), TEXTS)
def test_an_answer_is_one_line_and_arrives_as_it_was_said(name: str, given: dict[str, Any], message: str) -> None:
    case = Case(name=name or "x", given=given, expect=Expectation(outcome="yes"))
    found = [Diagnostic(code="limit", message=message, file=name)]
    results = {name: [CaseResult(0, case, [message])]}
    said = Examined(Examination(diagnostics=found, cases=results, examined=frozenset({(name, "1.0.0")})))
    line = encode_line(said)
    assert line.count(b"\n") == 1
    assert decode_line(line) == said
    assert decode_line(encode_line(At(name))) == At(name)
