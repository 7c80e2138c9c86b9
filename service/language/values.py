"""One value of each type of input: read, checked against its range, with its default and its text for people.

Nothing is converted by guess: `"3"` is not a number, `1` is not true. A whole number may be written `3.0`, as JSON
Schema has it.
"""

from collections.abc import Callable
from math import isfinite
from typing import Any, assert_never

from msgspec import json

from service.errors import nearest
from service.model.durations import FORMS, seconds
from service.model.inputs import (
    INT64_MAX,
    INT64_MIN,
    AnyInput,
    BooleanInput,
    ChoiceInput,
    ColumnInput,
    DurationInput,
    IntegerInput,
    ListInput,
    NumberInput,
)

MAX_SHOWN = 60
"""Longest value or name that a message shows."""

LARGEST = 1.7976931348623157e308
"""The largest number that a double holds (IEEE 754)."""

LEAST_PERCENTAGE, WHOLE = 2, 100
"""Where a ratio of at most 1 is asked for, a number between these is taken for one in percent."""

Read = Callable[[Any], Any]
"""Takes a value as JSON holds it and gives the value that expressions see, or raises `RefusedError`."""


class RefusedError(Exception):
    """A value does not fit; carries a code and a sentence, and `others` of the same list that do not fit either."""

    def __init__(self, code: str, message: str, path: str = "") -> None:
        """`path` is relative to the input: empty, or like `[3].resume`."""
        super().__init__(message)
        self.code = code
        self.path = path
        self.others: list[RefusedError] = []


def default(one: AnyInput) -> Any:
    """The default of an input as a value, or nothing; a list has none."""
    match one:
        case ListInput():
            return None
        case DurationInput(default=text) if isinstance(text, str):
            return seconds(text)
        case NumberInput(default=number) | DurationInput(default=number):
            return None if number is None else float(number)
        case _:
            return one.default


def bounds(one: IntegerInput | NumberInput | DurationInput) -> tuple[float | int | None, float | int | None]:
    """Lowest and highest value, durations in seconds; a duration is never negative."""
    if isinstance(one, DurationInput):
        low = seconds(one.minimum) if isinstance(one.minimum, str) else one.minimum
        high = seconds(one.maximum) if isinstance(one.maximum, str) else one.maximum
        return (0.0 if low is None else max(float(low), 0.0)), (None if high is None else float(high))
    return one.minimum, one.maximum


def reader(one: ColumnInput) -> Read:
    """The function that reads one value."""
    match one:
        case IntegerInput():
            return _ranged(_integer, one)
        case NumberInput():
            return _ranged(_number, one)
        case DurationInput():
            return _ranged(_duration, one)
        case BooleanInput():
            return _boolean
        case ChoiceInput(values=values):
            return _choice(tuple(values))
        case unreachable:
            assert_never(unreachable)


def _ranged(read: Read, one: IntegerInput | NumberInput | DurationInput) -> Read:
    low, high = bounds(one)
    unit = " s" if isinstance(one, DurationInput) else f" {one.unit}" if one.unit and one.unit != "1" else ""
    is_ratio = isinstance(one, NumberInput) and not unit and low is not None and low >= 0 and high == 1

    def ranged(raw: Any) -> Any:
        value = read(raw)
        if low is not None and value < low:
            raise RefusedError("out-of-range", f"is {shown(value, low)}{unit}, below the minimum of {shown(low)}{unit}")
        if high is not None and value > high:
            hint = _percentage(value) if is_ratio else ""
            raise RefusedError(
                "out-of-range", f"is {shown(value, high)}{unit}, above the maximum of {shown(high)}{unit}{hint}"
            )
        return value

    return ranged


def _percentage(value: float) -> str:
    """What to write in place of a ratio that is probably meant in percent; 1.01 is rather a ratio that is wrong."""
    if not LEAST_PERCENTAGE <= value <= WHOLE:
        return ""
    return f"; it looks like a percentage: write {shown(value / WHOLE)} for {shown(value)} %"


def shown(value: float, beside: float | None = None) -> str:
    """A number for people: `3`, `0.35`, `5e+11`; with all its digits where it would look like the one `beside` it."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.10g}"
    return text if beside is None or text != shown(beside) else repr(value)


def _integer(raw: Any) -> int:
    if raw.__class__ is float and raw.is_integer() and isfinite(raw):
        raw = int(raw)
    if raw.__class__ is not int:
        raise RefusedError("wrong-type", f"must be a whole number such as 3, not {what(raw)}")
    if not INT64_MIN <= raw <= INT64_MAX:
        raise RefusedError("out-of-range", f"does not fit into 64 bits: {INT64_MIN} to {INT64_MAX}")
    return int(raw)


def _number(raw: Any) -> float:
    if raw.__class__ is not float and raw.__class__ is not int:
        raise RefusedError("wrong-type", f"must be a number such as 0.5, not {what(raw)}")
    try:
        value = float(raw)
    except OverflowError:
        value = float("inf")
    if not isfinite(value):
        raise RefusedError("out-of-range", "is too large for a number")
    return value


def _duration(raw: Any) -> float:
    if raw.__class__ is str:
        value = seconds(raw)
        if value is None:
            raise RefusedError("wrong-type", f"must be a duration: {FORMS}, not {what(raw)}")
        return value
    if raw.__class__ is not float and raw.__class__ is not int:
        raise RefusedError("wrong-type", f"must be a duration: {FORMS}, not {what(raw)}")
    return _number(raw)


def _boolean(raw: Any) -> bool:
    if raw.__class__ is not bool:
        raise RefusedError("wrong-type", f"must be true or false, not {what(raw)}")
    return bool(raw)


def _choice(values: tuple[str, ...]) -> Read:
    known = frozenset(values)
    listed = ", ".join(f"`{value}`" for value in values)

    def choice(raw: Any) -> str:
        if raw.__class__ is not str:
            raise RefusedError("wrong-type", f"must be one of {listed}, not {what(raw)}")
        if raw not in known:
            close = nearest(raw, values)
            hint = f"; the nearest is `{close}`" if close else ""
            raise RefusedError("unknown-choice", f"must be one of {listed}, not {what(raw)}{hint}")
        return str(raw)

    return choice


def what(raw: Any) -> str:
    """What a caller sent, in words; what holds other values is not shown, as it may be large or deep."""
    if raw.__class__ is dict:
        return "an object"
    return "a list" if raw.__class__ is list else f"`{shown_json(raw)}`"


def shown_json(raw: str | float | None) -> str:
    """A plain value as JSON, short enough to show."""
    text = json.encode(raw).decode()
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."
