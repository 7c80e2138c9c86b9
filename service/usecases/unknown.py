"""The input that is looked for: it is left out of the question, and takes one value after the other."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from service.analysis.solving.axis import Number
from service.engine.program import FormulaProgram
from service.errors import DecisionError, Issue, RequestRejectedError
from service.language.values import default, what
from service.model.durations import FORMS, SECONDS, seconds
from service.usecases.numbers import Numeric

_TIMES: Final = {unit: length for unit, length in SECONDS.items() if unit not in ("m", "w")}
"""Seconds in each unit of time that an output may have; as a unit, `m` is the meter."""

Changes = Callable[[Number], dict[str, Any]]
"""The variables that have other values when the unknown has this one."""


class Unknown:
    """A single input, or a column: then each record that leaves it out takes the value."""

    def __init__(self, number: Numeric, given: Mapping[str, Any]) -> None:
        """Take the inputs as the caller sent them.

        Raises:
            RequestRejectedError: the unknown is given as well.
        """
        self.number = number
        self._given = given
        rows = given.get(number.input)
        self._rows = rows if number.column and isinstance(rows, list) else []
        self._blank = [index for index, row in enumerate(self._rows) if _leaves_out(row, number.column)]
        name, column = f"`{number.input}`", f"`{number.column}`"
        if rows is not None and not number.column:
            raise self._given_too(f"{name} is the unknown: leave it out of the inputs")
        is_readable = isinstance(rows, list) and all(isinstance(row, dict) for row in rows)
        if number.column and is_readable and not self._blank:
            message = f"no record of {name} leaves {column} out: leave it out of those that are to take the value"
            raise self._given_too(message)

    @property
    def inputs(self) -> dict[str, Any]:
        """The inputs as the reader can read them: something stands where the unknown is left out of a record."""
        if not self._blank:
            return dict(self._given)
        holder = {self.number.column: self.number.axis.snapped(0.0)}
        rows = list(self._rows)
        for index in self._blank:
            rows[index] = {**rows[index], **holder}
        return {**self._given, self.number.input: rows}

    def changes(self, read: Mapping[str, Any]) -> Changes:
        """What changes with the unknown, for inputs as the reader has read them."""
        name, column = self.number.name, self.number.column
        if not column:
            return lambda value: {name: value}
        if self.number.input not in read:
            return lambda _: {}
        values = [row[column] for row in read[self.number.input]]

        def filled(value: Number) -> dict[str, Any]:
            column_values = values.copy()
            for index in self._blank:
                column_values[index] = value
            return {name: column_values}

        return filled

    def hints(self, program: FormulaProgram, read: Mapping[str, Any]) -> Iterator[float]:
        """Where to look as well: the default, values in the rule's cases, and the numbers that are given beside it."""
        fallback = default(self.number.kind)
        yield from () if fallback is None else (fallback,)
        yield from (value for value in read.values() if isinstance(value, int | float) and not isinstance(value, bool))
        for case in program.document.cases:
            yield from self._tried(program, case.given)

    def _tried(self, program: FormulaProgram, given: Mapping[str, Any]) -> Iterator[float]:
        try:
            value = program.common.reader.read(given).get(self.number.input)
        except DecisionError:
            return
        rows = value if self.number.column and value else []
        yield from (row[self.number.column] for row in rows[:1])
        if not self.number.column and value is not None:
            yield value

    def _given_too(self, message: str) -> RequestRejectedError:
        return RequestRejectedError([Issue("unknown-given", f"$.inputs.{self.number.input}", message)])


def is_time(unit: str) -> bool:
    """Whether values in a unit may be written as durations."""
    return unit in _TIMES


def as_number(value: Number | str, unit: str, at: str) -> Number:
    """A target in the unit of its output; of a time it may be text.

    Raises:
        RequestRejectedError: it is no number; `at` is its path.
    """
    if not isinstance(value, str):
        return value
    if not is_time(unit):
        message = f"the target must be a number, in `{unit}`, not {what(value)}"
        raise RequestRejectedError([Issue("not-a-time", at, message)])
    length = seconds(value)
    if length is None:
        raise RequestRejectedError(
            [Issue("wrong-type", at, f"the target must be a duration: {FORMS}, not {what(value)}")]
        )
    return length / _TIMES[unit]


def _leaves_out(row: Any, column: str) -> bool:
    return isinstance(row, dict) and row.get(column) is None
