"""A rule as the reference evaluator reads it."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from service.analysis.doubt import NONE, Doubt
from service.language.catalogs import Table
from service.language.expression import Expression, Failed, Judgment, Known, Scope
from service.language.reading import columns
from service.language.typed import Typed
from service.model.catalog import CatalogDocument
from service.model.inputs import Input
from service.model.rule import ProvableDocument
from service.model.selection import SelectionDocument
from service.model.text import Path
from service.model.tree import RuleReference


class UnsoundError(Exception):
    """The answer depends on a part of the rule that is faulty and was left out."""


class ProblemError(Exception):
    """The question is refused; the only argument is the kind of problem."""


class Meaning(Struct, frozen=True, eq=False):
    """A rule as the reference reads it; `inputs` include those of the rules that it enters.

    `doubt` says which of its parts are faulty: nothing that depends on them is an answer.
    """

    document: ProvableDocument
    expressions: Mapping[Path, Expression]
    inputs: dict[str, Input]
    enters: Mapping[RuleReference, "Meaning"]
    doubt: Doubt = NONE

    def scope(self, inputs: dict[str, Any]) -> Scope:
        """All that is known for these inputs."""
        constants = {name: constant.value for name, constant in self.document.constants.items()}
        scope = Scope({**columns(self.inputs, inputs), **constants})
        for name in self.document.derived:
            scope.define(name, self.expressions["derived", name].judge(scope))
        return scope

    def judge(self, path: Path, scope: Scope) -> Judgment:
        """One expression of the document."""
        return self.expressions[path].judge(scope)

    def refuse(self, scope: Scope) -> None:
        """`requires` that are known not to hold, and `problems` that are known to hold, refuse the question.

        Raises:
            ProblemError: one of them does.
        """
        for section, part, wanted in (("requires", "check", True), ("problems", "when", False)):
            for index in range(len(getattr(self.document, section))):
                judgment = self.judge((section, index, part), scope)
                if isinstance(judgment, Failed):
                    raise ProblemError("evaluation-failed")
                if isinstance(judgment, Known) and judgment.value is not wanted:
                    raise ProblemError("requirement-not-met" if wanted else "problem-met")


class SelectionMeaning(Struct, frozen=True, eq=False):
    """A selection as the reference reads it, with the catalogs by the names of their rows.

    Of one that is `faulty`, or that lacks a catalog, nothing is an answer.
    """

    document: SelectionDocument
    typed: Typed
    tables: Mapping[str, Table | None]
    faulty: bool = False


class CatalogMeaning(Struct, frozen=True, eq=False):
    """A catalog, which answers nothing."""

    document: CatalogDocument


AnyMeaning = Meaning | SelectionMeaning | CatalogMeaning
