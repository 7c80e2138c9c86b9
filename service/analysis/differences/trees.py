"""Turns between two versions of a tree."""

from service.analysis.differences.comparison import Both, Comparison, Question
from service.analysis.differences.hunting import Hunt, Hunted
from service.analysis.differences.results import REJECTED, Result
from service.analysis.differences.unfolding import TooManyWaysError, unfolded
from service.analysis.meaning import Meaning
from service.analysis.prover import Prover
from service.analysis.solver.terms import Term


def tree_turns(comparison: Comparison, hunted: Hunted) -> None:
    """Every turn between outcomes, between the actions on the way to the same outcome, and between problems."""
    prover = comparison.prover
    try:
        old = _with_actions(prover, comparison.old)
        Hunt(comparison, hunted).through(old, _with_actions(prover, comparison.new))
    except TooManyWaysError:
        hunted.doubt("other actions come before an outcome", "there are too many ways")

        def look(question: Question) -> Both:
            before, after = comparison.look(question)
            return _bare(before), _bare(after)

        Hunt(comparison, hunted, look).through(_plain(prover, comparison.old), _plain(prover, comparison.new))


def _with_actions(prover: Prover, meaning: Meaning) -> dict[Result, Term]:
    """For which questions a tree comes to which result.

    Raises:
        TooManyWaysError: there are too many ways by different actions.
    """
    unfolding = unfolded(meaning)
    ends = prover.ends(unfolding.meaning).items()
    return with_rejected(
        prover, meaning, {unfolding.results.get(end.outcome, Result(problem=end.problem)): term for end, term in ends}
    )


def _plain(prover: Prover, meaning: Meaning) -> dict[Result, Term]:
    """The same, whatever actions are on the way."""
    found: dict[Result, list[Term]] = {}
    for end, term in prover.ends(meaning).items():
        found.setdefault(Result(end.outcome, end.rule, (), end.problem), []).append(term)
    return with_rejected(prover, meaning, {one: prover.logic.any(*terms) for one, terms in found.items()})


def with_rejected(prover: Prover, meaning: Meaning, ends: dict[Result, Term]) -> dict[Result, Term]:
    """The ends of questions that can be read, and that of those that cannot."""
    logic = prover.logic
    allowed = prover.allowed(meaning.inputs)
    return {**{one: logic.all(allowed, term) for one, term in ends.items()}, REJECTED: logic.no(allowed)}


def _bare(one: Result) -> Result:
    return Result(one.outcome, one.rule, (), one.problem)
