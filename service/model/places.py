"""Findings about rule files in order, and where things stand."""

from collections.abc import Iterable

from msgspec import Struct

from service.errors import Diagnostic


class Place(Struct, frozen=True, order=True):
    """Where something stands in a file: line and column, both from 1."""

    line: int
    column: int = 1


def by_place(diagnostic: Diagnostic) -> tuple[str, int, int, str]:
    """Sort key: file, then line, then column."""
    return (diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.code)


def failed(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether one of them is an error (warnings let a rule through)."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)
