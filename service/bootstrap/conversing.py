"""Conversations of a worker."""

from msgspec import Struct

from service.engine.engine import Engine
from service.settings import Settings
from service.store.conversations import Conversations
from service.store.database import Database
from service.understanding.reading import read
from service.usecases.converse import Converse
from service.usecases.conversing.limits import Limits
from service.usecases.conversing.turning import Aids, Turning
from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.ports import Examiner


class Stage(Struct, frozen=True):
    """What a worker has that conversations are held with."""

    live: LiveRules
    engine: Engine
    examiner: Examiner
    database: Database


def conversations(settings: Settings, decide: Decide, stage: Stage) -> Converse:
    """Conversations, which are kept in the store; all else that is asked goes on without it."""
    from service.http.diagrams import diagram  # noqa: PLC0415

    limits = Limits(
        days=settings.conversation_days,
        turns=settings.conversation_turns,
        text=settings.conversation_text,
        per_person=settings.conversations_per_person,
        seconds=settings.conversation_search_seconds,
        rule=settings.chat_rule,
        root=settings.public_url.rstrip("/") or settings.root_path,
    )
    turning = Turning(decide, stage.engine, Aids(read, stage.examiner, diagram), limits)
    return Converse(stage.live, turning, Conversations(stage.database), limits)
