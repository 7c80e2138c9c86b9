"""The processes of a service: granian with its workers, and the keeper beside them."""

import multiprocessing
import os
from pathlib import Path
from socket import SOCK_STREAM, create_server, getaddrinfo
from time import monotonic, sleep
from typing import Final

import structlog

from service.bootstrap.data_dir import metrics_dir, occupied
from service.bootstrap.keeping import kept
from service.bootstrap.parent import PATIENCE
from service.bootstrap.platforms import doors
from service.errors import SettingsError
from service.logs import configure, server_config
from service.settings import PREFIX, Settings

_TAKEN: Final = 5.0
"""Seconds for which workers of a service that was killed may still hold its port."""


def serve(settings: Settings) -> None:
    """Answer requests until stopped. The settings go to the workers through the environment.

    Raises:
        SettingsError: the port is taken, or a directory can't be used.
        ServiceError: there is nothing to serve; the message says why.
    """
    data_dir = Path(settings.data_dir).absolute()
    with occupied(data_dir) as killed:
        address = _address(settings, patience=_TAKEN if killed else 0.0)
        configure(settings.log_format, settings.log_level)
        chosen = {"data_dir": data_dir, "rules_dir": settings.rules.absolute()}
        os.environ |= {f"{PREFIX}{name.upper()}": str(value) for name, value in chosen.items()}
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(metrics_dir(data_dir))
        _tell_platforms(settings)
        with kept(settings):
            _run(settings, address)


def _tell_platforms(settings: Settings) -> None:
    """Say which platforms are served, and how to serve those that are not."""
    log: structlog.stdlib.BoundLogger = structlog.get_logger("gpu_rules.service")
    for door in doors(settings):
        if door.is_open:
            log.info("platform is served", platform=door.platform, paths=door.paths)
        else:
            log.info("platform is not served", platform=door.platform, setting=door.setting)


def _run(settings: Settings, address: str) -> None:
    """Run granian; its workers are new processes, because a copy of this one would have half of the keeper's thread."""
    from granian import Granian  # noqa: PLC0415
    from granian.constants import Interfaces  # noqa: PLC0415

    multiprocessing.set_start_method("spawn", force=True)
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


def _address(settings: Settings, patience: float) -> str:
    """The address that the host's name means, if its port is free, or will be within `patience` seconds.

    Workers share their port, so the system would let a second service share it as well, without a word.
    """
    end = monotonic() + patience
    while True:
        try:
            family, _, _, _, place = getaddrinfo(settings.host, settings.port, type=SOCK_STREAM)[0]
            with create_server((str(place[0]), settings.port), family=family):
                return str(place[0])
        except OSError as error:
            if monotonic() < end:
                sleep(0.1)
                continue
            reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error.strerror or error)
            message = f"`{settings.host}` port {settings.port} can't be listened on: {reason.lower()}"
            raise SettingsError(message) from error
