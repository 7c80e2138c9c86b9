"""The meaning of a selection: row by row and check by check, each expression by itself, with all that is known."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cmp_to_key
from typing import Any, Final

from msgspec import Struct

from service.analysis.meaning import ProblemError, SelectionMeaning, UnsoundError
from service.errors import InputsRejectedError
from service.language.catalogs import Row, Table
from service.language.certainty import Certainty
from service.language.choosing import ROW
from service.language.expression import Failed, Known, Scope
from service.language.presence import known
from service.language.reading import Reader
from service.model.answer import Answer
from service.model.selection import Check, Join
from service.model.text import Path

_TRIED: Final = 5
"""Values of one input that are tried in order to relax it."""


class _Judged(Struct):
    """A row that is meant, and the places of the checks that it does not meet."""

    key: str
    scope: Scope
    failed: list[int]


def selected(rule: SelectionMeaning, given: Mapping[str, Any]) -> Answer:
    """The one right answer.

    Raises:
        UnsoundError: the selection is faulty.
    """
    tables = {name: table for name, table in rule.tables.items() if table is not None}
    if rule.faulty or len(tables) < len(rule.tables):
        raise UnsoundError(rule.document.name)
    try:
        return _Selecting(rule, tables).answer(Reader(rule.document.asked).read(given))
    except InputsRejectedError:
        return Answer(problem="inputs-rejected")
    except ProblemError as problem:
        return Answer(problem=problem.args[0])


class _Selecting:
    """One selection."""

    def __init__(self, rule: SelectionMeaning, tables: Mapping[str, Table]) -> None:
        self._document = rule.document
        self._expressions = rule.typed.expressions
        self._tables = tables
        self._certainty = Certainty(rule.typed, rule.document, tables)

    def answer(self, inputs: dict[str, Any]) -> Answer:
        scope, candidates, rejected = self._choose(inputs)
        for path in self._expressions:
            for one in candidates if path[0] == "candidate" else ():
                self._value(path, one.scope)  # which must have a value, or wait for one
        caveats = (name for name in self._document.caveats if self._holds(("caveats", name, "when"), scope))
        return Answer(
            caveats=tuple(caveats),
            candidates=tuple(one.key for one in candidates),
            rejected={one.key: tuple(self._document.keep[index].id for index in one.failed) for one in rejected},
            relax={} if candidates else dict(self._relax(rejected, inputs)),
        )

    def _choose(self, inputs: dict[str, Any]) -> tuple[Scope, list[_Judged], list[_Judged]]:
        scope = self._question(inputs)
        rows = [*self._meant(scope)]
        kept = sorted((one for one in rows if not one.failed), key=cmp_to_key(self._compare))
        return scope, kept, [one for one in rows if one.failed]

    def _question(self, inputs: dict[str, Any]) -> Scope:
        """What is known without a row."""
        scope = Scope({**inputs, **{name: one.value for name, one in self._document.constants.items()}})
        scope.values |= {known(n): n in scope.values for n in (*self._document.asked, *self._document.constants)}
        for name in self._document.derived:
            scope.define(name, self._expressions["derived", name].judge(scope))
            scope.values[known(name)] = name in scope.values
        for index in range(len(self._document.requires)):
            if self._value(("requires", index, "check"), scope) is False:
                raise ProblemError("requirement-not-met")
        for index in range(len(self._document.problems)):
            if self._value(("problems", index, "when"), scope) is True:
                raise ProblemError("problem-met")
        if any(name not in scope.values for name in self._certainty.needs(("match",))):
            raise ProblemError("inputs-missing")
        return scope

    def _meant(self, question: Scope) -> Iterator[_Judged]:
        for row in self._tables[ROW].rows:
            scope = self._beside(question, ROW, row)
            if self._holds(("match",), scope):
                for name, join in self._document.joins.items():
                    scope = self._beside(scope, name, self._joined(name, join, scope))
                for name in self._document.values:
                    self._define(name, scope)
                failed = [index for index, check in enumerate(self._document.keep) if self._fails(index, check, scope)]
                yield _Judged(row.key, scope, failed)

    def _beside(self, scope: Scope, name: str, row: Row | None) -> Scope:
        """The scope with a row in it, or with the knowledge that there is none."""
        values = dict(scope.values)
        values[known(name)] = row is not None
        for column in self._tables[name].types:
            found = row is not None and column in row.values
            values[known(f"{name}.{column}")] = found
            if row is not None and found:
                values[f"{name}.{column}"] = row.values[column]
        return Scope(values)

    def _joined(self, name: str, join: Join, scope: Scope) -> Row | None:
        """Of all rows that are equal and for which `where` holds, the first."""
        wanted = {column: self._value(("joins", name, "on", column), scope) for column in join.on}
        found = [
            row
            for row in self._tables[name].rows
            if all(value is not None and row.values.get(column) == value for column, value in wanted.items())
            and self._holds(("joins", name, "where"), self._beside(scope, name, row))
        ]
        if join.first is None:
            return found[0] if found else None
        by, sign = join.first.by, -1 if join.first.order == "descending" else 1

        def compare(one: Row, other: Row) -> int:
            return _order(one.values.get(by), other.values.get(by), sign)

        return min(found, key=cmp_to_key(compare), default=None)

    def _define(self, name: str, scope: Scope) -> None:
        value = self._value(("values", name), scope)
        scope.values[known(name)] = value is not None
        if value is not None:
            scope.values[name] = value

    def _fails(self, index: int, check: Check, scope: Scope) -> bool:
        if not all(scope.values[known(name)] for name in self._certainty.given(index, check)):
            return False
        return self._value(("keep", index, "check"), scope) is not True

    def _compare(self, one: _Judged, other: _Judged) -> int:
        for index, key in enumerate(self._document.rank):
            values = [self._value(("rank", index, "by"), row.scope) for row in (one, other)]
            found = _order(values[0], values[1], -1 if key.order == "descending" else 1)
            if found:
                return found
        return 0

    def _relax(self, rejected: Sequence[_Judged], inputs: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        """For each input that is all that some row lacks, the nearest value with which there is a candidate."""
        keep = self._document.keep
        for name in dict.fromkeys(check.relaxed for check in keep):
            rows = [one for one in rejected if all(keep[index].relaxed == name for index in one.failed)]
            values: list[Any] = []
            for one in rows:
                values += [self._value(("keep", index, "relax", "to"), one.scope) for index in one.failed]
            distinct = [value for at, value in enumerate(values) if value not in values[:at]]
            given = inputs.get(name or "")
            for value in sorted(distinct, key=lambda value: _distance(value, given))[:_TRIED]:
                if name is not None and self._helps(name, value, inputs):
                    yield name, value
                    break

    def _helps(self, name: str, value: Any, inputs: dict[str, Any]) -> bool:
        rest = {key: one for key, one in inputs.items() if key != name}
        try:
            changed = {**rest, **Reader({name: self._document.asked[name]}).read({name: value})}
            return changed != inputs and bool(self._choose(changed)[1])
        except (InputsRejectedError, ProblemError):
            return False

    def _holds(self, path: Path, scope: Scope) -> bool:
        """Whether a condition is known to hold; one that is not there always does."""
        return path not in self._expressions or self._value(path, scope) is True

    def _value(self, path: Path, scope: Scope) -> Any:
        """The value of an expression, or nothing where it is unknown or not there."""
        if path not in self._expressions:
            return None
        expression = self._expressions[path]
        read = {name: scope.values[name] for name in expression.reads if name in scope.values}
        judgment = expression.judge(Scope(read, scope.pending, scope.broken))  # CEL takes over all that it is given
        if isinstance(judgment, Failed):
            raise ProblemError("evaluation-failed")
        return judgment.value if isinstance(judgment, Known) else None


def _order(one: Any, other: Any, sign: int) -> int:
    """Which comes first; what is unknown comes last, whatever the order."""
    if one is None or other is None:
        return (one is None) - (other is None)
    return sign * (int(one > other) - int(one < other))


def _distance(value: Any, given: Any) -> tuple[bool, float]:
    numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (value, given))
    return value is None, abs(value - given) if numbers else 0.0
