"""Telling agents that the list of tools has changed (`subscriptions/listen`, from 2026-07-28 on).

Every worker follows the rules by itself, so whichever holds a stream knows of a change: nothing is passed between them.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import (
    SUBSCRIPTION_ID_META_KEY,
    InMemorySubscriptionBus,
    ListenHandler,
    ToolsListChanged,
)
from mcp_types import SubscriptionsListenRequestParams, SubscriptionsListenResult

from service.usecases.live import LiveRules
from service.usecases.revision import Revision

LOOK: Final = 0.5
"""Seconds between two looks at the rules."""
LONGEST: Final = 300.0
"""Seconds after which a stream ends; clients that still want to know come back."""
MOST: Final = 500
"""Streams that a process has open at once."""


class Changes:
    """Streams of changes."""

    def __init__(self, live: LiveRules, is_ending: Callable[[], bool], *, longest: float = LONGEST) -> None:
        """Nobody listens yet; all streams end once the process `is_ending`."""
        self._live = live
        self._is_ending = is_ending
        self._longest = longest
        self._bus = InMemorySubscriptionBus()
        self._listen = ListenHandler(self._bus, max_subscriptions=MOST)

    async def listen(
        self, context: ServerRequestContext[Any], asked: SubscriptionsListenRequestParams
    ) -> SubscriptionsListenResult:
        """Tell one client of changes until it leaves, or it is time to come back."""
        try:
            async with asyncio.timeout(self._longest):
                return await self._listen(context, asked)
        except TimeoutError:
            return SubscriptionsListenResult(_meta={SUBSCRIPTION_ID_META_KEY: context.request_id})

    async def watch(self) -> None:
        """Look at the rules until the process ends."""
        seen = self._served()
        while not self._is_ending():
            await asyncio.sleep(LOOK)
            if (now := self._served()) is not seen:
                seen = now
                await self._bus.publish(ToolsListChanged())
        self.close()

    def _served(self) -> Revision | None:
        return self._live.snapshot if self._live.since else None

    def close(self) -> None:
        """End all streams in good order."""
        self._listen.close()
