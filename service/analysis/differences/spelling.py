"""The form of expressions: what is spelled differently and means the same, to the last bit, has one form.

The sides of `*`, `==`, `&&` and the like may change places, and those of `+` if they are numbers; `a > b` is `b < a`; a
factor or divisor of one, or nothing taken away, is not there.
"""

from collections.abc import Hashable, Mapping
from typing import Final, assert_never

from service.language.syntax import Call, Items, Literal, Name, Refused, Syntax

_TURNED: Final = {"_>_": "_<_", "_>=_": "_<=_"}
_EITHER_WAY: Final = frozenset({"_*_", "_==_", "_!=_", "_&&_", "_||_"})
_NUMBERS: Final = frozenset({"_+_", "_-_", "_*_", "_/_", "_%_", "-_", "size", "double", "int", "sum", "mean"})
_NEUTRAL: Final = {"_*_": "1", "_/_": "1", "_-_": "0"}


class Spelling:
    """Gives one number to all expressions of one form, and to whatever else is made of them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: dict[Hashable, int] = {}
        self._numeric: set[int] = set()
        self._neutral: dict[int, str] = {}

    def number(self, *form: Hashable) -> int:
        """The number of a form."""
        return self._known.setdefault(form, len(self._known) + 1)

    def input(self, name: str, kind: str) -> int:
        """The number of an input, or of a column, of this type."""
        return self._typed(self.number("input", name, kind), numeric=kind in ("int", "double"))

    def literal(self, value: bool | float | str | None) -> int:
        """The number of a value that is written out; 1, 1.0 and true are not the same."""
        found = self.number("literal", type(value).__name__, repr(value))
        numeric = isinstance(value, int | float) and not isinstance(value, bool)
        if numeric and value in (0, 1) and repr(value)[0] != "-":
            self._neutral[found] = str(value)[0]
        return self._typed(found, numeric=numeric)

    def expression(self, tree: Syntax, names: Mapping[str, int]) -> int:
        """The number of an expression in which names stand for forms."""
        match tree:
            case Literal(value=value):
                return self.literal(value)
            case Name(name=name):
                return names[name]
            case Call(function=function, arguments=arguments):
                return self._call(function, [self.expression(one, names) for one in arguments])
            case Items(items=items):
                return self.number("items", tuple(self.expression(one, names) for one in items))
            case Refused(what=what):
                return self.number("refused", what)
            case unreachable:
                assert_never(unreachable)

    def _call(self, function: str, parts: list[int]) -> int:
        if function in _TURNED:
            function, parts = _TURNED[function], parts[::-1]
        sums = function == "_+_" and self._numeric.issuperset(parts)
        if function in _EITHER_WAY or sums:
            parts = sorted(parts, key=lambda one: (one in self._neutral, one))
        if function in _NEUTRAL and self._neutral.get(parts[1]) == _NEUTRAL[function]:
            return parts[0]
        numeric = sums or (function in _NUMBERS and function != "_+_")
        numeric |= function == "_?_:_" and self._numeric.issuperset(parts[1:])
        return self._typed(self.number("call", function, tuple(parts)), numeric=numeric)

    def _typed(self, number: int, *, numeric: bool) -> int:
        if numeric:
            self._numeric.add(number)
        return number
