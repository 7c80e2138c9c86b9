"""What refuses a question before it is answered: `requires` that do not hold, `problems` that do."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from service.errors import (
    DecisionError,
    EvaluationFailedError,
    Issue,
    ProblemMetError,
    RequirementNotMetError,
)
from service.language.expression import Expression, Failed, Known, Scope, input_of
from service.language.messages import filled, words
from service.model.rule import RuleDocument
from service.model.text import Path


class Guard(Struct, frozen=True):
    """One check: it must have the value `wanted`, or the question is refused with the message."""

    expression: Expression
    wanted: bool
    message: str

    @property
    def condition(self) -> str:
        """The check as an expression that is true when all is well."""
        return self.expression.text if self.wanted else f"!(\n{self.expression.text}\n)"

    def refusal(self, scope: Scope) -> DecisionError | None:
        """Why the question is refused, or nothing; a check that waits for missing inputs refuses nothing."""
        judgment = self.expression.judge(scope)
        if isinstance(judgment, Failed):
            return failure(self.expression, judgment)
        if not isinstance(judgment, Known) or judgment.value is self.wanted:
            return None
        path = f"$.inputs.{input_of(self.expression.reads[0])}" if self.expression.reads else "$.inputs"
        if self.wanted:
            return RequirementNotMetError([Issue("requirement-not-met", path, self._words(scope.values))])
        return ProblemMetError([Issue("problem-met", path, self._words(scope.values))])

    def _words(self, values: Mapping[str, Any]) -> str:
        message = filled(self.message, values)
        if self.wanted:
            read = ", ".join(f"`{name}` is {words(values[name])}" for name in self.expression.reads if name in values)
            return f"{message} ({read})" if read else message
        return message


def guards(document: RuleDocument, expressions: Mapping[Path, Expression]) -> Iterator[Guard]:
    """The checks of a document, `requires` first."""
    for index, requirement in enumerate(document.requires):
        yield Guard(expressions["requires", index, "check"], True, requirement.message)
    for index, problem in enumerate(document.problems):
        yield Guard(expressions["problems", index, "when"], False, problem.message)


def failure(expression: Expression, failed: Failed) -> EvaluationFailedError:
    """The problem of an expression that was needed and has no value."""
    path = f"$.inputs.{input_of(expression.reads[0])}" if expression.reads else "$.inputs"
    message = f"`{' '.join(expression.text.split())}` has no value: {failed.reason}"
    return EvaluationFailedError([Issue("evaluation-failed", path, message)])
