"""The commands: `gpu-rules mcp` as a client starts it, and a service that serves agents beside everything else."""

import os
import signal
import subprocess
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

from service.errors import SettingsError
from service.settings import Settings
from tests.keeper.documents import tree
from tests.keeper.service import Service, running
from tests.mcp.agents import GENERATIONS, QUESTION, REST, run, structured

COMMAND = ("-c", "from service.bootstrap import main; main()", "mcp")
ROOT = Path(__file__).parents[2]


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


def test_over_standard_input_a_question_is_asked_back_and_decided() -> None:
    async def test() -> None:
        async with Client(command()) as client:
            assert client.protocol_version == GENERATIONS["auto"]
            assert client.server_capabilities.tools == ToolsCapability(list_changed=False)
            asked = structured(await client.call_tool("training-gpu", QUESTION))
            assert [one["input"] for one in asked["ask"]] == list(REST)
            decided = structured(await client.call_tool("training-gpu", QUESTION | REST))
            assert decided["outcome"]["id"] == "l4"

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
                begun = anyio.current_time()
                assert await anyio.to_thread.run_sync(service.stop) == 0
                print(anyio.current_time() - begun)
                print([one async for one in changes])
            with pytest.raises(MCPError, match="gives no answer: All connection attempts failed"):
                await relayed.call_tool("one", {"amount": 1})
            await anyio.to_thread.run_sync(service.start)
            assert structured(await relayed.call_tool("one", {"amount": 1}))["outcome"]["id"] == "small"

    run(test)
    assert "agents are served" in service.told()


def test_without_a_service_to_ask_the_command_says_so() -> None:
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, *COMMAND, "--server", "http://127.0.0.1:9"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("error: `http://127.0.0.1:9/mcp` gives no answer: ")


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


def test_a_signal_ends_the_command() -> None:
    with subprocess.Popen([sys.executable, *COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as one:  # noqa: S603
        assert one.stdin
        assert one.stdout
        one.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        one.stdin.flush()
        assert b'"result"' in one.stdout.readline()
        one.send_signal(signal.SIGINT)
        assert one.wait(20) == 130
