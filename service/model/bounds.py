"""Single values of a document: whether they are of a type and inside its bounds."""

import re
from math import isfinite
from typing import Any, Final

from msgspec import inspect

from service.model.names import FORMS

NAMES: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "a map",
}


def named(value: Any) -> str:
    """The type of a value in words."""
    return NAMES.get(type(value), "nothing")


def fits(value: Any, kind: inspect.Type) -> bool:
    """Whether the value is of the type, whatever its bounds."""
    match kind:
        case inspect.Metadata(type=inner):
            return fits(value, inner)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool)
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.DictType():
            return isinstance(value, dict)
        case inspect.ListType():
            return isinstance(value, list)
        case _:
            return False


def wanted(kind: inspect.Type) -> str:
    """The type in words."""
    types = {inspect.BoolType: bool, inspect.IntType: int, inspect.FloatType: float, inspect.StrType: str}
    return NAMES[types[type(kind)]]


def fault_of(value: Any, kind: inspect.Type) -> tuple[str, str] | None:
    """Code and sentence for a value of the right type that is outside its bounds."""
    match kind:
        case inspect.StrType(min_length=least, max_length=most, pattern=pattern):
            if least and len(value) < least:
                return "out-of-range", "the text is empty"
            if most is not None and len(value) > most:
                return "limit", f"the text has {len(value)} characters, at most {most} are allowed"
            if pattern and not re.fullmatch(pattern, value):
                return "bad-name", f"`{value}` is not right here: {FORMS[pattern]}"
        case inspect.IntType(ge=least, le=most) | inspect.FloatType(ge=least, le=most):
            if not isfinite(value):
                return "out-of-range", "a finite number is needed here"
            if (least is not None and value < least) or (most is not None and value > most):
                return "out-of-range", f"`{value}` is {_outside(least, most)}"
    return None


def _outside(least: float | None, most: float | None) -> str:
    if most is None:
        return f"below {least}"
    return f"above {most}" if least is None else f"outside {least} to {most}"
