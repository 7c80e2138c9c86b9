"""Replicas of a service that share a store, and the clock on their wall."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from copy import copy
from datetime import UTC, datetime, timedelta
from typing import Any

from uuid_utils import uuid7

from service.analysis.budget import Budget
from service.analysis.nearest import nearest_change
from service.engine.engine import Engine
from service.engine.program import Program
from service.http.diagrams import diagram
from service.http.metrics import Metrics
from service.model.conversation import Binding, ConversationReply
from service.model.decision import Decision
from service.model.files import RuleFiles
from service.model.nearest import Nearest
from service.model.rule import RuleId
from service.store.conversations import Conversations
from service.store.database import Database
from service.understanding.reading import read
from service.usecases import ports
from service.usecases.converse import Converse
from service.usecases.conversing.limits import Limits
from service.usecases.conversing.messages import Message
from service.usecases.conversing.turning import Aids, Turning
from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.ready import ready
from tests.databases import Place
from tests.http.memory import QuickExaminer
from tests.http.served import read_before, stocked

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)
SOMEBODY = Binding(platform="slack", channel="C1", user="U1")
PATIENT = 1_000.0
"""Seconds that a test waits for what takes a moment."""


def rules() -> LiveRules:
    """The shipped rules."""
    live = LiveRules(build=copy(read_before()))
    live.take(stocked().now())
    return live


class Clock:
    """A clock that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **time: float) -> None:
        self.now += timedelta(**time)


class Searcher(QuickExaminer):
    """Looks for the nearest change in this process, as the child of a service does."""

    async def nearest(self, files: RuleFiles, rule: RuleId, given: Mapping[str, Any], wanted: str) -> Nearest:
        self._answer()
        [version] = ready(files, [rule])
        return nearest_change(version.provable, given, wanted, Budget(seconds=PATIENT))


class Replica:
    """One process that answers, by rules that were compiled before, and with a door to the common store."""

    def __init__(
        self,
        store: ports.Conversations,
        live: LiveRules,
        clock: Clock,
        *,
        limits: Limits | None = None,
        examiner: ports.Examiner | None = None,
    ) -> None:
        limits = limits or Limits(seconds=PATIENT, per_person=1_000)
        self.store = store
        self.live = live
        self.decided: list[str] = []
        engine = Engine()
        decide = Decide(self.live, engine, lambda: str(uuid7()), Metrics(self.live, engine), recorder=self._record)
        turning = Turning(decide, engine, Aids(read, examiner or Searcher(), diagram), limits)
        self.converse = Converse(self.live, turning, store, limits, clock)

    async def start(self, text: str | None = None, rule: str | None = None, **more: Any) -> ConversationReply:
        message = Message(text=text, answers=more.pop("answers", None), delivery=more.pop("delivery", None))
        return await self.converse.start(more.pop("binding", SOMEBODY), message, rule=rule, **more)

    async def say(self, identity: str, text: str | None = None, **more: Any) -> ConversationReply:
        message = Message(text=text, answers=more.pop("answers", None), delivery=more.pop("delivery", None))
        return await self.converse.say(identity, message, **more)

    def _record(self, program: Program, given: Mapping[str, Any], decision: Decision) -> None:
        del program, given
        self.decided.append(decision.decision_id)


@asynccontextmanager
async def opened(place: Place) -> AsyncIterator[Conversations]:
    """The conversations of a store, by a door of its own."""
    database = Database(place.url, place.data_dir)
    try:
        yield Conversations(database)
    finally:
        await database.close()
