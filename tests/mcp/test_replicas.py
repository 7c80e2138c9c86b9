"""Nothing is kept between two requests of an agent: replicas take turns."""

from collections.abc import Sequence
from itertools import cycle

import pytest
from httpx2 import AsyncBaseTransport, AsyncClient, Request, Response

from tests.http.places import ledger
from tests.mcp.agents import GENERATIONS, agent, asgi, open_to_agents, run, structured


class Turns(AsyncBaseTransport):
    """Gives each request to another one."""

    def __init__(self, transports: Sequence[AsyncBaseTransport]) -> None:
        self._next = cycle(transports)
        self.given = 0

    async def handle_async_request(self, request: Request) -> Response:
        self.given += 1
        return await next(self._next).handle_async_request(request)


@pytest.mark.parametrize("mode", GENERATIONS)
def test_replicas_take_turns_with_one_agent(mode: str) -> None:
    one, other = (open_to_agents(ledger=ledger())[0] for _ in range(2))

    async def test() -> None:
        turns = Turns([asgi(one), asgi(other)])
        async with one.lifespan(), other.lifespan(), AsyncClient(transport=turns) as http, agent(http, mode) as client:
            for memory, outcome in ((16, "one"), (1, "none"), (16, "one")):
                answer = structured(await client.call_tool("front", {"memory": memory}))
                assert answer["outcome"]["id"] == outcome
            assert len((await client.list_tools()).tools) == 4
        assert turns.given >= 5

    run(test)
