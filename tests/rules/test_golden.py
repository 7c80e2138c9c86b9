"""The formulas reproduce figures that others have published, and refuse what can't be."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.errors import DecisionError, ProblemMetError
from tests.rules.shipped import decide
from tests.tables import table

SHARE = st.floats(0, 1)


@pytest.mark.parametrize("row", table(Path(__file__).parent / "golden.yaml"))
def test_a_formula_reproduces(row: dict[str, Any]) -> None:
    assert row["source"]
    if row["expect"] == "problem":
        with pytest.raises(ProblemMetError):
            decide(row["rule"], row["given"])
        return
    decision = decide(row["rule"], row["given"])
    for name, value in row["expect"].items():
        assert decision.values[name] == pytest.approx(value, abs=row["tolerance"], rel=0), name
        assert decision.units[name]


@given(SHARE, SHARE, SHARE)
def test_the_goodput_and_its_three_losses_add_to_one(scheduling: float, runtime: float, program: float) -> None:
    given_values = {"scheduling_goodput": scheduling, "runtime_goodput": runtime, "program_goodput": program}
    assert sum(decide("ml-productivity-goodput", given_values).values.values()) == pytest.approx(1, abs=1e-12)


IMPOSSIBLE = [
    ("a ratio above one", "ml-productivity-goodput", {"scheduling_goodput": 1.1}),
    ("a ratio in percent", "ml-productivity-goodput", {"scheduling_goodput": 90}),
    ("a ratio below zero", "ml-productivity-goodput", {"program_goodput": -0.1}),
    ("a period of zero", "runtime-goodput", {"evaluation_period": 0, "interruptions": []}),
    ("a period of zero with nothing available", "scheduling-goodput", {"evaluation_period": 0, "available_time": 0}),
    ("more time available than there is", "scheduling-goodput", {"evaluation_period": 10, "available_time": 11}),
    ("nothing but missing inputs", "scheduling-goodput", {}),
]


@pytest.mark.parametrize(("rule", "given_values"), [pytest.param(*row, id=name) for name, *row in IMPOSSIBLE])
def test_what_cannot_be_is_a_problem_and_never_a_number(rule: str, given_values: dict[str, Any]) -> None:
    with pytest.raises(DecisionError) as refused:
        decide(rule, given_values)
    assert refused.value.issues
