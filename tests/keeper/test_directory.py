"""The directory of rules: what counts as a change, and when it is told."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from service.store.directory import Directory

PATIENCE = 20.0
"""Seconds within which a change must be told."""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A directory with one rule, as a Kubernetes ConfigMap is mounted: everything leads through one link."""
    for number in ("1", "2"):
        (tmp_path / f"..{number}" / "a").mkdir(parents=True)
        (tmp_path / f"..{number}" / "a" / "1.0.0.yaml").write_text(f"number {number}")
        (tmp_path / f"..{number}" / "live.yaml").write_text("a: 1.0.0")
    (tmp_path / "..1" / "b").mkdir()
    (tmp_path / "..1" / "b" / "1.0.0.yaml").write_text("b")
    (tmp_path / "..data").symlink_to("..1")
    (tmp_path / "a").symlink_to("..data/a")
    (tmp_path / "live.yaml").symlink_to("..data/live.yaml")
    return tmp_path


def swapped(rules: Path) -> None:
    """What Kubernetes does with a new version of a ConfigMap."""
    (rules / "..data_tmp").symlink_to("..2")
    (rules / "..data_tmp").rename(rules / "..data")


def replaced(rules: Path) -> None:
    """What editors do: a new file takes the place of the old one."""
    (rules / "a" / ".1.0.0.yaml.swp").write_text("number 1!")
    (rules / "a" / ".1.0.0.yaml.swp").rename(rules / "a" / "1.0.0.yaml")


CHANGES: list[tuple[str, Callable[[Path], object]]] = [
    ("a file is written again", lambda rules: (rules / "a" / "1.0.0.yaml").write_text("number 2")),
    ("a file takes the place of another", replaced),
    ("a file appears", lambda rules: (rules / "a" / "1.1.0.yaml").write_text("more")),
    ("a file goes", lambda rules: (rules / "a" / "1.0.0.yaml").unlink()),
    ("a rule appears", lambda rules: (rules / "..1" / "b").rename(rules / "b")),
    ("live.yaml is written again", lambda rules: (rules / "live.yaml").write_text("a: 1.0.1")),
    ("live.yaml goes", lambda rules: (rules / "live.yaml").unlink()),
    ("a ConfigMap is swapped", swapped),
]


@pytest.mark.parametrize("change", [pytest.param(change, id=name) for name, change in CHANGES])
def test_a_change_shows_in_the_stamp(rules: Path, change: Callable[[Path], object]) -> None:
    directory = Directory(rules)
    before = directory.stamp()
    assert directory.stamp() == before
    change(rules)
    assert directory.stamp() != before


@pytest.mark.parametrize("name", [".hidden.yaml", "notes.txt", "a/notes.txt", "a/.1.0.0.yaml.swp"])
def test_other_files_do_not_show_in_the_stamp(rules: Path, name: str) -> None:
    directory = Directory(rules)
    before = directory.stamp()
    (rules / name).write_text("other")
    assert directory.stamp() == before


def test_what_cannot_be_read_as_a_file_is_a_stray(rules: Path) -> None:
    (rules / "a" / "1.1.0.yaml").symlink_to("nowhere")
    os.mkfifo(rules / "a" / "1.2.0.yaml")
    (rules / "a" / "1.3.0.yaml").mkdir()  # directories are looked into, never read
    found = Directory(rules).read()
    assert [*found.documents] == ["a/1.0.0.yaml"]
    assert found.strays == ("a/1.1.0.yaml", "a/1.2.0.yaml")


def test_a_swapped_config_map_is_read_through_its_links(rules: Path) -> None:
    swapped(rules)
    assert Directory(rules).read().documents == {"a/1.0.0.yaml": b"number 2"}


async def told(changes: AsyncGenerator[None]) -> None:
    """Wait for the next change."""
    async with asyncio.timeout(PATIENCE):
        await anext(changes)


@pytest.mark.parametrize("change", [pytest.param(change, id=name) for name, change in CHANGES])
def test_a_change_is_told(rules: Path, change: Callable[[Path], object]) -> None:
    async def run() -> None:
        directory = Directory(rules)
        async with aclosing(directory.changes(0.2, object())) as changes:
            await told(changes)
            change(rules)
            await told(changes)

    asyncio.run(run())


def test_files_that_are_known_are_not_told(rules: Path) -> None:
    async def run() -> None:
        directory = Directory(rules)
        known = directory.stamp()
        assert [one async for one in directory.changes(0, known)] == []
        assert len([one async for one in directory.changes(0, object())]) == 1

    asyncio.run(run())


def test_a_directory_may_appear_later_and_go_again(tmp_path: Path) -> None:
    async def run() -> None:
        directory = Directory(tmp_path / "rules")
        async with aclosing(directory.changes(0.05, directory.stamp())) as changes:
            waiting = asyncio.create_task(told(changes))
            (tmp_path / "rules").mkdir()
            (tmp_path / "rules" / "live.yaml").write_text("{}")
            await waiting
            (tmp_path / "rules").rename(tmp_path / "elsewhere")
            await told(changes)
            (tmp_path / "elsewhere").rename(tmp_path / "rules")
            await told(changes)

    asyncio.run(run())


class Busy(Directory):
    """A directory in which somebody is writing: its stamps, one after the other."""

    stamps: list[int]

    def stamp(self) -> int:
        """The next one."""
        return self.stamps.pop(0)


@pytest.mark.parametrize(
    ("stamps", "left"),
    [
        pytest.param([1, 1, 9], [9], id="nobody writes"),
        pytest.param([1, 2, 3, 4, 4, 9], [9], id="somebody writes for a while"),
        pytest.param([*range(60)], [*range(51, 60)], id="somebody writes for ever"),
    ],
)
def test_files_are_told_once_they_keep_still(
    stamps: list[int], left: list[int], rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.directory._MOMENT", 0.0)
    directory = Busy(rules)
    directory.stamps = stamps

    async def run() -> None:
        assert len([one async for one in directory.changes(0, 0)]) == 1

    asyncio.run(run())
    assert directory.stamps == left
