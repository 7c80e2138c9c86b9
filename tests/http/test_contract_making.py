"""`/openapi.json` is made aside, once for each revision."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count
from threading import Event
from typing import Any

import pytest
from msgspec import json

from service.http import docs
from service.http.app import create_app
from service.http.docs import Contract
from service.http.parts import HttpParts
from service.model.publication import Change, Move
from tests.http.asking import Asked
from tests.http.memory import MemoryLedger
from tests.http.places import ledger
from tests.http.served import parts

BOUND = 20.0
"""Seconds after which what does not happen has failed."""


@pytest.fixture
def chosen() -> HttpParts:
    return parts(ledger=ledger())


def bounded(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run it, for a while at most."""
    asyncio.run(asyncio.wait_for(test(), BOUND))


def getting(path: str) -> Asked:
    """A request that reads."""
    asked = Asked(path, [])
    asked.scope["method"] = "GET"
    return asked


def test_while_it_is_made_others_are_answered(chosen: HttpParts, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = Event(), Event()

    def making(*_: object, **__: object) -> bytes:
        begun.set()
        assert go_on.wait(BOUND)
        return b"{}"

    monkeypatch.setattr(docs, "encoded_document", making)

    async def test() -> None:
        app = create_app(chosen)
        contract = asyncio.create_task(getting("/openapi.json").of(app))
        try:
            assert await asyncio.to_thread(begun.wait, BOUND)
            assert (await getting("/healthz").of(app)).status == 200
            assert not contract.done()
        finally:
            go_on.set()
        assert (await contract).status == 200

    bounded(test)


def test_all_who_ask_meanwhile_get_the_same_one(chosen: HttpParts, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count(1)
    monkeypatch.setattr(docs, "encoded_document", lambda *_, **__: b"%d" % next(numbers))

    async def test() -> None:
        contract, revision = Contract(chosen), chosen.live.snapshot
        assert await asyncio.gather(*(contract.of(revision) for _ in range(20))) == [b"1"] * 20
        assert await contract.of(revision) == b"1"

    bounded(test)


def test_one_who_leaves_does_not_take_it_from_the_others(chosen: HttpParts) -> None:
    async def test() -> None:
        contract, revision = Contract(chosen), chosen.live.snapshot
        one, other = (asyncio.create_task(contract.of(revision)) for _ in range(2))
        await asyncio.sleep(0)
        one.cancel()
        assert json.decode(await other)["openapi"]

    bounded(test)


def test_a_failure_is_not_kept(chosen: HttpParts, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[Any] = [ZeroDivisionError("no"), b"{}"]

    def making(*_: object, **__: object) -> bytes:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return bytes(answer)

    monkeypatch.setattr(docs, "encoded_document", making)

    async def test() -> None:
        contract, revision = Contract(chosen), chosen.live.snapshot
        with pytest.raises(ZeroDivisionError):
            await contract.of(revision)
        assert await contract.of(revision) == b"{}"

    bounded(test)


def test_it_is_that_of_the_rules_that_are_live(chosen: HttpParts) -> None:
    kept: MemoryLedger = chosen.ledger  # type: ignore[assignment]  # `ledger` puts one there

    async def paths(contract: Contract) -> set[str]:
        made = json.decode(await contract.of(chosen.live.snapshot))["paths"]
        return {path for path in made if path.startswith("/v1/decisions/") and path.count("/") == 3}

    async def test() -> None:
        contract = Contract(chosen)
        assert await paths(contract) == {"/v1/decisions/front", "/v1/decisions/small-job"}
        kept.make(Change(who="me", seen=kept.now().sequence, moves=(Move("front", None),)))
        assert await paths(contract) == {"/v1/decisions/small-job"}

    bounded(test)


@pytest.mark.parametrize("closed", [False, True])
def test_it_says_whether_deciding_needs_a_token(closed: bool) -> None:
    chosen = parts(ledger=ledger(), closed=closed)

    async def test() -> None:
        operation = json.decode(await Contract(chosen).of(chosen.live.snapshot))["paths"]["/v1/decisions/front"]["get"]
        assert operation.get("security") == ([{"token": ["decide"]}] if closed else None)
        assert ("401" in operation["responses"], "403" in operation["responses"]) == (closed, closed)

    bounded(test)
