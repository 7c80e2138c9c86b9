"""The application over a directory of rules, as `service/bootstrap` would build it, with its ports in memory."""

from copy import copy
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from litestar import Litestar
from msgspec import structs
from uuid_utils import uuid7

from service.engine.engine import Engine
from service.http.app import create_app
from service.http.diagrams import diagram
from service.http.metrics import Metrics
from service.http.parts import HttpParts
from service.model.files import key_of, read_live
from service.model.publication import DIRECTORY, Change, Draft, Move, Scope, Token
from service.store.directory import Directory
from service.understanding.reading import read
from service.usecases.access import Access, hashed
from service.usecases.account import Account
from service.usecases.build import Builder
from service.usecases.converse import Converse
from service.usecases.conversing.limits import Limits
from service.usecases.conversing.turning import Aids, Turning
from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from tests.converse.memory import MemoryConversations
from tests.http.memory import BEGIN, MemoryAccountant, MemoryLedger, MemoryRecords, QuickExaminer

RULES = Path(__file__).parents[2] / "rules"
SECRET = "x" * 43


def _token(name: str, *scopes: Scope, expires: datetime | None = None) -> Token:
    return Token(id=name, name=name, hash=hashed(SECRET), scopes=scopes, created=BEGIN, expires=expires)


EXPIRED = "expired"
TOKENS = (
    _token("all", "publish", "activate", "read", "decide"),
    _token("publisher", "publish"),
    _token("activator", "activate"),
    _token("reader", "read"),
    _token("asker", "decide"),
    _token("none"),
    _token(EXPIRED, "publish", "activate", "read", "decide", expires=datetime.now(UTC) - timedelta(seconds=1)),
)


def bearer(name: str = "all", secret: str = SECRET) -> dict[str, str]:
    """The header that sends one of the tokens."""
    return {"Authorization": f"Bearer gr_{name}_{secret}"}


def stocked(rules: Path = RULES, tokens: tuple[Token, ...] = TOKENS) -> MemoryLedger:
    """A ledger with the rules of a directory."""
    files = Directory(rules).read()
    ledger = MemoryLedger(tokens)
    drafts = tuple(Draft(*key_of(path), content) for path, content in files.documents.items())
    moves = tuple(Move(name, version) for name, version in read_live(files.live).versions.items())
    ledger.make(Change(who=DIRECTORY, seen=0, why="as in `live.yaml`", drafts=drafts, moves=moves))
    return ledger


@cache
def read_before() -> Builder:
    """A builder that has read and compiled the shipped rules, which takes longer than most tests."""
    builder = Builder()
    builder(stocked().now())
    return builder


def parts(rules: Path = RULES, *, load: bool = True, closed: bool = False, **chosen: Any) -> HttpParts:
    """The parts of an application; `chosen` are ports, limits and settings that differ from the defaults."""
    live = LiveRules(build=copy(read_before()))
    ledger = chosen.pop("ledger", None) or stocked(rules)
    ledger.changed = live.take
    examiner = chosen.pop("examiner", None) or QuickExaminer()
    if load:
        live.take(ledger.now())
    engine = Engine()
    metrics = Metrics(live, engine)
    decide = Decide(live, engine, lambda: str(uuid7()), metrics)
    limits = chosen.pop("limits", Limits())
    conversations = chosen.pop("conversations", None) or MemoryConversations()
    made = HttpParts(
        decide=decide,
        live=live,
        access=Access(lambda: live.tokens, closed=closed),
        ledger=ledger,
        records=MemoryRecords(),
        examiner=examiner,
        gatekeeper=examiner,
        metrics=metrics,
        account=Account(MemoryAccountant()),
        converse=Converse(live, Turning(decide, engine, Aids(read, examiner, diagram), limits), conversations, limits),
        body_limit=1_000_000,
        batch_body_limit=16_000_000,
        batch_items=10_000,
    )
    return structs.replace(made, **chosen)


def served(**chosen: Any) -> Litestar:
    """The application with the shipped rules."""
    return create_app(parts(**chosen))
