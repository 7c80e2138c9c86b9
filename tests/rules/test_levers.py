"""What a lever gains, against a second reading: the model of the runtime goodput, asked before and after."""

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from service.errors import ProblemMetError
from service.model.decision import Decision
from service.model.timeline import Options
from service.timeline.accounting import account
from service.timeline.reading import read_lines
from tests.rules.shipped import decide
from tests.timeline.jobs import Job, jobs

Figures = dict[str, float]

MONTH: Final[Figures] = {
    "evaluation_period": 30 * 86400.0,
    "interruption_count": 100.0,
    "since_checkpoint": 900.0,
    "resume": 300.0,
    "reschedule": 600.0,
}
TURNED: Final[dict[str, tuple[str, Any]]] = {
    "auto_checkpointing": ("since_checkpoint", lambda before: before / 2),
    "container_preloading": ("resume", lambda before: before / 2),
    "hot_spares": ("reschedule", lambda before: min(before, 60.0)),
}
"""What each lever does to a figure."""


def goodputs(figures: Figures) -> Figures:
    """Scheduling and runtime goodput of a job that loses time to interruptions only."""
    values = decide("runtime-goodput-estimate", figures).values
    return {"scheduling_goodput": values["availability"], "runtime_goodput": values["runtime_goodput"]}


def product(figures: Figures) -> float:
    """Scheduling times runtime goodput."""
    one, other = goodputs(figures).values()
    return one * other


def levers(figures: Figures, **more: float) -> Decision:
    """The advice to a job that loses time to interruptions only."""
    return decide("goodput-levers", {**figures, **goodputs(figures), **more})


def turned(figures: Figures, lever: str) -> Figures:
    """The figures of the job with the lever."""
    name, change = TURNED[lever]
    return {**figures, name: change(figures[name])}


def test_on_a_month_of_a_large_job_the_shorter_reschedule_wins() -> None:
    given_advice = levers(MONTH, program_goodput=1.0).advice
    after = {one.id: product(MONTH) + (one.gain or 0.0) for one in given_advice}
    assert product(MONTH) == pytest.approx(0.93056, abs=1e-5)
    assert list(after) == ["hot_spares", "auto_checkpointing", "container_preloading"]
    assert list(after.values()) == pytest.approx([0.9514, 0.9479, 0.9363], abs=5e-5)


def test_the_runtime_goodput_alone_would_put_the_shorter_reschedule_last() -> None:
    alone = {lever: goodputs(turned(MONTH, lever))["runtime_goodput"] for lever in TURNED}
    assert min(alone, key=lambda lever: alone[lever]) == "hot_spares"


FIGURES: Final = st.fixed_dictionaries(
    {
        "evaluation_period": st.floats(3600, 1e7),
        "interruption_count": st.floats(0, 1000),
        "since_checkpoint": st.floats(0, 1e5),
        "resume": st.floats(0, 1e5),
        "reschedule": st.floats(0, 1e5),
    }
)


@settings(max_examples=200)
@given(FIGURES, st.floats(0.01, 1))
def test_a_gain_is_the_difference_that_the_lever_makes_to_the_product(figures: Figures, program: float) -> None:
    try:
        before = product(figures)
    except ProblemMetError:
        return
    decision = levers(figures, program_goodput=program)
    for one in decision.advice:
        if one.id in TURNED:
            gained = product(turned(figures, one.id)) - before
            assert one.rank == pytest.approx(gained, abs=1e-9)
            assert one.gain == pytest.approx(gained * program, abs=1e-9)
    ranks = [one.rank for one in decision.advice if one.rank is not None]
    assert ranks == sorted(ranks, reverse=True)
    without = [one.id for one in levers(figures).advice]
    assert without == [one.id for one in decision.advice if one.rank is not None], "the order needs no program goodput"


@settings(max_examples=100)
@given(jobs())
def test_a_timeline_can_be_asked_for_advice_as_it_is(job: Job) -> None:
    ledger = account(read_lines([json.encode(event) for event in job.events]), Options())
    asked = ledger.inputs["goodput-levers"]
    decision = decide("goodput-levers", asked)
    read = {name for one in decision.advice for name in one.read}
    assert read <= asked.keys()
    of_program = {one.id for one in decision.not_judged if "program_goodput" in one.needs}
    assert of_program >= {"xla_compiler", "int8_aqt", "overlap_communication", "sharding_strategy"}
