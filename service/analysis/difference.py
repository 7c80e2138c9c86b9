"""The difference between two versions of a rule: lines, and questions that they answer differently.

Questions are whole: every input is given, or is left out and has a default. Each version is asked with those of the
inputs that it has. That nothing is answered differently is proved, or said not to be.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final, Literal, assert_never

from service.analysis.budget import Budget
from service.analysis.differences.advice import advice_turns
from service.analysis.differences.catalogs import changed_columns, changed_rows
from service.analysis.differences.comparison import Comparison, Question
from service.analysis.differences.contents import changed_contents
from service.analysis.differences.forms import Forms
from service.analysis.differences.formulas import formula_turns
from service.analysis.differences.hunting import MORE, Hunt, Hunted, Turned
from service.analysis.differences.lines import changed_lines
from service.analysis.differences.results import REJECTED, pair, reads, result
from service.analysis.differences.selections import NOT_PROVED, made_alike, selection_turns
from service.analysis.differences.trees import tree_turns
from service.analysis.meaning import AnyMeaning, CatalogMeaning, Meaning, SelectionMeaning
from service.analysis.prover import Found
from service.analysis.reference import answer
from service.language.values import default
from service.model.advice import AdviceDocument
from service.model.difference import ChangedLine, Difference, Turn
from service.model.formula import FormulaDocument
from service.model.tree import TreeDocument

_ALL: Final = 3
"""Inputs whose default changed, of which every selection is looked at; of more, each alone and all of them."""


def difference(old: AnyMeaning, new: AnyMeaning, old_text: bytes, new_text: bytes, budget: Budget) -> Difference:
    """What changes from the old version of a rule to the new one; both are sound."""
    lines = changed_lines(old_text, new_text)
    match old, new:
        case Meaning(), Meaning():
            return _proved(old, new, lines, budget)
        case SelectionMeaning(), SelectionMeaning():
            return _of_selections(old, new, lines)
        case CatalogMeaning(), CatalogMeaning():
            return _of_catalogs(old, new, lines)
        case _:
            return Difference(
                verdict="different",
                lines=lines,
                turns=[],
                outcomes=[],
                not_proved=["what turns: the versions are of different kinds, of which one answers no such questions"],
            )


def _of_selections(old: SelectionMeaning, new: SelectionMeaning, lines: list[ChangedLine]) -> Difference:
    alike = made_alike(old, new)
    turns = [] if alike else selection_turns(old, new)
    return Difference(
        verdict="equal" if alike else "different" if turns else "not-proved",
        lines=lines,
        turns=turns,
        outcomes=[],
        not_proved=[] if alike else [NOT_PROVED],
    )


def _of_catalogs(old: CatalogMeaning, new: CatalogMeaning, lines: list[ChangedLine]) -> Difference:
    rows, columns = changed_rows(old.document, new.document), changed_columns(old.document, new.document)
    verdict: Literal["equal", "different"] = "different" if rows or columns else "equal"
    return Difference(verdict=verdict, lines=lines, turns=[], outcomes=columns, not_proved=[], rows=rows)


def _proved(old: Meaning, new: Meaning, lines: list[ChangedLine], budget: Budget) -> Difference:
    forms = Forms()
    hunted = Hunted()
    if forms.rule(old) != forms.rule(new):
        _hunt(old, new, budget, hunted)
    contents = changed_contents(old, new)
    different = bool(hunted.turns or contents)
    return Difference(
        verdict="different" if different else "not-proved" if hunted.doubts else "equal",
        lines=lines,
        turns=[
            Turn(before=one.before, after=one.after, witness=by.question) for one, by in sorted(hunted.turns.items())
        ],
        outcomes=contents,
        not_proved=hunted.sentences(),
    )


def _hunt(old: Meaning, new: Meaning, budget: Budget, hunted: Hunted) -> None:
    """Whole questions first, then those that leave out an input whose default is another one."""
    whole = Comparison(old, new, budget)
    if type(old.document) is not type(new.document):
        hunted.doubt(MORE, "the versions are of different kinds, so only examples were tried")
        _by_example(old, new, budget, hunted)
    elif whole.prover.clashes:
        named = ", ".join(f"`{name}`" for name in sorted(whole.prover.clashes))
        hunted.doubt(MORE, f"the type of {named} is another one, so only examples were tried")
        _by_example(old, new, budget, hunted)
    else:
        _turns(whole, hunted)
        for left_out in _left_out(old, new, hunted):
            _turns(Comparison(old, new, budget, left_out), hunted)
        _asked_for(old, new, budget, hunted)
    _strangers(old, new, budget, hunted)


def _turns(comparison: Comparison, hunted: Hunted) -> None:
    match comparison.old.document:
        case TreeDocument():
            tree_turns(comparison, hunted)
        case FormulaDocument():
            formula_turns(comparison, hunted)
        case AdviceDocument():
            advice_turns(comparison, hunted)
        case unreachable:
            assert_never(unreachable)


def _by_example(old: Meaning, new: Meaning, budget: Budget, hunted: Hunted) -> None:
    """Put to both versions what each of them can read."""
    for side in (old, new):
        Hunt(Comparison(old, new, budget, sides=(side,)), hunted).by_example()


def _left_out(old: Meaning, new: Meaning, hunted: Hunted) -> Iterator[frozenset[str]]:
    """Inputs to leave out together: those that have a default in both versions, and another one in each."""
    changed = [
        name for name, (before, after) in _defaults(old, new).items() if before is not None and after is not None
    ]
    sizes = range(1, len(changed) + 1) if len(changed) <= _ALL else (1, len(changed))
    for size in sizes:
        yield from map(frozenset, combinations(changed, size))
    if len(changed) > _ALL:
        hunted.doubt(MORE, "too many defaults changed to leave out every selection of them")


def _asked_for(old: Meaning, new: Meaning, budget: Budget, hunted: Hunted) -> None:
    """Questions without an input that one version asks for, and the other one has a default for."""
    for name, (before, after) in _defaults(old, new).items():
        asking = old if before is None else new
        if (before is None or after is None) and reads(asking, name):
            known = len(hunted.turns)
            Hunt(Comparison(old, new, budget, frozenset({name})), hunted).by_example()
            if len(hunted.turns) == known:
                hunted.doubt(f"questions without `{name}` turn", "one version alone has a default for it")


def _defaults(old: Meaning, new: Meaning) -> dict[str, tuple[Any, Any]]:
    """The defaults that differ, by the name of the input."""
    shared = [name for name in old.inputs if name in new.inputs]
    pairs = {name: (default(old.inputs[name]), default(new.inputs[name])) for name in shared}
    return {name: (before, after) for name, (before, after) in pairs.items() if before != after}


def _strangers(old: Meaning, new: Meaning, budget: Budget, hunted: Hunted) -> None:
    """An input that one version alone has is unknown to the other, which rejects questions with it."""
    for here, there in ((old, new), (new, old)):
        if here.inputs.keys() - there.inputs.keys():
            _stranger(Comparison(old, new, budget, sides=(here,)), here, hunted)


def _stranger(comparison: Comparison, here: Meaning, hunted: Hunted) -> None:
    def read(question: Question) -> bool:
        return result(answer(here, question)) != REJECTED

    prover = comparison.prover
    found = prover.find(prover.allowed(here.inputs), read, seeds=comparison.seeds)
    if isinstance(found, Found):
        said = result(answer(here, found.inputs))
        results = (said, REJECTED) if here is comparison.asked_old else (REJECTED, said)
        turn = pair(*results)
        if turn is not None:
            hunted.turns.setdefault(turn, Turned(found.inputs, results))
