"""Expressions of a selection, each asked for its value again and again: for row after row."""

from collections.abc import Mapping
from typing import Any

from service.errors import EvaluationFailedError, Issue
from service.language.cel import CelValueError
from service.language.expression import Expression, Failed, Known, Scope
from service.language.needs import needed
from service.language.syntax import Name

Variables = Mapping[str, Any]


class Term:
    """An expression, and what of it is known beforehand: most are a name, or wait for one that is not there.

    CEL takes over all variables that it is given, so it is given those that the expression reads alone.
    """

    def __init__(self, expression: Expression) -> None:
        """Take a compiled expression."""
        self.expression = expression
        self.reads = expression.reads
        self._name = expression.tree.name if isinstance(expression.tree, Name) else None
        self._needs = needed(expression.tree, {name: frozenset({name}) for name in self.reads})
        self._evaluate = expression.program.value

    def value(self, variables: Variables, key: str) -> Any:
        """The value for the row of a key, or nothing where it is unknown.

        Raises:
            EvaluationFailedError: there is none, whatever else were known.
        """
        if self._name is not None:
            return variables.get(self._name)
        if not self._needs <= variables.keys():
            return None
        given = {name: variables[name] for name in self.reads if name in variables}
        try:
            return self._evaluate(given)
        except CelValueError:
            return self._judged(given, key)

    def holds(self, variables: Variables, key: str) -> bool:
        """Whether a condition is known to hold for the row of a key.

        Raises:
            EvaluationFailedError: it has no value.
        """
        return self.value(variables, key) is True

    def _judged(self, given: dict[str, Any], key: str) -> Any:
        found = self.expression.judge(Scope(given))
        if isinstance(found, Failed):
            message = f"`{' '.join(self.expression.text.split())}` has no value for `{key}`: {found.reason}"
            raise EvaluationFailedError([Issue("evaluation-failed", "$.inputs", message)])
        return found.value if isinstance(found, Known) else None
