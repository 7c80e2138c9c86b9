"""Work beside the requests: one at a time, some wait, the rest are sent away, and the loop goes on."""

import asyncio
from threading import Event, current_thread

import pytest

from service.errors import BusyError
from service.usecases.aside import Aside

PATIENCE = 10.0


def test_it_works_in_a_thread_of_its_own_and_passes_on_what_happens() -> None:
    async def run() -> None:
        aside = Aside()
        assert (await aside(lambda: current_thread().name)).startswith("aside")
        with pytest.raises(ZeroDivisionError):
            await aside(lambda: 1 // 0)
        assert await aside(lambda: 3) == 3

    asyncio.run(run())


def test_one_works_some_wait_and_the_rest_are_sent_away() -> None:
    async def run() -> None:
        aside = Aside(waiting=2)
        go, at_work = Event(), Event()

        def work() -> str:
            at_work.set()
            assert go.wait(PATIENCE)
            return "done"

        first = asyncio.ensure_future(aside(work))
        await asyncio.to_thread(at_work.wait, PATIENCE)
        others = [asyncio.ensure_future(aside(work)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match=r"^1 formula is being searched, .* and 2 more wait: try again"):
            await aside(work)
        go.set()
        assert await asyncio.gather(first, *others) == ["done"] * 3

    asyncio.run(run())


def test_who_goes_away_leaves_the_work_alone_and_never_two_are_at_work() -> None:
    async def run() -> None:
        aside = Aside()
        go, at_work = Event(), Event()
        done: list[str] = []

        def work() -> None:
            at_work.set()
            assert go.wait(PATIENCE)
            done.append("first")

        first = asyncio.ensure_future(aside(work))
        await asyncio.to_thread(at_work.wait, PATIENCE)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        second = asyncio.ensure_future(aside(lambda: done.append("second")))
        await asyncio.sleep(0)
        go.set()
        await second
        assert done == ["first", "second"]

    asyncio.run(run())
