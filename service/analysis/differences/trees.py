"""Turns between two versions of a tree."""

from collections.abc import Iterable

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
    named = ((unfolding.results.get(end.outcome, Result(problem=end.problem)), term) for end, term in ends)
    return with_rejected(prover, meaning, named)


def _plain(prover: Prover, meaning: Meaning) -> dict[Result, Term]:
    """The same, whatever actions are on the way."""
    ends = prover.ends(meaning).items()
    return with_rejected(
        prover, meaning, ((Result(end.outcome, end.rule, (), end.problem), term) for end, term in ends)
    )


def with_rejected(prover: Prover, meaning: Meaning, ends: Iterable[tuple[Result, Term]]) -> dict[Result, Term]:
    """The results of questions that can be read, and that of those that cannot.

    Ends of one result are one: two versions of a rule may be entered, and have the same outcome.
    """
    logic = prover.logic
    allowed = prover.allowed(meaning.inputs)
    found: dict[Result, list[Term]] = {}
    for one, term in ends:
        found.setdefault(one, []).append(term)
    results = {one: logic.all(allowed, logic.any(*terms)) for one, terms in found.items()}
    return {**results, REJECTED: logic.no(allowed)}


def _bare(one: Result) -> Result:
    return Result(one.outcome, one.rule, (), one.problem)
