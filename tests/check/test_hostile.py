"""Hostile documents get their findings in time, from a child that may not take much, and leave the parent alone."""

import asyncio
from collections.abc import Sequence

import pytest

from service.errors import Diagnostic
from service.model.examination import Examination
from service.model.files import RuleFiles
from service.sandbox.runner import Sandbox
from tests.check.hostile.building import NAME, Hostile
from tests.check.hostile.corpus import EVERY

TOGETHER = 8
"""Documents for one child: to start it takes longer than to examine most of them."""
CERTAIN = [one for one in EVERY if one.code != "*"]
HARD = [one for one in EVERY if one.code == "*"]


def chunks(some: Sequence[Hostile]) -> list[Sequence[Hostile]]:
    return [some[begin : begin + TOGETHER] for begin in range(0, len(some), TOGETHER)]


def examined(some: Sequence[Hostile], *, seconds: int, memory_mb: int = 512) -> dict[str, list[Diagnostic]]:
    """What is found in each, by its sentence."""
    names = [f"{NAME}-{index}" for index in range(len(some))]
    contents = [one.make().replace(NAME.encode(), name.encode()) for one, name in zip(some, names, strict=True)]
    places = {f"{name}/1.0.0.yaml": content for name, content in zip(names, contents, strict=True)}
    files = RuleFiles(places, "".join(f"{name}: 1.0.0\n" for name in names).encode())

    async def examine() -> Examination:
        async with Sandbox(seconds=seconds, memory_mb=memory_mb, at_once=1) as sandbox:
            return await sandbox.examine(files)

    found = asyncio.run(examine()).diagnostics
    assert {one.file for one in found} <= places.keys()
    assert all(len(one.message) < 3_000 and len(one.path) <= 500 for one in found)
    return {one.name: [each for each in found if each.file == place] for one, place in zip(some, places, strict=True)}


@pytest.mark.parametrize("some", chunks(CERTAIN), ids=lambda some: some[0].name)
def test_a_hostile_document_gets_what_it_deserves(some: Sequence[Hostile]) -> None:
    found = {name: [one.code for one in several] for name, several in examined(some, seconds=60).items()}
    right = {one.name: one.code in found[one.name] if one.code else not found[one.name] for one in some}
    assert right == dict.fromkeys(found, True), found
    assert all(len(codes) <= 101 for codes in found.values())


@pytest.mark.parametrize("some", chunks(HARD), ids=lambda some: some[0].name)
def test_a_hard_document_ends_in_time(some: Sequence[Hostile]) -> None:
    codes = {one.code for several in examined(some, seconds=12).values() for one in several}
    assert not codes & {"crashed", "engine-disagrees"}


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        pytest.param({"seconds": 1}, "examining this took more than 1 s of time", id="time"),
        pytest.param(
            {"seconds": 60, "memory_mb": 130}, "examining this needed more than 130 MiB of memory", id="memory"
        ),
    ],
)
def test_a_document_that_takes_more_than_it_may(limits: dict[str, int], words: str) -> None:
    [wide] = (one for one in EVERY if one.name == "600 nodes with 50 branches")
    [[found]] = examined([wide], **limits).values()
    assert found.message.startswith(words)


def test_the_corpus_is_complete() -> None:
    names = [one.name for one in EVERY]
    assert len(names) > 100
    assert len(set(names)) == len(names)
