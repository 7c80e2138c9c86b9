"""What the REST API is built from; `service/bootstrap.py` fills it."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from litestar import Litestar
from msgspec import Struct, field

from service.http.metrics import Metrics
from service.model.status import KeeperStatus
from service.usecases.access import Access
from service.usecases.account import Account
from service.usecases.aside import Aside
from service.usecases.converse import Converse
from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.ports import Examiner, Ledger, Records

Agents = Callable[[Any, Any, Any], Awaitable[None]]
"""An ASGI application that speaks to agents."""


class Platform(Struct, frozen=True, kw_only=True):
    """A chat platform that sends to a path: `answer` takes headers, in lower case, and a body, and gives JSON."""

    path: str
    media_type: str
    answer: Callable[[Mapping[str, str], bytes], Awaitable[bytes]]


class HttpParts(Struct, frozen=True, kw_only=True):
    """Use cases, ports and limits.

    Attributes:
        decide: answers questions.
        live: the rules that are being served.
        access: tells who may do what.
        ledger: keeps versions, and what is live.
        records: keeps decisions that were made.
        examiner: examines documents for those who only ask.
        gatekeeper: examines changes before they are made; they never wait behind those who only ask.
        metrics: counts what happens.
        account: makes ledgers of timelines.
        converse: holds conversations.
        aside: searches formulas beside the requests.
        agents: speaks to agents, if they are served.
        platforms: chat platforms that are configured.
        status: how the keeper of the rules stands, which feeds this process.
        lifespan: what is open while the application runs.
        body_limit: largest body of a request, in bytes.
        batch_body_limit: largest body of a batch, in bytes.
        batch_items: most items of a batch.
        conversation_body_limit: largest body of a message, in bytes.
        stream_seconds: longest time that somebody listens to a conversation without coming back.
        document_limit: largest rule document, in bytes.
        timeline_limit: largest timeline, in bytes.
        spool_directory: where large bodies are kept while they are needed; nothing: where the system has such files.
        staleness_limit: seconds without contact to the store after which this process is not ready; 0 means never.
        is_ending: tells that this process was asked to end, so that nobody is to be listened to any longer.
        cors_origins: origins whose pages may call the service; none means that no page of another origin may, `*` all.
        root_path: the path prefix that a proxy in front strips.
        access_log: whether each request is logged.
    """

    decide: Decide
    live: LiveRules
    access: Access
    ledger: Ledger
    records: Records
    examiner: Examiner
    gatekeeper: Examiner
    metrics: Metrics
    account: Account
    converse: Converse
    aside: Aside = field(default_factory=Aside)
    agents: Agents | None = None
    platforms: tuple[Platform, ...] = ()
    body_limit: int
    batch_body_limit: int
    batch_items: int
    conversation_body_limit: int = 64_000
    stream_seconds: float = 300.0
    document_limit: int = 1_000_000
    timeline_limit: int = 256_000_000
    spool_directory: Path | None = None
    staleness_limit: float = 0.0
    status: Callable[[], KeeperStatus] = KeeperStatus
    lifespan: tuple[Callable[[Litestar], AbstractAsyncContextManager[None]], ...] = ()
    is_ending: Callable[[], bool] = lambda: False
    cors_origins: tuple[str, ...] = ()
    root_path: str = ""
    access_log: bool = False
