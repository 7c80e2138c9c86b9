"""Which decisions are recorded."""

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from service.usecases import recorder as module
from service.usecases.recorder import share_of
from tests.records.desk import ASKED, Desk
from tests.records.memory import TRAINING, decided


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the recorder's clock."""
    now = [1_700_000_000.0]
    monkeypatch.setattr(module, "time", lambda: now[0])
    return lambda seconds: now.__setitem__(0, 1_700_000_000.0 + seconds)


@pytest.mark.parametrize(("setting", "share"), [("all", 1.0), ("none", 0.0), (".5", 0.5), ("0.05", 0.05), ("0.0", 0)])
def test_a_setting_means_a_share(setting: str, share: float) -> None:
    assert share_of(setting) == share


@given(st.sampled_from([0.01, 0.2, 0.5, 0.9]))
def test_the_sample_is_about_as_large_as_its_share(share: float) -> None:
    desk = Desk(share=share, per_second=10**9)
    kept = kept_of(desk, [f"0198f3c2-{one:04x}-7000-8000-{one * 7919:012x}" for one in range(4000)])
    assert abs(len(kept) - 4000 * share) < 5 * (4000 * share * (1 - share)) ** 0.5  # five standard deviations


def test_the_identity_alone_decides_who_is_in_the_sample() -> None:
    identities = [decided(TRAINING, ASKED).decision_id for _ in range(200)]
    small, again, large = (kept_of(Desk(share=share), identities) for share in (0.3, 0.3, 0.6))
    assert small == again
    assert 0 < len(small) < 200
    assert set(small) < set(large)


def test_of_an_empty_sample_nothing_is_kept() -> None:
    assert kept_of(Desk(share=0.0), [decided(TRAINING, ASKED).decision_id for _ in range(50)]) == []


def kept_of(desk: Desk, identities: list[str]) -> list[str]:
    """Those of the identities whose decisions are recorded."""

    async def run() -> list[str]:
        decision = decided(TRAINING, ASKED)
        desk.recorder.start()
        for one in identities:
            desk.recorder(TRAINING, ASKED, structs.replace(decision, decision_id=one))
        await desk.recorder.stop()
        assert desk.counts.lost == 0
        return list(desk.records.kept)

    return asyncio.run(run())


def test_more_than_a_second_may_have_are_dropped_and_counted(clock: Callable[[float], None]) -> None:
    async def run() -> None:
        desk = Desk(per_second=5)
        desk.recorder.start()
        first = desk.decide(8)[:5]
        clock(0.9)
        desk.decide(2)
        clock(1.0)
        second = desk.decide(6)[:5]
        clock(-3600)  # somebody sets the clock
        third = desk.decide(5)
        await desk.recorder.stop()
        assert list(desk.records.kept) == [*first, *second, *third]
        assert desk.settled == (15, 6)

    asyncio.run(run())
