"""What a change does, one at a time."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from service.errors import RuleNotFoundError, VersionNotFoundError, VersionTakenError
from service.model.publication import Bundle, Change, Draft, Event, Move, Published, Token
from service.model.rule import digest
from service.store.database import Database
from service.store.ledger import Ledger
from service.store.tokens import Tokens
from service.usecases import ports
from tests.store.changes import draft, move, publish, told

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 3, 29, 12, 0, 0, 123456, tzinfo=UTC)


@pytest.fixture
def ledger(database: Database) -> ports.Ledger:
    """The ledger of an empty store, where it is noon; the clock is in another zone than UTC."""
    return Ledger(database, now=lambda: NOON.astimezone(timezone(timedelta(hours=5, minutes=30))))


async def test_an_empty_store_has_nothing(ledger: ports.Ledger) -> None:
    assert (await ledger.bundle()).sequence == 0
    assert await ledger.bundle() == Bundle(sequence=0, versions=(), live={})
    assert await ledger.events() == []
    assert await ledger.imported() == {}


async def test_publishing_and_moving_in_one_change(ledger: ports.Ledger) -> None:
    content = "größe: 1\r\n\0".encode()
    change = Change(
        who="ann", seen=0, why="first", drafts=(Draft("a", "1.0.0", content), draft("b")), moves=(Move("a", "1.0.0"),)
    )
    mark, other = digest(content), digest(b"b 1.0.0")
    events = [
        Event(sequence=1, at=NOON, action="published", who="ann", rule="a", version="1.0.0", digest=mark, why="first"),
        Event(sequence=2, at=NOON, action="published", who="ann", rule="b", version="1.0.0", digest=other, why="first"),
        Event(sequence=3, at=NOON, action="activated", who="ann", rule="a", version="1.0.0", digest=mark, why="first"),
    ]
    assert await ledger.apply(change) == events
    assert (await ledger.bundle()).sequence == 3
    assert await ledger.events() == events[::-1]
    assert await ledger.bundle() == Bundle(
        sequence=3,
        versions=(
            Published(name="a", version="1.0.0", digest=mark, content=content, author="ann", at=NOON),
            Published(name="b", version="1.0.0", digest=other, content=b"b 1.0.0", author="ann", at=NOON),
        ),
        live={"a": "1.0.0"},
        activations=(events[2],),
    )


async def test_times_come_back_in_utc(ledger: ports.Ledger) -> None:
    await ledger.apply(publish(draft("a")))
    (event,) = await ledger.events()
    assert event.at.tzinfo is UTC


async def test_doing_it_again_leaves_no_event(ledger: ports.Ledger) -> None:
    change = Change(who="ann", seen=0, drafts=(draft("a"), draft("a")), moves=(Move("a", "1.0.0"), Move("a", "1.0.0")))
    assert len(await ledger.apply(change) or []) == 2
    again = Change(who="bob", seen=2, drafts=change.drafts, moves=change.moves)
    assert await ledger.apply(again) == []
    assert (await ledger.bundle()).sequence == 2


async def test_another_content_under_a_number_that_is_taken_is_refused_whole(ledger: ports.Ledger) -> None:
    await ledger.apply(publish(draft("a")))
    with pytest.raises(VersionTakenError, match=r"`a` 1\.0\.0 was published before with another content"):
        await ledger.apply(publish(draft("b"), draft("a", text="other"), seen=1))
    assert (await ledger.bundle()).sequence == 1
    assert [version.name for version in (await ledger.bundle()).versions] == ["a"]


async def test_two_contents_under_one_number_in_one_change_are_refused(ledger: ports.Ledger) -> None:
    with pytest.raises(VersionTakenError):
        await ledger.apply(publish(draft("a"), draft("a", text="other")))
    assert (await ledger.bundle()).sequence == 0


async def test_a_change_that_was_checked_against_older_rules_is_not_made(ledger: ports.Ledger) -> None:
    await ledger.apply(publish(draft("a")))
    assert await ledger.apply(publish(draft("b"), seen=0)) is None
    assert await ledger.apply(publish(draft("b"), seen=2)) is None
    assert told(await ledger.apply(publish(draft("b"), seen=1))) == [(2, "published", "b", "1.0.0", None)]


async def test_tokens_are_no_change_of_the_rules(ledger: ports.Ledger, database: Database) -> None:
    token = Token(id="1", name="ci", hash="00", scopes=("publish",), created=NOON)
    await Tokens(database).add(token, "ann")
    await Tokens(database).revoke("ci", NOON, "ann")
    assert told(await ledger.apply(publish(draft("a"), seen=0))) == [(3, "published", "a", "1.0.0", None)]


async def test_rolling_back_and_retiring(ledger: ports.Ledger) -> None:
    await ledger.apply(publish(draft("a"), draft("a", "1.1.0")))
    assert told(await ledger.apply(move("a", "1.0.0", seen=2))) == [(3, "activated", "a", "1.0.0", None)]
    assert told(await ledger.apply(move("a", "1.1.0", seen=3))) == [(4, "activated", "a", "1.1.0", "1.0.0")]
    assert told(await ledger.apply(move("a", "1.0.0", seen=4))) == [(5, "activated", "a", "1.0.0", "1.1.0")]
    assert told(await ledger.apply(move("a", None, seen=5))) == [(6, "retired", "a", None, "1.0.0")]
    assert await ledger.apply(move("a", None, seen=6)) == []
    bundle = await ledger.bundle()
    assert bundle.live == {}
    assert [(event.version, event.sequence) for event in bundle.activations] == [("1.1.0", 4), ("1.0.0", 5)]


async def test_moving_to_what_is_not_there(ledger: ports.Ledger) -> None:
    await ledger.apply(publish(draft("a"), draft("a", "1.1.0")))
    with pytest.raises(VersionNotFoundError, match=r"`a` has no version `2\.0\.0`; it has `1\.0\.0`, `1\.1\.0`"):
        await ledger.apply(move("a", "2.0.0", seen=2))
    with pytest.raises(RuleNotFoundError, match="no rule is named `b`"):
        await ledger.apply(Change(who="ann", seen=2, drafts=(draft("c"),), moves=(Move("b", "1.0.0"),)))
    assert (await ledger.bundle()).sequence == 2


async def test_what_the_directory_said_is_kept_with_its_change(ledger: ports.Ledger) -> None:
    change = Change(who="directory", seen=0, drafts=(draft("a"),), imported={"a": "1.0.0", "b": "2.0.0"})
    await ledger.apply(change)
    assert await ledger.imported() == {"a": "1.0.0", "b": "2.0.0"}
    assert await ledger.apply(Change(who="directory", seen=0, imported={"a": "9.9.9"})) is None
    assert await ledger.imported() == {"a": "1.0.0", "b": "2.0.0"}
    assert await ledger.apply(Change(who="directory", seen=1, imported={"b": "2.1.0"})) == []
    assert await ledger.imported() == {"b": "2.1.0"}
    await ledger.apply(publish(draft("b"), seen=1))
    assert await ledger.imported() == {"b": "2.1.0"}
    await ledger.apply(Change(who="directory", seen=2, imported={}))
    assert await ledger.imported() == {}


async def test_pages_of_the_audit_log(ledger: ports.Ledger) -> None:
    await ledger.apply(publish(*(draft(rule, f"1.{number}.0") for number in range(5) for rule in ("a", "b"))))
    everything = await ledger.events()
    assert [event.sequence for event in everything] == list(range(10, 0, -1))
    assert await ledger.events(limit=3) == everything[:3]
    assert await ledger.events(before=8, limit=3) == everything[3:6]
    assert await ledger.events(before=1) == []
    assert await ledger.events(before=10**30, limit=10**30) == everything
    assert [event.sequence for event in await ledger.events(rule="a", limit=2)] == [9, 7]
    assert [event.sequence for event in await ledger.events(rule="a", before=7)] == [5, 3, 1]
    assert await ledger.events(rule="\0") == []


async def test_text_that_a_database_does_not_take_does_no_harm(ledger: ports.Ledger) -> None:
    await ledger.apply(Change(who="ann", seen=0, why="nul \0 half \ud800 café 🎉", drafts=(draft("a"),)))
    (event,) = await ledger.events()
    assert event.why == "nul \ufffd half ? café 🎉"
