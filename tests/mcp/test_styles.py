"""`GET /v1/tools`: the rules as tools, in the styles of those who take them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from litestar import Litestar
from litestar.testing import TestClient
from mcp_types import ListToolsResult

from service.http.app import create_app
from service.model.publication import Change, Draft, Move
from service.model.tool import FunctionTool
from service.usecases.tools.strict import strict
from service.usecases.tools.styles import listed
from tests.http.documents import small_job
from tests.http.memory import MemoryLedger
from tests.http.served import TOKENS, parts
from tests.mcp.strict import violations
from tests.mcp.test_answers import LIVE, PARTS, REVISION, answers

FUNCTIONS = {one.name: one for one in listed(REVISION, "openai").tools if isinstance(one, FunctionTool)}
NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
"""What a function of OpenAI may be called."""


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Litestar]]:
    with TestClient(create_app(PARTS)) as one:
        yield one


@pytest.mark.parametrize("name", LIVE)
def test_a_function_is_strict(name: str) -> None:
    function = FUNCTIONS[name]
    assert function.strict
    assert violations(function.parameters) == []
    assert NAME.fullmatch(function.name)
    assert 0 < len(function.description) <= 1024


@pytest.mark.parametrize("name", LIVE)
def test_all_that_a_rule_is_asked_can_be_said_in_strict_mode_and_means_the_same(name: str) -> None:
    schema = FUNCTIONS[name].parameters
    validator = Draft202012Validator(schema)
    for given, decision in answers(name):
        said = _with_nulls(given, schema)
        validator.validate(said)
        again = PARTS.decide(name, said)
        assert (again.status, again.outcome, again.values, again.ask) == (
            decision.status,
            decision.outcome,
            decision.values,
            decision.ask,
        )


def _with_nulls(value: Any, schema: dict[str, Any]) -> Any:
    """What a model says in strict mode: nothing is left out."""
    if isinstance(value, list) and "items" in schema:
        return [_with_nulls(one, schema["items"]) for one in value]
    if isinstance(value, dict):
        members = schema["properties"]
        return {name: _with_nulls(value.get(name), one) for name, one in members.items()}
    return value


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        pytest.param({"type": "integer", "minimum": 1}, {"type": ["integer", "null"], "minimum": 1}, id="a number"),
        pytest.param(
            {"type": ["integer", "null"], "maximum": 2**63 - 1},
            {"type": ["integer", "null"]},
            id="a bound that is only that of the type",
        ),
        pytest.param(
            {"type": ["string", "null"], "enum": ["a", "b", None], "description": "Which?"},
            {"description": "Which?", "anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "null"}]},
            id="a choice",
        ),
        pytest.param(
            {"type": ["boolean", "null"], "default": False, "description": "Is it?"},
            {"type": ["boolean", "null"], "description": "Is it? If null, `false`."},
            id="a default",
        ),
        pytest.param(
            {"anyOf": [{"type": "number"}, {"type": "string", "minLength": 1}]},
            {"anyOf": [{"type": "number"}, {"type": "string"}, {"type": "null"}]},
            id="one of several",
        ),
        pytest.param(
            {"type": "array", "minItems": 1, "items": {"type": "object", "properties": {"x": {"type": "number"}}}},
            {
                "type": ["array", "null"],
                "minItems": 1,
                "items": {
                    "type": "object",
                    "properties": {"x": {"type": ["number", "null"]}},
                    "required": ["x"],
                    "additionalProperties": False,
                },
            },
            id="records",
        ),
    ],
)
def test_an_optional_member_becomes(schema: dict[str, Any], expected: dict[str, Any]) -> None:
    made = strict({"type": "object", "properties": {"one": schema}})
    assert made
    assert made["properties"] == {"one": expected}
    assert made["required"] == ["one"]
    assert violations(made) == []


@pytest.mark.parametrize(
    "members",
    [
        pytest.param({f"x{index}": {"type": "number"} for index in range(5_001)}, id="properties"),
        pytest.param({"x": {"type": "string", "enum": [str(index) for index in range(1_001)]}}, id="choices"),
        pytest.param({"x": {"type": "string", "enum": [f"{index:060}" for index in range(251)]}}, id="long choices"),
        pytest.param({"x" * 64 + str(index): {"type": "number"} for index in range(1_900)}, id="characters"),
    ],
)
def test_a_schema_that_is_too_large_has_no_strict_form(members: dict[str, Any]) -> None:
    assert strict({"type": "object", "properties": members}) is None


def test_a_rule_that_is_too_large_for_it_is_listed_all_the_same() -> None:
    values = ", ".join(f"v{index}: Value {index}" for index in range(100))
    inputs = "".join(f"  x{index}: {{type: choice, values: {{{values}}}, ask: Which?}}\n" for index in range(11))
    document = small_job().replace(b"inputs:\n", f"inputs:\n{inputs}".encode())
    book = MemoryLedger(TOKENS)
    change = Change(
        who="me", seen=0, drafts=(Draft("small-job", "1.0.0", document),), moves=(Move("small-job", "1.0.0"),)
    )
    book.make(change)
    [function] = listed(parts(ledger=book).live.snapshot, "openai").tools
    assert isinstance(function, FunctionTool)
    assert not function.strict
    assert len(function.parameters["properties"]) == 12


def test_chat_completions_have_the_same_functions_one_level_deeper(client: TestClient[Litestar]) -> None:
    flat = client.get("/v1/tools?style=openai").json()["tools"]
    deep = client.get("/v1/tools?style=openai-chat").json()["tools"]
    assert [{"type": one["type"], **one["function"]} for one in deep] == flat
    assert {one["type"] for one in flat} == {"function"}
    assert client.get("/v1/tools").json()["tools"] == flat


def test_in_the_style_of_mcp_it_is_what_that_lists(client: TestClient[Litestar]) -> None:
    answer = client.get("/v1/tools?style=mcp").json()
    read = ListToolsResult.model_validate(answer)
    assert {one.name for one in read.tools} == {*LIVE, "list_rules", "explain", "solve", "recommend"}
    assert all(one.annotations and one.annotations.read_only_hint for one in read.tools)


def test_it_is_kept_until_the_rules_change(client: TestClient[Litestar]) -> None:
    first = client.get("/v1/tools")
    again = client.get("/v1/tools", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get("/v1/tools?style=mcp", headers={"If-None-Match": first.headers["etag"]})
    assert other.status_code == 200
    assert first.headers["rules-revision"] == REVISION.digest


def test_another_style_is_refused_with_those_that_there_are(client: TestClient[Litestar]) -> None:
    answer = client.get("/v1/tools?style=yaml")
    assert answer.status_code == 422
    [error] = answer.json()["errors"]
    assert (error["code"], error["path"]) == ("unknown-style", "$.query.style")
    assert "`openai`, `openai-chat`, `mcp`" in error["message"]


def test_a_call_of_a_function_is_a_question_to_the_rule(client: TestClient[Litestar]) -> None:
    arguments = {"model": "other", "vms": 3, "gpus": None, "latency_critical": None}
    Draft202012Validator(FUNCTIONS["training-gpu"].parameters).validate(arguments)
    answer = client.post("/v1/decisions/training-gpu", json={"inputs": arguments}).json()
    assert answer["status"] == "needs-input"
    assert [one["input"] for one in answer["ask"]] == ["gpus", "latency_critical"]
