"""Values in words that mean the same when they are read again: `gpus = 24`, `duration = 2h 30min`."""

from typing import Any, Final, assert_never

from msgspec import json

from service.model.durations import seconds
from service.model.inputs import (
    AnyInput,
    BooleanInput,
    ChoiceInput,
    DurationInput,
    IntegerInput,
    ListInput,
    NumberInput,
    TextInput,
)

_SIZES: Final = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))


def echo(name: str, one: AnyInput, value: Any, remark: str | None = None) -> str:
    """A value in a line; `remark` says how it came about."""
    line = f"{name} = {_shown(one, value)}"
    return f"{line} ({remark})" if remark else line


def _shown(one: AnyInput, value: Any) -> str:
    match one:
        case BooleanInput():
            return "yes" if value else "no"
        case DurationInput():
            return _length(value)
        case IntegerInput() | NumberInput():
            return _number(value)
        case ChoiceInput() | TextInput(many=False):
            return _quoted(str(value))
        case TextInput():
            return _quoted(",".join(value))
        case ListInput():
            return json.encode(value).decode()
        case unreachable:
            assert_never(unreachable)


def _number(value: float) -> str:
    """As few digits as tell it from every other number, and no more than JSON has."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 10**15 else repr(value)


def _length(value: float) -> str:
    """In days, hours, minutes and seconds, where that is exact; else in seconds."""
    whole = int(value) if value.is_integer() and 0 < value < 10**11 else 0
    parts = []
    rest = whole
    for size, unit in _SIZES:
        if rest >= size:
            parts.append(f"{rest // size}{unit}")
            rest %= size
    text = " ".join(parts)
    return text if whole and seconds(text) == value else f"{_number(value)} s"


def _quoted(text: str) -> str:
    return f'"{text}"' if set(text) & set(' ,;"()') else text
