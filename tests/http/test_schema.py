"""JSON Schema of inputs: what it says of each type, and that it says what the service does."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from msgspec import convert, json

from service.engine.engine import Engine
from service.errors import InputsMissingError, InputsRejectedError
from service.language.reading import Reader
from service.model.formula import FormulaDocument
from service.model.inputs import DurationInput, Input
from service.usecases.describing.inputs import document_schema, input_schema
from tests.http.conftest import Client
from tests.http.served import parts
from tests.tables import table

ENGINE = Engine()
REVISION = parts().live.snapshot
READERS = {name: Reader(REVISION.version(name).program.common.inputs) for name in REVISION.rules}
VALIDATORS = {name: Draft202012Validator(document_schema(REVISION.version(name))) for name in REVISION.rules}
VALUES = st.one_of(
    st.booleans(),
    st.integers(-2, 40),
    st.integers(),
    st.floats(-1, 3),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["3", "", "small", "other", "training", "true", "15 min", "2h30m", "PT15M", "1,5 h", "P1Y"]),
    st.lists(st.dictionaries(st.sampled_from(["resume", "reschedule", "since_checkpoint", "x"]), st.integers(-1, 9))),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


@pytest.mark.parametrize("row", table(Path(__file__).with_name("schema.yaml")))
def test_an_input_is_described(row: dict[str, Any]) -> None:
    assert json.decode(json.encode(input_schema(convert(row["input"], Input)))) == row["expect"]


def test_a_duration_is_a_number_or_text() -> None:
    number, text = input_schema(DurationInput(minimum="1 min", maximum=3600))["anyOf"]
    assert number == {"type": "number", "minimum": 60.0, "maximum": 3600.0}
    assert text["type"] == "string"


@pytest.mark.parametrize("name", sorted(REVISION.rules))
def test_a_schema_is_one(client: Client, name: str) -> None:
    response = client.get(f"/v1/rules/{name}/schema")
    assert response.headers["content-type"] == "application/schema+json"
    schema = response.json()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize(
    ("rule", "required"),
    [
        pytest.param("training-gpu", None, id="a tree decides with what it has"),
        pytest.param("goodput-levers", None, id="so does advice"),
        pytest.param("scheduling-goodput", ["evaluation_period", "available_time"], id="a formula needs its inputs"),
        pytest.param("runtime-goodput", ["evaluation_period", "interruptions"], id="but for those with a default"),
        pytest.param("flops-per-token", ["convention", "parameters"], id="and those that one convention alone needs"),
        pytest.param(
            "ml-productivity-goodput",
            ["scheduling_goodput", "runtime_goodput", "program_goodput"],
            id="and those of an optional output",
        ),
    ],
)
def test_what_is_required(client: Client, rule: str, required: list[str] | None) -> None:
    assert client.get(f"/v1/rules/{rule}/schema").json().get("required") == required


FORMULAS = [name for name in sorted(REVISION.rules) if isinstance(REVISION.version(name).document, FormulaDocument)]


@pytest.mark.parametrize("name", FORMULAS)
def test_what_a_formula_requires_is_what_no_answer_does_without(name: str) -> None:
    version = REVISION.version(name)
    assert isinstance(version.document, FormulaDocument)
    required = document_schema(version)["required"]
    for case in version.document.cases:
        if case.expect.problem:
            continue
        assert case.given.keys() >= set(required), case.name
        for one in required:
            with pytest.raises(InputsMissingError):
                ENGINE.decide(version.program, {**case.given, one: None}, "it")


def test_an_entering_rule_asks_for_what_the_entered_ones_need(client: Client) -> None:
    asked = client.get("/v1/rules/choose-gpu/schema?version=1.0.0").json()["properties"]
    assert list(asked) == ["workload", "model", "vms", "gpus", "latency_critical"]


@pytest.mark.parametrize(("rule", "fits"), [("training-gpu", True), ("scheduling-goodput", False)])
def test_null_is_a_missing_input(rule: str, fits: bool) -> None:
    inputs = dict.fromkeys(REVISION.version(rule).program.common.inputs)
    assert VALIDATORS[rule].is_valid(inputs) is fits


@given(st.data())
def test_the_schema_agrees_with_the_service(data: st.DataObject) -> None:
    rule = data.draw(st.sampled_from(sorted(READERS)))
    name = data.draw(st.sampled_from([*REVISION.version(rule).program.common.inputs, "unknown"]))
    value = data.draw(VALUES)
    faults = list(VALIDATORS[rule].iter_errors({name: value}))
    others_missing = [one for one in faults if one.validator == "required" and not one.path]
    assert (len(faults) == len(others_missing)) is accepted(READERS[rule], name, value)


def accepted(reader: Reader, name: str, value: Any) -> bool:
    """Whether the service takes the value; a duration as text is out of range for it alone."""
    try:
        reader.read({name: value})
    except InputsRejectedError as error:
        return isinstance(value, str) and error.issues[0].code == "out-of-range"
    return True
