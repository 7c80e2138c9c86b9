"""Rows of a catalog, read into the values that expressions see: by the same rules as what callers send."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from service.errors import nearest
from service.language.cells import cell_reader, cell_type
from service.language.values import RefusedError, shown, what
from service.model.catalog import AS_OF, RETIRED, RETIRED_BECAUSE, RETIRED_ON, SOURCE, CatalogDocument
from service.model.text import Path

MARK_TYPES: Final = {
    SOURCE: "string",
    AS_OF: "string",
    RETIRED: "bool",
    RETIRED_ON: "string",
    RETIRED_BECAUSE: "string",
}
"""The CEL types of what expressions see of a row beside its columns."""

_RETIREMENT: Final = ("on", "because", "source")


class Row(Struct, frozen=True):
    """A row: its key in words, and the values that are known, by column and by mark."""

    key: str
    values: dict[str, Any]


class Fault(Struct, frozen=True):
    """What is wrong with a row; `path` goes on from it."""

    path: Path
    code: str
    message: str


class Table:
    """A catalog as expressions see it; `unsure` are the columns that a row need not know."""

    def __init__(self, document: CatalogDocument) -> None:
        """Read nothing yet."""
        self.document = document
        self.types = {**{name: cell_type(one) for name, one in document.columns.items()}, **MARK_TYPES}
        optional = {name for name, one in document.columns.items() if one.optional and one.default is None}
        self.unsure = frozenset(optional | {RETIRED_ON, RETIRED_BECAUSE})
        self._cells = {name: cell_reader(one) for name, one in document.columns.items()}
        self._sources = {one.id for one in document.sources if one.id}

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows that are right."""
        read = (self.read(raw) for raw in self.document.rows)
        return tuple(row for row, faults in read if not faults)

    def read(self, raw: Mapping[str, Any]) -> tuple[Row, list[Fault]]:
        """A row as it is written, with everything that is wrong with it."""
        values: dict[str, Any] = {}
        faults = [*self._strangers(raw), *self._take(raw, values), *self._marked(raw, values)]
        return Row(" ".join(_word(values.get(name)) for name in self.document.key), values), faults

    def _strangers(self, raw: Mapping[str, Any]) -> Iterator[Fault]:
        known = [*self._cells, SOURCE, AS_OF, RETIRED]
        for name in raw:
            if name not in known:
                close = nearest(name, known)
                hint = f"the nearest is `{close}`" if close else f"there are {_listed(known)}"
                yield Fault((name,), "unknown-key", f"there is no column `{name}`; {hint}")

    def _take(self, raw: Mapping[str, Any], values: dict[str, Any]) -> Iterator[Fault]:
        for name, column in self.document.columns.items():
            value = column.default if raw.get(name) is None else raw[name]
            if value is None and not column.optional:
                message = f"`{name}` is missing: only what is in an `optional` column may be left out"
                yield Fault((), "missing-key", message)
            elif value is not None:
                try:
                    values[name] = self._cells[name](value)
                except RefusedError as refused:
                    yield Fault((name,), refused.code, f"`{name}{refused.path}` {refused}")

    def _marked(self, raw: Mapping[str, Any], values: dict[str, Any]) -> Iterator[Fault]:
        """Where the row is from, of which day, and whether what it tells of is withdrawn."""
        for name in (SOURCE, AS_OF):
            if raw.get(name) is None:
                message = f"`{name}` is missing: a row says where it is from, and of which day it is"
                yield Fault((), "missing-key", message)
            values[name] = raw.get(name)
        yield from self._source((SOURCE,), raw.get(SOURCE))
        yield from _day((AS_OF,), raw.get(AS_OF))
        retired = raw.get(RETIRED)
        values[RETIRED] = retired is not None
        if isinstance(retired, dict):
            values |= {
                mark: retired[key] for mark, key in ((RETIRED_ON, "on"), (RETIRED_BECAUSE, "because")) if key in retired
            }
            yield from self._retirement(retired)
        elif retired is not None:
            yield Fault((RETIRED,), "wrong-type", f"a map with `because` is needed here, not {what(retired)}")

    def _retirement(self, raw: Mapping[str, Any]) -> Iterator[Fault]:
        for name in raw:
            if name not in _RETIREMENT:
                message = f"`{name}` is not known here; known are {_listed(_RETIREMENT)}"
                yield Fault((RETIRED, name), "unknown-key", message)
        because = raw.get("because")
        if because is None:
            yield Fault((RETIRED,), "missing-key", "`because` is missing: say why it is withdrawn")
        elif because.__class__ is not str:
            yield Fault((RETIRED, "because"), "wrong-type", f"text is needed here, not {what(because)}")
        yield from _day((RETIRED, "on"), raw.get("on"))
        yield from self._source((RETIRED, "source"), raw.get("source"))

    def _source(self, path: Path, raw: Any) -> Iterator[Fault]:
        if raw is not None and (raw.__class__ is not str or raw not in self._sources):
            message = f"{what(raw)} is the `id` of none of the sources; there are {_listed(sorted(self._sources))}"
            yield Fault(path, "unknown-source", message)


def _day(path: Path, raw: Any) -> Iterator[Fault]:
    """A day is written so that days are in order when they are in order as text."""
    try:
        right = raw is None or date.fromisoformat(raw).isoformat() == raw
    except (TypeError, ValueError):
        right = False
    if not right:
        yield Fault(path, "bad-date", f"a day such as 2026-05-13 is needed here, not {what(raw)}")


def _word(value: Any) -> str:
    """A value of a key in words."""
    return shown(value) if isinstance(value, float) else str(value)


def _listed(names: Any) -> str:
    return ", ".join(f"`{one}`" for one in names) or "none"
