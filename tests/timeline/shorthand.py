"""Events in few words: `12 step 3`, `30 checkpoint_saved duration=5`, `10-20 badput name=evaluation`."""

import re
from collections.abc import Iterable
from typing import Any

from msgspec import DecodeError, json

from service.model.ledger import Ledger
from service.model.timeline import Options
from service.timeline.accounting import account
from service.timeline.reading import read_lines

_SPAN = re.compile(r"(-?[0-9.]+)(?:-([0-9.]+))?")


def event(text: str) -> dict[str, Any]:
    """The event that is meant."""
    when, kind, *rest = text.split(" ")
    if kind == "step":
        return {"event": kind, "time": _time(when), "step": int(rest[0])}
    members = dict(one.split("=", 1) for one in rest)
    values = {name: _value(value) for name, value in members.items()}
    if kind == "badput":
        start, end = _SPAN.fullmatch(when).groups()  # type: ignore[union-attr]  # a row that does not fit fails
        return {"event": kind, "start": _time(start), **({"end": _time(end)} if end else {}), **values}
    return {"event": kind, "time": _time(when), **values}


def lines(texts: Iterable[str]) -> list[bytes]:
    """The events as lines of NDJSON."""
    return [json.encode(event(text)) + b"\n" for text in texts]


def ledger(texts: Iterable[str], **options: Any) -> Ledger:
    """The ledger of these events."""
    return account(read_lines(lines(texts)), Options(**options))


def _time(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _value(text: str) -> Any:
    try:
        return json.decode(text)
    except DecodeError:
        return text
