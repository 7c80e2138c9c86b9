"""What changes between two versions of a rule."""

from pathlib import Path
from typing import Any

import pytest

from service.analysis.budget import Budget
from service.analysis.difference import difference
from service.analysis.differences.results import known_to
from service.analysis.meaning import Meaning
from service.analysis.reference import answer
from service.model.answer import Answer
from service.model.difference import Difference
from service.model.tree import TreeDocument
from tests.difference.meanings import meaning, shipped
from tests.tables import table

HERE = Path(__file__).parent
ENTERED = {"choose-gpu": ["training-gpu", "inference-gpu"]}
SECONDS = 3.0


def compared(row: dict[str, Any]) -> tuple[Meaning, Meaning, Difference]:
    names = [*ENTERED.get(row["rule"], []), row["rule"]]
    before = {name: shipped(name) for name in names}
    after = dict(before)
    changed = row.get("in", row["rule"])
    for old, new in row["replace"].items():
        assert old in after[changed], old
        after[changed] = after[changed].replace(old, new)
    old, new = meaning(*before.values()), meaning(*after.values())
    texts = before[row["rule"]].encode(), after[row["rule"]].encode()
    return old, new, difference(old, new, *texts, Budget(seconds=SECONDS))


@pytest.mark.parametrize("row", table(HERE / "differences.yaml"))
def test_a_change_turns_these_answers(row: dict[str, Any]) -> None:
    old, new, found = compared(row)
    expected = row["expect"]
    turns = {f"{one.before} -> {one.after}": one.witness for one in found.turns}
    assert found.verdict == expected["verdict"], found
    assert found.outcomes == expected.get("outcomes", [])
    if "turns" in expected:
        assert sorted(turns) == sorted(expected["turns"])
        assert found.not_proved == []
    for words, part in {**expected.get("turns", {}), **expected.get("has", {})}.items():
        witness = next(inputs for turn, inputs in turns.items() if turn.startswith(words))
        assert {name: witness[name] for name in part or {}} == (part or {})
    for turn in found.turns:
        assert_turns(old, new, turn.before, turn.after, turn.witness)


def assert_turns(old: Meaning, new: Meaning, before: str, after: str, witness: dict[str, Any]) -> None:
    """Both versions, run on the witness, say what the turn says."""
    assert witness.keys() == {**old.inputs, **new.inputs}.keys()
    one, other = answer(old, known_to(old, witness)), answer(new, known_to(new, witness))
    assert one != other or " of " in before
    if isinstance(old.document, TreeDocument):
        assert said(one) == before.partition(", after ")[0]
        assert said(other) == after.partition(", after ")[0]


def said(found: Answer) -> str:
    return found.problem or found.outcome or ("needs-input" if found.ask else "answered")
