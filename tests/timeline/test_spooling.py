"""Timelines that are large, come in pieces, or do not come."""

import asyncio
from pathlib import Path
from typing import IO

import pytest

from service.http import patience
from service.model.timeline import Asked as AskedFor
from service.usecases.account import SMALL, Account, accounted
from tests.http.asking import Asked, Message, body
from tests.http.memory import MemoryAccountant
from tests.http.served import served
from tests.timeline.shorthand import lines

PATH = "/v1/goodput/timeline"


def large(steps: int = 6_000) -> bytes:
    """A timeline above the size up to which it is small."""
    made = b"".join(lines([f"{10 * number} step {number}" for number in range(steps)]))
    assert len(made) > SMALL
    return made


class Watching(MemoryAccountant):
    """Sees what is large."""

    def __init__(self) -> None:
        self.seen: list[bytes] = []

    async def __call__(self, timeline: IO[bytes], asked: AskedFor) -> bytes:
        self.seen.append(timeline.read())
        timeline.seek(0)
        return accounted(timeline, asked)


@pytest.mark.parametrize("size", [1_000, 100_000, 10_000_000])
def test_a_large_timeline_is_read_from_a_file(size: int, tmp_path: Path) -> None:
    content, accountant = large(), Watching()
    pieces = body(*(content[begin : begin + size] for begin in range(0, len(content), size)))
    app = served(account=Account(accountant), spool_directory=tmp_path)
    asked = asyncio.run(Asked(PATH, pieces, content_type="application/x-ndjson").of(app))
    assert (asked.status, asked.answer["steps"]) == (200, 6_000)
    assert accountant.seen == [content]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        pytest.param(body(b" " * 600, b" " * 600), 413, id="over the limit"),
        pytest.param(body(b" " * 600, ended=False), 400, id="broken off"),
    ],
)
def test_a_body_that_is_not_taken(pieces: list[Message], status: int) -> None:
    asked = asyncio.run(Asked(PATH, pieces, content_type="application/x-ndjson").of(served(timeline_limit=1_000)))
    assert asked.status == status


def test_a_body_that_stays_away_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.05)
    part: Message = {"type": "http.request", "body": b"{", "more_body": True}
    asked = asyncio.run(Asked(PATH, [part], content_type="application/x-ndjson").of(served()))
    assert asked.status == 408


def test_a_place_that_can_not_be_written_is_a_problem(tmp_path: Path) -> None:
    app = served(spool_directory=tmp_path / "missing")
    asked = asyncio.run(Asked(PATH, body(large()), content_type="application/x-ndjson").of(app))
    assert (asked.status, asked.answer["type"]) == (503, "urn:gpu-rules:problem:sandbox-failed")
