"""The commands: `gpu-rules mcp` as a client starts it, and a service that serves agents beside everything else."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.server.subscriptions import ToolsListChanged
from mcp.shared.exceptions import MCPError
from mcp_types import ToolsCapability

from service.bootstrap.agents import VERSION
from service.chat.mcp.relay import relaying
from service.errors import SettingsError
from service.settings import Settings
from tests.http.places import ledger
from tests.keeper.documents import tree
from tests.keeper.service import Service, running
from tests.mcp.agents import GENERATIONS, QUESTION, REST, asgi, open_to_agents, run, structured

COMMAND = ("-c", "from service.bootstrap import main; main()", "mcp")
ROOT = Path(__file__).parents[2]
NOTING = 'echo $$ > "$0"; exec "$@"'
"""Notes the process before it becomes the command."""


def command(*arguments: str, cwd: Path = ROOT) -> StdioServerParameters:
    """The command as a client starts it."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return StdioServerParameters(command=sys.executable, args=[*COMMAND, *arguments], env=env, cwd=cwd)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service with a store and one worker, whose rules come from a directory."""
    publish(tmp_path / "rules", "one")
    with running(Service(tmp_path, workers=1)) as started:
        yield started


def publish(rules: Path, *names: str) -> None:
    """Write rules, all of them live."""
    for name in names:
        (rules / name).mkdir(parents=True, exist_ok=True)
        (rules / name / "1.0.0.yaml").write_bytes(tree(name))
    (rules / "live.yaml").write_text("".join(f"{name}: 1.0.0\n" for name in names))


async def named(client: Client) -> set[str]:
    """The tools that an agent is offered."""
    return {tool.name for tool in (await client.list_tools()).tools}


def test_over_standard_input_a_question_is_asked_back_and_decided_until_a_signal_comes(tmp_path: Path) -> None:
    identity = tmp_path / "pid"
    plain = command()
    noted = plain.model_copy(
        update={"command": "/bin/sh", "args": ["-c", NOTING, str(identity), plain.command, *plain.args]}
    )

    async def test() -> None:
        async with Client(noted) as client:
            assert client.protocol_version == GENERATIONS["auto"]
            assert client.server_capabilities.tools == ToolsCapability(list_changed=False)
            asked = structured(await client.call_tool("training-gpu", QUESTION))
            assert [one["input"] for one in asked["ask"]] == list(REST)
            decided = structured(await client.call_tool("training-gpu", QUESTION | REST))
            assert decided["outcome"]["id"] == "l4"
            os.kill(int(identity.read_text()), signal.SIGINT)
            with pytest.raises(MCPError, match="Connection closed"):
                await _until_it_fails(client)

    run(test)


def test_a_rule_is_published_while_agents_are_connected_and_the_service_ends_while_one_listens(
    service: Service,
) -> None:
    async def test() -> None:
        relay = Client(command("--server", service.url, cwd=service.data), mode="legacy")
        async with relay as relayed, Client(f"{service.url}/mcp") as direct:
            assert relayed.protocol_version == GENERATIONS["legacy"]
            assert await named(relayed) == await named(direct) == {"one", "list_rules", "explain"}
            async with direct.listen(tools_list_changed=True) as changes:
                publish(service.rules, "one", "two")
                assert await anext(changes) == ToolsListChanged()
                for client in (relayed, direct):
                    assert "two" in await named(client)
                    answer = structured(await client.call_tool("two", {"amount": 9}))
                    assert answer["outcome"]["id"] == "large"
                assert await anyio.to_thread.run_sync(service.stop) == 0
                assert [one async for one in changes] == []  # it was ended in good order, not cut off
            with pytest.raises(MCPError, match="gives no answer: All connection attempts failed"):
                await relayed.call_tool("one", {"amount": 1})

    run(test)
    assert '"platform": "mcp", "paths": ["/mcp"]' in service.told()


async def _until_it_fails(client: Client) -> None:
    """Ask until there is no answer."""
    while True:
        await client.list_tools()


@pytest.mark.parametrize(
    ("path", "token", "why"),
    [
        ("/mcp", "", "this needs a bearer token"),
        ("/mcp", "gr_asker_wrong", "the bearer token is not valid"),
        ("/v1/mcp", "", "there is nothing at `/v1/mcp`"),
    ],
)
def test_a_service_that_does_not_let_us_in_says_why(path: str, token: str, why: str) -> None:
    app = open_to_agents(ledger=ledger(), closed=True)[0]

    async def test() -> None:
        url = f"http://127.0.0.1{path}"
        async with app.lifespan():
            with pytest.raises(ConnectionError, match=re.escape(f"`{url}` gives no answer: {why}")):
                await relaying(url, token, VERSION, asgi(app)).__aenter__()

    run(test)


def test_where_there_is_no_service_that_is_said() -> None:
    async def test() -> None:
        words = re.escape("`http://127.0.0.1:9/mcp` gives no answer: All connection attempts failed")
        with pytest.raises(ConnectionError, match=words):
            await relaying("http://127.0.0.1:9/mcp", "", VERSION).__aenter__()

    run(test)


@pytest.mark.parametrize(
    ("chosen", "served"),
    [
        ({}, True),
        ({"host": "localhost"}, True),
        ({"host": "::1"}, True),
        ({"host": "127.0.0.2"}, True),
        ({"host": "0.0.0.0"}, False),  # noqa: S104 - not listened on
        ({"host": "gpu.example.com"}, False),
        ({"host": "0.0.0.0", "mcp": "on"}, True),  # noqa: S104
        ({"mcp": "off"}, False),
    ],
    ids=str,
)
def test_agents_are_served_where_nobody_else_gets_or_where_that_is_set(chosen: dict[str, Any], served: bool) -> None:
    assert Settings(**chosen).serves_mcp is served


def test_another_value_of_the_setting_is_refused() -> None:
    with pytest.raises(SettingsError, match="GPU_RULES_MCP=perhaps"):
        Settings.from_env({"GPU_RULES_MCP": "perhaps"})
