"""Every answer that the contract speaks of is given somewhere: it promises nothing that does not exist."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import Raw, Struct, json

from service.http import patience
from service.http.app import create_app
from service.http.openapi import document
from service.model.publication import Change, Draft, Move, Record
from service.usecases.access import Access
from tests.http.asking import Asked
from tests.http.conftest import Client
from tests.http.documents import FRONT, small_job
from tests.http.memory import BEGIN, MemoryLedger, MemoryRecords
from tests.http.served import TOKENS, bearer, parts

WHOLE = small_job("2.0.0", limit="24").replace(b"type: number", b"type: integer")
FITTING = FRONT.replace("1.0.0", "1.1.0").replace("type: number", "type: integer").replace("2.0", "2").encode()
LIVE = {"front": "1.1.0", "small-job": "2.0.0"}
JSON, YAML = {"Content-Type": "application/json"}, {"Content-Type": "application/yaml"}


def ledger() -> MemoryLedger:
    """`small-job` 2.0.0 is live, which `front` 1.0.0 does not fit; `front` 1.1.0 does, and is live, too."""
    made = MemoryLedger(TOKENS)
    drafts = (
        Draft("small-job", "1.0.0", small_job()),
        Draft("small-job", "2.0.0", WHOLE),
        Draft("front", "1.0.0", FRONT.encode()),
        Draft("front", "1.1.0", FITTING),
    )
    made.make(Change(who="me", seen=0, drafts=drafts, moves=tuple(Move(*one) for one in LIVE.items())))
    return made


ASKED = {"inputs": {"memory": 16}}
PUBLISH = "/v1/rules/small-job/versions"
ROWS: Final[dict[str, tuple[str, str, Any]]] = {
    "decideFront": ("POST", "/v1/decisions/front", ASKED),
    "decideFrontFromQuery": ("GET", "/v1/decisions/front?memory=16", None),
    "decideFrontBatch": ("POST", "/v1/decisions/front/batch", {"items": [{"memory": 16}]}),
    "findChangeFront": ("POST", "/v1/decisions/front/counterfactual", {**ASKED, "wanted": "one"}),
    "listRules": ("GET", "/v1/rules", None),
    "getRule": ("GET", "/v1/rules/front", None),
    "listRuleVersions": ("GET", "/v1/rules/front/versions", None),
    "getRuleVersion": ("GET", "/v1/rules/front/versions/1.0.0", None),
    "publishRuleVersion": ("PUT", f"{PUBLISH}/1.0.0", small_job()),
    "getRuleSchema": ("GET", "/v1/rules/front/schema", None),
    "drawRule": ("GET", "/v1/rules/front/diagram", None),
    "checkDocument": ("POST", "/v1/check", small_job()),
    "getLiveVersion": ("GET", "/v1/rules/front/live", None),
    "activateRuleVersion": ("PUT", "/v1/rules/front/live", {"version": "1.1.0"}),
    "retireRule": ("DELETE", "/v1/rules/front/live", None),
    "compareRuleVersions": ("GET", "/v1/rules/front/diff?to=1.0.0", None),
    "readAudit": ("GET", "/v1/audit", None),
    "listRecords": ("GET", "/v1/records?rule=front", None),
    "getRecord": ("GET", "/v1/records/mine", None),
    "replayRule": ("POST", "/v1/rules/front/replay", {"version": "1.0.0"}),
    "checkHealth": ("GET", "/healthz", None),
    "checkReadiness": ("GET", "/readyz", None),
    "readMetrics": ("GET", "/metrics", None),
    "readContract": ("GET", "/openapi.json", None),
    "readDocs": ("GET", "/docs", None),
}
"""A request that each operation answers well."""

LOST: Final[dict[str, tuple[str, Any]]] = {
    "decideFront": ("/v1/decisions/front", {**ASKED, "version": "9.9.9"}),
    "decideFrontFromQuery": ("/v1/decisions/front?version=9.9.9", None),
    "decideFrontBatch": ("/v1/decisions/front/batch", {"items": [], "version": "9.9.9"}),
    "findChangeFront": ("/v1/decisions/front/counterfactual", {**ASKED, "wanted": "one", "version": "9.9.9"}),
    "getRecord": ("/v1/records/theirs", None),
    "listRecords": ("/v1/records?rule=back", None),
}
"""What is not there; where nothing stands here, the rule `back`."""

CONFLICTS: Final[dict[str, tuple[str, Any]]] = {
    "decideFront": ("/v1/decisions/front", {**ASKED, "version": "1.0.0"}),
    "decideFrontFromQuery": ("/v1/decisions/front?version=1.0.0", None),
    "decideFrontBatch": ("/v1/decisions/front/batch", {"items": [], "version": "1.0.0"}),
    "findChangeFront": ("/v1/decisions/front/counterfactual", {**ASKED, "wanted": "one", "version": "1.0.0"}),
    "getRuleSchema": ("/v1/rules/front/schema?version=1.0.0", None),
    "drawRule": ("/v1/rules/front/diagram?version=1.0.0", None),
    "publishRuleVersion": (f"{PUBLISH}/1.0.0", small_job(limit=30.0)),
    "retireRule": ("/v1/rules/small-job/live", None),
}
"""What does not go together with the rules as they are."""

MISFITS: Final[dict[str, tuple[str, Any]]] = {
    "decideFront": ("/v1/decisions/front", {}),
    "decideFrontBatch": ("/v1/decisions/front/batch", {}),
    "findChangeFront": ("/v1/decisions/front/counterfactual", {}),
    "drawRule": ("/v1/rules/front/diagram?memory=x", None),
}
"""What can't be understood; where nothing stands here, a parameter that nobody knows."""


class Overtaken(MemoryLedger):
    """A ledger in which somebody else is always quicker."""

    async def apply(self, change: Change) -> None:
        del change


class World(Struct):
    """Applications in which things go well, or not at all."""

    well: Client
    closed: Client
    small: Client
    out: Client
    overtaken: Client


def kept() -> MemoryRecords:
    """One record."""
    records = MemoryRecords()
    digest = "sha256:" + "0" * 64
    records.kept["mine"] = Record(
        decision_id="mine",
        at=datetime.now(UTC),
        rule="front",
        version="1.1.0",
        digest=digest,
        inputs={},
        masked=(),
        result="one",
        decision=Raw(b"{}"),
    )
    return records


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    down = ledger()
    down.down = True
    gone = kept()
    gone.down = True
    overtaken = Overtaken(TOKENS)
    overtaken.make(Change(who="me", seen=0, drafts=(Draft("front", "1.0.0", small_job().replace(b"small-job", b"front")),)))
    access = Access(lambda: {one.id: one for one in TOKENS})
    apps = {
        "well": parts(ledger=ledger(), records=kept()),
        "closed": parts(ledger=ledger(), records=kept(), closed=True),
        "small": parts(ledger=ledger(), body_limit=1, batch_body_limit=1, document_limit=1),
        "out": parts(ledger=down, records=gone, load=False, access=access),
        "overtaken": parts(ledger=overtaken),
    }
    clients = {name: TestClient(create_app(one)) for name, one in apps.items()}
    for client in clients.values():
        client.__enter__()
    yield World(**clients)
    for client in clients.values():
        client.__exit__()
