"""What answers requests: the use cases over one engine, the rules of the data directory, and the store.

Imports of the HTTP side stand inside functions: metrics decide how workers share their counts when they are imported,
and that is known only once a command runs; commands that need no server start faster without it.
"""

import asyncio
import gc
import os
import sys
from collections.abc import AsyncGenerator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from service.bootstrap.conversing import Stage, conversations
from service.bootstrap.ending import Ending
from service.bootstrap.identity import identity
from service.bootstrap.parent import end_with_parent, is_orphan
from service.bootstrap.platforms import chat_platforms
from service.chat.mcp.endpoint import Endpoint
from service.engine.engine import Engine
from service.logs import configure
from service.sandbox.accounting.accountant import ChildAccountant
from service.sandbox.runner import Sandbox
from service.settings import Settings
from service.store.bundles import Bundles
from service.store.database import Database
from service.store.directory import Directory
from service.store.ledger import Ledger
from service.store.records import Records
from service.usecases.access import Access
from service.usecases.account import Account
from service.usecases.aside import Aside
from service.usecases.background import begin
from service.usecases.decide import Decide, unrecorded
from service.usecases.follow import Follower, settle
from service.usecases.live import LiveRules
from service.usecases.recorder import Recorder, share_of

if TYPE_CHECKING:
    from litestar import Litestar


_TURN: Final = 0.0005
"""Seconds after which a thread lets another one run. With ten times that much, which is Python's own choice, the
slowest hundredth of requests took nearly twice as long while rules were reloaded."""
_SPARE: Final = 60.0
"""Seconds for which the next child of the sandbox is kept ready: an author who checks again does not wait for it."""


def answering() -> "Litestar":
    """The application of a process that does nothing but answer, and ends when the one that started it does.

    What was made so far stays for good, so the garbage collector need not look at it again with every request: that
    was a fifth of a request, measured. While new rules are compiled beside the requests, these get their turn soon.
    """
    app = _Application(Settings.from_env(os.environ), alone=True).app()
    sys.setswitchinterval(_TURN)
    gc.collect()
    gc.freeze()
    return app


def application(settings: Settings | None = None) -> "Litestar":
    """The application in a process that does other things as well."""
    return _Application(settings or Settings.from_env(os.environ)).app()


class _Application:
    """Everything that one process answers with, and what is open meanwhile."""

    def __init__(self, settings: Settings, *, alone: bool = False) -> None:
        """`alone`: this process does nothing but answer."""
        from service.http.metrics import Metrics  # noqa: PLC0415

        configure(settings.log_format, settings.log_level)
        self._settings = settings
        self._alone = alone
        self._ending = Ending()
        self._data_dir = data_dir = Path(settings.data_dir)
        self._bundles = Bundles(data_dir)
        self._database = Database(settings.database_url, data_dir)
        self._records = Records(self._database)
        self._sandbox = Sandbox(
            seconds=settings.check_seconds,
            memory_mb=settings.check_memory_mb,
            at_once=settings.checks_at_once,
            spare_seconds=_SPARE,
        )
        self._gatekeeper = Sandbox(seconds=settings.check_seconds, memory_mb=settings.check_memory_mb, at_once=1)
        self._accountant = ChildAccountant(
            seconds=settings.timeline_seconds,
            memory_mb=settings.timeline_memory_mb,
            at_once=settings.timelines_at_once,
        )
        self._live = LiveRules(Directory(settings.rules))
        self._engine = Engine(settings.memo_size)
        self._metrics = Metrics(self._live, self._engine, self._bundles.status)
        self._follower = Follower(self._bundles, self._live, self._metrics, settle if alone else lambda: None)
        share = share_of(settings.records)
        self._recorder = (
            Recorder(self._records, self._metrics, share=share, per_second=settings.records_per_second)
            if share
            else None
        )

    def app(self) -> "Litestar":
        """The application, with rules.

        Raises:
            RuleRejectedError: there is no bundle, and the directory of rules can't be served either.
        """
        from service.http.app import create_app as create  # noqa: PLC0415
        from service.http.parts import HttpParts  # noqa: PLC0415

        settings, live, aside = self._settings, self._live, Aside()
        decide = Decide(live, self._engine, identity, self._metrics, recorder=self._recorder or unrecorded)
        if self._alone or self._bundles.exists():
            self._follower.take()
        else:
            live.load()
        agents = self._agents(decide, aside)
        converse = conversations(settings, decide, Stage(live, self._engine, self._sandbox, self._database))
        chats = list(chat_platforms(settings, converse))
        return create(
            HttpParts(
                decide=decide,
                live=live,
                access=Access(lambda: live.tokens, closed=settings.decisions == "closed"),
                ledger=Ledger(self._database),
                records=self._records,
                examiner=self._sandbox,
                gatekeeper=self._gatekeeper,
                account=Account(self._accountant),
                converse=converse,
                metrics=self._metrics,
                status=self._bundles.status,
                aside=aside,
                agents=agents,
                platforms=tuple(platform for chat in chats for platform in chat.platforms),
                lifespan=(
                    self._open,
                    *([agents.open] if agents else []),
                    *(chat.lifespan for chat in chats),
                ),
                is_ending=self._ending,
                body_limit=settings.body_limit,
                batch_body_limit=settings.batch_body_limit,
                batch_items=settings.batch_items,
                conversation_body_limit=settings.conversation_body_limit,
                document_limit=settings.document_limit,
                timeline_limit=settings.timeline_limit,
                spool_directory=self._data_dir,
                staleness_limit=settings.staleness_limit,
                cors_origins=settings.origins,
                root_path=settings.root_path,
                access_log=settings.access_log,
            )
        )

    def _agents(self, decide: Decide, aside: Aside) -> Endpoint | None:
        """What speaks to agents, if they are served; ready at the start where that is asked for by name."""
        from service.bootstrap.agents import agent_parts  # noqa: PLC0415

        settings = self._settings
        if not settings.serves_mcp:
            return None
        parts = agent_parts(self._live, decide, aside, self._ending)
        return Endpoint(parts, at_once=settings.mcp == "on")

    @asynccontextmanager
    async def _open(self, _: "Litestar") -> AsyncGenerator[None]:
        """Follow the bundle and write records while the application runs; what is open is closed in the end."""
        if self._alone and is_orphan():
            os._exit(1)  # it would take a port that may be somebody else's by now
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self._database.close)
            stack.push_async_callback(self._sandbox.close)
            stack.push_async_callback(self._gatekeeper.close)
            if self._recorder:
                self._recorder.start()
                stack.push_async_callback(self._recorder.stop)
            await stack.enter_async_context(_beside(self._follower.run()))
            if self._alone:
                stack.enter_context(self._ending.watched())
                await stack.enter_async_context(_beside(end_with_parent()))
            yield


@asynccontextmanager
async def _beside(work: Coroutine[Any, Any, None]) -> AsyncGenerator[None]:
    """Something that goes on beside the requests, until the end."""
    task = begin(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])
