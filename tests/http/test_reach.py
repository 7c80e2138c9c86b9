"""Every answer that the contract speaks of is given somewhere: it promises nothing that does not exist."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http import HTTPStatus
from typing import Any, Final

import pytest
from litestar.testing import TestClient
from msgspec import Raw, Struct, structs

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
THIRD = WHOLE.replace(b"2.0.0", b"3.0.0")
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
    "activateRuleVersion": ("/v1/rules/front/live", {"version": "1.0.0"}),
    "retireRule": ("/v1/rules/small-job/live", None),
}
"""What does not go together with the rules as they are."""

CLOSED: Final[dict[str, tuple[str, Any]]] = {"drawRule": ("/v1/rules/front/diagram?decision=mine", None)}
"""What is not for everyone, where the operation as such is."""

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
    spare: Client


def kept() -> MemoryRecords:
    """One record."""
    records = MemoryRecords()
    digest = "sha256:" + "0" * 64
    records.kept["mine"] = Record(
        decision_id="mine",
        at=BEGIN,
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
    overtaken.make(
        Change(who="me", seen=0, drafts=(Draft("front", "1.0.0", small_job().replace(b"small-job", b"front")),))
    )
    access = Access(lambda: {one.id: one for one in TOKENS})
    apps = {
        "well": parts(ledger=ledger(), records=kept()),
        "closed": parts(ledger=ledger(), records=kept(), closed=True),
        "small": parts(ledger=ledger(), body_limit=1, batch_body_limit=1, document_limit=1),
        "out": parts(ledger=down, records=gone, load=False, access=access),
        "overtaken": parts(ledger=overtaken),
        "spare": parts(ledger=ledger()),
    }
    with ExitStack() as stack:
        yield World(**{name: stack.enter_context(TestClient(create_app(one))) for name, one in apps.items()})


class Ask(Struct):
    """A request, and who is asked; bytes are a document."""

    client: Client
    method: str
    path: str
    body: Any
    headers: dict[str, str]

    def status(self) -> int:
        """The status of the answer."""
        content = (
            {"content": self.body} if isinstance(self.body, bytes) else {} if self.body is None else {"json": self.body}
        )
        kind = YAML if isinstance(self.body, bytes) else {}
        return self.client.request(self.method, self.path, headers={**kind, **self.headers}, **content).status_code

    def stalled(self) -> int:
        """The status of the answer if the body does not come."""
        kind = YAML if isinstance(self.body, bytes) else JSON
        named = {name.lower().replace("-", "_"): value for name, value in {**self.headers, **kind}.items()}
        asked = Asked(self.path, [], content_length="10", **named)
        asked.scope["method"] = self.method

        async def patiently() -> int:
            app = create_app(parts(ledger=ledger()))
            async with app.lifespan():
                return (await asyncio.wait_for(asked.of(app), 20)).status

        return asyncio.run(patiently())

    def malformed(self) -> "Ask":
        """The same, not to be read."""
        if isinstance(self.body, dict):
            return structs.replace(self, body=b"{", headers={**self.headers, **JSON})
        return self.beside("%FF")

    def beside(self, parameter: str) -> "Ask":
        """The same with one parameter more."""
        return structs.replace(self, path=f"{self.path}{'&' if '?' in self.path else '?'}{parameter}")

    def elsewhere(self, place: tuple[str, Any]) -> "Ask":
        """The same with another path and body."""
        return structs.replace(self, path=place[0], body=place[1])

    def among(self, client: Client, **headers: str) -> "Ask":
        """The same to another client, with other headers."""
        return structs.replace(self, client=client, headers=headers)

    def expecting(self, tag: str | None) -> "Ask":
        """A change that expects to find a version."""
        body = {"version": "1.0.0"} if self.body else None
        headers = {**self.headers, **({"If-Match": tag} if tag else {})}
        return structs.replace(self, body=body, headers=headers)


def reach(world: World, operation: str, status: int) -> int:
    """The status of the answer to a request that should be answered with this one."""
    ask = Ask(world.well, *ROWS[operation], bearer())
    _, path, body = ROWS[operation]
    if status == HTTPStatus.REQUEST_TIMEOUT:
        return ask.stalled()
    asks: dict[int, Callable[[], Ask]] = {
        200: lambda: ask,
        201: lambda: ask.elsewhere((f"{PUBLISH}/3.0.0", THIRD)),
        204: lambda: ask.among(world.spare, **{**bearer(), "If-Match": "*"}),
        304: lambda: ask.among(world.well, **{"If-None-Match": "*"}),
        400: ask.malformed,
        401: lambda: ask.elsewhere(CLOSED.get(operation, (path, body))).among(world.closed),
        403: lambda: ask.elsewhere(CLOSED.get(operation, (path, body))).among(world.closed, **bearer("none")),
        404: lambda: ask.elsewhere(LOST.get(operation, (path.replace("front", "back"), body))),
        409: lambda: structs.replace(ask.elsewhere(CONFLICTS[operation]), headers={**bearer(), "If-Match": "*"}),
        412: lambda: ask.expecting('"x"'),
        413: lambda: structs.replace(ask, client=world.small),
        415: lambda: structs.replace(ask, body=b"x", headers={**bearer(), "Content-Type": "text/plain"}),
        422: lambda: ask.elsewhere(MISFITS[operation]) if operation in MISFITS else ask.beside("nonsense=1"),
        428: lambda: ask.expecting(None),
        503: lambda: structs.replace(ask, client=world.out),
    }
    found = asks[status]()
    if (operation, status) == ("activateRuleVersion", HTTPStatus.CONFLICT):
        found = found.among(world.overtaken, **bearer())
    return found.status()


UNREACHED = {"414", "431", "500"}
"""Of the server itself, and of bugs."""


def promised() -> Iterator[Any]:
    """The statuses of each operation; of those of single rules, the ones of `front`."""
    chosen = parts(ledger=ledger(), closed=True)
    for methods in document(chosen.live.snapshot, closed=True)["paths"].values():
        for method, operation in methods.items():
            if method != "parameters" and "SmallJob" not in operation["operationId"]:
                for status in operation["responses"].keys() - UNREACHED:
                    name = operation["operationId"]
                    yield pytest.param(name, int(status), id=f"{name}-{status}")


@pytest.mark.parametrize(("operation", "status"), sorted(promised(), key=str))
def test_an_answer_of_the_contract_is_given(
    world: World, operation: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.02)
    assert reach(world, operation, status) == status


def test_every_operation_is_asked() -> None:
    assert {one.values[0] for one in promised()} == set(ROWS)
