"""Bodies that do not arrive are not waited for without end, and those that do are never cut off."""

import asyncio
from asyncio import Event, get_running_loop, wait_for
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from litestar import Litestar

from service.errors import RequestTimeoutError
from service.http import patience
from service.http.patience import Patience, patiently
from tests.http.asking import Asked, Message
from tests.http.served import served

BOUND = 20.0
"""Seconds after which what does not happen has failed."""
SOON = 0.02
HALF: Message = {"type": "http.request", "body": b'{"inputs', "more_body": True}


@pytest.fixture(scope="module")
def app() -> Litestar:
    return served()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SECONDS", SOON)


def bounded(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run it, for a while at most."""
    asyncio.run(wait_for(test(), BOUND))


@pytest.mark.parametrize("messages", [[], [HALF], [HALF, HALF]], ids=["nothing", "a part", "two parts"])
@pytest.mark.parametrize("length", [{}, {"content_length": "90"}], ids=["in chunks", "of a known length"])
def test_a_body_that_stays_away(app: Litestar, messages: list[Message], length: dict[str, str]) -> None:
    asked = Asked("/v1/decisions/training-gpu", messages, content_type="application/json", **length)
    asyncio.run(wait_for(asked.of(app), BOUND))
    assert (asked.status, asked.answer["type"]) == (408, "urn:gpu-rules:problem:request-timeout")
    assert (b"connection", b"close") in asked.sent[0]["headers"]


def test_nobody_is_ended_before_the_time() -> None:
    async def test() -> None:
        loop, watch = get_running_loop(), Patience(get_running_loop(), 0.2)
        begun = loop.time()
        with pytest.raises(RequestTimeoutError, match=r"within 0\.2 seconds"):
            await watch.wait(Event().wait(), current())
        assert loop.time() - begun >= 0.2

    bounded(test)


def test_who_comes_later_has_as_long() -> None:
    """Each waits for a time of its own, though one timer looks at all."""

    async def test() -> None:
        loop, watch = get_running_loop(), Patience(get_running_loop(), 0.1)

        async def waiting() -> float:
            begun = loop.time()
            with pytest.raises(RequestTimeoutError):
                await watch.wait(Event().wait(), current())
            return loop.time() - begun

        first = asyncio.create_task(waiting())
        await asyncio.sleep(0.07)
        second = asyncio.create_task(waiting())
        assert min(await asyncio.gather(first, second)) >= 0.1

    bounded(test)


def test_what_arrives_is_given() -> None:
    async def test() -> None:
        async def arriving() -> bytes:
            await asyncio.sleep(0)
            return b"body"

        assert [await patiently(arriving()) for _ in range(100)] == [b"body"] * 100

    bounded(test)


def test_what_fails_fails_as_it_does() -> None:
    async def test() -> None:
        async def failing() -> bytes:
            message = "no"
            raise ValueError(message)

        with pytest.raises(ValueError, match="no"):
            await patiently(failing())

    bounded(test)


def test_a_task_that_others_cancel_is_cancelled() -> None:
    async def test() -> None:
        watch = Patience(get_running_loop(), 5.0)

        async def waiting() -> None:
            await watch.wait(Event().wait(), current())

        task = asyncio.create_task(waiting())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    bounded(test)


def test_a_task_that_was_ended_goes_on() -> None:
    """The end of the wait is not the end of the task: it answers, and may wait again."""

    async def test() -> None:
        for _ in range(3):
            with pytest.raises(RequestTimeoutError):
                await patiently(Event().wait())
            await asyncio.sleep(0)
        assert current().cancelling() == 0

    bounded(test)


def current() -> asyncio.Task[Any]:
    """The task that runs this."""
    task = asyncio.current_task()
    assert task is not None
    return task
