"""The log as text: one entry a line, or a list of them as `gcloud logging read --format json` prints it."""

from collections.abc import Iterable

from msgspec import DecodeError, Raw, json

from service.errors import MalformedRequestError
from service.timeline.columns import MAX_ISSUES, Columns
from service.timeline.google.entries import Entries
from service.timeline.google.events import events
from service.timeline.places import Places
from service.timeline.repairs import Repairs


def read_lines(lines: Iterable[bytes]) -> tuple[Columns, Repairs]:
    """The events that a log tells, one entry a line; blank lines are passed over. Repairs say what did not count."""
    return _read(Places("line"), lines)


def read_list(text: bytes) -> tuple[Columns, Repairs]:
    """The same of a list of entries.

    Raises:
        MalformedRequestError: it is no list in JSON.
    """
    try:
        entries = json.decode(text, type=list[Raw])
    except (DecodeError, RecursionError) as error:
        message = f"the log is no list of entries in JSON: {error}"
        raise MalformedRequestError(message) from error
    return _read(Places("event"), map(bytes, entries))


def _read(places: Places, texts: Iterable[bytes]) -> tuple[Columns, Repairs]:
    columns, repairs = Columns(places), Repairs()
    entries = Entries(columns, repairs)
    for number, text in enumerate(texts, 1):
        try:
            entry = json.decode(text)
        except (DecodeError, RecursionError) as error:
            if not text.isspace():
                columns.fault("malformed", number, f"this is no JSON: {error}")
        else:
            entries.take(number, entry)
        if len(columns.issues) == MAX_ISSUES:
            return columns, repairs
    entries.end()
    if entries.count and not entries.moments:
        columns.fault("not-of-this-log", 1, "neither this nor another entry is one that ml-goodput-measurement writes")
    if not columns.issues:
        for number, event in events(entries.moments.in_order(repairs), repairs):
            columns.add(number, event)
    columns.count = entries.count
    return columns, repairs
