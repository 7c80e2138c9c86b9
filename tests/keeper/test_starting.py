"""The keeper at a start: what there is to serve, if anything."""

from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path

import pytest

from service.errors import (
    DataDamagedError,
    RuleRejectedError,
    SandboxError,
    ServiceError,
    SettingsError,
    StoreUnavailableError,
)
from service.model.publication import Bundle
from tests.keeper.worlds import World, started, tell


def test_a_first_start_imports_the_directory_and_writes_the_bundle(tmp_path: Path) -> None:
    async def story(one: World) -> None:
        await started(one)
        assert one.status.contact is not None
        assert one.status.imported is not None
        assert (one.status.imported.taken, one.status.failure) == (True, None)

    tell(tmp_path, story)


def broken(one: World) -> None:
    one.write({"one": "1.0.0"}, v1_0_0=3)
    one.put("two/1.0.0.yaml", b"kind: tree\n")


def away(one: World) -> None:
    one.write({"one": "1.0.0"}, v1_0_0=3)
    one.ledger.away = True


def crashing(one: World) -> None:
    one.write({"one": "1.0.0"}, v1_0_0=3)
    one.examiner.failures = [SandboxError("no process can be started")]


def corrupt(one: World) -> None:
    one.write({"one": "1.0.0"}, v1_0_0=3)
    (one.data / "gpu-rules.db").write_bytes(b"no database" * 1000)


def unwritten(error: Exception) -> Callable[[World], None]:
    """No bundle can be written."""

    def fail(bundle: Bundle) -> None:
        del bundle
        raise error

    def given(one: World) -> None:
        one.write({"one": "1.0.0"}, v1_0_0=3)
        one.bundles.write = fail  # type: ignore[method-assign]

    return given


full = unwritten(OSError(ENOSPC, "No space left on device"))
forged = unwritten(DataDamagedError("the store is damaged"))

NOTHING: list[tuple[str, Callable[[World], None], type[ServiceError], str]] = [
    ("broken rules", broken, RuleRejectedError, "two/1.0.0.yaml:1: missing-key: `name` is missing, and "),
    ("no rules", lambda _: None, SettingsError, "there is no directory of rules at"),
    ("no store", away, StoreUnavailableError, "does not answer"),
    ("a damaged store", corrupt, SettingsError, "is damaged"),
    ("a full disk", full, SettingsError, "`GPU_RULES_DATA_DIR` can't be written: no space left on device"),
    ("a document with another digest", forged, DataDamagedError, "the store is damaged"),
    ("no sandbox", crashing, SandboxError, "no process can be started"),
]


@pytest.mark.parametrize(("given", "error", "words"), [pytest.param(*row, id=name) for name, *row in NOTHING])
def test_a_first_start_ends_with(
    given: Callable[[World], None], error: type[ServiceError], words: str, tmp_path: Path
) -> None:
    async def story(one: World) -> None:
        given(one)
        with pytest.raises(error, match=words):
            await one.keeper().begin()
        assert not one.bundles.exists()

    tell(tmp_path, story)


def gone(one: World) -> None:
    one.rules.rename(one.rules.parent / "elsewhere")


def replaced(one: World) -> None:
    """The database is another one, which is empty."""
    for path in one.data.glob("gpu-rules.db*"):
        path.unlink()


SAVED: list[tuple[str, Callable[[World], None], str | None, bool | None]] = [
    ("broken rules", broken, None, False),
    ("no rules", gone, None, False),
    ("no store", away, "the database does not answer", None),
    ("another store, which is empty", replaced, "the store has 0 events and lacks some that are served, of ", None),
    ("a damaged store", corrupt, "`", None),
    ("a full disk", full, None, True),
    ("a document with another digest", forged, None, True),
    ("nothing new", lambda _: None, None, True),
]


@pytest.mark.parametrize(("given", "failure", "taken"), [pytest.param(*row, id=name) for name, *row in SAVED])
def test_a_restart_serves_what_was_served_with(
    given: Callable[[World], None], failure: str | None, *, taken: bool | None, tmp_path: Path
) -> None:
    tell(tmp_path, started)

    async def story(one: World) -> None:
        given(one)
        await one.keeper().begin()
        assert one.served == {"one": "1.0.0"}
        assert (one.status.failure or "").startswith(failure or "")
        assert bool(one.status.failure) == bool(failure)
        assert (one.status.imported and one.status.imported.taken) is taken

    tell(tmp_path, story)


def test_a_restart_without_store_says_when_the_bundle_is_damaged(tmp_path: Path) -> None:
    tell(tmp_path, started)

    async def story(one: World) -> None:
        one.ledger.away = True
        (one.data / "bundle.json").write_bytes(b"?")
        with pytest.raises(DataDamagedError):
            await one.keeper().begin()
        one.ledger.away = False
        await one.keeper().begin()
        assert one.served == {"one": "1.0.0"}

    tell(tmp_path, story)
