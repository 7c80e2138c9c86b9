"""The four jobs, done by real children: what comes back is what comes out in this process."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw, json

from service.errors import RuleRejectedError
from service.model.files import RuleFiles, as_files
from service.model.publication import Draft, Record
from service.model.rule import RuleId
from service.sandbox import process
from service.sandbox.runner import Sandbox
from service.store.directory import Directory
from service.usecases.examine import examine_files
from tests.check.hostile.building import block, case, text, tree
from tests.sandbox.children import LOOPS, Run, in_asyncio, sandbox

RULES = Path(__file__).parents[2] / "rules"
GAP = b"""kind: tree
name: hostile
version: 1.0.0
title: Which size?
inputs: {vms: {type: integer, minimum: 1, maximum: 100, ask: How many VMs?}}
start: scale
nodes:
  scale:
    title: How large is it?
    branches:
      - {when: vms < 4, then: little}
      - {when: vms > 4, then: big}
outcomes: {little: {title: Little}, big: {title: Big}}
cases:
  - {name: three, given: {vms: 3}, expect: {outcome: little}}
  - {name: five, given: {vms: 5}, expect: {outcome: big}}
"""


def versions(*documents: bytes, live: dict[str, str] | None = None) -> RuleFiles:
    drafts = [Draft("hostile", f"{number}.0.0", one) for number, one in enumerate(documents, 1)]
    return as_files(drafts, live if live is not None else {"hostile": "1.0.0"})


def rule(files: RuleFiles, version: str) -> RuleId:
    content = files.documents[f"hostile/{version}.yaml"]
    return RuleId("hostile", version, Draft("hostile", version, content).digest)


def record(given: dict[str, Any], outcome: str, masked: tuple[str, ...] = ()) -> Record:
    decision = {"outcome": {"id": outcome}}
    return Record(
        decision_id=f"{given}",
        at=datetime(2024, 11, 9, tzinfo=UTC),
        rule="hostile",
        version="1.0.0",
        digest="sha256:1",
        inputs=given,
        masked=masked,
        result=outcome,
        decision=Raw(json.encode(decision)),
    )


@pytest.mark.parametrize("run", LOOPS)
def test_an_examination(run: Run) -> None:
    files = Directory(RULES).read()
    only = frozenset({("choose-gpu", "1.0.0")})

    async def examine() -> Any:
        async with sandbox() as one:
            return await one.examine(files, only)

    assert run(examine()) == examine_files(files, only)


def test_a_gap_is_shown_by_an_input_that_falls_through_it() -> None:
    async def examine() -> Any:
        async with sandbox() as one:
            return await one.examine(versions(GAP))

    [found] = in_asyncio(examine()).diagnostics
    assert (found.file, found.line, found.code, found.severity) == ("hostile/1.0.0.yaml", 8, "gap", "error")
    assert "`vms: 4`" in found.message


def test_a_comparison_and_the_nearest_change() -> None:
    files = versions(block(tree()), block(tree("n > 5", version="2.0.0", cases=[case(6, "yes"), case(5, "no")])))

    async def ask() -> None:
        async with sandbox() as one:
            difference = await one.compare(files, rule(files, "1.0.0"), rule(files, "2.0.0"))
            nearest = await one.nearest(files, rule(files, "2.0.0"), {"n": 2}, "yes")
        assert difference.verdict == "different"
        [turn] = difference.turns
        assert (turn.before, turn.after) == ("yes", "no")
        assert 0 < turn.witness["n"] <= 5
        assert any("n > 5" in line.text for line in difference.lines)
        assert (nearest.status, nearest.inputs) == ("changed", {"n": 6})

    in_asyncio(ask())


def test_a_replay() -> None:
    files = versions(block(tree()), block(tree("n > 5", version="2.0.0", cases=[case(6, "yes"), case(5, "no")])))
    records = [record({"n": 9}, "yes"), record({"n": 3}, "yes"), record({}, "yes", ("n",))]

    async def replay() -> list[str]:
        async with sandbox() as one:
            return [found.status for found in await one.replay(files, rule(files, "2.0.0"), records)]

    assert in_asyncio(replay()) == ["same", "changed", "skipped"]


@pytest.mark.parametrize("job", ["compare", "nearest", "replay"])
def test_a_version_that_is_not_right_is_rejected_with_its_faults(job: str) -> None:
    files = versions(block(tree()), text(tree("m > 0", version="2.0.0")))
    good, bad = rule(files, "1.0.0"), rule(files, "2.0.0")

    async def ask() -> None:
        async with sandbox() as one:
            match job:
                case "compare":
                    await one.compare(files, good, bad)
                case "nearest":
                    await one.nearest(files, bad, {}, "yes")
                case _:
                    await one.replay(files, bad, [])

    with pytest.raises(RuleRejectedError) as caught:
        in_asyncio(ask())
    assert [(one.file, one.code) for one in caught.value.diagnostics] == [("hostile/2.0.0.yaml", "unknown-name")]


def test_cases_that_fail_keep_nobody_from_trying_a_version() -> None:
    files = versions(block(tree(cases=[case(1, "no")])))

    async def replay() -> Any:
        async with sandbox() as one:
            return await one.replay(files, rule(files, "1.0.0"), [record({"n": 9}, "yes")])

    assert [one.status for one in in_asyncio(replay())] == ["same"]


def test_a_child_is_kept_ready_used_once_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[process.Child] = []
    start = process.Child.start

    async def counted() -> process.Child:
        started.append(await start())
        return started[-1]

    monkeypatch.setattr(process.Child, "start", counted)

    async def examine(one: Sandbox) -> None:
        [found] = (await one.examine(versions(GAP))).diagnostics
        assert found.code == "gap"

    async def twice() -> list[bool]:
        async with sandbox(spare_seconds=600) as one:
            await examine(one)
            assert [child.is_there for child in started] == [False, True]
            await examine(one)
            assert [child.is_there for child in started] == [False, False, True]
        return [child.is_there for child in started]

    assert in_asyncio(twice()) == [False, False, False]


def test_a_child_that_nobody_needs_is_ended() -> None:
    async def kept() -> None:
        async with sandbox(spare_seconds=0.01) as one:
            await one.examine(versions(GAP))
            child = one._spare._child
            assert child is not None
            await asyncio.wait_for(child._listener.ended, 20)
            [found] = (await one.examine(versions(GAP))).diagnostics
            assert found.code == "gap"

    in_asyncio(kept())
