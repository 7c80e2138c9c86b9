"""The application in this process, over what a keeper has prepared or over the directory alone."""

from pathlib import Path

import pytest
from litestar.testing import TestClient
from structlog.testing import capture_logs

from service.bootstrap import create_app, prepare
from service.errors import RuleRejectedError, SettingsError
from service.http.parts import HttpParts
from service.settings import Settings
from service.store.bundles import Bundles
from service.usecases.follow import Follower
from tests.keeper.documents import bundle, published, tree
from tests.keeper.service import until


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A directory with one rule, and a data directory that is not there yet."""
    (tmp_path / "rules" / "one").mkdir(parents=True)
    (tmp_path / "rules" / "one" / "1.0.0.yaml").write_bytes(tree("one"))
    (tmp_path / "rules" / "live.yaml").write_text("one: 1.0.0")
    return Settings(rules_dir=str(tmp_path / "rules"), data_dir=str(tmp_path / "data" / "here"), records="none")


def test_what_was_prepared_is_served_and_followed(settings: Settings) -> None:
    prepare(settings)
    with TestClient(create_app(settings)) as client:
        ready = client.get("/readyz").json()
        assert (ready["sequence"], ready["rules"], ready["last_import"]["taken"]) == (2, 1, True)
        assert client.get("/v1/decisions/one?amount=3").json()["outcome"]["id"] == "small"
        wider = published("one", "1.1.0", tree("one", "1.1.0", limit=1))
        Bundles(Path(settings.data_dir)).write(bundle(wider, live={"one": "1.1.0"}, sequence=9))
        until(lambda: client.get("/readyz").json()["sequence"] == 9)
        assert client.get("/v1/decisions/one?amount=3").json()["outcome"]["id"] == "large"


def test_without_a_bundle_the_directory_is_served(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        assert client.get("/v1/decisions/one?amount=3").json()["outcome"]["id"] == "small"
        assert client.get("/readyz").json()["sequence"] == 0
    assert not Path(settings.data_dir).exists()


def test_work_beside_the_requests_that_fails_is_logged(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: Follower) -> None:
        message = "no space left on device"
        raise OSError(message)

    monkeypatch.setattr(Follower, "run", fail)
    app = create_app(settings)
    with capture_logs() as logs, TestClient(app) as client:
        until(lambda: any("has failed, and does not go on" in one["event"] for one in logs))
        assert client.get("/v1/decisions/one?amount=3").status_code == 200


def test_changes_are_examined_in_a_line_of_their_own(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[HttpParts] = []
    monkeypatch.setattr("service.http.app.create_app", made.append)
    create_app(settings)
    assert made[0].gatekeeper is not made[0].examiner


def test_rules_that_are_wrong_make_no_application(settings: Settings) -> None:
    (Path(settings.rules_dir) / "one" / "1.0.0.yaml").write_text("kind: tree")
    with pytest.raises(RuleRejectedError):
        create_app(settings)


def test_a_data_directory_that_can_not_be_made_is_told_by_its_setting(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(SettingsError, match=r"`GPU_RULES_DATA_DIR`: `.*/data/here` can't be made: not a directory"):
        prepare(settings)
