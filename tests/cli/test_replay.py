"""`gpu-rules replay` of decisions in the store here."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from msgspec import Raw, json

from service.model.publication import Draft, Record
from service.model.replay import Replay
from tests.cli.conftest import FakeTools
from tests.cli.stores import fill, shipped, wider

Run = Callable[..., Result]

BEGUN = datetime(2026, 3, 1, tzinfo=UTC)


def record(number: int, *, vms: int, result: str, masked: Sequence[str] = ()) -> Record:
    inputs: dict[str, Any] = {"model": "other", "vms": vms, "gpus": vms, "latency_critical": False}
    return Record(
        decision_id=f"{number:05}",
        at=BEGUN + timedelta(seconds=number),
        rule="training-gpu",
        version="1.0.0",
        digest="sha256:0",
        inputs=inputs,
        masked=tuple(masked),
        result=result,
        decision=Raw(json.encode({"outcome": {"id": result}})),
    )


@pytest.fixture(autouse=True)
def filled(tools: FakeTools, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both versions are published; 250 decisions of 1.0.0 are recorded, each third on five VMs, one masked."""
    monkeypatch.setattr("service.cli.replay.PAGE", 100)
    drafts = [Draft("training-gpu", "1.0.0", shipped("training-gpu")), Draft("training-gpu", "1.1.0", wider())]
    fill(tools, *drafts, live={"training-gpu": "1.0.0"})
    records = [record(n, vms=3 if n % 3 else 5, result="l4" if n % 3 else "nvlink") for n in range(249)]
    records.append(record(249, vms=5, result="nvlink", masked=["team"]))

    async def put() -> None:
        async with tools.store() as store:
            await store.records.add(records)

    asyncio.run(put())


PAGE = """\
training-gpu 1.1.0: 83 of 249 recorded decisions would change
1 skipped: some of their inputs are not recorded

Changed answers
  before  after  count  for example
  nvlink  l4        83  model=other vms=5 gpus=5 latency_critical=false
"""


def test_all_records_are_replayed_page_by_page(run: Run) -> None:
    result = run("replay", "training-gpu", "1.1.0")
    assert (result.exit_code, result.stdout, result.stderr) == (0, PAGE, "")


def test_a_file_that_is_not_published(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "draft.yaml"
    file.write_bytes(wider("1.2.0"))
    assert run("replay", "training-gpu", file).stdout == PAGE.replace("1.1.0", "1.2.0")


def test_the_same_version_changes_nothing(run: Run) -> None:
    result = run("replay", "training-gpu", "1.0.0", "--limit", "10")
    assert result.stdout.splitlines() == [
        "training-gpu 1.0.0: none of 9 recorded decisions would change",
        "1 skipped: some of their inputs are not recorded",
        "240 older ones were left out: see `--limit`",
    ]


def test_a_rule_without_records(run: Run, tools: FakeTools) -> None:
    fill(tools, Draft("inference-gpu", "1.0.0", shipped("inference-gpu")), live={})
    result = run("replay", "inference-gpu", "1.0.0")
    assert (result.exit_code, result.output) == (0, "no decisions of `inference-gpu` are recorded\n")


def test_pages_are_added_up(run: Run) -> None:
    whole = json.decode(run("replay", "training-gpu", "1.1.0", "--json").stdout, type=Replay)
    assert (whole.replayed, whole.changed, whole.skipped, whole.total, whole.next) == (249, 83, 1, 250, None)
    [shift] = whole.shifts
    assert (shift.before, shift.after, shift.count, len(shift.examples)) == ("nvlink", "l4", 83, 3)
    part = json.decode(run("replay", "training-gpu", "1.1.0", "--limit", "150", "--json").stdout, type=Replay)
    assert (part.replayed + part.skipped, part.total, part.next is None) == (150, 250, False)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        pytest.param("training-gpu 3.0.0", 2, "has no version `3.0.0`", id="no such version"),
        pytest.param("traning-gpu 1.1.0", 2, "no rule is named `traning-gpu`", id="no such rule"),
        pytest.param("training-gpu nowhere.yaml", 2, "neither a version", id="no file"),
        pytest.param("training-gpu 1.1.0 --limit 0", 2, "--limit", id="no records"),
    ],
)
def test_what_can_not_be_replayed(run: Run, words: str, code: int, said: str) -> None:
    result = run("replay", *words.split())
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr
