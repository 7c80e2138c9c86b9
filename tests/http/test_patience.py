"""Bodies that do not arrive are not waited for without end, and those that do are never cut off."""

import asyncio
from asyncio import CancelledError, Event, create_task, gather, get_running_loop, sleep, wait_for
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from litestar import Litestar

from service.errors import RequestTimeoutError
from service.http import patience
from service.http.patience import Patience, reason
from tests.http.asking import Asked, Message
from tests.http.served import bearer, served

BOUND = 20.0
"""Seconds after which what does not happen has failed."""
SOON = 0.05
HALF: Message = {"type": "http.request", "body": b'{"inputs', "more_body": True}
JSON, YAML = "application/json", "application/yaml"


async def waiting(what: Event) -> str:
    """A function in which one may wait."""
    try:
        await what.wait()
    except CancelledError as cancelled:
        raise reason(cancelled) from None
    return "it came"


def bounded(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run it, for a while at most."""
    asyncio.run(wait_for(test(), BOUND))


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Litestar:
    """An application that has little patience."""
    monkeypatch.setattr(patience, "SECONDS", SOON)
    return served()


@pytest.mark.parametrize("messages", [[], [HALF], [HALF, HALF]], ids=["nothing", "a part", "two parts"])
@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/v1/decisions/training-gpu", JSON),
        ("POST", "/v1/decisions/training-gpu/batch", JSON),
        ("POST", "/v1/check", YAML),
        ("PUT", "/v1/rules/small-job/versions/1.0.0", YAML),
    ],
)
def test_a_body_that_stays_away(app: Litestar, messages: list[Message], method: str, path: str, kind: str) -> None:
    async def test() -> None:
        asked = Asked(path, messages, content_type=kind, authorization=bearer()["Authorization"])
        asked.scope["method"] = method
        async with app.lifespan():
            await asked.of(app)
        assert (asked.status, asked.answer["type"]) == (408, "urn:gpu-rules:problem:request-timeout")
        assert (b"connection", b"close") in asked.sent[0]["headers"]

    bounded(test)


def test_who_waits_for_something_else_is_not_ended() -> None:
    async def test() -> None:
        what = Event()
        async with Patience(bounded, SOON).watching():  # type: ignore[arg-type]  # nobody waits in there
            task = create_task(waiting(what))
            await sleep(3 * SOON)
            what.set()
            assert await task == "it came"

    bounded(test)


def test_each_has_a_time_of_its_own() -> None:
    """Nobody is ended before the time, whenever they come."""

    async def test() -> None:
        loop = get_running_loop()

        async def waited() -> float:
            begun = loop.time()
            with pytest.raises(RequestTimeoutError):
                await waiting(Event())
            return loop.time() - begun

        async with Patience(waiting, SOON).watching():
            tasks = []
            for _ in range(10):
                tasks.append(create_task(waited()))
                await sleep(SOON / 7)
            assert min(await gather(*tasks)) >= SOON

    bounded(test)


def test_what_arrives_in_time_is_taken_however_often() -> None:
    """One task that waits again and again, each time for a moment, is not taken for one that waits for long."""

    async def test() -> None:
        loop = get_running_loop()
        async with Patience(waiting, SOON).watching():
            end = loop.time() + 10 * SOON
            while loop.time() < end:
                what = Event()
                loop.call_later(SOON / 10, what.set)
                assert await waiting(what) == "it came"

    bounded(test)


def test_a_task_that_others_cancel_is_cancelled() -> None:
    async def test() -> None:
        async with Patience(waiting, SOON).watching():
            task = create_task(waiting(Event()))
            await sleep(0)
            task.cancel()
            with pytest.raises(CancelledError):
                await task

    bounded(test)


def test_a_task_that_was_ended_goes_on() -> None:
    """The end of the wait is not the end of the task: it answers, and may wait again."""

    async def test() -> None:
        task = asyncio.current_task()
        assert task is not None
        async with Patience(waiting, SOON).watching():
            for _ in range(3):
                with pytest.raises(RequestTimeoutError):
                    await waiting(Event())
                await sleep(0)
        assert task.cancelling() == 0

    bounded(test)


def test_nobody_looks_any_more_in_the_end() -> None:
    async def test() -> None:
        before = asyncio.all_tasks()
        async with Patience(waiting, SOON).watching():
            assert len(asyncio.all_tasks() - before) == 1
        assert asyncio.all_tasks() == before

    bounded(test)
