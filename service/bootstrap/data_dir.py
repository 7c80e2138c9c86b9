"""The directory in which a service keeps its own files; one service at a time has it."""

import fcntl
import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from service.errors import SettingsError
from service.settings import PREFIX
from service.store.bundles import Bundles

_SETTING = f"{PREFIX}DATA_DIR"


def _make(path: Path) -> None:
    """Make the directory, for the eyes of this user only, if it is not there.

    Raises:
        SettingsError: it can't be made.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        message = f"`{_SETTING}`: `{path}` can't be made: {str(error.strerror).lower()}"
        raise SettingsError(message) from error


@contextmanager
def occupied(path: Path) -> Generator[bool]:
    """Within this no other service has the directory; whether the last one that had it could not end in order.

    Raises:
        SettingsError: another service has it, or it can't be written.
    """
    _make(path)
    try:
        file = os.fdopen(os.open(path / "lock", os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "a+")
    except OSError as error:
        message = f"`{_SETTING}`: `{path}` can't be written: {str(error.strerror).lower()}"
        raise SettingsError(message) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            message = f"another service uses `{path}`: give this one a directory of its own by `{_SETTING}`"
            raise SettingsError(message) from error
        file.seek(0)
        killed = bool(file.read())
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        Bundles(path).tidy()
        yield killed
        file.truncate(0)


def metrics_dir(path: Path) -> Path:
    """An empty directory there, in which the workers add up their metrics.

    Raises:
        SettingsError: it can't be made.
    """
    metrics = path / "metrics"
    try:
        shutil.rmtree(metrics, ignore_errors=True)
        metrics.mkdir(mode=0o700)
    except OSError as error:
        message = f"`{_SETTING}`: `{metrics}` can't be written: {str(error.strerror).lower()}"
        raise SettingsError(message) from error
    return metrics
