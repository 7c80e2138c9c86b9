"""Reading operations: `GET`, and `HEAD` for its head alone."""

from functools import partial
from typing import Final

from litestar import route

reading: Final = partial(route, http_method=["GET", "HEAD"], sync_to_thread=False)
"""Marks a handler that answers both; `Answer` leaves the body out for `HEAD`."""
