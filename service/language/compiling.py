"""Expressions compiled one after the other, as the names grow that they may use; all that is wrong is gathered."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from msgspec import Struct

from service.errors import Diagnostic
from service.language.cel import CelCompileError, Environment
from service.language.expression import Expression, input_of
from service.language.functions import ALLOWED
from service.language.syntax import Call, Refused, walk
from service.language.teaching import teach
from service.model.loading import Loaded
from service.model.names import RESERVED
from service.model.places import Place, place_in
from service.model.text import Path

NUMERIC: Final = frozenset({"int", "double"})
SCALAR: Final = NUMERIC | {"bool", "string"}
BOOLEAN: Final = frozenset({"bool"})

_SHALLOW: Final = 60
"""Characters that a text needs to be nested as deeply as CEL lets it be, which are 32 levels."""
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

Surround = Callable[[Mapping[str, str]], Environment]
"""Makes an environment of names with their types."""


class Wanted(Struct, frozen=True):
    """An expression of a document: where it stands, and the types that its value may have."""

    path: Path
    text: str
    types: frozenset[str]


class Compiling:
    """One document; `sections` are those that define names.

    `later` says of names that come further down what to do about it, `frame` is what the engine puts around conditions.
    A name whose definition is faulty is doubtful: its uses are not reported again.
    """

    def __init__(
        self, loaded: Loaded, declared: Mapping[str, str], sections: Collection[str], surround: Surround = Environment
    ) -> None:
        """Begin with the declared names and their types."""
        self._loaded = loaded
        self._sections = sections
        self._surround = surround
        self._declared = {input_of(name) for name in declared}
        self._doubtful = _doubtful(loaded, sections) | (self._declared & RESERVED)
        self.expressions: dict[Path, Expression] = {}
        self.diagnostics: list[Diagnostic] = []
        self.later: dict[str, str] = {}
        self.frame = "[!(\n{}\n)]"
        self.types = {**dict.fromkeys(self._doubtful, "dyn"), **declared}
        self.environment = surround(self.types)

    def add(self, types: Mapping[str, str]) -> None:
        """More names, which other documents define."""
        self._declared |= {input_of(name) for name in types}
        self.types |= types
        self.environment = self._surround(self.types)
        for name in types:
            self.later.pop(name, None)

    def doubt(self, name: str) -> None:
        """Nobody knows what stands behind this name."""
        self._doubtful.add(name)

    def define(self, texts: Mapping[Path, str], types: frozenset[str]) -> None:
        """Names with an expression each, in order; each sees those before it. A name is the second step of its path."""
        for path, text in texts.items():
            name = str(path[1])
            self.later.pop(name, None)
            expression = self.compile(Wanted(path, text, types))
            if name in self._declared:
                continue  # that a name is defined twice is reported elsewhere; the first definition counts
            self._declared.add(name)
            if expression is None:
                self._doubtful.add(name)
            self.types[name] = expression.type if expression else "dyn"
            self.environment = self._surround(self.types)

    def compile(self, wanted: Wanted) -> Expression | None:
        """One expression that sees all names so far; nothing, if something is wrong with it."""
        try:
            expression = Expression(wanted.text, self.environment)
        except CelCompileError as error:
            self._teach(wanted, error)
            return None
        if self._doubts(wanted):
            return None  # the fault is reported where the name is defined
        faults = len(self.diagnostics)
        self._allowed(wanted, expression)
        if len(self.diagnostics) > faults:
            return None
        if expression.type not in wanted.types:
            self._report(wanted, "cel-type", _mistyped(expression.type, wanted.types), Place(1, 1))
            return None
        if not self._fits_in_a_list(wanted):
            return None
        self.expressions[wanted.path] = expression
        return expression

    def _teach(self, wanted: Wanted, error: CelCompileError) -> None:
        for taught in teach(error.faults, wanted.text, self.types):
            if taught.code in ("cel-syntax", "unknown-name") and self._doubts(wanted):
                continue  # a reserved word can't be read as a name, and nobody knows the columns of a faulty catalog
            if taught.code == "unknown-name" and self._loaded.lost(*self._sections):
                continue  # it may have been there
            self._report(wanted, taught.code, self._later_hint(taught.message), Place(taught.line, taught.column))

    def _doubts(self, wanted: Wanted) -> bool:
        return not self._doubtful.isdisjoint(_WORD.findall(wanted.text))

    def _fits_in_a_list(self, wanted: Wanted) -> bool:
        """The engine judges conditions together, in a list: some levels deeper than CEL has let the text go."""
        if len(wanted.text) < _SHALLOW:
            return True
        frame = self.frame if wanted.types == BOOLEAN else "[(\n{}\n)]"
        try:
            self.environment.compile(frame.replace("{}", wanted.text))
        except CelCompileError:
            message = "the expression is nested too deeply: split it into derived values"
            self._report(wanted, "limit", message, Place(1, 1))
            return False
        return True

    def _allowed(self, wanted: Wanted, expression: Expression) -> None:
        for part in walk(expression.tree):
            match part:
                case Refused(what=what, offset=offset):
                    self._report(
                        wanted, "cel-refused", f"{what} is not allowed in rules", place_in(wanted.text, offset)
                    )
                case Call(function=function, offset=offset) if function not in ALLOWED:
                    message = f"the function `{function}` is not allowed in rules"
                    self._report(wanted, "cel-refused", message, place_in(wanted.text, offset))
                case _:
                    continue

    def _later_hint(self, message: str) -> str:
        name = message.split("`")[1] if "is not known here" in message else ""
        return f"`{name}` {self.later[name]}" if name in self.later else message

    def _report(self, wanted: Wanted, code: str, message: str, inside: Place) -> None:
        place = self._loaded.inside(wanted.path, inside)
        self.diagnostics.append(self._loaded.at(wanted.path, code, message, place=place))


def further_down(names: Iterable[str]) -> dict[str, str]:
    """What to do about names that the document defines later."""
    return dict.fromkeys(names, "is defined further down: move it up")


def _doubtful(loaded: Loaded, sections: Collection[str]) -> set[str]:
    """Names whose definition was taken out as faulty; that finding is enough, their uses are not reported again."""
    names = (str(path[1]) for path in loaded.pruned if path[1:] and path[0] in sections)
    words = {word for name in names for word in _WORD.findall(name)}  # of `is-urgent` or `Urgent` as well
    return words | {word.lower() for word in words}


def _mistyped(found: str, wanted: frozenset[str]) -> str:
    if wanted == BOOLEAN:
        return f"a condition is true or false; this is of type {found}"
    if found == "bool" and wanted == NUMERIC:
        return "a number is needed here; this is true or false (`condition ? 1.0 : 0.0` makes a number)"
    return f"{' or '.join(sorted(wanted))} is needed here; this is of type {found}"
