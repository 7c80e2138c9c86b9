"""Corners of the tools: names that meet, arguments of another form, and bugs."""

import asyncio
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.shared.tool_name_validation import validate_tool_name

from service.bootstrap.agents import VERSION
from service.chat.mcp.server import ToolServer
from service.errors import RequestRejectedError, RuleNotFoundError
from service.http.diagrams import diagram
from service.http.parts import HttpParts
from service.http.problems import problem_of
from service.model.decision import Decision
from service.model.publication import Change, Draft, Move
from service.usecases.tools.offering import offered
from service.usecases.tools.toolbox import Toolbox
from tests.http.documents import small_job
from tests.http.memory import MemoryLedger
from tests.http.places import ledger
from tests.http.served import TOKENS, parts
from tests.mcp.agents import GENERATIONS, problem, run, shipped


def toolbox(made: HttpParts) -> Toolbox:
    return Toolbox(made.live, made.decide, made.aside, diagram)


def named(*names: str) -> HttpParts:
    """Rules of these names."""
    book = MemoryLedger(TOKENS)
    drafts = tuple(Draft(one, "1.0.0", small_job().replace(b"small-job", one.encode())) for one in names)
    book.make(Change(who="me", seen=0, drafts=drafts, moves=tuple(Move(one, "1.0.0") for one in names)))
    return parts(ledger=book)


def test_names_are_as_the_protocol_wants_them() -> None:
    longest = "a" + "-b2" * 21
    made = named(longest, "explain")
    for tool in (*offered(made.live.snapshot), *offered(shipped()[1].live.snapshot)):
        found = validate_tool_name(tool.name)
        assert found.is_valid, found.warnings
        assert not found.warnings


def test_a_rule_that_is_called_as_a_tool_of_ours_has_another_name_there() -> None:
    made = named("explain", "solve", "small-job")
    assert [one.name for one in offered(made.live.snapshot)] == [
        "rule_explain",
        "small-job",
        "rule_solve",
        "list_rules",
        "explain",
    ]
    decision = asyncio.run(toolbox(made)("rule_explain", {"memory": 16}))
    assert isinstance(decision, Decision)
    assert decision.rule.name == "explain"


def test_only_tools_that_find_rules_are_offered() -> None:
    names = {one.name for one in offered(parts(ledger=ledger()).live.snapshot)}
    assert names == {"front", "small-job", "list_rules", "explain"}


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("list_rules", {"kind": "tree"}, {("unknown-member", "$")}),
        ("explain", {}, {("missing-member", "$.rule")}),
        ("explain", {"rule": 7, "document": "yes"}, {("wrong-type", "$.rule"), ("wrong-type", "$.document")}),
        (
            "solve",
            {"rule": "x", "inputs": {}, "unknown": "y", "target": {}},
            {("missing-member", "$.target.output"), ("missing-member", "$.target.value")},
        ),
        ("recommend", {"rule": "training-gpu", "inputs": []}, {("wrong-type", "$.inputs")}),
        (
            "recommend",
            {"rule": "training-time", "inputs": {}, "selection": "memory"},
            {("no-selection", "$.selection")},
        ),
    ],
)
def test_arguments_of_another_form_are_refused_with_all_that_is_wrong(
    name: str, arguments: dict[str, Any], expected: set[tuple[str, str]]
) -> None:
    with pytest.raises(RequestRejectedError) as error:
        asyncio.run(toolbox(shipped()[1])(name, arguments))
    assert {(one.code, one.path) for one in error.value.issues} == expected


def test_an_unknown_rule_is_told_with_the_nearest() -> None:
    with pytest.raises(RuleNotFoundError, match="training-gpu"):
        asyncio.run(toolbox(shipped()[1])("explain", {"rule": "traning-gpu"}))


@pytest.mark.parametrize("mode", GENERATIONS)
def test_of_a_bug_nothing_is_told_but_that_it_is_one(mode: str) -> None:
    made = parts(ledger=ledger())

    def broken(*_: object) -> str:
        message = "the secret of the house"
        raise AssertionError(message)

    server = ToolServer(Toolbox(made.live, made.decide, made.aside, broken), problem_of).server(VERSION)

    async def test() -> None:
        async with Client(server, mode=mode) as client:
            told = problem(await client.call_tool("explain", {"rule": "front"}))
            assert told["type"] == "urn:gpu-rules:problem:internal-error"
            assert "secret" not in str(told)

    run(test)
