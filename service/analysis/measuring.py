"""The unit of an expression, worked out over its syntax tree.

A number that is written out has no unit, with two exceptions: zero is zero in every unit, and what a value is compared
with is read in its unit. Counts of different things may be compared (every VM needs a GPU), but never added.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, assert_never

from msgspec import Struct

from service.analysis.conversions import conversion
from service.analysis.quantities import MAX_FRACTION, MAX_POWER, ONE, Unit, UnwieldyError, measures_same, same
from service.language.syntax import Call, Items, Literal, Name, Refused, Syntax


class Measured(Struct, frozen=True):
    """The unit of a value; nothing fits every unit. `bare` says that it is made of written numbers alone."""

    unit: Unit | None
    bare: bool = False


FREE: Final = Measured(None)
"""Of what has no unit or an unknown one: true and false, text, and whatever is reported elsewhere."""

RATIO: Final = Measured(ONE)


class Misfit(Struct, frozen=True):
    """Units that do not go together; `offset` counts characters from the beginning of the expression."""

    offset: int
    message: str


_ONE_UNIT: Final = {"_+_": "+", "_-_": "-", "math.@max": "math.greatest", "math.@min": "math.least"}
_COMPARED: Final = {f"_{sign}_": sign for sign in ("==", "!=", "<", "<=", ">", ">=", "%")} | {"@in": "in"}
_KEEP: Final = frozenset({"sum", "mean", "min", "max", "double", "int", "-_", "_[_]"}) | {
    f"math.{name}" for name in ("abs", "ceil", "floor", "round", "trunc")
}
_RATIOS: Final = frozenset({"size", "math.sign"})


class Measuring:
    """Measures expressions in which these names stand for values of these units; `misfits` gathers what is wrong."""

    def __init__(self, names: Mapping[str, Measured]) -> None:
        """A name that is not among them fits everything."""
        self._names = names
        self.misfits: list[Misfit] = []

    def measure(self, tree: Syntax) -> Measured:
        """The unit of the whole; behind a misfit everything fits, so that each is reported once."""
        match tree:
            case Literal(value=value):
                return _literal(value)
            case Name(name=name):
                return self._names.get(name, FREE)
            case Items(items=items):
                return self._one_unit("a list", items, tree.offset)
            case Call(arguments=arguments):
                return self._call(tree, arguments)
            case Refused():
                return FREE
            case unreachable:
                assert_never(unreachable)

    def _call(self, call: Call, arguments: tuple[Syntax, ...]) -> Measured:
        function = call.function
        if function in _ONE_UNIT:
            return self._one_unit(f"`{_ONE_UNIT[function]}`", arguments, call.offset)
        if function in _COMPARED:
            return self._compared(function, arguments, call.offset)
        if function == "_?_:_":
            self.measure(arguments[0])
            return self._one_unit("`? :`", arguments[1:], call.offset)
        if function == "pow":
            return self._raised(arguments, call.offset)
        parts = [self.measure(one) for one in arguments]
        bare = all(one.bare for one in parts)
        if function in _KEEP:
            return Measured(parts[0].unit, bare)
        if function in ("_*_", "_/_"):
            return self._made(parts, call.offset, lambda one, other: one * other if function == "_*_" else one / other)
        if function == "sqrt":
            return self._made(parts, call.offset, lambda one: one ** Fraction(1, 2))
        if function in ("log", "exp"):
            return self._pure(function, parts[0], call.offset)
        return Measured(ONE, bare) if function in _RATIOS else FREE

    def _made(self, parts: list[Measured], offset: int, make: Callable[..., Unit]) -> Measured:
        known = [one.unit for one in parts if one.unit is not None]
        if len(known) < len(parts):
            return FREE
        try:
            return Measured(make(*known), all(one.bare for one in parts))
        except UnwieldyError:
            message = f"the unit grows beyond all bounds: powers go to {MAX_POWER}, their fractions to 1/{MAX_FRACTION}"
            return self._misfit(offset, message)

    def _one_unit(self, what: str, arguments: tuple[Syntax, ...], offset: int) -> Measured:
        """What keeps a unit takes values of that one unit alone."""
        parts = [self.measure(one) for one in arguments]
        first = next((one for one in parts if one.unit is not None), FREE)
        for other in parts:
            if first.unit is not None and other.unit is not None and not same(first.unit, other.unit):
                return self._misfit(offset, f"{what} takes one unit, {_unlike(first, other)}")
        return Measured(first.unit, all(one.bare for one in parts))

    def _compared(self, function: str, arguments: tuple[Syntax, ...], offset: int) -> Measured:
        one, other = (self.measure(part) for part in arguments)
        if not _comparable(one, other):
            self._misfit(offset, f"`{_COMPARED[function]}` compares one unit, {_unlike(one, other)}")
            return FREE
        return one if function == "_%_" else FREE

    def _pure(self, function: str, argument: Measured, offset: int) -> Measured:
        if argument.unit is not None and not same(argument.unit, ONE):
            message = f"`{function}` takes a ratio; this is in `{argument.unit}`: divide it by a value in that unit"
            return self._misfit(offset, message)
        return Measured(ONE, argument.bare)

    def _raised(self, arguments: tuple[Syntax, ...], offset: int) -> Measured:
        power, by = (self.measure(one) for one in arguments)
        if self._pure("pow", by, offset) is FREE:
            return FREE
        if power.unit is None or same(power.unit, ONE):
            return power
        exponent = _number(arguments[1])
        if exponent is None:
            what = f"`pow` takes a value in `{power.unit}` only to a power that is written out"
            return self._misfit(offset, f"{what}, such as 2.0: the unit follows from it")
        return self._made([power], offset, lambda one: one**exponent)

    def _misfit(self, offset: int, message: str) -> Measured:
        self.misfits.append(Misfit(offset, message))
        return FREE


def _literal(value: object) -> Measured:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return FREE
    return Measured(ONE if value else None, bare=True)


def _number(tree: Syntax) -> Fraction | None:
    """The value of a number that is written out, with its sign."""
    match tree:
        case Literal(value=int() | float() as value):
            return Fraction(value)
        case Call(function="-_", arguments=(inner,)):
            found = _number(inner)
            return None if found is None else -found
        case _:
            return None


def _comparable(one: Measured, other: Measured) -> bool:
    if one.unit is None or other.unit is None or one.bare or other.bare:
        return True
    if measures_same(one.unit, other.unit):
        return same(one.unit, other.unit)
    return one.unit.counts and other.unit.counts


def _unlike(one: Measured, other: Measured) -> str:
    """The two units, and what to do about them."""
    if one.unit is None or other.unit is None:
        return ""
    units = f"not `{one.unit}` and `{other.unit}`"
    convert = conversion(one.unit, other.unit)
    if convert:
        return f"{units}: convert one of them with a constant such as `{convert.constant}`"
    if one.bare or other.bare:
        needed = other.unit if one.bare else one.unit
        return f"{units}: a bare number has no unit, so name it under `constants` with the unit `{needed}`"
    return units
