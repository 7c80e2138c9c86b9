"""The smallest change of inputs that leads to an outcome."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import assume, settings
from hypothesis import given as examples
from hypothesis import strategies as st

from service.analysis.budget import Budget
from service.analysis.meaning import Meaning
from service.analysis.nearest import nearest_change
from service.analysis.reference import answer
from service.errors import InputsRejectedError
from service.language.reading import Reader
from service.model.nearest import Nearest
from tests.difference.meanings import family, meaning, questions, shipped
from tests.engine.trees import DOMAINS, families, trees
from tests.tables import table

HERE: Final = Path(__file__).parent
ENTERED: Final = {"choose-gpu": ["training-gpu", "inference-gpu"]}
FINITE: Final = {"vms", "gpus", "hot", "kind", "spare"}
MOST: Final = 4


def nearest(rule: Meaning, given: Mapping[str, Any], wanted: str) -> Nearest:
    return nearest_change(rule, given, wanted, Budget(seconds=10))


def ready(row: dict[str, Any]) -> Meaning:
    if "document" in row:
        return family([row["document"]])[0]
    return meaning(*(shipped(name) for name in (*ENTERED.get(row["rule"], ()), row["rule"])))


@pytest.mark.parametrize("row", table(HERE / "nearest.yaml"))
def test_this_leads_there(row: dict[str, Any]) -> None:
    rule = ready(row)
    found = nearest(rule, row["given"], row["wanted"])
    assert found.not_proved == []
    assert found.status == row["expect"].get("status", "changed")
    changes = {change.input: [change.before, change.after] for change in found.changes}
    assert changes == row["expect"].get("changes", {})
    if found.status in ("changed", "reached"):
        assert answer(rule, found.inputs).outcome == row["wanted"]


def test_a_question_that_cannot_be_read_is_refused() -> None:
    rule = meaning(shipped("training-gpu"))
    with pytest.raises(InputsRejectedError):
        nearest(rule, {"vms": 0}, "l4")


@st.composite
def asked(draw: st.DrawFn) -> tuple[Meaning, dict[str, Any]]:
    """Trees of few inputs, and a question to the last one; most questions give every input."""
    rule = family(draw(st.one_of(trees(most=3).map(lambda one: [one]), families())))[0]
    assume(len(rule.inputs) <= MOST)
    names = [*rule.inputs]
    known = names if draw(st.booleans()) else draw(st.lists(st.sampled_from(names), unique=True))
    return rule, {name: draw(st.sampled_from(DOMAINS[name])) for name in known}


@settings(max_examples=40)
@examples(asked(), st.sampled_from(["o0", "o1", "o2"]))
def test_nothing_nearer_leads_there(question: tuple[Meaning, dict[str, Any]], wanted: str) -> None:
    rule, given = question
    found = nearest(rule, given, wanted)
    values = Reader(rule.inputs).read(given)
    costs = [cost(rule, values, one) for one in changed(rule, values) if leads(rule, one, wanted)]
    if found.status == "unreachable":
        assert not [
            one for one in changed(rule, values) if one.keys() == rule.inputs.keys() and leads(rule, one, wanted)
        ]
    elif found.status == "reached":
        assert leads(rule, given, wanted)
    elif found.status == "changed":
        assert leads(rule, found.inputs, wanted)
        mine = cost(rule, values, {**values, **found.inputs})
        assert found.not_proved or not costs or mine[:2] <= min(costs)[:2]
        if rule.inputs.keys() <= FINITE and not found.not_proved:
            assert mine[:2] == min(costs)[:2]
            assert mine == min(costs) or values.keys() < rule.inputs.keys()


VALUES: Final = {**DOMAINS, "spare": [0, 1, 2, 3], "wait": [0.0, 60.0, 3600.0]}


def leads(rule: Meaning, question: Mapping[str, Any], wanted: str) -> bool:
    return answer(rule, question).outcome == wanted


def changed(rule: Meaning, values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every question that gives at least the same inputs, with any values but for lists."""
    missing = object()
    domains = {name: [*VALUES[name], *([] if name in values else [missing])] for name in rule.inputs}
    lists = {name: [values[name]] for name in ("runs",) if name in values}
    for question in questions({**domains, **lists}):
        yield {name: value for name, value in question.items() if value is not missing}


def cost(rule: Meaning, values: Mapping[str, Any], question: Mapping[str, Any]) -> tuple[Any, ...]:
    """Fewest inputs, of these fewest that had a value; then the largest distance, then each in its order."""
    distances = [distance(values[name], question[name]) for name in rule.inputs if name in values]
    changes = sum(one > 0 for one in distances)
    added = len(question.keys() - values.keys())
    return changes + added, changes, max(distances, default=0), distances


def distance(before: Any, after: Any) -> float:
    if before == after:
        return 0
    return 1 if isinstance(before, bool | str) else float(abs(after - before) / (abs(before) or 1))
