"""Every answer that the contract speaks of is given somewhere: it promises nothing that does not exist."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http import HTTPStatus
from typing import IO, Any

import pytest
from litestar.testing import TestClient
from msgspec import Struct, structs

from service.errors import BusyError
from service.http import patience
from service.http.app import create_app
from service.http.openapi import document
from service.model.publication import Change, Draft
from service.model.timeline import Asked as TimelineAsked
from service.usecases.access import Access
from service.usecases.account import Account
from service.usecases.conversing.limits import Limits
from tests.http.asking import Asked
from tests.http.conftest import Client
from tests.http.documents import small_job
from tests.http.memory import MemoryAccountant, MemoryLedger
from tests.http.places import CLOSED, CONFLICTS, JSON, LOST, MISFITS, PUBLISH, ROWS, THIRD, YAML, kept, ledger, talking
from tests.http.served import TOKENS, bearer, parts


class Overtaken(MemoryLedger):
    """A ledger in which somebody else is always quicker."""

    async def apply(self, change: Change) -> None:
        del change


class Busy(Account):
    """Makes no ledger, as too many wait for one."""

    async def __call__(self, timeline: bytes | IO[bytes], asked: TimelineAsked) -> bytes:
        del timeline, asked
        message = "one more, some day"
        raise BusyError(message)


TINY: dict[str, Any] = {
    "body_limit": 1,
    "batch_body_limit": 1,
    "conversation_body_limit": 1,
    "document_limit": 1,
    "timeline_limit": 1,
}
"""Limits that no body keeps to."""


class World(Struct):
    """Applications in which things go well, or not at all."""

    well: Client
    closed: Client
    small: Client
    out: Client
    overtaken: Client
    spare: Client
    crowded: Client


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    down = ledger()
    down.down = True
    gone = kept()
    gone.down = True
    mute = talking()
    mute.down = True
    overtaken = Overtaken(TOKENS)
    overtaken.make(
        Change(who="me", seen=0, drafts=(Draft("front", "1.0.0", small_job().replace(b"small-job", b"front")),))
    )
    access = Access(lambda: {one.id: one for one in TOKENS})
    apps = {
        "well": parts(ledger=ledger(), records=kept(), conversations=talking(), stream_seconds=0.01),
        "closed": parts(ledger=ledger(), records=kept(), closed=True),
        "small": parts(ledger=ledger(), **TINY),
        "out": parts(
            ledger=down,
            records=gone,
            conversations=mute,
            load=False,
            access=access,
            account=Busy(MemoryAccountant()),
        ),
        "overtaken": parts(ledger=overtaken),
        "spare": parts(ledger=ledger(), conversations=talking()),
        "crowded": parts(ledger=ledger(), conversations=talking(), limits=Limits(per_person=1)),
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
        201: lambda: ask.elsewhere((f"{PUBLISH}/3.0.0", THIRD) if operation == "publishRuleVersion" else (path, body)),
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
        429: lambda: ask.among(world.crowded),
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
