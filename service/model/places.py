"""Findings about rule files in order, and where things stand."""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct, structs

from service.errors import Diagnostic

MAX_FINDINGS: Final = 100
"""Findings about one file that are shown."""

ENOUGH_FINDINGS: Final = 1_000
"""Findings about one file after which no more are looked for: each costs time, to name what is nearest."""

_MAX_MESSAGE: Final = 2_000
_MAX_PATH: Final = 500


class Place(Struct, frozen=True, order=True):
    """Where something stands in a file: line and column, both from 1."""

    line: int
    column: int = 1


def place_in(text: str, offset: int) -> Place:
    """Where a character stands in a text, counted from 0 from its beginning."""
    before = text[:offset]
    return Place(before.count("\n") + 1, offset - before.rfind("\n"))


def by_place(diagnostic: Diagnostic) -> tuple[str, int, int, str]:
    """Sort key: file, then line, then column."""
    return (diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.code)


def failed(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether one of them is an error (warnings let a rule through)."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def shown(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings about one file in their order, each cut to a length that can be read.

    Of very many only the first are shown, and one more that says how many there are.
    """
    found = [_cut(one) for one in sorted(diagnostics, key=by_place)]
    first, rest = found[:MAX_FINDINGS], found[MAX_FINDINGS:]
    if rest:
        errors = sum(one.severity == "error" for one in rest)
        least = "at least " if len(found) >= ENOUGH_FINDINGS else ""
        message = f"there are {least}{len(rest)} more findings, {errors} of them errors: mend the first ones"
        severity: Literal["error", "warning"] = "error" if errors else "warning"
        first.append(structs.replace(rest[0], code="too-many", message=message, path="", severity=severity))
    return first


def _cut(one: Diagnostic) -> Diagnostic:
    if len(one.message) <= _MAX_MESSAGE and len(one.path) <= _MAX_PATH:
        return one
    message = one.message if len(one.message) <= _MAX_MESSAGE else f"{one.message[:_MAX_MESSAGE]}..."
    return structs.replace(one, message=message, path=one.path[:_MAX_PATH])
