"""Inputs as callers send them, read into the values that expressions see.

Missing is not null is not default: `null` counts as missing, a default fills in for what is missing, and everything
else is either of the right type and in range or an issue with its path.
"""

from collections.abc import Mapping
from typing import Any, assert_never

from msgspec import DecodeError, json

from service.errors import InputsRejectedError, Issue, nearest
from service.language.records import records
from service.language.texts import text_or_texts, texts_of
from service.language.values import MAX_SHOWN, Read, RefusedError, default, reader, shown_json
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

MAX_ISSUES = 100
"""Issues of one question that are listed; reading stops there."""


class Reader:
    """Reads the inputs of one rule."""

    def __init__(self, inputs: Mapping[str, AnyInput]) -> None:
        """Prepare one function for each input."""
        self._inputs = dict(inputs)
        self._reads = {name: _reader(one) for name, one in inputs.items()}
        self.defaults = {name: default(one) for name, one in inputs.items() if default(one) is not None}

    def read(self, given: Mapping[str, Any], at: str = "$.inputs") -> dict[str, Any]:
        """Values by input name, defaults filled in; `at` is the path of the inputs in the request.

        Raises:
            InputsRejectedError: some are unknown, of a wrong type or out of range; all of them are listed.
        """
        values = dict(self.defaults)
        issues: list[Issue] = []
        for name, raw in given.items():
            read = self._reads.get(name)
            if read is None:
                issues.append(self._unknown(name, at))
            elif raw is not None:
                try:
                    values[name] = read(raw)
                except RefusedError as refused:
                    issues += (_issue(name, one, at) for one in (refused, *refused.others))
            if len(issues) >= MAX_ISSUES:
                break
        if issues:
            raise InputsRejectedError(issues[:MAX_ISSUES])
        return values

    def _unknown(self, name: str, at: str) -> Issue:
        close = nearest(name, self._reads)
        known = ", ".join(f"`{one}`" for one in self._inputs) or "none"
        hint = f"the nearest is `{close}`" if close else f"the inputs are {known}"
        step = f".{name}" if name.isidentifier() else f"[{shown_json(name)}]"
        return Issue("unknown-input", f"{at}{step}", f"`{name[:MAX_SHOWN]}` is not an input of this rule; {hint}")


def _reader(one: AnyInput) -> Read:
    match one:
        case ListInput():
            return records(one)
        case TextInput(many=many):
            return text_or_texts(many=many)
        case _:
            return reader(one)


def _issue(name: str, refused: RefusedError, at: str) -> Issue:
    where = f"{name}{refused.path}"
    return Issue(refused.code, f"{at}.{where}", f"`{where}` {refused}")


def columns(inputs: Mapping[str, AnyInput], values: dict[str, Any]) -> dict[str, Any]:
    """The variables that expressions see: each list of records becomes one list per column, `name.column`."""
    for name, one in inputs.items():
        if isinstance(one, ListInput) and name in values:
            values = {**values, **{f"{name}.{column}": [row[column] for row in values[name]] for column in one.of}}
    return values


def from_text(one: AnyInput, text: str) -> Any:
    """The JSON value that text of a query or a command line means; what does not fit stays text, to be refused."""
    match one:
        case IntegerInput() | NumberInput() | ListInput():
            return _json_or_text(text)
        case BooleanInput():
            return {"true": True, "false": False}.get(text, text)
        case DurationInput():
            value = _json_or_text(text)
            return value if isinstance(value, int | float) and not isinstance(value, bool) else text
        case TextInput(many=True):
            return texts_of(text)
        case ChoiceInput() | TextInput():
            return text
        case unreachable:
            assert_never(unreachable)


def _json_or_text(text: str) -> Any:
    """A text is never a missing value: `null` stays text."""
    try:
        value = json.decode(text)
    except (DecodeError, RecursionError):
        return text
    return text if value is None else value
