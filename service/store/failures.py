"""The one place where failures of a database become ours."""

import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter

from sqlalchemy import exc

from service.errors import StoreUnavailableError

_OURS = (exc.IntegrityError, exc.DataError, exc.NotSupportedError)
"""Answers of a database that works: they tell of a mistake in the program."""

_FAILURES = (exc.DBAPIError, exc.TimeoutError, sqlite3.Error, OSError)
"""What a database and the way to it can raise beside psycopg's own; TimeoutError is an OSError."""

_GUARDED = "errors.RaiseException"
"""What the guards of the tables say, which is a mistake in the program as well."""

_NOT_SET_UP = ("errors.UndefinedTable", "errors.UndefinedColumn")
_ABSENT = ("no such table", "no such column")


@contextmanager
def told(database: str) -> Iterator[None]:
    """Turn the failures of a database into ours; `database` is its name in messages.

    Raises:
        StoreUnavailableError: it can't be reached, does not answer in time, is full, locked, read-only or broken.
    """
    try:
        yield
    except _failures() as error:
        if (reason := _reason(error)) is None:
            raise
        message = f"the database {database} does not answer: {reason}"
        raise StoreUnavailableError(message) from error


def is_broken(error: BaseException | None) -> bool:
    """Whether a failure came from a file that is no SQLite database, or a damaged one."""
    text = str(error).lower()
    return "not a database" in text or "malformed" in text or "disk image" in text


def _reason(error: Exception) -> str | None:
    """Why the database does not answer, in one line; nothing if it did answer, and the program is wrong."""
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    if isinstance(error, exc.TimeoutError):
        return "all connections to it are in use"
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(cause, _of_psycopg(*_NOT_SET_UP)) or any(absent in str(cause) for absent in _ABSENT):
        return "it has not been set up yet"
    if isinstance(cause, _of_psycopg("errors.InsufficientPrivilege")):
        return _line(cause)
    if isinstance(error, _OURS) or isinstance(cause, _of_psycopg("ProgrammingError", "DataError", _GUARDED)):
        return None
    if isinstance(error, exc.ProgrammingError) and "closed" not in str(cause):
        return None
    return _line(cause)


def _failures() -> tuple[type[Exception], ...]:
    return (*_FAILURES, *_of_psycopg("Error"))


def _of_psycopg(*names: str) -> tuple[type[Exception], ...]:
    """Failures of the driver of PostgreSQL, by name; none where it was not loaded, and so can't have failed."""
    psycopg = sys.modules.get("psycopg")
    return tuple(attrgetter(name)(psycopg) for name in names) if psycopg else ()


def _line(cause: BaseException | None) -> str:
    """What a message says first, without the address that was tried and the mark of severity."""
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()] or [type(cause).__name__]
    said = next((line for line in lines if " failed: " in line), lines[0])
    words = re.sub(r"^(?:.* failed: )?(?:(?:FATAL|ERROR): *)?", "", said)
    return words[:1].lower() + words[1:]
