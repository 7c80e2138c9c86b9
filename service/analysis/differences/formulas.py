"""Turns between two versions of a formula: other problems, other values, other caveats."""

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
    """Every turn between answers and problems; for each output one question that gives it another value.

    For each caveat there is one by which it goes, and one by which it comes.
    """
    prover, hunt = comparison.prover, Hunt(comparison, hunted)
    old, new = as_tree(comparison.old), as_tree(comparison.new)
    before, after = _results(prover, old), _results(prover, new)
    both = prover.logic.all(before[ANSWERED], after[ANSWERED])
    differ = {name: _differs(prover, old, new, name) for name in _suspects(comparison)}
    proved = [hunt.claim(_claim(comparison, name, prover.logic.all(both, term))) for name, term in differ.items()]
    others = _other_caveats(comparison)
    for name in others:
        one, other = (_met(prover, tree, name) for tree in (old, new))
        for gone, term in ((True, [one, prover.logic.no(other)]), (False, [other, prover.logic.no(one)])):
            hunt.claim(_comes_or_goes(comparison, name, prover.logic.all(both, *term), gone=gone))
    alike = _guard_alike(comparison) and _bound_alike(comparison) and all(proved) and not others
    if not alike or not _never(prover, prover.logic.any(*differ.values())):
        hunt.through(before, after)


def as_tree(meaning: Meaning) -> Meaning:
    """A formula as a tree that goes from output to output, then from caveat to caveat, to prove how it ends.

    Outputs become derived values, which are worked out in the same order. Both ways out of a caveat lead on: all that
    counts is whether its condition has a value.
    """
    formula = meaning.document
    assert isinstance(formula, FormulaDocument)  # noqa: S101
    expressions = {path: one for path, one in meaning.expressions.items() if path[0] != "outputs"}
    nodes: dict[str, Node] = {}
    names = [*formula.outputs, *map(_node, formula.caveats)]
    behind = dict(zip(names, [*names[1:], _ANSWERED], strict=True))
    for name, output in formula.outputs.items():
        value = meaning.expressions["outputs", name, "value"]
        wrong = _wrong(name, output, value.type)
        expressions |= {("derived", name): value, _when(name): Expression(wrong, Environment({name: value.type}))}
        way = Branch(when=wrong, then=_REJECTED)
        nodes[name] = Node(title=name, branches=[way], otherwise=Way(then=behind[name]))
    for name, caveat in formula.caveats.items():
        node = _node(name)
        expressions[_when(node)] = meaning.expressions["caveats", name, "when"]
        way = Branch(when=caveat.when, then=behind[node])
        nodes[node] = Node(title=name, branches=[way], otherwise=Way(then=behind[node]))
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


def _node(caveat: str) -> str:
    """The name of its node; no output has a blank in its name."""
    return f"caveat {caveat}"


def _when(node: str) -> Path:
    return ("nodes", node, "branches", 0, "when")


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


def _other_caveats(comparison: Comparison) -> list[str]:
    """The caveats that are not of one form in both versions."""
    forms = Forms()
    old, new = (forms.caveats(meaning) for meaning in (comparison.old, comparison.new))
    return [name for name in {**old, **new} if old.get(name) != new.get(name)]


def _met(prover: Prover, tree: Meaning, name: str) -> Term:
    """For which questions the condition of a caveat holds; for none, if there is no such caveat."""
    path: Path = ("caveats", name, "when")
    return prover.rules.condition(tree, path).term if path in tree.expressions else prover.logic.false


def _comes_or_goes(comparison: Comparison, name: str, term: Term, *, gone: bool) -> Claim:
    def turn(question: Question) -> Pair | None:
        before, after = comparison.answers(question)
        one, other = (before, after) if gone else (after, before)
        if before.problem or after.problem or name not in one.caveats or name in other.caveats:
            return None
        return Pair(name, f"not {name}") if gone else Pair(f"not {name}", name)

    return Claim(f"the caveat `{name}` {'goes' if gone else 'comes'} for some questions", term, turn)
