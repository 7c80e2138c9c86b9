"""A whole service: rules change, files break, processes and databases go, and it answers."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from tests.databases import Place, Server
from tests.keeper.documents import tree
from tests.keeper.service import PATIENCE, Service, running, until


def write(rules: Path, live: str, **limits: int) -> None:
    """Write versions of `one`, such as `v1_0_0`, by their limit, and which of them is live."""
    (rules / "one").mkdir(parents=True, exist_ok=True)
    for name, limit in limits.items():
        number = name.removeprefix("v").replace("_", ".")
        (rules / "one" / f"{number}.yaml").write_bytes(tree("one", number, limit=limit))
    (rules / "live.yaml").write_text(f"one: {live}\n")


def damage(rules: Path) -> None:
    """Put a broken file beside the others."""
    (rules / "two").mkdir()
    (rules / "two" / "1.0.0.yaml").write_text("kind: tree\n")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A service that ran once, and was stopped in order."""
    place = tmp_path_factory.mktemp("begun")
    write(place / "rules", "1.0.0", v1_0_0=3)
    with running(Service(place)) as service:
        assert service.versions("one") == {"1.0.0"}
        assert service.stop() == 0
    return place


@pytest.fixture
def place(begun: Path, tmp_path: Path) -> Path:
    """A copy of what it left."""
    return copytree(begun, tmp_path / "place")


@pytest.fixture
def service(place: Path) -> Iterator[Service]:
    """The service, started again."""
    with running(Service(place)) as one:
        yield one


def test_rules_change_while_it_runs(service: Service) -> None:
    write(service.rules, "1.1.0", v1_1_0=5)
    until(lambda: service.versions("one") == {"1.1.0"}, service.told)
    assert service.versions("one", "1.0.0") == {"1.0.0"}
    changed = service.ready()
    assert (changed["last_import"]["taken"], changed["rules"]) == (True, 1)

    damage(service.rules)
    write(service.rules, "1.0.0")
    until(lambda: not service.ready()["last_import"]["taken"], service.told)
    broken = service.ready()
    assert {one["file"] for one in broken["last_import"]["diagnostics"]} == {"two/1.0.0.yaml"}
    assert (broken["revision"], broken["last_load"]["taken"]) == (changed["revision"], True)
    assert service.versions("one") == {"1.1.0"}

    started = service.started()
    os.kill(service.workers()[-1], signal.SIGKILL)
    until(lambda: service.started() > started, service.told)
    assert service.versions("one") == {"1.1.0"}

    (service.rules / "two" / "1.0.0.yaml").unlink()
    until(lambda: service.versions("one") == {"1.0.0"}, service.told)


def test_a_service_has_its_data_directory_for_itself_until_it_is_killed(service: Service) -> None:
    second = Service(service.log.parent)
    second.begin()
    assert second.process is not None
    assert second.process.wait(PATIENCE) == 2
    assert f"another service uses `{service.data}`: give this one a directory of its own" in second.told()

    before = service.ready()["revision"]
    damage(service.rules)
    assert service.stop(signal.SIGKILL) == -signal.SIGKILL
    service.start()
    assert (service.ready()["revision"], service.versions("one")) == (before, {"1.0.0"})
    assert not service.ready()["last_import"]["taken"]


def test_a_service_outlives_its_database(server: Server, postgresql_place: Place, tmp_path: Path) -> None:
    write(tmp_path / "rules", "1.0.0", v1_0_0=3)
    one = Service(tmp_path, DATABASE_URL=postgresql_place.url, STALENESS_LIMIT="3")
    with running(one):
        with server.away():
            until(lambda: one.get("/readyz").status_code == 503, one.told)
            assert "the store was last reached" in one.get("/readyz").json()["detail"]
            assert one.versions("one") == {"1.0.0"}
            one.stop()
            one.begin()
            until(one.is_alive, one.told)
            assert one.versions("one") == {"1.0.0"}
            write(one.rules, "1.1.0", v1_1_0=5)
        until(lambda: one.versions("one") == {"1.1.0"}, one.told)
        until(one.is_ready, one.told)
