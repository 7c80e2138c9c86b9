"""A ledger and the formula rules say the same where both say something; its inputs are the ones that the rules take."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import json

from service.model.decision import Decision
from service.model.ledger import Ledger
from tests.http.served import parts
from tests.timeline.shorthand import ledger

PARTS = parts()
MONTH, COUNT = 30 * 86_400, 100
SINCE_CHECKPOINT, RESUME, RESCHEDULE = 900, 300, 600


def ask(made: Ledger, rule: str) -> Decision:
    """What a rule says of the inputs that the ledger has for it, sent as JSON."""
    inputs: dict[str, Any] = json.decode(json.encode(made.inputs[rule]))
    return PARTS.decide(rule, inputs)


def month() -> Iterator[str]:
    """The month of a large job: a hundred interruptions, each with the same costs."""
    yield "0 initialized"
    for number in range(COUNT):
        failed = MONTH * (number + 1) // COUNT - RESCHEDULE - RESUME - 1000
        yield f"{failed - SINCE_CHECKPOINT} checkpoint_saved"
        yield f"{failed} interrupted"
        yield f"{failed + RESCHEDULE} allocated"
        yield f"{failed + RESCHEDULE + RESUME} initialized"
    yield f"{MONTH} released"


JOB = [
    *("0 initialized", "10 step 1", "12 checkpoint_saved duration=2", "22 step 2", "32 step 3", "35 interrupted"),
    *("40 allocated", "45 initialized", "50 checkpoint_restored", "60 step 2", "62 checkpoint_saved duration=2"),
    *("70 interrupted resources_kept=true", "71 initialized", "81 step 3", "81 released"),
]


@pytest.mark.parametrize("events", [pytest.param([*month()], id="a month"), pytest.param(JOB, id="a short job")])
def test_the_formula_agrees_with_the_ledger(events: list[str]) -> None:
    made = ledger(events)
    by_list, by_means = (ask(made, rule).values for rule in ("runtime-goodput", "runtime-goodput-estimate"))
    assert by_list["runtime_goodput"] == pytest.approx(made.runtime_goodput, rel=1e-12)
    assert by_means["runtime_goodput"] == pytest.approx(made.runtime_goodput, rel=1e-12)
    assert by_list["availability"] == pytest.approx(made.scheduling_goodput, rel=1e-12)
    assert by_list["lost_progress"] == pytest.approx(made.seconds["lost_progress"])
    assert by_list["rescheduling"] == pytest.approx(made.seconds["rescheduling"])
    assert ask(made, "scheduling-goodput").values["scheduling_goodput"] == pytest.approx(made.scheduling_goodput)


def test_the_formula_leaves_out_what_it_has_no_word_for() -> None:
    waited = ["-100 requested", "-50 allocated", *JOB[:-1], "91 released", "80-81 badput name=evaluation"]
    made = ledger(waited)
    said = ask(made, "runtime-goodput").values["runtime_goodput"]
    left_out = made.seconds["other"] + 50  # and the first start-up
    assert made.seconds["other"] == 11
    assert said == pytest.approx((made.seconds["productive"] + left_out) / made.available)


def test_a_month_is_as_published() -> None:
    made = ledger(month(), program_goodput=0.4)
    assert made.runtime_goodput == pytest.approx(0.952607, abs=1e-6)
    assert made.scheduling_goodput == pytest.approx(0.976852, abs=1e-6)
    assert made.inputs["observed-mtbf"] == {"period": MONTH, "interruption_count": COUNT}
    assert ask(made, "observed-mtbf").values["mtbf"] == pytest.approx(MONTH / COUNT)


def test_the_levers_are_ranked_on_the_ledger_of_the_month() -> None:
    made = ledger(month(), program_goodput=0.4)
    advice = ask(made, "goodput-levers").advice
    gains = {one.id: one.gain for one in advice if one.gain is not None}
    assert list(gains) == ["hot_spares", "auto_checkpointing", "container_preloading"]
    product = made.shares["productive"]
    reached = {name: product + gain / 0.4 for name, gain in gains.items()}
    assert reached["hot_spares"] == pytest.approx(0.9514, abs=1e-4)
    assert reached["auto_checkpointing"] == pytest.approx(0.9479, abs=1e-4)
    assert reached["container_preloading"] == pytest.approx(0.9363, abs=1e-4)


def test_the_product_is_that_of_the_rule() -> None:
    figures = {"tokens_per_second": 238300, "flops_per_token": 3.27773e12, "accelerators": 6144, "peak_flops": 2.75e14}
    made = ledger(JOB, **figures, accelerator_hour_price=2)
    assert made.program_goodput == pytest.approx(0.4623, abs=1e-3)  # PaLM, appendix B
    said = ask(made, "ml-productivity-goodput").values
    assert said["ml_productivity_goodput"] == pytest.approx(made.ml_productivity_goodput)
    price = made.badput_price
    assert price is not None
    assert price["rescheduling"] == pytest.approx(5 / 3600 * 6144 * 2)
    assert "productive" not in price


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(["0 requested", "50 released"], id="that never ran"),
        pytest.param(["0 allocated", "50 initialized", "60 step 1", "60 released"], id="without an interruption"),
        pytest.param(["0 initialized", "60 interrupted", "90 requested"], id="that did not come back"),
        pytest.param(JOB, id="with interruptions"),
    ],
)
def test_every_rule_takes_the_inputs_that_are_there_for_it(events: list[str]) -> None:
    for options in ({}, {"program_goodput": 0.5, "accelerator_hour_price": 2, "accelerators": 8}):
        made = ledger(events, **options)
        assert made.inputs
        for rule in made.inputs:
            decision = ask(made, rule)
            assert decision.status == "decided", rule
