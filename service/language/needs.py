"""What an expression needs in any case: the inputs that it reads whichever way its conditions go."""

from collections.abc import Mapping
from typing import assert_never

from service.language.expression import input_of
from service.language.syntax import Call, Items, Literal, Name, Refused, Syntax

_NOTHING: frozenset[str] = frozenset()


def needed(tree: Syntax, behind: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The inputs without which there is no value; `behind` holds those of the names that are no inputs.

    `c ? a : b` needs what `c` needs, and what both ways need. `a && b` may be settled by either side alone, so it needs
    what both need.
    """
    match tree:
        case Literal() | Refused():
            return _NOTHING
        case Name(name=name):
            return behind.get(name, frozenset({input_of(name)}))
        case Call(function="_?_:_", arguments=(condition, one, other)):
            return needed(condition, behind) | (needed(one, behind) & needed(other, behind))
        case Call(function="_&&_" | "_||_", arguments=(one, other)):
            return needed(one, behind) & needed(other, behind)
        case Call(arguments=parts) | Items(items=parts):
            return _NOTHING.union(*(needed(part, behind) for part in parts))
        case unreachable:
            assert_never(unreachable)
