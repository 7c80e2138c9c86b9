"""The smallest change of inputs that leads a tree to an outcome."""

from collections.abc import Mapping
from typing import Any

from service.analysis.budget import Budget
from service.analysis.meaning import Meaning
from service.analysis.nearness.closeness import Closeness
from service.analysis.nearness.fewest import Fewest
from service.analysis.nearness.goal import Goal, Question
from service.analysis.prover import Never
from service.language.reading import Reader
from service.model.nearest import ChangedInput, Nearest


def nearest_change(meaning: Meaning, given: Mapping[str, Any], wanted: str, budget: Budget) -> Nearest:
    """The change of fewest inputs, and of those the nearest values, by which a tree comes to the wanted outcome.

    An input that is not given counts only if it is needed. Lists of records stay as they are. The rule is a tree; an
    outcome that it does not have is unreachable.

    Raises:
        InputsRejectedError: an input is unknown, of a wrong type or out of range.
    """
    values = Reader(meaning.inputs).read(given)
    goal = Goal(meaning, values, wanted, budget)
    shown = {name: values[name] for name in given if given[name] is not None}
    if goal.leads(given):
        return Nearest(status="reached", wanted=wanted, changes=[], inputs=shown)
    fewest = Fewest(goal)
    change = fewest.search()
    if change is None:
        return Nearest(status="not-proved", wanted=wanted, changes=[], inputs={}, not_proved=fewest.reasons)
    if isinstance(change, Never):
        return Nearest(status="unreachable", wanted=wanted, changes=[], inputs={})
    closeness = Closeness(goal, change)
    changes = [*_changes(meaning, values, closeness.nearest())]
    return Nearest(
        status="changed",
        wanted=wanted,
        changes=changes,
        inputs={**shown, **{one.input: one.after for one in changes}},
        not_proved=[*fewest.reasons, *closeness.reasons],
    )


def _changes(meaning: Meaning, values: Mapping[str, Any], question: Question) -> list[ChangedInput]:
    """What is different or new in a question, in the order in which inputs are asked for."""
    return [
        ChangedInput(input=name, before=values.get(name), after=question[name])
        for name in meaning.inputs
        if name in question and repr(question[name]) != repr(values.get(name))  # zero has a sign, too
    ]
