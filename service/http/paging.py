"""Long lists, one page at a time."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from service.errors import Issue, RequestRejectedError
from service.model.pages import Page

T = TypeVar("T")

MAX_LIMIT: Final = 100
DEFAULT_LIMIT: Final = 50
PARAMETERS: Final = ("limit", "next")


def page(entries: Sequence[T], query: Mapping[str, str], cursor: Callable[[T], str]) -> Page[T]:
    """The page that the query asks for; `cursor` names an entry, and a page begins after the entry that `next` names.

    Raises:
        RequestRejectedError: `limit` is not a number in its range, or `next` names nothing.
    """
    limit = limit_of(query)
    begin = _after([cursor(one) for one in entries], query.get("next"))
    items = list(entries[begin : begin + limit])
    more = begin + limit < len(entries)
    return Page(items, cursor(items[-1]) if more else None)


def limit_of(query: Mapping[str, str]) -> int:
    """The most entries that the query wants.

    Raises:
        RequestRejectedError: it is not a number in its range.
    """
    text = query.get("limit")
    if text is None:
        return DEFAULT_LIMIT
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MAX_LIMIT)) and 1 <= int(text) <= MAX_LIMIT):
        message = f"`limit` is a number from 1 to {MAX_LIMIT}"
        raise RequestRejectedError([Issue("out-of-range", "$.query.limit", message)])
    return int(text)


def _after(cursors: Sequence[str], name: str | None) -> int:
    if name is None:
        return 0
    if name not in cursors:
        raise no_cursor()
    return cursors.index(name) + 1


def no_cursor(path: str = "$.query.next") -> RequestRejectedError:
    """What is wrong with a cursor that no answer gave."""
    name = path.rpartition(".")[2]
    message = f"`{name}` is no cursor of this list: take it from an answer, or begin anew without it"
    return RequestRejectedError([Issue("unknown-cursor", path, message)])
