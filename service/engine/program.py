"""Rules ready to run: compiled once when a revision is built, shared by all requests."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from service.engine.blocks import Block
from service.engine.choice.plan import Plan
from service.engine.durable import Ruleset
from service.engine.guards import Guard
from service.language.catalogs import Table
from service.language.expression import Expression, Scope, input_of, unique
from service.language.needs import needed
from service.language.reading import Reader, columns
from service.model.advice import AdviceDocument
from service.model.catalog import CatalogDocument
from service.model.decision import GivenAction, GivenOutcome
from service.model.formula import FormulaDocument
from service.model.inputs import AnyInput, ListInput
from service.model.rule import RuleId
from service.model.selection import SelectionDocument
from service.model.tree import RuleReference, TreeDocument


class Common(Struct, frozen=True, eq=False):
    """What programs of all kinds have.

    `inputs` are all that the rule takes, `lists` those of them that are lists of records. `reads` names the inputs
    behind each name that expressions use: a derived value reads the inputs that it is made of.
    """

    id: RuleId
    inputs: Mapping[str, AnyInput]
    lists: dict[str, ListInput]
    reader: Reader
    guards: tuple[Guard, ...]
    derived: dict[str, Expression]
    constants: dict[str, float]
    reads: dict[str, tuple[str, ...]]

    def variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The variables of expressions, before derived values: inputs, columns of lists, constants."""
        if not self.lists and not self.constants:
            return inputs
        return {**columns(self.lists, inputs), **self.constants}

    def scope(self, inputs: dict[str, Any]) -> Scope:
        """All that is known for these inputs, derived values included."""
        scope = Scope(dict(self.variables(inputs)))
        for name, expression in self.derived.items():
            scope.define(name, expression.judge(scope))
        return scope

    def refuse(self, scope: Scope) -> None:
        """Let the guards speak.

        Raises:
            DecisionError: one of them refuses the question.
        """
        for guard in self.guards:
            refusal = guard.refusal(scope)
            if refusal:
                raise refusal

    def inputs_read(self, *expressions: Expression) -> tuple[str, ...]:
        """The inputs that the expressions read, derived values followed, in the order of the document."""
        return inputs_read(self.inputs, self.reads, *expressions)


class TreeProgram(Struct, frozen=True, eq=False):
    """A decision tree; `blocks` is keyed by node, `enters` holds the trees that this one goes on with."""

    common: Common
    document: TreeDocument
    blocks: dict[str, Block]
    outcomes: dict[str, GivenOutcome]
    actions: dict[str, GivenAction]
    enters: dict[RuleReference, "TreeProgram"]


class FormulaProgram(Struct, frozen=True, eq=False):
    """A formula; the outputs in their order, and the conditions of its caveats."""

    common: Common
    document: FormulaDocument
    outputs: dict[str, Expression]
    caveats: dict[str, Expression]


class AdviceProgram(Struct, frozen=True, eq=False):
    """A set of advice rules and the ruleset that chains them."""

    common: Common
    document: AdviceDocument
    conditions: dict[str, Expression]
    gains: dict[str, Expression]
    ranks: dict[str, Expression]
    ruleset: Ruleset


class CatalogProgram(Struct, frozen=True, eq=False):
    """A catalog, which is read by selections and answers no question."""

    common: Common
    document: CatalogDocument
    table: Table


class SelectionProgram(Struct, frozen=True, eq=False):
    """A selection; `catalogs` are the versions that it reads, `estimates` its formulas by what they estimate."""

    common: Common
    document: SelectionDocument
    plan: Plan
    catalogs: tuple[RuleId, ...]
    estimates: Mapping[str, FormulaProgram]


AskedProgram = TreeProgram | FormulaProgram | AdviceProgram | SelectionProgram
"""What answers questions."""

Program = AskedProgram | CatalogProgram


def inputs_read(
    inputs: Mapping[str, AnyInput], reads: Mapping[str, tuple[str, ...]], *expressions: Expression
) -> tuple[str, ...]:
    """Those of the inputs that the expressions read; `reads` names the inputs behind each derived value."""
    names = {read for one in expressions for name in one.reads for read in reads.get(name, (input_of(name),))}
    return tuple(name for name in inputs if name in names)


def trace_reads(derived: Mapping[str, Expression], constants: Mapping[str, float]) -> dict[str, tuple[str, ...]]:
    """The inputs behind each derived value; a constant reads none."""
    reads: dict[str, tuple[str, ...]] = dict.fromkeys(constants, ())
    for name, expression in derived.items():
        reads[name] = unique(one for read in expression.reads for one in reads.get(read, (input_of(read),)))
    return reads


def inputs_needed(program: FormulaProgram) -> tuple[str, ...]:
    """The inputs without which a formula has no answer, whatever the others are; those with a default included.

    What only one way of a condition reads, or an optional output, is not among them.
    """
    behind = dict.fromkeys(program.common.constants, frozenset[str]())
    for name, expression in {**program.common.derived, **program.outputs}.items():
        behind[name] = needed(expression.tree, behind)
    outputs = program.document.outputs
    found = {read for name in outputs if not outputs[name].optional for read in behind[name]}
    return tuple(name for name in program.common.inputs if name in found)
