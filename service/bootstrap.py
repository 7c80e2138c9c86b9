"""Puts the program together: the only module that knows every room.

Imports of the HTTP side stand inside functions: metrics decide how workers share their counts when they are imported,
and that is known only once a command runs; commands that need no server start faster without it.
"""

import gc
import os
import shutil
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from socket import SOCK_STREAM, create_server, getaddrinfo
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from uuid_utils import uuid7

from service.cli.main import create_cli
from service.engine.engine import Engine
from service.errors import SettingsError
from service.logs import configure, server_config
from service.model.rule import RuleId
from service.model.schema import rule_schema_text
from service.settings import PREFIX, Settings
from service.store.directory import Directory
from service.usecases.decide import Decide
from service.usecases.live import LiveRules
from service.usecases.revision import Revision

if TYPE_CHECKING:
    from litestar import Litestar


PATIENCE = 20
"""Seconds that a worker has to end before it is ended."""


def main() -> None:
    """The command `gpu-rules`."""
    create_cli(Composition())()


def worker() -> "Litestar":
    """The application of one worker process, which does nothing else.

    What was made so far stays for good, so the garbage collector need not look at it again with every request: that
    was a fifth of a request, measured.
    """
    app = create_app()
    gc.collect()
    gc.freeze()
    return app


def create_app(settings: Settings | None = None) -> "Litestar":
    """The application, by the settings in the environment or these.

    Raises:
        SettingsError: the environment does not fit.
        RuleRejectedError: the rules can't be served.
    """
    from service.http.app import create_app as create  # noqa: PLC0415
    from service.http.metrics import Metrics  # noqa: PLC0415
    from service.http.parts import HttpParts  # noqa: PLC0415

    settings = settings or Settings.from_env(os.environ)
    configure(settings.log_format, settings.log_level)
    live = LiveRules(Directory(settings.rules))
    live.load()
    engine = Engine(settings.memo_size)
    metrics = Metrics(live, engine)
    return create(
        HttpParts(
            decide=Decide(live, engine, identity, metrics),
            live=live,
            metrics=metrics,
            body_limit=settings.body_limit,
            batch_body_limit=settings.batch_body_limit,
            batch_items=settings.batch_items,
            cors_origins=settings.origins,
            root_path=settings.root_path,
            access_log=settings.access_log,
        )
    )


def identity() -> str:
    """A new decision's identity: a UUID of version 7, so that identities sort by time."""
    return str(uuid7())


class Composition:
    """What the commands are given; the environment is read when a command first needs it."""

    version = version("gpu-rules")

    @property
    def url(self) -> str:
        """The service to ask, if one is set."""
        return self._settings().server

    @property
    def rules_dir(self) -> Path:
        """The directory of rules that is meant when none is named."""
        return self._settings().rules

    def serve(self, *, host: str | None, port: int | None, workers: int | None, rules: Path | None) -> None:
        """Check the rules once, then start the workers and answer until stopped."""
        serve(self._settings(host=host, port=port, workers=workers, rules_dir=str(rules) if rules else None))

    def decide(self, live: LiveRules) -> Decide:
        """Decisions in this process."""
        return Decide(live, Engine(memo_size=0), identity, _Unwatched())

    def openapi(self, revision: Revision, *, as_json: bool) -> str:
        """The contract of a service with these rules."""
        from service.http.openapi import render  # noqa: PLC0415

        return render(revision, as_json=as_json)

    def rule_schema(self) -> str:
        """The JSON Schema of rule files."""
        return rule_schema_text()

    def _settings(self, **overrides: Any) -> Settings:
        return Settings.from_env(os.environ, **overrides)


class _Unwatched:
    def decided(self, rule: RuleId, result: str, seconds: float) -> None:
        """Nobody counts the decisions of a command."""

    def batched(self, rule: RuleId, results: Mapping[str, int], seconds: float) -> None:
        """Commands send no batches."""


def serve(settings: Settings) -> None:
    """Run granian with the settings, which go to the workers through the environment.

    All workers, and those that replace them, serve the rules as they are now: from a copy that was checked once.

    Raises:
        SettingsError: a directory can't be used.
        RuleRejectedError: the rules can't be served.
    """
    from granian import Granian  # noqa: PLC0415
    from granian.constants import Interfaces  # noqa: PLC0415

    address = _address(settings)
    data_dir, temporary = _data_dir(settings)
    try:
        rules = Directory(settings.rules).copy(data_dir / "rules")
        LiveRules(rules).load()
        chosen = {"data_dir": data_dir, "rules_dir": rules.path}
        os.environ |= {f"{PREFIX}{name.upper()}": str(value) for name, value in chosen.items()}
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_metrics_dir(data_dir))
        configure(settings.log_format, settings.log_level)
        Granian(
            "service.bootstrap:worker",
            factory=True,
            address=address,
            port=settings.port,
            interface=Interfaces.ASGI,
            workers=settings.workers,
            workers_max_rss=settings.worker_memory_mb,
            workers_kill_timeout=PATIENCE,
            respawn_failed_workers=True,
            websockets=False,
            log_dictconfig=server_config(),
        ).serve()
    finally:
        if temporary:
            shutil.rmtree(data_dir, ignore_errors=True)


def _address(settings: Settings) -> str:
    """The address that the host's name means, if its port is free.

    Workers share their port, so the system would let a second service share it as well, without a word.
    """
    try:
        family, _, _, _, place = getaddrinfo(settings.host, settings.port, type=SOCK_STREAM)[0]
        with create_server((str(place[0]), settings.port), family=family):
            return str(place[0])
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error.strerror or error)
        message = f"`{settings.host}` port {settings.port} can't be listened on: {reason.lower()}"
        raise SettingsError(message) from error


def _data_dir(settings: Settings) -> tuple[Path, bool]:
    """Where to keep files, and whether it is to be removed again."""
    if not settings.data_dir:
        return Path(mkdtemp(prefix="gpu-rules-")), True
    path = Path(settings.data_dir)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"`{PREFIX}DATA_DIR`: `{path}` can't be made: {error.strerror}"
        raise SettingsError(message) from error
    return path, False


def _metrics_dir(data_dir: Path) -> Path:
    """An empty directory in which the workers add up their metrics."""
    path = data_dir / "metrics"
    try:
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir()
    except OSError as error:
        message = f"`{PREFIX}DATA_DIR`: `{path}` can't be written: {error.strerror}"
        raise SettingsError(message) from error
    return path
