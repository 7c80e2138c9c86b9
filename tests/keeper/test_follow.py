"""A worker follows the bundle: it takes each, and survives those that it can't take."""

import asyncio
import gc
from collections.abc import Callable, Hashable
from pathlib import Path

import pytest
import structlog
from msgspec import structs

from service.errors import DataDamagedError
from service.model.publication import Bundle
from service.store.bundles import Bundles
from service.usecases import follow
from service.usecases.follow import Follower
from service.usecases.live import LiveRules
from tests.keeper.documents import bundle, published, tree
from tests.keeper.worlds import until

ONE = published("one", "1.0.0", tree("one"))
NEXT = published("one", "1.1.0", tree("one", "1.1.0", limit=5))
BROKEN = published("one", "1.2.0", b"kind: tree\n")
FIRST = bundle(ONE, live={"one": "1.0.0"})
SECOND = bundle(ONE, NEXT, live={"one": "1.1.0"}, sequence=2)
UNFIT = bundle(ONE, BROKEN, live={"one": "1.2.0"}, sequence=3)


class Counted:
    """Counts reloads by result."""

    def __init__(self) -> None:
        self.results: list[str] = []

    def reloaded(self, result: str) -> None:
        """One more."""
        self.results.append(result)


class Scripted:
    """Bundles, or failures, one after the other; each look sees a new one, the last one again and again."""

    def __init__(self, *looks: Bundle | Exception) -> None:
        self._looks = [*looks]
        self.read_at = 0

    def stamp(self) -> Hashable:
        """New as long as something is left."""
        return min(self.read_at, len(self._looks) - 1)

    def read(self) -> Bundle:
        """The next one."""
        look = self._looks[min(self.read_at, len(self._looks) - 1)]
        self.read_at += 1
        if isinstance(look, Exception):
            raise look
        return look


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look often."""
    monkeypatch.setattr(follow, "LOOK", 0.001)
    monkeypatch.setattr(follow, "AGAIN", 0.001)


async def following(follower: Follower, condition: Callable[[], object]) -> None:
    """Follow until something is so."""
    task = asyncio.create_task(follower.run())
    try:
        await until(condition)
    finally:
        task.cancel()
        await asyncio.wait([task])


def test_each_bundle_is_taken(tmp_path: Path) -> None:
    bundles, live, counted = Bundles(tmp_path), LiveRules(), Counted()
    bundles.write(FIRST)
    follower = Follower(bundles, live, counted)
    follower.take()
    assert live.sequence == 1
    bundles.write(SECOND)
    asyncio.run(following(follower, lambda: live.sequence == 2))
    assert live.snapshot.version("one").id.version == "1.1.0"
    assert counted.results == ["taken", "taken"]


def test_a_process_may_start_before_there_is_a_bundle(tmp_path: Path) -> None:
    bundles, live = Bundles(tmp_path), LiveRules()
    follower = Follower(bundles, live, Counted())
    follower.take()
    assert live.last is not None
    assert "can't be read" in (live.last.failure or "")
    bundles.write(FIRST)
    asyncio.run(following(follower, lambda: live.sequence == 1))


HARD: list[tuple[str, Bundle | Exception, str]] = [
    ("a damaged file", DataDamagedError("`bundle.json` is damaged"), "`bundle.json` is damaged"),
    ("rules that do not compile", UNFIT, "one/1.2.0.yaml:1: missing-key"),
    ("a bug", RuntimeError("oops"), "a bundle could not be taken, which is a bug: RuntimeError('oops')"),
]


@pytest.mark.parametrize(("hard", "words"), [pytest.param(*row, id=name) for name, *row in HARD])
def test_what_is_served_stays_after(hard: Bundle | Exception, words: str) -> None:
    live, counted = LiveRules(), Counted()
    follower = Follower(Scripted(FIRST, hard), live, counted)
    follower.take()
    follower.take()
    assert (live.sequence, live.snapshot.version("one").id.version) == (1, "1.0.0")
    assert live.last is not None
    assert not live.last.taken
    assert words in " ".join([live.last.failure or "", *map(str, live.last.diagnostics)])
    assert counted.results == ["taken", "failed"]


@pytest.mark.parametrize("hard", [pytest.param(hard, id=name) for name, hard, _ in HARD])
def test_the_next_good_bundle_is_taken_after(hard: Bundle | Exception) -> None:
    live = LiveRules()
    follower = Follower(Scripted(FIRST, hard, SECOND), live, Counted())
    asyncio.run(following(follower, lambda: live.sequence == 2))
    assert live.last is not None
    assert live.last.taken


def test_a_file_that_can_not_be_read_is_tried_again_and_told_once() -> None:
    live, counted = LiveRules(), Counted()
    with structlog.testing.capture_logs() as logs:
        follower = Follower(Scripted(DataDamagedError("away")), live, counted)
        asyncio.run(following(follower, lambda: len(counted.results) > 3))
    assert [(one["log_level"], one["reasons"]) for one in logs] == [("error", ["away"])]


def test_rules_that_do_not_compile_are_not_tried_again() -> None:
    live, counted, written = LiveRules(), Counted(), Scripted(UNFIT)
    follower = Follower(written, live, counted)
    follower.take()
    assert written.read_at == 1

    async def run() -> None:
        looks = 0

        def often() -> bool:
            nonlocal looks
            looks += 1
            return looks > 20

        await following(follower, often)

    asyncio.run(run())
    assert counted.results == ["failed"]


class Failing(Counted):
    """Counts, but not the first time."""

    def reloaded(self, result: str) -> None:
        """One more."""
        super().reloaded(result)
        if len(self.results) == 1:
            message = "no space left on device"
            raise OSError(message)


def test_who_fails_to_count_a_reload_does_not_end_the_following() -> None:
    live, failing = LiveRules(), Failing()
    with structlog.testing.capture_logs() as logs:
        follower = Follower(Scripted(FIRST, SECOND), live, failing)
        follower.take()
        asyncio.run(following(follower, lambda: live.sequence == 2))
    assert [one["event"] for one in logs] == ["a bundle could not be told of", "serving"]


def test_only_a_new_revision_is_settled() -> None:
    live, settled = LiveRules(), list[int]()
    looks = (FIRST, structs.replace(FIRST, sequence=5), UNFIT, SECOND)
    follower = Follower(Scripted(*looks), live, Counted(), lambda: settled.append(live.sequence))
    for _ in looks:
        follower.take()
    assert settled == [1, 2]


def test_what_is_replaced_is_freed_without_the_garbage_collector() -> None:
    """`settle` puts a revision out of the collector's sight, so it must hold no cycles."""
    live = LiveRules()
    live.take(FIRST)
    gc.collect()
    gc.disable()
    try:
        for round_ in range(5):
            live.take(SECOND if round_ % 2 else FIRST)
            live.snapshot.version("one", "1.0.0")
        assert gc.collect() == 0
    finally:
        gc.enable()
