"""The child that is kept ready: one at a time, and none that outlives its keeper."""

import asyncio
from collections.abc import Iterator

import pytest

from service.sandbox.process import Child
from service.sandbox.spare import Spare
from tests.sandbox.children import LOOPS, Run, behaving

pytestmark = pytest.mark.parametrize("run", LOOPS)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Child]]:
    """The children that were started; each would wait for ten minutes."""
    behaving(monkeypatch, "import time; time.sleep(600)")
    start, found = Child.start, []

    async def noted() -> Child:
        found.append(await start())
        return found[-1]

    monkeypatch.setattr(Child, "start", noted)
    yield found
    for child in found:
        child.kill()


def test_two_who_renew_at_once_start_one_child(run: Run, started: list[Child]) -> None:
    async def both() -> None:
        spare = Spare(60)
        await asyncio.gather(spare.renew(), spare.renew())
        assert len(started) == 1
        await spare.close()
        assert not started[0].is_there

    run(both())


def test_a_child_that_is_started_while_all_is_closed_ends(run: Run, started: list[Child]) -> None:
    async def closing() -> None:
        spare = Spare(60)
        renewing = asyncio.create_task(spare.renew())
        await asyncio.sleep(0)
        await spare.close()
        await renewing
        assert [child.is_there for child in started] == [False]

    run(closing())


def test_nothing_is_started_once_all_is_closed(run: Run, started: list[Child]) -> None:
    async def late() -> None:
        spare = Spare(60)
        await spare.close()
        await spare.renew()
        assert started == []

    run(late())


def test_a_child_that_has_ended_is_replaced(run: Run, started: list[Child]) -> None:
    async def again() -> None:
        spare = Spare(60)
        await spare.renew()
        await started[0].end()
        await spare.renew()
        assert [child.is_there for child in started] == [False, True]
        assert await spare.take() is started[1]
        await started[1].end()

    run(again())
