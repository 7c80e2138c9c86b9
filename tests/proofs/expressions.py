"""Random expressions of rules, by type, and what they mean as terms."""

import struct
from collections.abc import Mapping
from math import inf, isnan
from typing import Any

from hypothesis import strategies as st

from service.analysis.solver.solving import Impossible, Possible, Solver
from service.analysis.solver.terms import Term
from service.analysis.symbolic.encoded import Encoded, Opaque, Real, Truth, Whole, Word
from service.analysis.symbolic.expressions import Expressions
from service.analysis.symbolic.integers import bits
from service.analysis.symbolic.unknowns import Unknowns
from service.language.expression import Expression

TYPES = {"i": "int", "j": "int", "n": "int", "x": "double", "y": "double", "r": "double", "b": "bool", "s": "string"}
"""`n` and `r` are of a narrow range, the other numbers may be any."""

RANGES: dict[str, tuple[float, float]] = {
    "i": (-(2**63), 2**63 - 1),
    "j": (-(2**63), 2**63 - 1),
    "n": (-3, 40),
    "x": (-inf, inf),
    "y": (-inf, inf),
    "r": (0.0, 8.0),
}
WORDS = ("small", "large", "3", "-0.5", "")
EDGES = (0, 1, -1, 2, 7, 40, 2**31, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))
DOUBLES = (0.0, -0.0, 1.0, -1.0, 0.1, 0.7, 2.1, 2.5, -2.5, 3.0, 1e16, 1e300, -1e300, 5e-324, 9.3e18, -(2.0**63))

wholes = st.sampled_from(EDGES) | st.integers(-20, 20) | st.integers(-(2**63), 2**63 - 1)
doubles = st.sampled_from(DOUBLES) | st.integers(-20, 20).map(float) | st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def values(draw: st.DrawFn) -> dict[str, Any]:
    """A value for every name."""
    return {
        "i": draw(wholes),
        "j": draw(wholes),
        "n": draw(st.integers(-3, 40)),
        "x": draw(doubles),
        "y": draw(doubles),
        "r": draw(st.sampled_from((0.0, -0.0, 1.0, 2.5, 8.0)) | st.floats(0.0, 8.0)),
        "b": draw(st.booleans()),
        "s": draw(st.sampled_from(WORDS)),
    }


def _binary(operators: str, *sides: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    parts = [sides[0], st.sampled_from(operators.split()), sides[-1]]
    return st.tuples(*parts).map(lambda part: f"({' '.join(part)})")


def _called(functions: str, *arguments: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(st.sampled_from(functions.split()), *arguments).map(
        lambda part: f"{part[0]}({', '.join(part[1:])})"
    )


def _either(one: st.SearchStrategy[str], condition: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(condition, one, one).map(lambda part: f"({part[0]} ? {part[1]} : {part[2]})")


def _list(one: st.SearchStrategy[str], most: int = 3) -> st.SearchStrategy[str]:
    return st.lists(one, min_size=1, max_size=most).map(lambda items: f"[{', '.join(items)}]")


def texts(depth: int) -> dict[str, st.SearchStrategy[str]]:
    """Expressions of each type that are nested so deeply."""
    if depth == 0:
        return {
            "int": st.sampled_from(["i", "j", "n"])
            | wholes.filter(lambda one: one > -(2**63)).map(lambda one: f"({one})"),
            "double": st.sampled_from(["x", "y", "r"]) | doubles.map(lambda one: f"({one!r})"),
            "bool": st.sampled_from(["b", "true", "false"]),
            "string": st.sampled_from(["s", *(f'"{word}"' for word in WORDS)]),
        }
    below = texts(depth - 1)
    int_, double, bool_, string = (below[name] for name in ("int", "double", "bool", "string"))
    index = st.sampled_from(["0", "1", "n"])
    return {
        "int": int_
        | _binary("+ - * / %", int_)
        | _called("- math.abs math.sign", int_)
        | _called("int", double)
        | _called("int size", string)
        | _called("math.greatest math.least", int_, int_)
        | _called("size", _list(double))
        | st.tuples(_list(int_), index).map(lambda part: f"{part[0]}[{part[1]}]")
        | _either(int_, bool_),
        "double": double
        | _binary("+ - * /", double)
        | _called("- math.abs math.sign math.ceil math.floor math.round math.trunc sqrt", double)
        | _called("double", int_)
        | _called("double", string)
        | _called("math.greatest math.least", double, double, double)
        | _called("sum mean min max", _list(double))
        | _either(double, bool_),
        "bool": bool_
        | _binary("&& ||", bool_)
        | _called("!", bool_)
        | _binary("== != < <= > >=", bool_)
        | _binary("== != < <= > >=", int_)
        | _binary("== != < <= > >=", double)
        | _binary("== != < <= > >=", string)
        | _binary("in", int_, _list(int_))
        | _binary("in", double, _list(double))
        | _binary("in", string, _list(string))
        | _binary("==", _list(double), _list(double))
        | st.tuples(string, st.sampled_from(["startsWith", "endsWith", "contains"]), string).map(
            lambda part: f"{part[0]}.{part[1]}({part[2]})"
        )
        | _called("math.isNaN math.isInf math.isFinite", double)
        | _either(bool_, bool_),
        "string": string | _either(string, bool_),
    }


class Symbolic:
    """An expression as a term, whose variables can be pinned to values."""

    def __init__(self, expression: Expression) -> None:
        self._solver = Solver()
        self._terms = self._solver.terms
        self._unknowns = Unknowns(self._solver)
        scope = {name: self._variable(name, kind) for name, kind in TYPES.items()}
        self._encoded = Expressions(self._solver, self._unknowns).encode(expression.tree, scope)

    def can_be(self, given: Mapping[str, Any], expected: Any) -> bool:
        """Whether the expression can have this value, for these inputs; nothing means that it fails."""
        encoded = self._encoded
        pinned = [self._pinned(name, value) for name, value in given.items()]
        fate = encoded.fails if expected is None else self._terms.no(encoded.fails)
        same = self._terms.true if expected is None else self._is(encoded, expected)
        return self._possible([*pinned, fate, same])

    def can_be_other(self, given: Mapping[str, Any], expected: Any) -> bool:
        """Whether the expression can be anything else."""
        encoded = self._encoded
        pinned = [self._pinned(name, value) for name, value in given.items()]
        if expected is None:
            return self._possible([*pinned, self._terms.no(encoded.fails)])
        other = self._terms.any([encoded.fails, self._terms.no(self._is(encoded, expected))])
        return self._possible([*pinned, other])

    @property
    def is_exact(self) -> bool:
        """Whether everything in it is expressed."""
        return not self._unknowns.names and not isinstance(self._encoded, Opaque)

    def _possible(self, claims: list[Term]) -> bool:
        seconds = 60 if self.is_exact else 1
        answer, _ = self._solver.check(self._terms.all(claims), effort=20_000_000, milliseconds=seconds * 1000)
        assert not self.is_exact or isinstance(answer, Possible | Impossible)
        return not isinstance(answer, Impossible)

    def _variable(self, name: str, kind: str) -> Encoded:
        sure = self._terms.false
        match kind:
            case "int":
                low, high = (int(end) for end in RANGES[name])
                return Whole(self._solver.whole(name, bits(low, high)), low, high, sure)
            case "double":
                least, most = RANGES[name]
                return Real(term=self._solver.double(name), fails=sure, low=least, high=most, may_be_nan=False)
            case "bool":
                return Truth(self._solver.truth(name), sure)
            case _:
                index = self._solver.whole(name, 8)
                return Word({word: index == self._terms.whole(i, 8) for i, word in enumerate(WORDS)}, sure)

    def _pinned(self, name: str, value: Any) -> Term:
        match value:
            case bool():
                return self._terms.same(self._solver.truth(name), self._terms.true if value else self._terms.false)
            case str():
                return self._solver.whole(name, 8) == self._terms.whole(WORDS.index(value), 8)
            case float():
                (value,) = struct.unpack("<q", struct.pack("<d", value))
                return self._solver.whole(name, 64) == self._terms.whole(value, 64)
            case _:
                low, high = (int(end) for end in RANGES[name])
                wide = bits(low, high)
                return self._solver.whole(name, wide) == self._terms.whole(value, wide)

    def _is(self, encoded: Encoded, expected: Any) -> Term:
        terms = self._terms
        match encoded:
            case Truth(term=term):
                return term if expected else terms.no(term)
            case Whole(term=term, low=low, high=high):
                return term == terms.whole(expected, term.size()) if low <= expected <= high else terms.false
            case Real(term=term):
                if isnan(expected):
                    return terms.is_nan(term)
                assert encoded.low <= expected <= encoded.high
                sign = terms.is_minus(term) if struct.pack(">d", expected)[0] >> 7 else terms.no(terms.is_minus(term))
                return terms.all([terms.equal(term, terms.real(expected)), sign])
            case Word(cases=cases):
                return cases.get(expected, terms.false)
            case _:
                return terms.true
