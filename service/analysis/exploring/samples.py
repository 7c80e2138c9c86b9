"""Questions worth trying: those of the cases, and inputs on both sides of whatever expressions compare them with."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from math import inf, nextafter
from random import Random
from typing import Any, assert_never

from service.analysis.family import family
from service.analysis.meaning import Meaning
from service.analysis.symbolic.domains import (
    LARGEST,
    Boolean,
    Choice,
    Domain,
    Integer,
    Number,
    Records,
    Scalar,
    allowed,
    usual,
)
from service.errors import InputsRejectedError
from service.language.expression import Expression, input_of
from service.language.reading import Reader
from service.language.syntax import Literal, walk

_CASES = 200
_DRAWS = 300
_EDGES = 200
"""Values of one number that are tried."""
_SOME = 3
"""Records of a list that is tried with some."""


def samples(meaning: Meaning, domains: Mapping[str, Domain]) -> Iterator[dict[str, Any]]:
    """Whole questions within the domains: first those of the cases, then the usual one, then mixed ones.

    The same rule always has the same samples.
    """
    plain = {name: usual(one) for name, one in domains.items()}
    yield from ({**plain, **case} for case in islice(_of_cases(meaning, domains), _CASES))
    yield plain
    draw = Random(0)  # noqa: S311  (no secret: it only spreads the samples)
    edges = _edges(meaning)
    values = {name: _values(one, sorted(edges.get(name, ())), draw) for name, one in domains.items()}
    for _ in range(_DRAWS):
        yield {name: draw.choice(some) for name, some in values.items()}


def _of_cases(meaning: Meaning, domains: Mapping[str, Domain]) -> Iterator[dict[str, Any]]:
    for rule in family(meaning):
        reader = Reader(rule.inputs)
        for case in rule.document.cases:
            try:
                read = reader.read(case.given)
            except InputsRejectedError:
                continue
            yield {name: value for name, value in read.items() if name in domains and allowed(domains[name], value)}


def _edges(meaning: Meaning) -> dict[str, set[float]]:
    """The numbers that stand in one expression with an input, also by way of derived values."""
    edges: dict[str, set[float]] = {}
    for rule in family(meaning):
        constants = {name: constant.value for name, constant in rule.document.constants.items()}
        behind: dict[str, set[str]] = {}
        for path, expression in rule.expressions.items():
            inputs = {one for name in expression.reads for one in behind.get(name, {input_of(name)})}
            if path[0] in ("derived", "outputs"):
                behind[str(path[1])] = inputs
            numbers = {*_numbers(expression), *(constants[name] for name in expression.reads if name in constants)}
            for name in inputs:
                edges.setdefault(name, set()).update(numbers)
    return edges


def _numbers(expression: Expression) -> Iterator[float]:
    for part in walk(expression.tree):
        if isinstance(part, Literal) and isinstance(part.value, int | float) and not isinstance(part.value, bool):
            yield part.value


def _values(one: Domain, edges: Iterable[float], draw: Random) -> list[Any]:
    if not isinstance(one, Records):
        return _scalars(one, edges)
    found = []
    for count in sorted({one.low, min(1, one.high), min(_SOME, one.high)}):
        columns = {name: _scalars(column, edges) for name, column in one.columns.items()}
        rows = [{name: draw.choice(some) for name, some in columns.items()} for _ in range(count)]
        found.append(rows)
    return [rows for rows in found if len(rows) >= one.low]


def _scalars(one: Scalar, edges: Iterable[float]) -> list[Any]:
    match one:
        case Boolean():
            return [False, True]
        case Choice(values=values):
            return list(values)
        case Integer(low=low, high=high, usual=plain):
            around = (int(edge) + step for edge in edges if abs(edge) < inf for step in (-1, 0, 1))
            return _few([plain, low, high, *(value for value in around if low <= value <= high)])
        case Number(low=least, high=most, usual=usually):
            ends = [end for end in (least, most) if abs(end) < LARGEST]
            near = (value for edge in edges for value in _about(float(edge)))
            return _few([usually, *ends, *(value for value in near if least <= value <= most)])
        case unreachable:
            assert_never(unreachable)


def _about(edge: float) -> tuple[float, ...]:
    return edge, edge - 1.0, edge + 1.0, nextafter(edge, -inf), nextafter(edge, inf)


def _few(values: Iterable[Any]) -> list[Any]:
    """Each value once; of very many some that are spread evenly."""
    found = list(dict.fromkeys(values))
    return found[:: len(found) // _EDGES + 1]
