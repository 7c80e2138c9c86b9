"""What refuses a question before it is answered: `requires` that do not hold, `problems` that do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from service.language.presence import is_mark
from service.model.rule import AskedDocument
from service.model.text import Path


class Guard(Struct, frozen=True):
    """One check: it must have the value `wanted`, or the question is refused with the message.

    `reads` names the inputs that it reads, also through derived values.
    """

    expression: Expression
    wanted: bool
    message: str
    reads: tuple[str, ...]

    @property
    def condition(self) -> str:
        """The check as an expression that is true when all is well."""
        return self.expression.text if self.wanted else f"!(\n{self.expression.text}\n)"

    def refusal(self, scope: Scope) -> DecisionError | None:
        """Why the question is refused, or nothing; a check that waits for missing inputs refuses nothing."""
        judgment = self.expression.judge(scope)
        if isinstance(judgment, Failed):
            return failure(self.expression, judgment, self.reads)
        if not isinstance(judgment, Known) or judgment.value is self.wanted:
            return None
        message = self._words(scope.values)
        if self.wanted:
            return RequirementNotMetError([Issue("requirement-not-met", _place(self.expression, self.reads), message)])
        return ProblemMetError([Issue("problem-met", _place(self.expression, self.reads), message)])

    def _words(self, values: Mapping[str, Any]) -> str:
        message = filled(self.message, values)
        if self.wanted:
            single = [name for name in self.expression.reads if name in values and not ("." in name or is_mark(name))]
            read = ", ".join(f"`{name}` is {words(values[name])}" for name in single)
            return f"{message} ({read})" if read else message
        return message


def guards(
    document: AskedDocument, expressions: Mapping[Path, Expression], reads: Callable[[Expression], tuple[str, ...]]
) -> Iterator[Guard]:
    """The checks of a document, `requires` first; `reads` gives the inputs behind an expression."""
    for index, requirement in enumerate(document.requires):
        check = expressions["requires", index, "check"]
        yield Guard(check, True, requirement.message, reads(check))
    for index, problem in enumerate(document.problems):
        condition = expressions["problems", index, "when"]
        yield Guard(condition, False, problem.message, reads(condition))


def failure(expression: Expression, failed: Failed, reads: Sequence[str]) -> EvaluationFailedError:
    """The problem of an expression that was needed and has no value; `reads` names the inputs behind it."""
    message = f"`{' '.join(expression.text.split())}` has no value: {failed.reason}"
    return EvaluationFailedError([Issue("evaluation-failed", _place(expression, reads), message)])


def _place(expression: Expression, reads: Sequence[str]) -> str:
    """The first input that the expression names, else the first one behind its derived values."""
    named = [input_of(name) for name in expression.reads if input_of(name) in reads]
    return "".join(["$.inputs", *(f".{name}" for name in [*named, *reads][:1])])
