"""Text of a command line by a JSON Schema means the same as by the inputs of the rule."""

from typing import Any

import pytest

from service.cli.desk.schemas import value_by_schema
from service.language.reading import from_text
from service.model.inputs import (
    BooleanInput,
    ChoiceInput,
    DurationInput,
    Input,
    IntegerInput,
    ListInput,
    NumberInput,
)
from service.usecases.describing.inputs import input_schema

INPUTS: dict[str, Input] = {
    "integer": IntegerInput(ask="?"),
    "number": NumberInput(ask="?"),
    "boolean": BooleanInput(ask="?"),
    "choice": ChoiceInput(ask="?", values={"true": "Yes", "1": "One", "a": "A"}),
    "duration": DurationInput(ask="?"),
    "list": ListInput(ask="?", of={"a": IntegerInput(ask="?")}),
}
FITTING: dict[str, list[str]] = {
    "integer": ["3", "-4", "3.0", "three", ""],
    "number": ["3", "2.5e3", "NaN", "three"],
    "boolean": ["true", "false", "yes", "True"],
    "choice": ["true", "1", "a", "zero", "null"],
    "duration": ["60", "2.5", "15 min", "PT15M", "true"],
    "list": ["[]", '[{"a": 1}]', "[", "a"],
}


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in FITTING.items() for text in texts])
def test_a_text_means_the_same(kind: str, text: str) -> None:
    expected: Any = from_text(INPUTS[kind], text)
    value = value_by_schema(input_schema(INPUTS[kind]), text)
    assert (value, type(value)) == (expected, type(expected))


def test_null_is_no_value_even_where_the_schema_allows_it() -> None:
    assert value_by_schema({"type": ["integer", "null"]}, "null") == "null"


def test_what_the_schema_does_not_know_stays_text() -> None:
    assert value_by_schema({}, "3") == "3"
