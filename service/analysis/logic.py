"""What is said about conditions, without a look inside them."""

from service.analysis.solver.terms import Term, Terms


class Logic:
    """Joins conditions."""

    def __init__(self, terms: Terms) -> None:
        """Work with these terms."""
        self._terms = terms
        self.true = terms.true
        self.false = terms.false

    def all(self, *conditions: Term) -> Term:
        """Whether all of them hold."""
        return self._terms.all(conditions)

    def any(self, *conditions: Term) -> Term:
        """Whether one of them holds."""
        return self._terms.any(conditions)

    def no(self, condition: Term) -> Term:
        """Whether it does not hold."""
        return self._terms.no(condition)

    def at_most(self, count: int, *conditions: Term) -> Term:
        """Whether at most so many of them hold."""
        return self._terms.at_most(count, conditions)
