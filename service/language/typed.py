"""A rule whose expressions have been compiled, each in the scope in which it stands."""

from collections.abc import Iterator
from typing import assert_never

from msgspec import Struct

from service.errors import Diagnostic
from service.language.cel import Environment
from service.language.compiling import BOOLEAN, NUMERIC, SCALAR, Compiling, Wanted, further_down
from service.language.expression import Expression
from service.language.variables import variables
from service.model.advice import AdviceDocument
from service.model.formula import FormulaDocument
from service.model.loading import Loaded
from service.model.places import ENOUGH_FINDINGS
from service.model.rule import ProvableDocument
from service.model.text import Path
from service.model.tree import TreeDocument

_DEFINING = ("inputs", "constants", "derived", "outputs")


class Typed(Struct, frozen=True):
    """A loaded rule with its sound expressions by path; `environment` has all names that conditions may use."""

    loaded: Loaded
    expressions: dict[Path, Expression]
    types: dict[str, str]
    environment: Environment
    diagnostics: list[Diagnostic]


def type_rule(loaded: Loaded, document: ProvableDocument) -> Typed:
    """Compile every expression of the document; what is wrong is in `diagnostics`, never raised."""
    declared = {**variables(document.inputs), **dict.fromkeys(document.constants, "double")}
    compiling = Compiling(loaded, declared, _DEFINING)
    _compile(compiling, document)
    return typed(loaded, compiling)


def typed(loaded: Loaded, compiling: Compiling) -> Typed:
    """What has been compiled of a document."""
    return Typed(loaded, compiling.expressions, compiling.types, compiling.environment, compiling.diagnostics)


def _compile(compiling: Compiling, document: ProvableDocument) -> None:
    outputs = document.outputs if isinstance(document, FormulaDocument) else {}
    compiling.later = further_down((*document.derived, *outputs))
    compiling.define({("derived", name): text for name, text in document.derived.items()}, SCALAR)
    for wanted in conditions(document):
        compiling.compile(wanted)
        if len(compiling.diagnostics) >= ENOUGH_FINDINGS:
            return
    compiling.define({("outputs", name, "value"): output.value for name, output in outputs.items()}, NUMERIC)
    for wanted in caveats(document):
        compiling.compile(wanted)


def conditions(document: ProvableDocument) -> Iterator[Wanted]:
    """The expressions that see every derived value and no output: checks, problems, branches, advice."""
    for index, requirement in enumerate(document.requires):
        yield Wanted(("requires", index, "check"), requirement.check, BOOLEAN)
    for index, problem in enumerate(document.problems):
        yield Wanted(("problems", index, "when"), problem.when, BOOLEAN)
    match document:
        case TreeDocument(nodes=nodes):
            for name, node in nodes.items():
                for index, branch in enumerate(node.branches):
                    yield Wanted(("nodes", name, "branches", index, "when"), branch.when, BOOLEAN)
        case AdviceDocument(rules=rules):
            for index, rule in enumerate(rules):
                if rule.when is not None:
                    yield Wanted(("rules", index, "when"), rule.when, BOOLEAN)
                if rule.gain is not None:
                    yield Wanted(("rules", index, "gain"), rule.gain, NUMERIC)
                if rule.rank is not None:
                    yield Wanted(("rules", index, "rank"), rule.rank, NUMERIC)
        case FormulaDocument():
            return
        case unreachable:
            assert_never(unreachable)


def caveats(document: ProvableDocument) -> Iterator[Wanted]:
    """The conditions that see outputs as well."""
    if isinstance(document, FormulaDocument):
        for name, caveat in document.caveats.items():
            yield Wanted(("caveats", name, "when"), caveat.when, BOOLEAN)
