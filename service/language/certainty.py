"""What of a selection may be unknown, and which inputs its parts wait for."""

from typing import Final

from service.language.choosing import ROW, Tables
from service.language.expression import unique
from service.language.guarding import Implied, bare
from service.language.syntax import Name
from service.language.typed import Typed
from service.language.values import default
from service.model.selection import Check, SelectionDocument
from service.model.text import Path

_NOTHING: Final[frozenset[str]] = frozenset()


class Certainty:
    """Of one selection.

    `asked` are the inputs and derived values that are unknown as long as an input is not given, `rows` the columns,
    joined rows and values that some row does not know.
    """

    def __init__(self, typed: Typed, document: SelectionDocument, tables: Tables) -> None:
        """Go through the document in the order in which it is evaluated."""
        self._typed = typed
        self._implied = _implied(document, tables)
        self._waits: dict[str, tuple[str, ...]] = {}
        self.asked = {name for name, one in document.asked.items() if default(one) is None}
        self.rows = _unsure(document, tables)
        for name in document.derived:
            if self.needs(("derived", name)):
                self.asked.add(name)
        for name in document.values:
            path = ("values", name)
            if any(self.strays(path)):
                self.rows.add(name)
            else:
                self._waits[name] = self.needs(path)

    def needs(self, path: Path) -> tuple[str, ...]:
        """The inputs and derived values that an expression reads without asking for them, also through values."""
        found: list[str] = []
        for one in self._bare(path):
            found += self._waits.get(one.name, (one.name,) if one.name in self.asked else ())
        return unique(found)

    def given(self, index: int, check: Check) -> tuple[str, ...]:
        """What must be known for a check to be judged."""
        return unique((*check.given, *self.needs(("keep", index, "check"))))

    def strays(self, path: Path) -> list[Name]:
        """What an expression reads of a row without asking whether it is known, although it may not be."""
        return [one for one in self._bare(path) if one.name in self.rows]

    def _bare(self, path: Path) -> list[Name]:
        expression = self._typed.expressions.get(path)
        return [*bare(expression.tree, self._implied)] if expression else []


def _unsure(document: SelectionDocument, tables: Tables) -> set[str]:
    found = {*document.joins}
    for name, table in tables.items():
        if table is not None:
            found |= {f"{name}.{column}" for column in (table.unsure if name == ROW else table.types)}
    return found


def _implied(document: SelectionDocument, tables: Tables) -> Implied:
    """Of a joined row: whoever knows one column, or that there is one, knows all that every row has."""
    implied: dict[str, frozenset[str]] = {}
    for name in document.joins:
        table = tables.get(name)
        if table is not None:
            sure = frozenset({name, *(f"{name}.{column}" for column in table.types if column not in table.unsure)})
            implied |= dict.fromkeys((name, *(f"{name}.{column}" for column in table.types)), sure)
    return implied
