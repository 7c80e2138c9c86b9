"""Findings about rule files in order, and where things stand."""

from collections.abc import Iterable

from msgspec import Struct

from service.errors import Diagnostic


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
