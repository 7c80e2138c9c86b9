"""Witnesses in words: the inputs that matter, as a caller could write them."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from service.analysis.meaning import Meaning
from service.language.expression import input_of
from service.model.durations import SECONDS
from service.model.inputs import DurationInput, Input, ListInput
from service.model.text import Path

_UNITS: Final = {unit: SECONDS[unit] for unit in ("d", "h", "min")}
_RECORDS = 3
"""Records of a list that are written out."""


def witness(meaning: Meaning, inputs: Mapping[str, Any], paths: Iterable[Path]) -> str:
    """The inputs that the expressions at these paths read, also through derived values: `vms: 4, wait: 15 min`."""
    read = {name for path in paths for name in reads(meaning, path)}
    shown = [name for name in meaning.inputs if name in read and name in inputs]
    return ", ".join(f"{name}: {_value(meaning.inputs[name], inputs[name])}" for name in shown) or "any inputs"


def reads(meaning: Meaning, path: Path) -> set[str]:
    """The inputs behind an expression."""
    found: set[str] = set()
    todo: list[Path] = [path]
    done: set[Path] = set()
    while todo:
        one = todo.pop()
        if one in done or one not in meaning.expressions:
            continue
        done.add(one)
        for name in meaning.expressions[one].reads:
            derived: Path = ("derived", name)
            if derived in meaning.expressions:
                todo.append(derived)
            elif ("outputs", name, "value") in meaning.expressions:
                todo.append(("outputs", name, "value"))
            else:
                found.add(input_of(name))
    return found


def _value(one: Input, value: Any) -> str:
    match one:
        case ListInput() if len(value) > _RECORDS:
            return f"{len(value)} records such as {_record(one, value[0])}"
        case ListInput():
            return f"[{', '.join(_record(one, row) for row in value)}]"
        case DurationInput():
            return _duration(value)
        case _:
            return _plain(value)


def _record(one: ListInput, row: Mapping[str, Any]) -> str:
    return f"{{{', '.join(f'{name}: {_value(column, row[name])}' for name, column in one.of.items())}}}"


def _plain(value: Any) -> str:
    """As YAML has it; a double with all the digits that it needs."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer() and abs(value) < _WRITTEN_OUT:
        return "-0.0" if value == 0.0 and str(value).startswith("-") else str(int(value))
    return str(value)


_WRITTEN_OUT = 1e15


def _duration(value: float) -> str:
    fits = [unit for unit, seconds in _UNITS.items() if value and value % seconds == 0.0]
    return f"{_plain(value / _UNITS[fits[0]])} {fits[0]}" if fits else f"{_plain(value)} s"
