"""Events in, a ledger out, beside the requests: a small timeline in a thread, a large one in a process with limits."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import IO, Final

from msgspec import json

from service.model.timeline import Asked, Options
from service.pictures import draw
from service.timeline.columns import Columns
from service.timeline.reading import read_lines, read_list, read_object
from service.usecases.line import Line
from service.usecases.ports import Accountant

SMALL: Final = 256_000
"""Bytes up to which a timeline is small: some thousand events, which take a few milliseconds."""
_WAITING: Final = 32
"""Small timelines that may wait for the one that is being read."""


class Account:
    """Makes ledgers; belongs to one event loop."""

    def __init__(self, accountant: Accountant) -> None:
        """`accountant` takes what is large. A thread is started when it is first needed."""
        self._accountant = accountant
        self._line = Line(1, _WAITING, busy="timeline is being read")
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="account")

    async def __call__(self, timeline: bytes | IO[bytes], asked: Asked) -> bytes:
        """The ledger in JSON, or as a picture; `timeline` is the text itself if it is small, and an open file if not.

        Raises:
            TimelineRejectedError: no ledger can be made of it for certain.
            MalformedRequestError, RequestRejectedError: it is no JSON, or has another form.
            RequestTooLargeError: it takes more time or memory than there is for one.
            BusyError: too many wait already.
            SandboxError: the process for large ones failed by itself.
        """
        if not isinstance(timeline, bytes):
            return await self._accountant(timeline, asked)
        async with self._line.place():
            return await asyncio.get_running_loop().run_in_executor(self._thread, accounted, BytesIO(timeline), asked)


def accounted(timeline: IO[bytes], asked: Asked) -> bytes:
    """The ledger of a timeline in JSON, or as a picture.

    What reckons is loaded when it is first needed: numpy is of no use to those who only decide.

    Raises:
        TimelineRejectedError: no ledger can be made of it for certain.
        MalformedRequestError, RequestRejectedError: it is no JSON, or has another form.
    """
    from service.timeline.accounting import account  # noqa: PLC0415

    ledger = account(*_read(timeline, asked))
    if asked.picture:
        return draw(ledger)
    return json.encode(ledger)


def _read(timeline: IO[bytes], asked: Asked) -> tuple[Columns, Options]:
    match asked.form:
        case "object":
            return read_object(timeline.read(), asked.options)
        case "list":
            return read_list(timeline.read()), asked.options
        case "lines":
            return read_lines(timeline), asked.options
