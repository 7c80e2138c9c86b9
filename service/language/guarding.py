"""Which names an expression reads without having asked whether they are known.

Read from left to right, as an author means it: what stands behind `has(x) &&`, behind `!has(x) ||`, or in the branch of
`has(x) ? ... : ...` may read `x`.
"""

from collections.abc import Iterator, Mapping
from typing import assert_never

from service.language.presence import is_mark, marked
from service.language.syntax import Call, Items, Literal, Name, Refused, Syntax

Implied = Mapping[str, frozenset[str]]
"""What is known as well once a name is: the other columns of a joined row."""

_NOTHING: frozenset[str] = frozenset()


def bare(tree: Syntax, implied: Implied, sure: frozenset[str] = _NOTHING) -> Iterator[Name]:
    """The names that are read although they are not among the `sure` ones there, in the order of reading."""
    match tree:
        case Name(name=name):
            if not is_mark(name) and name not in sure:
                yield tree
        case Call(function="_&&_", arguments=(one, other)):
            yield from bare(one, implied, sure)
            yield from bare(other, implied, sure | _established(one, implied, holds=True))
        case Call(function="_||_", arguments=(one, other)):
            yield from bare(one, implied, sure)
            yield from bare(other, implied, sure | _established(one, implied, holds=False))
        case Call(function="_?_:_", arguments=(condition, one, other)):
            yield from bare(condition, implied, sure)
            yield from bare(one, implied, sure | _established(condition, implied, holds=True))
            yield from bare(other, implied, sure | _established(condition, implied, holds=False))
        case Call(arguments=parts) | Items(items=parts):
            for part in parts:
                yield from bare(part, implied, sure)
        case Literal() | Refused():
            return
        case unreachable:
            assert_never(unreachable)


def _established(tree: Syntax, implied: Implied, *, holds: bool) -> frozenset[str]:
    """The names that are known where a condition holds, or where it does not."""
    match tree:
        case Name(name=name) if is_mark(name) and holds:
            return implied.get(marked(name), _NOTHING) | {marked(name)}
        case Call(function="!_", arguments=(inner,)):
            return _established(inner, implied, holds=not holds)
        case Call(function="_&&_" | "_||_" as function, arguments=(one, other)):
            first, second = (_established(part, implied, holds=holds) for part in (one, other))
            return first | second if (function == "_&&_") == holds else first & second
        case _:
            return _NOTHING
