"""What is served: taken as a whole, or not at all."""

import asyncio
from datetime import timedelta
from itertools import count

import pytest
from msgspec import structs

from service.errors import NotReadyError
from service.model.publication import Event, Token
from service.usecases.live import LiveRules
from tests.keeper.documents import AT, bundle, published, tree

ONE = published("one", "1.0.0", tree("one"))
TWO = published("two", "1.0.0", tree("two"))
BROKEN = published("broken", "1.0.0", b"kind: tree\nname: broken\n")
TOKEN = Token(id="t", name="ci", hash="0" * 64, scopes=("publish",), created=AT)
WENT_LIVE = Event(sequence=2, at=AT, action="activated", who="ann", rule="one", version="1.0.0")


def ticking() -> LiveRules:
    """Rules with a clock of their own, that goes on by a minute with each look."""
    minutes = count()
    return LiveRules(now=lambda: AT + timedelta(minutes=next(minutes)))


def test_nothing_is_served_at_first() -> None:
    live = ticking()
    assert (live.since, live.last, live.sequence, live.tokens, live.activations) == (None, None, 0, {}, {})
    with pytest.raises(NotReadyError):
        _ = live.snapshot
    with pytest.raises(NotReadyError):
        live.load()


def test_a_bundle_is_served_with_all_that_it_holds() -> None:
    live = ticking()
    given = structs.replace(bundle(ONE, live={"one": "1.0.0"}), tokens=(TOKEN,), activations=(WENT_LIVE,), sequence=5)
    assert live.take(given)
    assert list(live.snapshot.rules) == ["one"]
    assert (live.sequence, live.tokens, live.activations) == (5, {"t": TOKEN}, {("one", "1.0.0"): WENT_LIVE})
    assert (live.since, live.last and live.last.taken) == (AT, True)


def test_a_bundle_that_can_not_be_built_leaves_what_is_served() -> None:
    live = ticking()
    live.take(bundle(ONE, live={"one": "1.0.0"}))
    before = live.snapshot
    assert not live.take(bundle(ONE, BROKEN, live={"one": "1.0.0", "broken": "1.0.0"}, sequence=2))
    assert (live.snapshot, live.sequence, live.since) == (before, 1, AT)
    assert live.last is not None
    assert [one.file for one in live.last.diagnostics] == ["broken/1.0.0.yaml"] * len(live.last.diagnostics)
    assert (live.last.taken, live.last.at) == (False, AT + timedelta(minutes=1))


def test_a_token_that_was_revoked_is_gone_even_if_the_rules_beside_it_can_not_be_built() -> None:
    live = ticking()
    live.take(structs.replace(bundle(ONE, live={"one": "1.0.0"}), tokens=(TOKEN,)))
    assert not live.take(bundle(ONE, BROKEN, live={"one": "1.0.0", "broken": "1.0.0"}, sequence=2))
    assert (live.tokens, live.sequence, list(live.snapshot.rules)) == ({}, 1, ["one"])


def test_a_bundle_that_can_not_be_read_leaves_what_is_served() -> None:
    live = ticking()
    live.take(bundle(ONE, live={"one": "1.0.0"}))
    live.miss("the disk is gone")
    assert (live.snapshot.version("one").id.version, live.last and live.last.failure) == ("1.0.0", "the disk is gone")
    assert live.last is not None
    assert not live.last.taken


def test_since_when_is_said_of_the_rules_not_of_the_tokens() -> None:
    live = ticking()
    live.take(bundle(ONE, live={"one": "1.0.0"}))
    live.take(structs.replace(bundle(ONE, live={"one": "1.0.0"}, sequence=2), tokens=(TOKEN,)))
    assert (live.since, live.sequence, list(live.tokens)) == (AT, 2, ["t"])
    live.take(bundle(ONE, TWO, live={"one": "1.0.0"}, sequence=3))
    assert live.since == AT + timedelta(minutes=2)


@pytest.mark.parametrize(("wanted", "reached"), [(1, True), (3, True), (4, False)])
def test_one_can_wait_until_an_event_is_served(wanted: int, *, reached: bool) -> None:
    live = ticking()
    live.take(bundle(ONE, live={}, sequence=1))

    async def wait() -> bool:
        waiting = asyncio.create_task(live.reached(wanted, timeout=5 if reached else 0.05))
        await asyncio.sleep(0)
        live.take(bundle(ONE, live={"one": "1.0.0"}, sequence=3))
        return await waiting

    assert asyncio.run(wait()) is reached
