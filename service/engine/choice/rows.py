"""Rows judged one by one: which are meant, what is known of them, which checks they do not meet, in which order."""

from collections import ChainMap
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from msgspec import Struct, field

from service.engine.choice.plan import Checked, Key, Plan
from service.engine.choice.tables import JoinPlan, Stored
from service.engine.choice.terms import Variables
from service.language.cel import CelValueError
from service.language.presence import known


class Judged(Struct):
    """A row that is meant: all that is known of it, and the checks that it does not meet."""

    row: Stored
    variables: dict[str, Any]
    failed: list[Checked] = field(default_factory=list)


def judged(plan: Plan, question: dict[str, Any]) -> Iterator[Judged]:
    """The rows that are meant, in the order of the catalog; `question` is what is known without them.

    Raises:
        EvaluationFailedError: an expression has no value for one of them.
    """
    met = frozenset(one.id for one in plan.checks if all(question[known(name)] for name in one.given))
    for row in _meant(plan, question):
        one = Judged(row, {**question, **row.variables})
        _complete(plan, one)
        one.failed = _failed(plan, one, met)
        yield one


def _meant(plan: Plan, question: Variables) -> Iterator[Stored]:
    """Most rows are not meant, so this looks at what decides that alone."""
    if plan.match is None:
        yield from plan.rows
        return
    asked = {name: question[name] for name in plan.match.reads if name in question}
    for row, own in zip(plan.rows, plan.matched, strict=True):
        if plan.match.holds({**asked, **own}, row.key):
            yield row


def ordered(rows: Iterable[Judged], rank: Sequence[Key]) -> list[Judged]:
    """The rows by the first key, then by the second ... then as they come; what is unknown comes last.

    Raises:
        EvaluationFailedError: a key has no value for one of them.
    """
    found = list(rows)
    for key in reversed(rank):
        valued = [(one, key.by.value(one.variables, one.row.key)) for one in found]
        sure = sorted((pair for pair in valued if pair[1] is not None), key=itemgetter(1), reverse=key.descending)
        found = [*(one for one, _ in sure), *(one for one, value in valued if value is None)]
    return found


def _complete(plan: Plan, one: Judged) -> None:
    """Join the rows of other catalogs, and name the values."""
    for join in plan.joins:
        found = _joined(join, one)
        one.variables |= join.absent if found is None else found.variables
    for name, term in plan.values.items():
        value = term.value(one.variables, one.row.key)
        one.variables[known(name)] = value is not None
        if value is not None:
            one.variables[name] = value


def _joined(join: JoinPlan, one: Judged) -> Stored | None:
    """The row that belongs to a row; none, if what it is found by is unknown."""
    values = tuple(term.value(one.variables, one.row.key) for term in join.on)
    if None in values:
        return None
    for row in join.candidates(values):
        if join.where is None or join.where.holds(ChainMap(row.variables, one.variables), one.row.key):
            return row
    return None


def _failed(plan: Plan, one: Judged, judged_: frozenset[str]) -> list[Checked]:
    """The checks that the row does not meet; one by one only where there is one without a value."""
    try:
        verdicts = plan.listed.value({name: one.variables[name] for name in plan.reads if name in one.variables})
    except CelValueError:
        verdicts = [check.id not in judged_ or check.term.holds(one.variables, one.row.key) for check in plan.checks]
    return [check for check, verdict in zip(plan.checks, verdicts, strict=True) if not verdict]
