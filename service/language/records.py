"""Lists of records: each record has every field, and all records that do not fit are named."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from service.errors import nearest
from service.language.values import Read, RefusedError, default, reader, what
from service.model.inputs import ListInput

MAX_REFUSED = 100
"""Records of one list that are named because they do not fit."""

Record = Callable[[int, Any], dict[str, Any]]
"""Reads the record at an index, from 0."""


def records(one: ListInput) -> Read:
    """The function that reads a list of records."""
    record = _record(one)

    def read(raw: Any) -> list[dict[str, Any]]:
        if raw.__class__ is not list:
            raise RefusedError("wrong-type", f"must be a list of records, not {what(raw)}")
        if not one.min_items <= len(raw) <= one.max_items:
            raise RefusedError(
                "out-of-range", f"has {len(raw)} records; {one.min_items} to {one.max_items} are allowed"
            )
        try:
            return [record(index, item) for index, item in enumerate(raw)]
        except RefusedError as first:
            first.others = [*islice(_refusals(record, raw), 1, MAX_REFUSED)]
            raise

    return read


def _record(one: ListInput) -> Record:
    reads: dict[str, Read] = {name: reader(column) for name, column in one.of.items()}
    fallbacks = {name: default(column) for name, column in one.of.items()}

    def record(index: int, raw: Any) -> dict[str, Any]:
        if raw.__class__ is not dict:
            raise RefusedError("wrong-type", f"must be a record of {', '.join(one.of)}, not {what(raw)}", f"[{index}]")
        for name in raw:
            if name not in reads:
                close = nearest(name, reads)
                hint = f"; the nearest is `{close}`" if close else f"; it has {', '.join(f'`{key}`' for key in reads)}"
                raise RefusedError("unknown-input", f"is not a field of the record{hint}", f"[{index}].{name}")
        return {name: field(index, name, raw.get(name)) for name in reads}

    def field(index: int, name: str, raw: Any) -> Any:
        value = fallbacks[name] if raw is None else raw
        if value is None:
            raise RefusedError("missing-field", "is missing: a record has every field", f"[{index}].{name}")
        try:
            return reads[name](value)
        except RefusedError as refused:
            raise RefusedError(refused.code, str(refused), f"[{index}].{name}") from refused

    return record


def _refusals(record: Record, raw: list[Any]) -> Iterator[RefusedError]:
    for index, item in enumerate(raw):
        try:
            record(index, item)
        except RefusedError as refused:
            yield refused
