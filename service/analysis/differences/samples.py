"""Questions to try, the same ones every time: from the cases of rules, the bounds of inputs, and what lies between."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import json

from service.analysis.meaning import Meaning
from service.analysis.symbolic.domains import Boolean, Choice, Domain, Integer, Number, Records, Scalar, usual
from service.errors import InputsRejectedError
from service.language.reading import Reader
from service.language.syntax import Literal, walk

COUNT = 300
"""Questions that are made up, beside those of the cases."""

_RECORDS = 4
_AS_IT_IS, _NEAR = 0.5, 0.8


def samples(meanings: Sequence[Meaning], domains: Mapping[str, Domain]) -> list[dict[str, Any]]:
    """Whole questions within these domains: those of the cases, completed by what is usual, then others.

    Most of these are the question of a case with some inputs changed; short ones come first.
    """
    plain = {name: usual(one) for name, one in domains.items()}
    asked = [{**plain, **given} for given in _cases(meanings, domains)]
    draws = _Draws(Random(0), [*_literals(meanings)], asked)  # noqa: S311  (not for secrets)
    made = [draws.question(domains, like=asked if at % 3 else ()) for at in range(COUNT)]
    return [*asked, plain, *sorted(made, key=lambda question: len(json.encode(question)))]


def _cases(meanings: Sequence[Meaning], domains: Mapping[str, Domain]) -> Iterator[dict[str, Any]]:
    """What the cases give, as far as it can be read."""
    for meaning in meanings:
        reader = Reader({name: one for name, one in meaning.inputs.items() if name in domains})
        for case in meaning.document.cases:
            try:
                yield reader.read(case.given)
            except InputsRejectedError:
                continue


def _literals(meanings: Sequence[Meaning]) -> Iterator[float]:
    """Numbers that the rules compare with."""
    for meaning in meanings:
        for expression in meaning.expressions.values():
            for part in walk(expression.tree):
                if isinstance(part, Literal) and isinstance(part.value, int | float):
                    yield part.value


class _Draws:
    """Values by lot: what the cases have, what the rules compare with and what is beside it, bounds, and anything."""

    def __init__(self, lot: Random, literals: Sequence[float], asked: Sequence[Mapping[str, Any]]) -> None:
        self._lot = lot
        self._literals = [0, 1, *literals]
        self._asked = asked

    def question(self, domains: Mapping[str, Domain], like: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """A whole question, like one of these if there are some."""
        if not like:
            return {name: self._value(name, one) for name, one in domains.items()}
        model = self._lot.choice(like)
        return {name: self._changed(name, one, model[name]) for name, one in domains.items()}

    def _changed(self, name: str, one: Domain, value: Any) -> Any:
        """A value as it is, near it, or any other."""
        way = self._lot.random()
        if way < _AS_IT_IS:
            return value
        if way < _NEAR and isinstance(one, Number):
            return float(min(max(value * self._lot.uniform(0.5, 1.5), one.low), one.high))
        if way < _NEAR and isinstance(one, Integer):
            return min(max(value + self._lot.choice([-1, 1, value]), one.low), one.high)
        return self._value(name, one)

    def _value(self, name: str, one: Domain) -> Any:
        seen = [question[name] for question in self._asked]
        if seen and self._lot.random() < 1 / 3:
            return self._lot.choice(seen)
        if isinstance(one, Records):
            count = min(max(self._lot.randint(0, _RECORDS), one.low), one.high)
            return [{column: self._scalar(kind) for column, kind in one.columns.items()} for _ in range(count)]
        return self._scalar(one)

    def _scalar(self, one: Scalar) -> Any:
        match one:
            case Boolean():
                return self._lot.random() < 1 / 2
            case Choice(values=values):
                return self._lot.choice(values)
            case Integer(low=low, high=high):
                return int(min(max(round(self._number(low, high)), low), high))
            case Number(low=low, high=high):
                return float(min(max(self._number(low, high), low), high))

    def _number(self, low: float, high: float) -> float:
        near = self._lot.choice(self._literals)
        far = min(high, max(low, 1.0) * 10.0 ** self._lot.randint(0, 6))
        return self._lot.choice(
            [near, near + 1, near - 1, near * 1.1, low, far, self._lot.uniform(max(low, -far), far)]
        )
