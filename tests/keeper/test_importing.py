"""The directory and the API, one after the other: which of them is live, and what the audit log says."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from service.errors import ChangeError, RuleEnteredError, RuleRejectedError
from service.model.files import RuleFiles
from service.model.publication import Bundle, Change, Draft, Event, Move
from service.model.text import dump
from service.store.database import Database
from service.store.ledger import Ledger
from service.usecases.gate import Gate
from service.usecases.importing import ImportRules
from tests.keeper.documents import tree
from tests.keeper.examiners import Plain
from tests.tables import table

Step = dict[str, Any]


class World:
    """A directory and a store."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.examiner = Plain()
        self.files: dict[str, bytes] = {}
        self.live: bytes | None = None

    async def step(self, step: Step) -> None:
        """One thing happens."""
        ((what, value),) = step.items()
        match what:
            case "edit":
                self.edit(**value)
            case "import":
                assert await self.imported() == value
            case "publish":
                await self.change(drafts=[draft(file, content) for file, content in value.items()])
            case "activate":
                await self.change(moves=[Move(*line) for line in value.items()])
            case "retire":
                await self.change(moves=[Move(value, None)])
            case _:
                pytest.fail(f"`{what}` is no step")

    def edit(self, files: dict[str, Any] | None = None, live: dict[str, Any] | str | None = None) -> None:
        """Change the directory."""
        for name, content in (files or {}).items():
            self.files.pop(f"{name}.yaml", None)
            if content is not None:
                self.files[f"{name}.yaml"] = draft(name, content).content
        if live is not None:
            self.live = live.encode() if isinstance(live, str) else dump(live).encode()

    async def imported(self) -> str | list[str]:
        """How an import ends."""
        try:
            await ImportRules(self.ledger, Gate(self.examiner))(RuleFiles(dict(self.files), self.live))
        except RuleRejectedError as error:
            return list(dict.fromkeys(f"{one.file} {one.code}" for one in error.diagnostics))
        except RuleEnteredError as error:
            return str(error)
        return "taken"

    async def change(self, drafts: list[Draft] | None = None, moves: list[Move] | None = None) -> None:
        """What comes by the API."""
        seen = (await self.ledger.bundle()).sequence
        made = Change(who="ann", seen=seen, drafts=tuple(drafts or ()), moves=tuple(moves or ()))
        assert await self.ledger.apply(made)


def draft(file: str, content: Any) -> Draft:
    """A document by its limit, or `enters another`, or as it is."""
    name, _, version = file.partition("/")
    match content:
        case int():
            return Draft(name, version, tree(name, version, limit=content))
        case str() if content.startswith("enters "):
            return Draft(name, version, tree(name, version, enters=content.removeprefix("enters ")))
        case _:
            return Draft(name, version, content.encode())


async def happened(place: Path, steps: list[Step]) -> tuple[Bundle, list[Event], int]:
    """What the store holds after the steps, its log, and how often something was examined."""
    async with closing(Database("", place)) as database:
        world = World(Ledger(database))
        for step in steps:
            await world.step(step)
        events = await world.ledger.events()
        return await world.ledger.bundle(), events[::-1], len(world.examiner.asked)


@asynccontextmanager
async def closing(database: Database) -> AsyncGenerator[Database]:
    """A database that is closed in the end."""
    try:
        yield database
    finally:
        await database.close()


def line(event: Event) -> str:
    """An event without its time."""
    return " ".join(filter(None, (event.who, event.action, event.rule, event.version)))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with an empty store, for tests to copy."""
    place = tmp_path_factory.mktemp("made")

    async def make() -> None:
        database = Database("", place)
        await database.migrate()
        await database.close()

    asyncio.run(make())
    return place


@pytest.fixture
def place(made: Path, tmp_path: Path) -> Path:
    """A directory with an empty store."""
    return copytree(made, tmp_path / "data")


@pytest.mark.parametrize("row", table(Path(__file__).parent / "importing.yaml"))
def test_importing(row: dict[str, Any], place: Path) -> None:
    bundle, events, examined = asyncio.run(happened(place, row["steps"]))
    found = {
        "live": bundle.live,
        "published": [f"{one.name} {one.version}" for one in bundle.versions],
        "log": [line(event) for event in events],
        "examined": examined,
    }
    assert {name: found[name] for name in row["expect"]} == row["expect"]


class Overtaken(Ledger):
    """A ledger that somebody else changes just before a change is made, so many times."""

    def __init__(self, database: Database, drafts: list[Draft]) -> None:
        super().__init__(database)
        self._drafts = drafts

    async def apply(self, change: Change) -> list[Event] | None:
        """First what the others do."""
        if self._drafts:
            others = Change(who="ann", seen=change.seen, drafts=(self._drafts.pop(0),))
            await super().apply(others)
        return await super().apply(change)


OWN = draft("a/1.0.0", 3)
RACES = [
    ("another rule was published meanwhile", [draft("b/1.0.0", 3)], "taken"),
    ("another replica imported the same file", [OWN], "taken"),
    ("somebody published the number otherwise", [draft("a/1.0.0", 4)], ["a/1.0.0.yaml version-changed"]),
    ("others were quicker four times", [draft(f"b/1.{one}.0", 3) for one in range(4)], "taken"),
]


@pytest.mark.parametrize(("others", "ends"), [pytest.param(*row, id=name) for name, *row in RACES])
def test_an_import_begins_anew_when(others: list[Draft], ends: str | list[str], place: Path) -> None:
    async def run() -> None:
        async with closing(Database("", place)) as database:
            world = World(Overtaken(database, [*others]))
            world.edit(files={"a/1.0.0": 3}, live={"a": "1.0.0"})
            assert await world.imported() == ends
            bundle = await world.ledger.bundle()
            assert bundle.live == ({"a": "1.0.0"} if ends == "taken" else {})

    asyncio.run(run())


def test_an_import_gives_up_when_others_are_always_quicker(place: Path) -> None:
    async def run() -> None:
        async with closing(Database("", place)) as database:
            world = World(Overtaken(database, [draft(f"b/1.{one}.0", 3) for one in range(99)]))
            world.edit(files={"a/1.0.0": 3}, live={"a": "1.0.0"})
            with pytest.raises(ChangeError, match="kept changing"):
                await world.imported()

    asyncio.run(run())
