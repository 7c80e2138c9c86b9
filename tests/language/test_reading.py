"""Inputs as callers send them: a table for each type, and what is said about all inputs of a question at once."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from service.errors import InputsRejectedError
from service.language.reading import Reader, columns, from_text
from service.model.inputs import Input, Inputs
from tests.tables import table

HERE = Path(__file__).parent
VMS: Inputs = convert({"vms": {"type": "integer"}, "urgent": {"type": "boolean"}}, dict[str, Input])


@pytest.mark.parametrize("row", table(HERE / "reading.yaml"))
def test_an_input_is_read(row: dict[str, Any]) -> None:
    reader = Reader({"it": convert(row["input"], Input)})
    expect = row["expect"]
    if "issue" not in expect:
        value = reader.read({"it": row["given"]}).get("it")
        assert value == expect["value"]
        assert type(value) is type(expect["value"])
        return
    with pytest.raises(InputsRejectedError) as caught:
        reader.read({"it": row["given"]})
    [issue] = caught.value.issues
    assert issue.code == expect["issue"]
    assert issue.path == f"$.inputs.it{expect.get('path', '')}"
    assert str(expect["words"]) in issue.message
    assert expect.get("lacks", "\n") not in issue.message


def test_what_is_not_given_is_missing_unless_it_has_a_default() -> None:
    inputs = convert({"a": {"type": "integer"}, "b": {"type": "integer", "default": 2}}, dict[str, Input])
    assert Reader(inputs).read({}) == {"b": 2}


def test_every_issue_of_a_question_is_told() -> None:
    with pytest.raises(InputsRejectedError) as caught:
        Reader(VMS).read({"vms": "3", "urgent": 1, "vm": 2, "x y": 0}, at="$.items[4]")
    assert [(issue.code, issue.path) for issue in caught.value.issues] == [
        ("wrong-type", "$.items[4].vms"),
        ("wrong-type", "$.items[4].urgent"),
        ("unknown-input", "$.items[4].vm"),
        ("unknown-input", '$.items[4]["x y"]'),
    ]


def test_every_record_that_does_not_fit_is_told() -> None:
    stops = convert({"stops": {"type": "list", "of": {"lost": {"type": "number"}}}}, dict[str, Input])
    given = [{"lost": 1}, {"lost": "x"}, 3, {"lost": 2}, {}]
    with pytest.raises(InputsRejectedError) as caught:
        Reader(stops).read({"stops": given})
    assert [(issue.code, issue.path) for issue in caught.value.issues] == [
        ("wrong-type", "$.inputs.stops[1].lost"),
        ("wrong-type", "$.inputs.stops[2]"),
        ("missing-field", "$.inputs.stops[4].lost"),
    ]
    with pytest.raises(InputsRejectedError) as caught:
        Reader(stops).read({"stops": [0] * 1000})
    assert len(caught.value.issues) == 100


def test_an_unknown_input_is_told_the_nearest_one() -> None:
    with pytest.raises(InputsRejectedError, match="`vm` is not an input of this rule; the nearest is `vms`"):
        Reader(VMS).read({"vm": 2})


def test_an_unknown_input_like_no_other_is_told_all() -> None:
    with pytest.raises(InputsRejectedError, match="the inputs are `vms`, `urgent`"):
        Reader(VMS).read({"zzz": None})


def test_a_list_of_records_becomes_one_variable_for_each_column() -> None:
    inputs = convert({"stops": {"type": "list", "of": {"a": {"type": "number"}, "b": {"type": "integer"}}}}, Inputs)
    values = Reader(inputs).read({"stops": [{"a": 1, "b": 2}, {"a": 3, "b": 4}]})
    assert columns(inputs, values) == {**values, "stops.a": [1.0, 3.0], "stops.b": [2, 4]}
    assert columns(inputs, {}) == {}


@pytest.mark.parametrize("row", table(HERE / "text.yaml"))
def test_text_of_a_query_or_a_command_line_means(row: dict[str, Any]) -> None:
    inputs = {"of": {"n": {"type": "integer"}}} if row["input"]["type"] == "list" else {}
    value = from_text(convert({**row["input"], **inputs}, Input), row["text"])
    assert value == row["expect"]["value"]
    assert type(value) is type(row["expect"]["value"])


@given(
    st.sampled_from(["integer", "number", "boolean", "duration"]),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
        max_leaves=4,
    ),
)
def test_any_json_value_is_read_or_refused(kind: str, value: Any) -> None:
    reader = Reader({"it": convert({"type": kind}, Input)})
    with suppress(InputsRejectedError):
        assert set(reader.read({"it": value})) <= {"it"}
