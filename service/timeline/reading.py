"""Events as text: one JSON object a line (NDJSON), or a list of them, alone or in one object with the options."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Final, TypeVar

from msgspec import DecodeError, Raw, ValidationError, convert, json

from service.errors import Issue, MalformedRequestError, RequestRejectedError
from service.language.repeats import refuse_repeated_members
from service.model.timeline import AnyEvent, Options, Step
from service.timeline.columns import MAX_ISSUES, Columns
from service.timeline.faults import fault, fault_of, lower, said
from service.timeline.places import Places

T = TypeVar("T")


class Sent(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A timeline as one JSON object; its events are read one by one, later."""

    events: list[Raw]


_decoder: Final = json.Decoder(AnyEvent)
_sent: Final = json.Decoder(Sent)
_list: Final = json.Decoder(list[Raw])
_QUOTES: Final = 8
"""Quotation marks of a step, of three members and the kind of event; two more if its time is text."""


def read_lines(lines: Iterable[bytes]) -> Columns:
    """The events of NDJSON; blank lines are passed over. What is wrong with one is noted in the columns."""
    columns = Columns(Places("line"))
    _read(columns, lines)
    return columns


def read_list(text: bytes) -> Columns:
    """The events of a JSON list.

    Raises:
        MalformedRequestError: it is no JSON.
        RequestRejectedError: it is no list.
    """
    events = _decoded(_list, text)
    return _columns(events)


def read_object(text: bytes, options: Options) -> tuple[Columns, Options]:
    """The events of a JSON object, and the options beside them; those that are given go before them.

    Raises:
        MalformedRequestError: it is no JSON.
        RequestRejectedError: it has another form.
    """
    sent = _decoded(_sent, text)
    if any(text.count(b'"%b"' % name.encode()) > 1 for name in Sent.__struct_fields__):
        refuse_repeated_members(text)
    return _columns(sent.events), options.over(sent)


def read_options(given: Mapping[str, str]) -> Options:
    """Options as text, as a query string has them.

    Raises:
        RequestRejectedError: one does not fit.
    """
    try:
        return convert({name: _number(text) for name, text in given.items()}, Options)
    except ValidationError as error:
        raise _rejected(error, "$.query") from error


def _number(text: str) -> object:
    """The number that the text is; else the text, which is refused."""
    try:
        value = json.decode(text)
    except (DecodeError, RecursionError):
        return text
    return text if value is None else value


def _decoded(decoder: json.Decoder[T], text: bytes) -> T:
    try:
        return decoder.decode(text)
    except (DecodeError, RecursionError) as error:
        _refuse_malformed(text)
        raise _rejected(error, "$") from error


def _refuse_malformed(text: bytes) -> None:
    """Refuse what is no JSON, even where it begins as something of another form."""
    try:
        json.decode(text, type=Raw)
    except (DecodeError, RecursionError) as error:
        message = f"the timeline is not JSON in UTF-8: {lower(str(error))}"
        raise MalformedRequestError(message) from error


def _rejected(error: Exception, root: str) -> RequestRejectedError:
    words, path = said(error)
    code, message = fault(words, path, Sent.__struct_fields__)
    return RequestRejectedError([Issue(code, f"{root}.{path}" if path else root, message)])


def _columns(events: Iterable[Raw]) -> Columns:
    columns = Columns(Places("event"))
    _read(columns, map(bytes, events))
    return columns


def _read(columns: Columns, texts: Iterable[bytes]) -> None:
    decode, add = _decoder.decode, columns.add
    for number, text in enumerate(texts, 1):
        try:
            event = decode(text)
        except DecodeError as error:
            _read_closely(columns, number, text, error)
        else:
            if event.__class__ is not Step or text.count(b'"') != _QUOTES + 2 * (event.time.__class__ is datetime):
                _note_repeats(columns, number, text)
            add(number, event)
        if len(columns.issues) == MAX_ISSUES:
            return


def _read_closely(columns: Columns, number: int, text: bytes, error: DecodeError) -> None:
    """An event that msgspec does not take: 3.0 is a whole number too, a blank line is none, and the rest is a fault."""
    if text.isspace():
        return
    with suppress(DecodeError, RecursionError):  # it is the first fault that is told
        value = json.decode(text)
        if isinstance(value, dict) and isinstance(value.get("step"), float) and value["step"].is_integer():
            columns.add(number, convert({**value, "step": int(value["step"])}, AnyEvent))
            return
    code, words = fault_of(text, error)
    columns.fault(code, number, words)


def _note_repeats(columns: Columns, number: int, text: bytes) -> None:
    """Note a member that stands twice: there are more quotation marks than those of the members that were read."""
    members = json.decode(text)
    texts = sum(value.__class__ is str for value in members.values())
    if text.count(b'"') == 2 * (len(members) + texts):
        return
    try:
        refuse_repeated_members(text)
    except RequestRejectedError as error:
        columns.fault("repeated-member", number, error.issues[0].message)
