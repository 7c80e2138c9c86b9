"""Puts the program together: the only room that knows every other one.

`application` makes what answers requests, `keeping` what feeds it with rules, `serving` the processes of both, and
`composition` what the commands are given. Imports stand inside the functions: a worker needs no commands, and a command
no server.
"""

import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litestar import Litestar

    from service.settings import Settings


def main() -> None:
    """The command `gpu-rules`."""
    try:
        from service.bootstrap.composition import Composition  # noqa: PLC0415
        from service.cli.main import create_cli  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)  # as commands end, which are not there yet
    create_cli(Composition())()


def worker() -> "Litestar":
    """The application of one worker process, which granian calls for."""
    from service.bootstrap.application import answering  # noqa: PLC0415

    return answering()


def create_app(settings: "Settings | None" = None) -> "Litestar":
    """The application, by the settings in the environment or these.

    It serves the bundle that a keeper has written into the data directory, as `prepare` does once. While there is none,
    it serves the directory of rules as it is now; there need be no store then, and what would use it answers 503.

    Raises:
        SettingsError: the environment does not fit.
        RuleRejectedError: the directory of rules can't be served.
    """
    from service.bootstrap.application import application  # noqa: PLC0415

    return application(settings)


def prepare(settings: "Settings") -> None:
    """Make what a service with these settings begins with: its store, the rules in it, and the bundle to serve.

    Raises:
        ServiceError: there is nothing to serve; the message says why.
    """
    from service.bootstrap.keeping import begin  # noqa: PLC0415

    begin(settings)
