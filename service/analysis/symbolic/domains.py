"""The values that an input may have: one domain for all declarations of the same name."""

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from msgspec import Struct

from service.language.values import bounds, default
from service.model.inputs import (
    INT64_MAX,
    INT64_MIN,
    BooleanInput,
    ChoiceInput,
    ColumnInput,
    DurationInput,
    Input,
    IntegerInput,
    ListInput,
    NumberInput,
)

LARGEST = (2 - 2.0**-52) * 2.0**1023
"""The greatest finite double."""


class Integer(Struct, frozen=True):
    """Whole numbers from `low` to `high`."""

    low: int
    high: int
    usual: int


class Number(Struct, frozen=True):
    """Finite doubles from `low` to `high`; durations are these, in seconds."""

    low: float
    high: float
    usual: float


class Boolean(Struct, frozen=True):
    """True or false."""

    usual: bool


class Choice(Struct, frozen=True):
    """One of these texts."""

    values: tuple[str, ...]
    usual: str


class Records(Struct, frozen=True):
    """A list of so many records."""

    low: int
    high: int
    columns: "dict[str, Scalar]"


Scalar = Integer | Number | Boolean | Choice
Domain = Scalar | Records


def domain(declared: Sequence[Input]) -> Domain | None:
    """The least domain that holds the values of all declarations; nothing if their types differ."""
    lists = [one for one in declared if isinstance(one, ListInput)]
    if lists:
        return _records(lists) if len(lists) == len(declared) else None
    return _scalar([one for one in declared if not isinstance(one, ListInput)])


def allowed(one: Domain, value: Any) -> bool:
    """Whether a value is in the domain; it has the type of the domain."""
    match one:
        case Integer(low=low, high=high) | Number(low=low, high=high):
            return bool(low <= value <= high)
        case Boolean():
            return True
        case Choice(values=values):
            return value in values
        case Records(low=low, high=high, columns=columns):
            return low <= len(value) <= high and all(
                allowed(column, record[name]) for record in value for name, column in columns.items()
            )
        case unreachable:
            assert_never(unreachable)


def usual(one: Domain) -> Any:
    """The value that is taken where nothing speaks against it: the default, or the plainest there is."""
    if isinstance(one, Records):
        return [{name: column.usual for name, column in one.columns.items()} for _ in range(one.low)]
    return one.usual


def _scalar(declared: Sequence[ColumnInput]) -> Scalar | None:
    kinds = {type(one) for one in declared}
    fallback = next((value for one in declared if (value := default(one)) is not None), None)
    if kinds == {IntegerInput}:
        low, high = _hull(declared, (INT64_MIN, INT64_MAX))
        return Integer(int(low), int(high), int(_nearest_to_zero(low, high) if fallback is None else fallback))
    if kinds in ({NumberInput}, {DurationInput}):
        low, high = (float(end) for end in _hull(declared, (-LARGEST, LARGEST)))
        return Number(low, high, float(_nearest_to_zero(low, high) if fallback is None else fallback))
    if kinds == {BooleanInput}:
        return Boolean(usual=bool(fallback))
    if kinds == {ChoiceInput}:
        values = tuple(dict.fromkeys(value for one in declared if isinstance(one, ChoiceInput) for value in one.values))
        return Choice(values, values[0] if fallback is None else str(fallback))
    return None


def _records(declared: Sequence[ListInput]) -> Records | None:
    names = {tuple(sorted(one.of)) for one in declared}
    columns = {name: _scalar([one.of[name] for one in declared if name in one.of]) for name in declared[0].of}
    sound = {name: column for name, column in columns.items() if column is not None}
    if len(names) > 1 or len(sound) < len(columns):
        return None
    return Records(min(one.min_items for one in declared), max(one.max_items for one in declared), sound)


def _hull(declared: Iterable[ColumnInput], widest: tuple[float, float]) -> tuple[float, float]:
    ends = [bounds(one) for one in declared if isinstance(one, IntegerInput | NumberInput | DurationInput)]
    lows = [widest[0] if low is None else low for low, _ in ends]
    highs = [widest[1] if high is None else high for _, high in ends]
    return min(lows), max(highs)


def _nearest_to_zero(low: float, high: float) -> float:
    return min(max(0, low), high)
