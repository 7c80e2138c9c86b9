"""Turns between two versions of a formula: other problems, other values."""

from msgspec.structs import replace

from service.analysis.differences.comparison import Comparison, Question
from service.analysis.differences.forms import Forms
from service.analysis.differences.hunting import Claim, Hunt, Hunted
from service.analysis.differences.results import ANSWERED, Pair, Result, valued
from service.analysis.differences.trees import with_rejected
from service.analysis.meaning import Meaning
from service.analysis.prover import Never, Prover
from service.analysis.solver.terms import Term
from service.language.cel import Environment
from service.language.expression import Expression
from service.model.formula import FormulaDocument, Output
from service.model.text import Path
from service.model.tree import Branch, Node, Outcome, TreeDocument, Way

_ANSWERED = "all-answered"
_REJECTED = "result-rejected"


def formula_turns(comparison: Comparison, hunted: Hunted) -> None:
    """Every turn between answers and problems, and for each output one question that gives it another value."""
    prover, hunt = comparison.prover, Hunt(comparison, hunted)
    old, new = as_tree(comparison.old), as_tree(comparison.new)
    before, after = _results(prover, old), _results(prover, new)
    both = prover.logic.all(before[ANSWERED], after[ANSWERED])
    differ = {name: _differs(prover, old, new, name) for name in _suspects(comparison)}
    proved = [hunt.claim(_claim(comparison, name, prover.logic.all(both, term))) for name, term in differ.items()]
    alike = _guard_alike(comparison) and _bound_alike(comparison) and all(proved)
    if not alike or not _never(prover, prover.logic.any(*differ.values())):
        hunt.through(before, after)


def as_tree(meaning: Meaning) -> Meaning:
    """A formula as a tree that goes from output to output, so that it can be proved how it ends.

    Outputs become derived values, which are worked out in the same order.
    """
    formula = meaning.document
    assert isinstance(formula, FormulaDocument)  # noqa: S101
    expressions = {path: one for path, one in meaning.expressions.items() if path[0] != "outputs"}
    nodes: dict[str, Node] = {}
    names = [*formula.outputs]
    for name, behind in zip(names, [*names[1:], _ANSWERED], strict=True):
        value = meaning.expressions["outputs", name, "value"]
        wrong = _wrong(name, formula.outputs[name], value.type)
        branch: Path = ("nodes", name, "branches", 0, "when")
        expressions |= {("derived", name): value, branch: Expression(wrong, Environment({name: value.type}))}
        way = Branch(when=wrong, then=_REJECTED)
        nodes[name] = Node(title=name, branches=[way], otherwise=Way(then=behind))
    tree = TreeDocument(
        name=formula.name,
        version=formula.version,
        title=formula.title,
        inputs=formula.inputs,
        requires=formula.requires,
        derived={**formula.derived, **{name: one.value for name, one in formula.outputs.items()}},
        constants=formula.constants,
        problems=formula.problems,
        cases=[],
        start=names[0],
        nodes=nodes,
        outcomes={name: Outcome(title=name) for name in (_ANSWERED, _REJECTED)},
    )
    return replace(meaning, document=tree, expressions=expressions)


def _wrong(name: str, output: Output, kind: str) -> str:
    """The condition under which a value is no result; it reads the value in any case."""
    number = f"double({name})" if kind == "int" else name
    found = [f"!math.isFinite({number})"]
    if output.range:
        low, high = map(float, output.range)
        found += [f"{number} < {low!r}", f"{number} > {high!r}"]
    return " || ".join(found)


def _results(prover: Prover, tree: Meaning) -> dict[Result, Term]:
    found = [(ANSWERED, prover.logic.false)]
    for end, term in prover.ends(tree).items():
        problem = end.problem or ("" if end.outcome == _ANSWERED else end.outcome)
        found.append((Result(problem=problem), term))
    return with_rejected(prover, tree, found)


def _suspects(comparison: Comparison) -> list[str]:
    """The outputs that are not of one form in both versions."""
    forms = Forms()
    old, new = (forms.outputs(meaning) for meaning in (comparison.old, comparison.new))
    return [name for name in {**old, **new} if old.get(name) != new.get(name)]


def _guard_alike(comparison: Comparison) -> bool:
    """Whether both versions read and refuse the same questions, as far as their forms tell."""
    forms, prover = Forms(), comparison.prover
    allowed = prover.allowed(comparison.old.inputs).eq(prover.allowed(comparison.new.inputs))
    return bool(allowed) and forms.guards(comparison.old) == forms.guards(comparison.new)


def _bound_alike(comparison: Comparison) -> bool:
    """Whether both versions have the same outputs with the same ranges."""
    old, new = comparison.old.document, comparison.new.document
    assert isinstance(old, FormulaDocument)  # noqa: S101
    assert isinstance(new, FormulaDocument)  # noqa: S101
    ranges = [{name: one.range for name, one in document.outputs.items()} for document in (old, new)]
    return ranges[0] == ranges[1]


def _never(prover: Prover, term: Term) -> bool:
    return isinstance(prover.find(term, lambda _: False), Never)


def _differs(prover: Prover, old: Meaning, new: Meaning, name: str) -> Term:
    """Whether the two values of an output differ; a value that is there in one version alone always does."""
    path = ("derived", name)
    if path not in old.expressions or path not in new.expressions:
        return prover.logic.true
    return prover.differ(prover.expression(old, path), prover.expression(new, path))


def _claim(comparison: Comparison, name: str, term: Term) -> Claim:
    def turn(question: Question) -> Pair | None:
        before, after = comparison.answers(question)
        one, other = before.values.get(name), after.values.get(name)
        if before.problem or after.problem or one == other:
            return None
        return Pair(valued(name, one, other), valued(name, other, one))

    return Claim(f"`{name}` gets another value", term, turn)
