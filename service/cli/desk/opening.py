"""The desk that a command works at."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from service.cli.desk.here import Here
from service.cli.desk.port import Desk
from service.cli.options import chosen_server
from service.cli.rest import Service
from service.cli.tools import Tools


@contextmanager
def at_desk(ctx: click.Context) -> Iterator[Desk]:
    """The service that the command line or the settings name; the store here if they name none."""
    from service.cli.desk.local import LocalDesk  # noqa: PLC0415
    from service.cli.desk.remote import RemoteDesk  # noqa: PLC0415

    tools: Tools = ctx.obj
    url = chosen_server(ctx)
    with Here(tools) as here:
        if not url:
            yield LocalDesk(here)
            return
        with Service(url, tools.token) as service:
            yield RemoteDesk(service, here)
