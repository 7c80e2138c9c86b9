"""Answers fit the schemas that go with the tools, for every case of every shipped rule."""

from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec import json

from service.errors import DecisionError
from service.model.catalog import CatalogDocument
from service.model.decision import Decision
from service.model.tool import Tool
from service.usecases.tools.describing import asked_rules
from service.usecases.tools.offering import offered
from tests.mcp.agents import shipped

EMPTY: tuple[Any, ...] = (None, [], {})
PARTS = shipped()[1]
REVISION = PARTS.live.snapshot
LIVE = {version.id.name: version for version, _ in asked_rules(REVISION)}
MOST = 4
"""Cases of a rule that are tried; some rules have hundreds."""


@cache
def tools() -> dict[str, Tool]:
    return {tool.name: tool for tool in offered(REVISION)}


@cache
def answers(name: str) -> list[tuple[dict[str, Any], Decision]]:
    """What the cases of a rule give, and the decisions on them, no two of which end in one outcome."""
    found: dict[object, tuple[dict[str, Any], Decision]] = {}
    document = LIVE[name].document
    assert not isinstance(document, CatalogDocument)
    for case in document.cases:
        try:
            decision = PARTS.decide(name, case.given)
        except DecisionError:
            continue
        found.setdefault(
            (decision.status, decision.outcome and decision.outcome.id, len(decision.ask)), (case.given, decision)
        )
    return list(found.values())[:MOST]


@pytest.mark.parametrize("name", LIVE)
def test_decisions_fit_and_what_the_schema_leaves_out_is_empty(name: str) -> None:
    tool = tools()[name]
    validator = Draft202012Validator(tool.output_schema)
    assert answers(name)
    for given, decision in answers(name):
        plain: dict[str, Any] = json.decode(json.encode(decision))
        validator.validate(plain)
        left_out = {member: value for member, value in plain.items() if member not in tool.output_schema["properties"]}
        assert [member for member, value in left_out.items() if value not in EMPTY] == [], given


@pytest.mark.parametrize("name", LIVE)
def test_inputs_fit(name: str) -> None:
    tool = tools()[name]
    validator = Draft202012Validator(tool.input_schema)
    for given, _ in answers(name):
        validator.validate(given)


@pytest.mark.parametrize("name", LIVE)
def test_a_schema_refuses_what_is_no_decision_of_the_rule(name: str) -> None:
    validator = Draft202012Validator(tools()[name].output_schema)
    _, decision = answers(name)[0]
    plain: dict[str, Any] = json.decode(json.encode(decision))
    del plain["inputs"]
    assert not validator.is_valid(plain)
    assert not validator.is_valid({**plain, "inputs": {}, "status": "perhaps"})


def test_every_tool_is_described_for_a_model() -> None:
    for tool in tools().values():
        assert tool.title
        assert tool.description.endswith(".")
        assert tool.input_schema["type"] == tool.output_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)
        undescribed = [key for key, one in tool.input_schema["properties"].items() if not one.get("description")]
        assert undescribed == []
