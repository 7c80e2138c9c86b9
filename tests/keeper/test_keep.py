"""A keeper that runs: what it follows, and that nothing ends it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from service.errors import SandboxError, StoreUnavailableError
from service.model.publication import Draft, Move
from tests.keeper.documents import tree
from tests.keeper.worlds import World, started, tell, until

NEXT = Draft("one", "1.1.0", tree("one", "1.1.0", limit=5))


def test_what_happens_while_it_runs_is_served(tmp_path: Path) -> None:
    async def story(one: World) -> None:
        one.write({"one": "1.0.0"}, v1_0_0=3)
        async with one.kept():
            await one.change(NEXT, moves=[Move("one", "1.1.0")])
            await until(lambda: one.served == {"one": "1.1.0"})
            one.write({"one": "1.2.0"}, v1_2_0=6)
            await until(lambda: one.served == {"one": "1.2.0"})
            one.put("one/1.0.0.yaml", tree("one", limit=99))
            await until(lambda: one.status.imported and not one.status.imported.taken)
            assert one.served == {"one": "1.2.0"}
            one.put("one/1.0.0.yaml", tree("one", limit=3))
            await until(lambda: one.status.imported and one.status.imported.taken)

    tell(tmp_path, story)


def test_old_records_are_removed(tmp_path: Path) -> None:
    async def story(one: World) -> None:
        one.write({"one": "1.0.0"}, v1_0_0=3)
        async with one.kept():
            await until(lambda: one.records.trimmed)
        ((before, keep),) = one.records.trimmed
        assert timedelta(0) <= datetime.now(UTC) - timedelta(days=2) - before < timedelta(minutes=5)
        assert keep == 7

    tell(tmp_path, story)


def test_a_store_that_was_away_is_caught_up_with(tmp_path: Path) -> None:
    async def story(one: World) -> None:
        one.write({"one": "1.0.0"}, v1_0_0=3)
        async with one.kept():
            one.ledger.away = True
            await until(lambda: one.status.failure)
            contact = one.status.contact
            one.write({"one": "1.1.0"}, v1_1_0=5)
            await until(lambda: one.status.failure)
            assert (one.served, one.status.contact) == ({"one": "1.0.0"}, contact)
            one.ledger.away = False
            await until(lambda: one.served == {"one": "1.1.0"})
            await until(lambda: one.status.failure is None)

    tell(tmp_path, story)


def test_a_start_without_store_is_made_up_for(tmp_path: Path) -> None:
    tell(tmp_path, started)

    async def story(one: World) -> None:
        one.write({"one": "1.1.0"}, v1_1_0=5)
        one.ledger.away = True
        async with one.kept():
            assert one.served == {"one": "1.0.0"}
            one.ledger.away = False
            await until(lambda: one.served == {"one": "1.1.0"})

    tell(tmp_path, story)


def test_a_start_without_sandbox_is_made_up_for(tmp_path: Path) -> None:
    tell(tmp_path, started)

    async def story(one: World) -> None:
        one.write({"one": "1.1.0"}, v1_1_0=5)
        one.examiner.failures = [SandboxError("no process")]
        async with one.kept():
            assert one.served == {"one": "1.0.0"}
            await until(lambda: one.served == {"one": "1.1.0"})

    tell(tmp_path, story)


MISHAPS: list[tuple[str, Callable[[World], None]]] = [
    ("a bug", lambda one: one.ledger.failures.append(ValueError("a bug"))),
    ("a store that goes in the middle", lambda one: one.ledger.failures.append(StoreUnavailableError("away"))),
    ("a full disk", lambda one: one.ledger.failures.append(OSError("no space left"))),
    ("a sandbox that fails", lambda one: one.examiner.failures.append(SandboxError("no process"))),
]


@pytest.mark.parametrize("mishap", [pytest.param(one, id=name) for name, one in MISHAPS])
def test_it_outlives(mishap: Callable[[World], None], tmp_path: Path) -> None:
    async def story(one: World) -> None:
        one.write({"one": "1.0.0"}, v1_0_0=3)
        async with one.kept():
            mishap(one)
            one.write({"one": "1.1.0"}, v1_1_0=5)
            await until(lambda: one.served == {"one": "1.1.0"})
        assert (one.ledger.failures, one.examiner.failures) == ([], [])

    tell(tmp_path, story)
