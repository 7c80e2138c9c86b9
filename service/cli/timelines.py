"""Timelines in files, read with a progress bar."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, Final, assert_never

import click

from service.cli.page import Advance, Page
from service.model.timeline import Options
from service.timeline.columns import Columns
from service.timeline.detecting import Form, form_of
from service.timeline.google import reading as google
from service.timeline.reading import read_lines, read_list, read_object
from service.timeline.repairs import Repairs

_LINES: Final = 20_000
"""Lines between two moves of the bar."""
_MB: Final = 1_000_000

Read = tuple[Columns, Options, Repairs]


def read_timeline(path: str, format_: str, options: Options) -> Read:
    """The records of a file, or of standard input for `-`; options that are given go before those in the file.

    `format_` is `events`, `google` or `auto`: as it looks.

    Raises:
        UsageError: the file can't be read.
        MalformedRequestError, RequestRejectedError: it is no JSON, or has another form.
    """
    with _opened(path) as file, Page(stderr=True).progress("reading (MB)") as advance:
        form = form_of(file)
        if format_ != "auto" and form.startswith("google") is not (format_ == "google"):
            form = _instead(form, format_)
        return _read(file, form, advance, options)


def _instead(form: Form, format_: str) -> Form:
    """The form that was asked for, though the file looks like another."""
    if format_ == "google":
        return "google list" if form in ("list", "object") else "google lines"
    return "list" if form == "google list" else "lines"


def _read(file: IO[bytes], form: Form, advance: Advance, options: Options) -> Read:
    match form:
        case "object":
            return *read_object(file.read(), options), Repairs()
        case "list":
            return read_list(file.read()), options, Repairs()
        case "lines":
            return read_lines(_watched(file, advance)), options, Repairs()
        case "google list":
            columns, repairs = google.read_list(file.read())
            return columns, options, repairs
        case "google lines":
            columns, repairs = google.read_lines(_watched(file, advance))
            return columns, options, repairs
        case unreachable:
            assert_never(unreachable)


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    """The file; standard input is kept in one, as its beginning is read twice."""
    with _file(path) as file:
        yield file


def _file(path: str) -> IO[bytes]:
    if path == "-":
        kept: IO[bytes] = TemporaryFile()  # noqa: SIM115 - it is closed by who opens it
        copyfileobj(sys.stdin.buffer, kept)
        kept.seek(0)
        return kept
    try:
        return Path(path).open("rb")
    except OSError as error:
        message = f"'{path}' can't be read: {error.strerror}"
        raise click.UsageError(message) from error


def _watched(file: IO[bytes], advance: Advance) -> Iterator[bytes]:
    """The lines, and a move of the bar now and then."""
    size = file.seek(0, 2) // _MB
    file.seek(0)
    done = 0
    for number, line in enumerate(file):
        if not number % _LINES:
            advance(done // _MB, size)
        done += len(line)
        yield line
