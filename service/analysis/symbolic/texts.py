"""Texts: a choice has few values, so whatever is said about it is looked up in a table that CEL itself fills."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

from service.analysis.solver.terms import Term, Terms
from service.analysis.symbolic.encoded import Word
from service.language.cel import CelValueError, Environment, Program

_NAMES = ("a", "b")
_OPERATORS = {"_<_": "<", "_<=_": "<=", "_>_": ">", "_>=_": ">="}
_FUNCTIONS = frozenset({"startsWith", "endsWith", "contains", "size", "int", "double"})
_MOST = 2000
"""Rows of one table."""

Rows = list[tuple[Any, Term]]
"""Values, and where each of them is the value; nothing in place of a value means that there is none."""


class Texts:
    """What can be said about texts."""

    def __init__(self, terms: Terms) -> None:
        """Work with these terms."""
        self._terms = terms

    def literal(self, text: str) -> Word:
        """A text that is known."""
        return Word({text: self._terms.true}, self._terms.false)

    def equal(self, one: Word, other: Word) -> Term:
        """Whether two texts are the same."""
        both = one.cases.keys() & other.cases.keys()
        return self._terms.any(self._terms.all([one.cases[text], other.cases[text]]) for text in sorted(both))

    def choose(self, condition: Term, one: Word, other: Word) -> Word:
        """The one where the condition holds, else the other."""
        terms = self._terms
        absent = terms.false
        texts = [*one.cases, *(text for text in other.cases if text not in one.cases)]
        cases = {
            text: terms.choose(condition, one.cases.get(text, absent), other.cases.get(text, absent)) for text in texts
        }
        return Word(cases, terms.choose(condition, one.fails, other.fails))

    def table(self, function: str, words: Sequence[Word]) -> Rows | None:
        """The values of a function; nothing if the table would be too long, or the function knows no texts."""
        text = _written(function, len(words))
        if text is None or prod(len(word.cases) for word in words) > _MOST:
            return None
        rows: dict[str, tuple[Any, list[Term]]] = {}
        program = _program(text, len(words))
        for combination in product(*(word.cases.items() for word in words)):
            value = _value(program, [text for text, _ in combination])
            _, places = rows.setdefault(repr(value), (value, []))
            places.append(self._terms.all(where for _, where in combination))
        return [(value, self._terms.any(places)) for value, places in rows.values()]


def merged(rows: Rows, choose: Callable[[Term, Any, Any], Any]) -> Any:
    """One value out of those of a table, which are encoded already."""
    values: Iterator[tuple[Any, Term]] = iter(rows)
    found, _ = next(values)
    for value, where in values:
        found = choose(where, value, found)
    return found


def _written(function: str, count: int) -> str | None:
    if function in _OPERATORS and count == len(_NAMES):
        return f"{_NAMES[0]} {_OPERATORS[function]} {_NAMES[1]}"
    if function not in _FUNCTIONS or not 1 <= count <= len(_NAMES):
        return None
    return f"{function}({_NAMES[0]})" if count == 1 else f"{_NAMES[0]}.{function}({_NAMES[1]})"


@lru_cache(maxsize=64)
def _program(text: str, count: int) -> Program:
    return Environment(dict.fromkeys(_NAMES[:count], "string")).compile(text)


def _value(program: Program, texts: list[str]) -> Any:
    try:
        return program.value(dict(zip(_NAMES, texts, strict=False)))
    except CelValueError:
        return None
