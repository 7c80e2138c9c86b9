"""Expressions of rules as terms."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, assert_never

from service.analysis.solver.solving import Solver
from service.analysis.solver.terms import Term
from service.analysis.symbolic.encoded import Column, Encoded, Opaque, Real, Row, Truth, Whole, Word
from service.analysis.symbolic.operations import Operations
from service.analysis.symbolic.overloads import overloads
from service.analysis.symbolic.texts import Rows, merged
from service.analysis.symbolic.unknowns import Unknowns
from service.language.syntax import Call, Items, Literal, Name, Refused, Syntax

_LOGIC: Final = frozenset({"_&&_", "_||_", "!_"})
_FOLDS: Final = frozenset({"sum", "mean", "min", "max"})
_TRUTHS: Final = frozenset({"_<_", "_<=_", "_>_", "_>=_", "startsWith", "endsWith", "contains"})
_WHOLES: Final = frozenset({"size", "int"})
_SPELLED: Final = {"_[_]": "[...]", "math.@max": "math.greatest", "math.@min": "math.least", "-_": "-", "!_": "!"}
"""Names of functions as rules write them, where the syntax tree has others."""
_REALS: Final = frozenset({"double", *_FOLDS})


class Expressions:
    """Makes terms of syntax trees."""

    def __init__(self, solver: Solver, unknowns: Unknowns) -> None:
        """Work with the terms of this solver."""
        self.operations = Operations(solver, unknowns)
        self._terms = solver.terms
        self._unknowns = unknowns
        self._overloads = overloads(self.operations)

    def encode(self, tree: Syntax, scope: Mapping[str, Encoded]) -> Encoded:
        """The tree as a term; what cannot be expressed is a variable that may be anything."""
        match tree:
            case Literal(value=value):
                return self.literal(value)
            case Name(name=name):
                return scope[name]
            case Items(items=parts):
                items = tuple(self.encode(part, scope) for part in parts)
                return Row(items, self._terms.any(item.fails for item in items))
            case Call(function=function, arguments=parts):
                return self._called(function, [self.encode(part, scope) for part in parts])
            case Refused(what=what, offset=offset):
                return Opaque(what, offset, self._terms.true)
            case unreachable:
                assert_never(unreachable)

    def literal(self, value: bool | int | float | str | None) -> Encoded:
        """A value that is known."""
        match value:
            case bool():
                return Truth(self._terms.true if value else self._terms.false, self._terms.false)
            case int():
                return self.operations.integers.literal(value)
            case float():
                return self.operations.doubles.literal(value)
            case str():
                return self.operations.texts.literal(value)
            case None:
                return Opaque("null", "", self._terms.false)

    def truth(self, one: Encoded) -> Truth:
        """A condition."""
        if isinstance(one, Truth):
            return one
        key = self.operations.identity(one)
        return self._unknowns.truth(one.what if isinstance(one, Opaque) else "a condition", key, one.fails)

    def _called(self, function: str, arguments: Sequence[Encoded]) -> Encoded:
        if function in _LOGIC:
            arguments = [self.truth(one) for one in arguments]
        overload = self._overloads.get((function, *map(type, arguments)))
        if overload:
            return overload(*arguments)
        return self._of_any_kind(function, arguments) or self._unexpressed(function, arguments)

    def _of_any_kind(self, function: str, arguments: Sequence[Encoded]) -> Encoded | None:
        do = self.operations
        match function, arguments:
            case "_?_:_", [condition, one, other]:
                return do.choose(self.truth(condition), one, other)
            case "_==_", [one, other]:
                return do.equal(one, other)
            case "_!=_", [one, other]:
                return do.opposite(do.equal(one, other))
            case "@in", [one, row]:
                return do.within(one, row)
            case "_[_]", [Row() as row, Whole() as index]:
                return do.at(row, index)
            case _, [Row() | Column() as items]:
                return self._of_list(function, items)
            case "math.@max" | "math.@min", _:
                return self._extreme(function, arguments)
            case _ if all(isinstance(one, Word) for one in arguments):
                return self._looked_up(function, [one for one in arguments if isinstance(one, Word)])
            case _:
                return None

    def _of_list(self, function: str, one: Row | Column) -> Encoded | None:
        match function, one:
            case "size", Row(items=items, fails=fails):
                return self.operations.failing(self.literal(len(items)), fails)
            case "size", Column(size=size, fails=fails):
                return self.operations.failing(size, fails)
            case "math.@max" | "math.@min", Row(items=items, fails=fails) if items:
                found = self._extreme(function, items)
                return found and self.operations.failing(found, fails)
            case _, Column() if function in _FOLDS:
                return self.operations.lists.of_column(function, one)
            case _, Row(items=items, fails=fails) if function in _FOLDS:
                return self.operations.lists.folded(function, [x for x in items if isinstance(x, Real)], fails)
            case _:
                return None

    def _extreme(self, function: str, arguments: Sequence[Encoded]) -> Encoded | None:
        lists, greatest = self.operations.lists, function == "math.@max"
        reals = [one for one in arguments if isinstance(one, Real)]
        wholes = [one for one in arguments if isinstance(one, Whole)]
        if len(reals) == len(arguments):
            return lists.extreme(reals, greatest=greatest)
        return lists.extreme_whole(wholes, greatest=greatest) if len(wholes) == len(arguments) else None

    def _looked_up(self, function: str, words: Sequence[Word]) -> Encoded | None:
        """A function of texts, by the table of its values."""
        rows = self.operations.texts.table(function, words)
        if rows is None:
            return None
        missing = self._terms.any([*(word.fails for word in words), *(where for value, where in rows if value is None)])
        found = self._merged([(value, where) for value, where in rows if value is not None])
        return self.operations.failing(found, missing)

    def _merged(self, rows: Rows) -> Encoded:
        if rows and all(isinstance(value, str) for value, _ in rows):
            return Word(dict(rows), self._terms.false)
        if rows and all(isinstance(value, bool) for value, _ in rows):
            return Truth(self._terms.any(where for value, where in rows if value), self._terms.false)
        encoded: list[tuple[Any, Term]] = [(self.literal(value), where) for value, where in rows]
        choose = lambda where, one, other: self.operations.choose(Truth(where, self._terms.false), one, other)  # noqa: E731
        return merged(encoded, choose) if encoded else Opaque("a value that does not exist", "", self._terms.true)

    def _unexpressed(self, function: str, arguments: Sequence[Encoded]) -> Encoded:
        """A variable in place of the value, and one that says whether there is a value."""
        what = _SPELLED.get(function, function.strip("_@"))
        key = (function, *map(self.operations.identity, arguments))
        fails = self._terms.any([*(one.fails for one in arguments), self._unknowns.doubt(what, key)])
        items = {one.kind for one in arguments if isinstance(one, Column)}
        if function in _TRUTHS or items == {"bool"}:
            return self._unknowns.truth(what, key, fails)
        if function in _WHOLES or items == {"int"}:
            return self._unknowns.whole(what, key, fails)
        if function in _REALS or items == {"double"} or any(isinstance(one, Real) for one in arguments):
            return self._unknowns.real(what, key, fails)
        return Opaque(what, key, fails)
