"""Who listens to a conversation hears each reply once, whichever replica it was made by."""

import asyncio
import signal
from typing import Any

import pytest
from litestar.testing import TestClient
from msgspec import Struct, json

from service.bootstrap.ending import Ending
from service.errors import BusyError, ConversationNotFoundError
from service.http import streaming
from service.http.app import create_app
from service.http.streaming import NEWEST, Streams
from service.usecases.live import LiveRules
from tests.converse.memory import MemoryConversations
from tests.converse.replicas import Clock, Replica
from tests.http.places import ledger
from tests.http.served import parts

pytestmark = pytest.mark.anyio


class Heard(Struct):
    """One event."""

    name: str
    id: str | None = None
    data: Any = None


class Listener:
    """Somebody who listens, and may hang up."""

    def __init__(self) -> None:
        self.events: asyncio.Queue[Heard] = asyncio.Queue()
        self.comments = 0
        self.gone = asyncio.Event()
        self.ended = asyncio.Event()

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            return
        for block in message["body"].decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
            self.comments += block.startswith(":")
            if "event" in fields:
                data = json.decode(fields["data"])
                self.events.put_nowait(Heard(fields["event"], fields.get("id"), data))
        if not message["more_body"]:
            self.ended.set()

    async def hear(self) -> Heard:
        return await asyncio.wait_for(self.events.get(), 10)


class Room(Struct):
    """Two replicas over one store, and the streams of the second."""

    one: Replica
    other: Replica
    streams: Streams


@pytest.fixture
async def room(shipped: LiveRules, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setattr(streaming, "LOOK", 0.005)
    store, clock = MemoryConversations(), Clock()
    one, other = (Replica(store, shipped, clock) for _ in range(2))
    return Room(one, other, Streams(other.converse, 20.0, lambda: False))


async def listening(room: Room, identity: str, after: int = NEWEST) -> tuple[Listener, asyncio.Task[None]]:
    """Somebody who listens to a conversation."""
    listener = Listener()
    stream = await room.streams.open(identity, after)
    scope: Any = {"type": "http", "method": "GET"}
    return listener, asyncio.create_task(stream(scope, listener.receive, listener.send))


async def test_replies_are_heard_as_they_come(room: Room) -> None:
    begun = await room.one.start(rule="training-gpu")
    listener, task = await listening(room, begun.id)
    first = await listener.hear()
    assert (first.name, first.id, first.data["question"]["input"]) == ("reply", "1", "model")
    for number, text in enumerate(["other", "3 vms"], 2):
        await (room.one, room.other)[number % 2].say(begun.id, text)
        heard = await listener.hear()
        assert (heard.id, heard.data["turn"]) == (str(number), number)
    listener.gone.set()
    await asyncio.wait_for(task, 10)
    assert listener.events.empty()


async def test_who_comes_back_hears_what_was_missed(room: Room) -> None:
    begun = await room.one.start(rule="training-gpu")
    for text in ("other", "3 vms", "24 gpus"):
        await room.one.say(begun.id, text)
    listener, task = await listening(room, begun.id, after=2)
    assert [(await listener.hear()).id for _ in range(2)] == ["3", "4"]
    listener.gone.set()
    await asyncio.wait_for(task, 10)


async def test_who_has_heard_nothing_hears_the_latest_alone(room: Room) -> None:
    begun = await room.one.start(rule="training-gpu")
    await room.one.say(begun.id, "other")
    listener, task = await listening(room, begun.id)
    assert (await listener.hear()).id == "2"
    listener.gone.set()
    await asyncio.wait_for(task, 10)


async def test_the_end_of_a_conversation_is_heard(room: Room) -> None:
    begun = await room.one.start(rule="training-gpu")
    listener, task = await listening(room, begun.id)
    await listener.hear()
    await room.one.converse.end(begun.id)
    assert (await listener.hear()).name == "end"
    await asyncio.wait_for(task, 10)
    assert listener.ended.is_set()


async def test_while_the_store_is_away_the_line_is_held(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "BEAT", 0.005)
    begun = await room.one.start(rule="training-gpu")
    listener, task = await listening(room, begun.id)
    await listener.hear()
    assert isinstance(room.one.store, MemoryConversations)
    room.one.store.down = True
    before = listener.comments
    while listener.comments < before + 3:
        await asyncio.sleep(0)
    room.one.store.down = False
    await room.one.say(begun.id, "other")
    assert (await listener.hear()).id == "2"
    listener.gone.set()
    await asyncio.wait_for(task, 10)


async def test_nobody_listens_to_a_process_that_is_about_to_end(room: Room) -> None:
    ending = Ending()
    room = Room(room.one, room.other, Streams(room.other.converse, 20.0, ending))
    begun = await room.one.start(rule="training-gpu")
    told: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: told.append(number))
    try:
        with ending.watched():
            listener, task = await listening(room, begun.id)
            await listener.hear()
            signal.raise_signal(signal.SIGTERM)
            await asyncio.wait_for(task, 10)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert listener.ended.is_set()
    assert told == [signal.SIGTERM], "whoever listened before is told as well"


async def test_not_everybody_can_listen_at_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "MOST", 1)
    begun = await room.one.start(rule="training-gpu")
    listener, task = await listening(room, begun.id)
    await listener.hear()
    with pytest.raises(BusyError):
        await room.streams.open(begun.id, NEWEST)
    listener.gone.set()
    await asyncio.wait_for(task, 10)
    await room.streams.open(begun.id, NEWEST)
    with pytest.raises(ConversationNotFoundError):
        await room.streams.open("c_unknown", NEWEST)


@pytest.mark.parametrize(
    ("seen", "heard"),
    [("0", [1, 2]), ("1", [2]), ("2", []), ("999999999", []), (None, [2]), ("x", [2]), ("-1", [2]), ("9" * 99, [2])],
)
def test_over_http(seen: str | None, heard: list[int]) -> None:
    with TestClient(create_app(parts(ledger=ledger(), stream_seconds=0.01))) as client:
        path = client.post("/v1/conversations", json={"rule": "small-job"}).headers["location"]
        client.post(f"{path}/messages", json={"text": "30 GB"})
        response = client.get(f"{path}/events", headers={"Last-Event-ID": seen} if seen else {})
        assert response.headers["content-type"] == "text/event-stream"
        assert client.head(f"{path}/events").content == b""
    assert response.text.startswith("retry: 1000\n\n")
    assert [int(line[4:]) for line in response.text.splitlines() if line.startswith("id: ")] == heard
