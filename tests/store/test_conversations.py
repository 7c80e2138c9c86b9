"""Conversations in the store: kept turn by turn, found while they last, removed by age and by number."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from msgspec import structs

from service.errors import StoreUnavailableError
from service.model.conversation import Binding, Conversation, Given, Notice, Reply, Turn
from service.model.rule import RuleId
from service.store.conversations import TURNS, Conversations
from service.store.database import Database
from service.usecases import ports
from tests.databases import Place, Server

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)
DAY = timedelta(days=1)
TEXT = "é\0\"'; DROP TABLE conversations; --"


def conversation(name: str = "c_1", *, at: datetime = NOON, user: str = "U1", channel: str = "C1") -> Conversation:
    """A conversation after its first turn; it is kept for a day."""
    return Conversation(
        id=name,
        binding=Binding(platform="slack", channel=channel, user=user),
        begun=NOON,
        touched=at,
        expires=at + DAY,
        turn=1,
        rule=RuleId("training-gpu", "1.0.0", "sha256:00"),
        given=(Given(input="vms", value=3, turn=1), Given(input="text", value=TEXT, turn=1)),
    )


def turn(one: Conversation, *, delivery: str | None = None) -> Turn:
    """The turn that led there."""
    notices = (Notice(code="not-understood", text=TEXT),)
    reply = Reply(turn=one.turn, stage="asking", notices=notices, inputs={"large": 2**63, "share": 1.0})
    return Turn(conversation=one.id, number=one.turn, at=one.touched, reply=reply, delivery=delivery)


def following(one: Conversation) -> Conversation:
    """The conversation a turn later."""
    return structs.replace(one, turn=one.turn + 1, touched=one.touched + timedelta(minutes=1))


async def test_a_conversation_comes_back_as_it_was(database: Database) -> None:
    store: ports.Conversations = Conversations(database)
    begun = conversation()
    assert await store.begin(begun, turn(begun, delivery="m1"))
    kept = await store.find("c_1", NOON)
    assert kept
    assert (kept.conversation, kept.answered) == (begun, None)
    again = await store.find("c_1", NOON, "m1")
    assert again
    assert again.answered == turn(begun, delivery="m1")
    for unknown in ("c_2", "", TEXT, "\ud800"):
        assert await store.find(unknown, NOON) is None
    unanswered = await store.find("c_1", NOON, TEXT)
    assert unanswered
    assert unanswered.answered is None


async def test_of_two_next_turns_one_is_kept(database: Database, place: Place) -> None:
    other = Database(place.url, place.data_dir)
    stores = [Conversations(one) for one in (database, other)]
    begun = conversation()
    await stores[0].begin(begun, turn(begun))
    after = following(begun)
    moved = await asyncio.gather(*(store.advance(after, turn(after, delivery="m2")) for store in stores * 3))
    assert sorted(moved) == [False] * 5 + [True]
    assert await stores[1].turns("c_1", NOON, 0) == [turn(begun), turn(after, delivery="m2")]
    assert not await stores[0].advance(begun, turn(begun))
    skipped = following(following(after))
    assert not await stores[0].advance(skipped, turn(skipped))
    await other.close()


async def test_of_many_turns_the_last_are_kept(database: Database) -> None:
    store = Conversations(database)
    one = conversation()
    await store.begin(one, turn(one))
    for _ in range(TURNS + 2):
        one = following(one)
        assert await store.advance(one, turn(one))
    kept = await store.turns("c_1", NOON, 0)
    assert kept
    assert [turn.number for turn in kept] == list(range(4, TURNS + 4))
    assert await store.turns("c_1", NOON, one.turn) == []
    assert await store.turns("c_1", NOON, 10**6) == []
    assert await store.turns("c_2", NOON, 0) is None


async def test_an_origin_begins_one_conversation_while_that_lasts(database: Database) -> None:
    store = Conversations(database)
    one, two = conversation("c_1"), conversation("c_2")
    assert await store.began("o", NOON) is None
    assert [await store.begin(each, turn(each), "o") for each in (one, two)] == [True, False]
    assert await store.find("c_2", NOON) is None
    assert await store.began("o", NOON) == turn(one)
    assert await store.began("o", NOON + DAY) is None
    late = conversation("c_3", at=NOON + DAY)
    assert await store.begin(late, turn(late), "o")
    assert all([await store.begin(each, turn(each)) for each in (conversation("c_4"), conversation("c_5"))])


async def test_what_has_expired_is_not_there_before_it_is_removed(database: Database) -> None:
    store = Conversations(database)
    one = conversation()
    await store.begin(one, turn(one))
    last = NOON + DAY - timedelta(microseconds=1)
    assert await store.find("c_1", last)
    assert await store.find("c_1", NOON + DAY) is None
    assert await store.turns("c_1", NOON + DAY, 0) is None
    assert await store.open(one.binding, last) == [NOON + DAY]
    assert await store.open(one.binding, NOON + DAY) == []
    assert await store.latest(one.binding, NOON + DAY) is None


async def test_the_conversations_of_a_person(database: Database) -> None:
    store = Conversations(database)
    begun = [
        conversation("c_1", at=NOON + 2 * DAY),
        conversation("c_2", at=NOON, channel="C2"),
        conversation("c_3", at=NOON + DAY),
        conversation("c_4", user="U2"),
    ]
    for one in begun:
        await store.begin(one, turn(one))
    assert await store.open(begun[0].binding, NOON) == [NOON + DAY, NOON + 2 * DAY, NOON + 3 * DAY]
    assert await store.latest(begun[2].binding, NOON) == "c_1"
    assert await store.latest(begun[1].binding, NOON) == "c_2"
    assert await store.latest(structs.replace(begun[0].binding, platform="google"), NOON) is None


async def test_what_is_ended_goes_with_its_turns(database: Database) -> None:
    store = Conversations(database)
    one = conversation()
    await store.begin(one, turn(one))
    assert [await store.end("c_1") for _ in range(2)] == [True, False]
    assert await store.begin(one, turn(one)), "its turns are gone"


@pytest.mark.parametrize(
    ("days", "keep", "left"),
    [
        pytest.param(0, 10, ["c_0", "c_1", "c_2", "c_3"], id="nothing has expired, and there is room for all"),
        pytest.param(2, 10, ["c_2", "c_3"], id="what has expired goes"),
        pytest.param(0, 1, ["c_3"], id="all but those that were spoken to last go"),
        pytest.param(9, 1, [], id="all go"),
    ],
)
async def test_trimming(database: Database, days: int, keep: int, left: list[str]) -> None:
    store = Conversations(database)
    for number in range(4):
        one = conversation(f"c_{number}", at=NOON + number * DAY)
        await store.begin(one, turn(one))
    assert await store.trim(now=NOON + days * DAY, keep=keep) == 4 - len(left)
    assert [f"c_{number}" for number in range(4) if await store.find(f"c_{number}", NOON)] == left


async def test_many_are_trimmed_piece_by_piece(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.pruning.PIECE", 2)
    monkeypatch.setattr("service.store.pruning.MOST_PIECES", 2)
    store = Conversations(database)
    for number in range(5):
        one = conversation(f"c_{number}")
        await store.begin(one, turn(one))
    assert [await store.trim(now=NOON + DAY, keep=9) for _ in range(3)] == [4, 1, 0]


async def test_a_server_that_is_away_is_told_and_nothing_is_lost(postgresql_place: Place, server: Server) -> None:
    database = Database(postgresql_place.url, postgresql_place.data_dir)
    await database.migrate()
    store = Conversations(database)
    one = conversation()
    await store.begin(one, turn(one))
    after = following(one)
    with server.away():
        for asked in (store.find("c_1", NOON), store.advance(after, turn(after)), store.end("c_1")):
            with pytest.raises(StoreUnavailableError, match="does not answer"):
                await asked
    kept = await store.find("c_1", NOON)
    assert kept
    assert kept.conversation == one
    assert await store.advance(after, turn(after))
    await database.close()
