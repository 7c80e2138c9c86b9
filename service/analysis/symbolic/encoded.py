"""What an expression is as a term: its value, and whether it has one.

`fails` says for which inputs there is no value; where it holds, the value means nothing. Numbers carry the range in
which they are known to be, which keeps their terms small and settles most comparisons without any solver.
"""

from collections.abc import Callable
from math import inf

from msgspec import Struct

from service.analysis.solver.terms import Term


class Truth(Struct, frozen=True, eq=False):
    """True or false."""

    term: Term
    fails: Term


class Whole(Struct, frozen=True, eq=False):
    """A whole number from `low` to `high`, in as many bits as these need."""

    term: Term
    low: int
    high: int
    fails: Term


class Shape(Struct, frozen=True, eq=False):
    """That a double is a function of another, which only rises or only falls, and is never NaN; of so many steps."""

    base: "Real"
    apply: Callable[[float], float]
    rising: bool
    steps: int = 1


class Real(Struct, frozen=True, eq=False, kw_only=True):
    """A double from `low` to `high`, or NaN if it `may_be_nan`.

    Where it is exactly a whole number, a quotient, a function of another, or one of two others, comparisons go by that:
    they are far easier to decide than those of the rounded result.
    """

    term: Term
    fails: Term
    low: float = -inf
    high: float = inf
    may_be_nan: bool = True
    whole: Whole | None = None
    quotient: "tuple[Real, Real] | None" = None
    shape: Shape | None = None
    either: "tuple[Term, Real, Real] | None" = None
    leaves: int = 1
    """How many others it may be one of, all in all."""

    @property
    def is_finite(self) -> bool:
        """Whether it is neither NaN nor infinite, whatever the inputs."""
        return not self.may_be_nan and -inf < self.low and self.high < inf


class Word(Struct, frozen=True, eq=False):
    """A text: under which inputs it is which; exactly one of them."""

    cases: dict[str, Term]
    fails: Term


class Row(Struct, frozen=True, eq=False):
    """A list that is written out."""

    items: "tuple[Encoded, ...]"
    fails: Term


class Column(Struct, frozen=True, eq=False):
    """A column of a list of records, of which only the number of records is a variable."""

    name: str
    size: Whole
    kind: str
    low: float
    high: float
    fails: Term


class Opaque(Struct, frozen=True, eq=False):
    """Something that terms do not express; `what` names it, and no two that differ have one `key`."""

    what: str
    key: object
    fails: Term


Encoded = Truth | Whole | Real | Word | Row | Column | Opaque
