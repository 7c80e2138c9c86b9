"""Reading operations: `GET`, and `HEAD` for its head alone."""

from functools import partial
from typing import Final, Literal

from litestar import route

_METHODS: Final[list[Literal["GET", "HEAD"]]] = ["GET", "HEAD"]

reading: Final = partial(route, http_method=_METHODS, sync_to_thread=False)
"""Marks a handler that answers both; `Answer` leaves the body out for `HEAD`."""

awaiting: Final = partial(route, http_method=_METHODS)
"""The same for handlers that wait for something."""
