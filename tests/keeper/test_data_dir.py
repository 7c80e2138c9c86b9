"""The data directory: one service has it, nobody else may look into it, and nothing half written stays there."""

import subprocess
import sys
from pathlib import Path

import pytest

from service.bootstrap import prepare
from service.bootstrap.data_dir import metrics_dir, occupied
from service.errors import SettingsError
from service.settings import Settings

KILLED = """
import os, sys
from pathlib import Path
from service.store import disk
os.fsync = lambda _: os._exit(9)
disk.replace(Path(sys.argv[1]), b"half of")
"""


def test_only_the_owner_may_look_into_it(tmp_path: Path) -> None:
    place = tmp_path / "data"
    with occupied(place):
        assert {path.stat().st_mode & 0o777 for path in (place, metrics_dir(place))} == {0o700}
        assert (place / "lock").stat().st_mode & 0o777 == 0o600


def test_what_a_killed_process_left_half_written_is_removed(tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    for path in (tmp_path / "bundle.json", documents / ("0" * 64)):
        assert subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False).returncode == 9  # noqa: S603
    (tmp_path / "gpu-rules.db").touch()
    (documents / ("1" * 64)).touch()
    assert len([*tmp_path.iterdir(), *documents.iterdir()]) == 5
    with occupied(tmp_path):
        assert sorted(one.name for one in tmp_path.iterdir()) == ["documents", "gpu-rules.db", "lock"]
        assert [one.name for one in documents.iterdir()] == ["1" * 64]


def test_nothing_is_prepared_in_the_directory_of_a_running_service(tmp_path: Path) -> None:
    with occupied(tmp_path), pytest.raises(SettingsError, match="another service uses"):
        prepare(Settings(data_dir=str(tmp_path)))
    assert [one.name for one in tmp_path.iterdir()] == ["lock"]
