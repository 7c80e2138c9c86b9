"""Inputs as variables, and the values of variables as inputs that a caller could send."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, inf
from typing import Any, assert_never

from service.analysis.solver.solving import Solver
from service.analysis.solver.terms import Term
from service.analysis.symbolic.columns import records, size_variable
from service.analysis.symbolic.comparing import Comparing
from service.analysis.symbolic.domains import Boolean, Choice, Domain, Integer, Number, Records, Scalar, domain, usual
from service.analysis.symbolic.doubles import Doubles
from service.analysis.symbolic.encoded import Column, Encoded, Real, Truth, Whole, Word
from service.analysis.symbolic.integers import Integers, bits
from service.model.inputs import Input


class Symbols:
    """One variable for each input, wide enough for all declarations of its name.

    `clashes` are the names whose declarations differ in type; they have no variable.
    """

    def __init__(self, solver: Solver, declared: Sequence[Mapping[str, Input]]) -> None:
        """Make the variables."""
        self._solver = solver
        self._terms = solver.terms
        self._integers = Integers(self._terms)
        self._doubles = Doubles(self._terms)
        self._comparing = Comparing(self._terms)
        names = dict.fromkeys(name for inputs in declared for name in inputs)
        found = {name: domain([inputs[name] for inputs in declared if name in inputs]) for name in names}
        self.domains: dict[str, Domain] = {name: one for name, one in found.items() if one is not None}
        self.clashes = frozenset(name for name, one in found.items() if one is None)
        self.variables: dict[str, Encoded] = {}
        for name, one in self.domains.items():
            self.variables |= self._encoded(name, one)
            self._solver.suppose(*self._bounded(name, one))

    def allowed(self, inputs: Mapping[str, Input]) -> Term:
        """Whether the inputs are within what these declarations allow."""
        narrow = {name: domain([one]) for name, one in inputs.items() if name in self.domains}
        return self._terms.all(
            self._inside(name, one) for name, one in narrow.items() if one is not None and one != self.domains[name]
        )

    def equals(self, name: str, value: Any) -> Term:
        """Whether an input has a value; of a list, whether it has as many records."""
        match self.domains[name], self.variables.get(name):
            case Records(), _:
                size = self._size(name)
                return self._integers.equal(size, self._integers.literal(len(value))).term
            case _, Word(cases=cases):
                return cases.get(value, self._terms.false)
            case _, Truth(term=term):
                return term if value else self._terms.no(term)
            case _, Whole() as whole:
                return self._integers.equal(whole, self._integers.literal(int(value))).term
            case _, Real() as real:
                return self._comparing.equal(real, self._doubles.literal(float(value))).term
            case _:
                return self._terms.false

    def between(self, name: str, low: float, high: float) -> Term:
        """Whether a number or a duration lies between two values, both included."""
        match self.variables[name]:
            case Whole() as one:
                return self._from_to(one, ceil(low), floor(high))
            case Real() as real:
                return self._within(real, low, high)
            case _:
                return self._terms.true

    def inputs(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """A whole question out of the values of variables; those that are not there are as usual."""
        return {name: self._input(name, one, values) for name, one in self.domains.items()}

    def _input(self, name: str, one: Domain, values: Mapping[str, Any]) -> Any:
        if isinstance(one, Records):
            return records(name, one, values)
        value = values.get(name)
        if value is None:
            return usual(one)
        return one.values[min(max(value, 0), len(one.values) - 1)] if isinstance(one, Choice) else value

    def _encoded(self, name: str, one: Domain) -> dict[str, Encoded]:
        sure = self._terms.false
        match one:
            case Integer(low=low, high=high):
                return {name: Whole(self._solver.whole(name, bits(low, high)), low, high, sure)}
            case Number(low=least, high=most):
                term = self._solver.double(name)
                return {name: Real(term=term, fails=sure, low=least, high=most, may_be_nan=False)}
            case Boolean():
                return {name: Truth(self._solver.truth(name), sure)}
            case Choice(values=values):
                index = self._solver.whole(name, bits(len(values)))
                places = (self._terms.whole(place, index.size()) for place in range(len(values)))
                return {name: Word({v: index == place for v, place in zip(values, places, strict=True)}, sure)}
            case Records(low=low, high=high, columns=columns):
                size = Whole(self._solver.whole(size_variable(name), bits(low, high)), low, high, sure)
                return {f"{name}.{part}": _column(f"{name}.{part}", size, each, sure) for part, each in columns.items()}
            case unreachable:
                assert_never(unreachable)

    def _inside(self, name: str, one: Domain) -> Term:
        """Whether a variable is in a domain that may be narrower than its own."""
        match one:
            case Integer(low=low, high=high) | Number(low=low, high=high):
                return self.between(name, low, high)
            case Boolean():
                return self._terms.true
            case Choice(values=values):
                return self._terms.any(self.equals(name, value) for value in values)
            case Records(low=low, high=high):
                return self._from_to(self._size(name), low, high)
            case unreachable:
                assert_never(unreachable)

    def _from_to(self, one: Whole, low: int, high: int) -> Term:
        ends = (
            self._integers.less(one, self._integers.literal(low)),
            self._integers.less(self._integers.literal(high), one),
        )
        return self._terms.no(self._terms.any(end.term for end in ends))

    def _within(self, one: Real, low: float, high: float) -> Term:
        ends = (
            self._comparing.at_most(self._doubles.literal(low), one),
            self._comparing.at_most(one, self._doubles.literal(high)),
        )
        return self._terms.all(end.term for end in ends)

    def _size(self, name: str) -> Whole:
        columns = (one for variable, one in self.variables.items() if variable.startswith(f"{name}."))
        return next(one.size for one in columns if isinstance(one, Column))

    def _bounded(self, name: str, one: Domain) -> tuple[str, Term]:
        """A variable and the bounds that its bits alone do not give it."""
        terms = self._terms
        match one:
            case Integer(low=low, high=high) | Records(low=low, high=high):
                variable = size_variable(name) if isinstance(one, Records) else name
                term = self._solver.whole(variable, bits(low, high))
                ends = (
                    terms.less(term, terms.whole(low, term.size())),
                    terms.less(terms.whole(high, term.size()), term),
                )
                return variable, terms.no(terms.any(ends))
            case Number(low=least, high=most):
                term = self._solver.double(name)
                return name, terms.all(
                    [terms.at_least(term, terms.real(least)), terms.at_least(terms.real(most), term)]
                )
            case Choice(values=values):
                term = self._solver.whole(name, bits(len(values)))
                return name, terms.any(term == terms.whole(place, term.size()) for place in range(len(values)))
            case Boolean():
                return name, terms.true
            case unreachable:
                assert_never(unreachable)


def _column(name: str, size: Whole, one: Scalar, sure: Term) -> Column:
    match one:
        case Number(low=low, high=high):
            return Column(name, size, "double", low, high, sure)
        case Integer():
            return Column(name, size, "int", -inf, inf, sure)
        case Boolean():
            return Column(name, size, "bool", -inf, inf, sure)
        case Choice():
            return Column(name, size, "string", -inf, inf, sure)
        case unreachable:
            assert_never(unreachable)
