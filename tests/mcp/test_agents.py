"""What an agent can do, with the official client over HTTP, in both generations of the protocol."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from service.model.publication import Change, Draft, Move
from tests.http.documents import small_job
from tests.http.places import ledger
from tests.mcp.agents import (
    GENERATIONS,
    QUESTION,
    REST,
    agent,
    open_to_agents,
    problem,
    reached,
    run,
    shipped,
    structured,
)

pytestmark = pytest.mark.parametrize("mode", GENERATIONS)
OWN = {"list_rules", "explain", "solve", "recommend"}


@asynccontextmanager
async def asking(mode: str) -> AsyncIterator[Client]:
    async with reached(shipped()[0]) as http, agent(http, mode) as client:
        yield client


def test_it_speaks_the_generation_that_the_client_wants(mode: str) -> None:
    async def test() -> None:
        async with asking(mode) as client:
            assert client.protocol_version == GENERATIONS[mode]
            assert client.server_info
            assert client.server_info.name == "gpu-rules"
            assert client.server_capabilities.tools

    run(test)


def test_a_question_comes_back_is_answered_and_decided(mode: str) -> None:
    async def test() -> None:
        async with asking(mode) as client:
            listed = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(listed["training-gpu"].input_schema["properties"]) == QUESTION.keys() | REST.keys()

            asked = structured(await client.call_tool("training-gpu", QUESTION))
            assert (asked["status"], asked["outcome"]) == ("needs-input", None)
            assert [one["input"] for one in asked["ask"]] == list(REST)
            assert asked["ask"][0]["question"] == "How many GPUs will the job use in all?"

            decided = structured(await client.call_tool("training-gpu", QUESTION | REST))
            assert (decided["status"], decided["outcome"]["id"]) == ("decided", "l4")
            assert decided["rule"]["name"] == "training-gpu"

    run(test)


def test_a_rule_that_is_published_meanwhile_appears_and_one_that_is_retired_goes(mode: str) -> None:
    book = ledger()
    app, _ = open_to_agents(ledger=book)

    async def names(client: Client) -> set[str]:
        return {tool.name for tool in (await client.list_tools()).tools}

    async def test() -> None:
        async with reached(app) as http, agent(http, mode) as client:
            before = await names(client)
            assert "new-job" not in before
            draft = Draft("new-job", "1.0.0", small_job().replace(b"name: small-job", b"name: new-job"))
            book.make(Change(who="me", seen=book.now().sequence, drafts=(draft,), moves=(Move("new-job", "1.0.0"),)))
            assert await names(client) == before | {"new-job"}
            assert structured(await client.call_tool("new-job", {"memory": 16}))["status"] == "decided"
            book.make(Change(who="me", seen=book.now().sequence, moves=(Move("new-job", None),)))
            assert await names(client) == before

    run(test)


def test_what_is_refused_is_an_answer_that_says_why(mode: str) -> None:
    async def test() -> None:
        async with asking(mode) as client:
            refused = problem(await client.call_tool("training-gpu", {"vms": "three", "gpu": 16}))
            assert refused["type"] == "urn:gpu-rules:problem:inputs-rejected"
            assert {(one["code"], one["path"]) for one in refused["errors"]} == {
                ("wrong-type", "$.vms"),
                ("unknown-input", "$.gpu"),
            }

    run(test)


def test_a_tool_that_there_is_not_is_a_fault_of_the_protocol(mode: str) -> None:
    async def test() -> None:
        async with asking(mode) as client:
            with pytest.raises(
                MCPError, match="no tool is named `traning-gpu`; the nearest is `training-gpu`"
            ) as error:
                await client.call_tool("traning-gpu", {})
            assert error.value.error.code == INVALID_PARAMS
            with pytest.raises(MCPError, match="no tool is named `gcp-prices`"):
                await client.call_tool("gcp-prices", {})

    run(test)


def test_the_tools_about_rules_are_used(mode: str) -> None:
    async def test() -> None:
        async with asking(mode) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} >= OWN

            rules = {one["name"]: one for one in structured(await client.call_tool("list_rules"))["rules"]}
            assert rules["training-gpu"]["asks"]["vms"] == "How many VMs will the job use?"
            assert (rules["gcp-prices"]["kind"], rules["gcp-prices"]["tool"]) == ("catalog", None)

            asked = {"rule": "training-gpu", "inputs": QUESTION | REST, "document": True}
            explained = structured(await client.call_tool("explain", asked))
            assert explained["decision"]["outcome"]["id"] == "l4"
            assert "up to 4 VMs and 32 GPUs" in explained["why"][-1]
            assert explained["diagram"].startswith("flowchart TD")
            assert "\nname: training-gpu\n" in explained["document"]

            wanted = {"output": "young_interval", "value": "1 h"}
            asked = {
                "rule": "checkpoint-interval",
                "inputs": {"mtbf": "24 h"},
                "unknown": "save_time",
                "target": wanted,
            }
            # Young: the interval is the root of 2 * save_time * mtbf
            assert structured(await client.call_tool("solve", asked))["value"] == pytest.approx(3600**2 / (2 * 86400))

            asked = {"rule": "training-gpu", "inputs": QUESTION | REST, "constraints": {"consumption": "on_demand"}}
            found = structured(await client.call_tool("recommend", asked))
            assert found["status"] == "recommended" or found["rejected"]
            assert found["decision"]["outcome"]["id"] == "l4"

    run(test)
