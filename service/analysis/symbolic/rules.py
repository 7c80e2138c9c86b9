"""Rules as terms: what stands in the scope of their expressions, what refuses a question, which advice fires."""

from collections.abc import Iterator, Mapping

from service.analysis.ends import End
from service.analysis.meaning import Meaning
from service.analysis.solver.solving import Solver
from service.analysis.solver.terms import Term
from service.analysis.symbolic.domains import LARGEST
from service.analysis.symbolic.encoded import Encoded, Truth, Whole
from service.analysis.symbolic.expressions import Expressions
from service.analysis.symbolic.symbols import Symbols
from service.model.advice import AdviceDocument
from service.model.formula import FormulaDocument, Output
from service.model.text import Path


class Rules:
    """Makes terms of rules over one set of symbols."""

    def __init__(self, solver: Solver, symbols: Symbols, expressions: Expressions) -> None:
        """Work with these symbols."""
        self.solver = solver
        self._terms = solver.terms
        self._symbols = symbols
        self._expressions = expressions
        self._scopes: dict[Meaning, dict[str, Encoded]] = {}
        self._encoded: dict[tuple[Meaning, Path], Encoded] = {}

    def expression(self, meaning: Meaning, path: Path) -> Encoded:
        """An expression of the document in its scope."""
        key = (meaning, path)
        if key not in self._encoded:
            scope = self._outputs(meaning, path) if path[0] in ("outputs", "caveats") else self._scope(meaning)
            self._encoded[key] = self._expressions.encode(meaning.expressions[path].tree, scope)
        return self._encoded[key]

    def condition(self, meaning: Meaning, path: Path) -> Truth:
        """An expression that is true or false, by names that stand for its terms."""
        truth = self._expressions.truth(self.expression(meaning, path))
        return Truth(self.solver.named(truth.term), self.solver.named(truth.fails))

    def refusals(self, meaning: Meaning) -> dict[End, Term]:
        """The problems by which the rule refuses a question, the first check that is not met counting."""
        terms, passing = self._terms, self._terms.true
        found: dict[End, list[Term]] = {}
        for path, problem, wanted in guards(meaning):
            check = self.condition(meaning, path)
            bad = terms.no(check.term) if wanted else check.term
            found.setdefault(End(problem="evaluation-failed"), []).append(terms.all([passing, check.fails]))
            found.setdefault(End(problem=problem), []).append(terms.all([passing, terms.no(check.fails), bad]))
            passing = self.solver.named(terms.all([passing, terms.no(check.fails), terms.no(bad)]))
        return {end: self.solver.named(terms.any(when)) for end, when in found.items()}

    def admitted(self, meaning: Meaning) -> Term:
        """Whether the rule refuses nothing."""
        return self._terms.no(self.solver.named(self._terms.any(self.refusals(meaning).values())))

    def is_result(self, meaning: Meaning, name: str, output: Output) -> Term:
        """Whether an output has a value, which is finite and in its range."""
        value = self.expression(meaning, ("outputs", name, "value"))
        do, literal = self._expressions.operations, self._expressions.literal
        number = do.doubles.of_whole(value) if isinstance(value, Whole) else value
        low, high = map(float, output.range or (-LARGEST, LARGEST))
        bounds = [do.at_most(literal(low), number), do.at_most(number, literal(high))]
        return self.solver.named(self._terms.all([self._terms.no(value.fails), *(one.term for one in bounds)]))

    def _scope(self, meaning: Meaning) -> dict[str, Encoded]:
        """Inputs, constants and derived values, by name."""
        if meaning not in self._scopes:
            scope: dict[str, Encoded] = dict(self._symbols.variables)
            for name, constant in meaning.document.constants.items():
                scope[name] = self._expressions.literal(constant.value)
            for name in meaning.document.derived:
                scope[name] = self._expressions.encode(meaning.expressions["derived", name].tree, scope)
            self._scopes[meaning] = scope
        return self._scopes[meaning]

    def _outputs(self, meaning: Meaning, path: Path) -> Mapping[str, Encoded]:
        """The scope of an output, where those before it are there, too; or of a caveat, where all of them are."""
        scope = dict(self._scope(meaning))
        if isinstance(meaning.document, FormulaDocument):
            for name in meaning.document.outputs:
                if path[:2] == ("outputs", name):
                    break
                scope[name] = self.expression(meaning, ("outputs", name, "value"))
        return scope

    def fires(self, meaning: Meaning, advice: AdviceDocument) -> dict[str, Truth]:
        """Where each rule of advice fires: it holds and its facts are there; a rule whose condition fails counts, too.

        Facts that follow from themselves are worked out from nothing, round by round, as advice itself is.
        """
        terms = self._terms
        holds = {}
        for index, one in enumerate(advice.rules):
            when = self.condition(meaning, ("rules", index, "when")) if one.when else Truth(terms.true, terms.false)
            holds[one.id] = Truth(terms.any([when.term, when.fails]), when.fails)
        fired = dict.fromkeys(holds, terms.false)
        for _ in advice.rules:
            before = fired
            facts: dict[tuple[str, str], list[Term]] = {}
            for one in advice.rules:
                for fact in one.assert_.items():
                    facts.setdefault(fact, []).append(before[one.id])
            fired = {
                one.id: self.solver.named(
                    terms.all([holds[one.id].term, *(terms.any(facts.get(fact, ())) for fact in one.match.items())])
                )
                for one in advice.rules
            }
            if all(fired[name] is before[name] for name in fired):
                break
        return {name: Truth(where, terms.all([where, holds[name].fails])) for name, where in fired.items()}


def guards(meaning: Meaning) -> Iterator[tuple[Path, str, bool]]:
    """The checks of a rule in their order: where each stands, the problem that it raises, and what it must be."""
    for index in range(len(meaning.document.requires)):
        yield ("requires", index, "check"), "requirement-not-met", True
    for index in range(len(meaning.document.problems)):
        yield ("problems", index, "when"), "problem-met", False
