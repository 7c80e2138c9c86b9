"""Each way in which a question to a shipped rule is refused: its kind, and for each thing a code, a place and words."""

from typing import Any, Final

import pytest

from service.engine.engine import Engine
from service.errors import (
    DecisionError,
    InputsMissingError,
    InputsRejectedError,
    ProblemMetError,
    RequirementNotMetError,
)
from tests.engine.building import shipped

ENGINE: Final = Engine()
ONE: Final = {"since_checkpoint": 900, "resume": 70, "reschedule": 150}


@pytest.mark.parametrize(
    ("rule", "given", "kind", "issues"),
    [
        pytest.param(
            "training-gpu",
            {"vms": "3"},
            InputsRejectedError,
            [("wrong-type", "$.inputs.vms", '`vms` must be a whole number such as 3, not `"3"`')],
            id="a number written as text",
        ),
        pytest.param(
            "training-gpu",
            {"vms": 3.5},
            InputsRejectedError,
            [("wrong-type", "$.inputs.vms", "`vms` must be a whole number such as 3, not `3.5`")],
            id="a fraction of a VM",
        ),
        pytest.param(
            "training-gpu",
            {"vms": True},
            InputsRejectedError,
            [("wrong-type", "$.inputs.vms", "`vms` must be a whole number such as 3, not `true`")],
            id="a truth value is no number",
        ),
        pytest.param(
            "training-gpu",
            {"vms": 99999999999999999999},
            InputsRejectedError,
            [("out-of-range", "$.inputs.vms", "`vms` does not fit into 64 bits")],
            id="a number larger than 64 bits",
        ),
        pytest.param(
            "training-gpu",
            {"vmz": 3, "model": "other"},
            InputsRejectedError,
            [("unknown-input", "$.inputs.vmz", "`vmz` is not an input of this rule; the nearest is `vms`")],
            id="a misspelled input",
        ),
        pytest.param(
            "training-gpu",
            {"model": "smal", "vms": [3]},
            InputsRejectedError,
            [
                ("unknown-choice", "$.inputs.model", "`model` must be one of `small`, `large-transformer`, `other`"),
                ("wrong-type", "$.inputs.vms", "`vms` must be a whole number such as 3, not a list"),
            ],
            id="an unknown choice and a list, both at once",
        ),
        pytest.param(
            "training-gpu",
            {"model": "small", "vms": 4, "gpus": 3},
            RequirementNotMetError,
            [("requirement-not-met", "$.inputs.gpus", "every VM needs at least one GPU (`gpus` is 3, `vms` is 4)")],
            id="fewer GPUs than VMs, though the model decides",
        ),
        pytest.param(
            "choose-gpu",
            {"workload": "training", "vms": 4, "gpus": 3},
            RequirementNotMetError,
            [("requirement-not-met", "$.inputs.gpus", "every VM needs at least one GPU (`gpus` is 3, `vms` is 4)")],
            id="the same in the rule that is entered",
        ),
        pytest.param(
            "scheduling-goodput",
            {"evaluation_period": 3600},
            InputsMissingError,
            [("missing-input", "$.inputs.available_time", "`available_time` is missing: For how much of that period")],
            id="a missing input is named with its question",
        ),
        pytest.param(
            "program-goodput",
            {"peak_flops": 1e12},
            InputsMissingError,
            [
                ("missing-input", "$.inputs.tokens_per_second", "`tokens_per_second` is missing"),
                ("missing-input", "$.inputs.flops_per_token", "`flops_per_token` is missing"),
                ("missing-input", "$.inputs.accelerators", "`accelerators` is missing"),
            ],
            id="all missing inputs are named at once",
        ),
        pytest.param(
            "scheduling-goodput",
            {"evaluation_period": 0},
            ProblemMetError,
            [("problem-met", "$.inputs.evaluation_period", "an evaluation period of zero")],
            id="a problem that is met comes before what is missing",
        ),
        pytest.param(
            "scheduling-goodput",
            {"evaluation_period": "1 h", "available_time": "61 min"},
            ProblemMetError,
            [
                (
                    "problem-met",
                    "$.inputs.evaluation_period",
                    "the available time (3660 s) is longer than the evaluation period (3600 s)",
                )
            ],
            id="the message has the values in it",
        ),
        pytest.param(
            "runtime-goodput",
            {"evaluation_period": 1000, "interruptions": [ONE]},
            ProblemMetError,
            [
                (
                    "problem-met",
                    "$.inputs.evaluation_period",
                    "interruptions and saves take 1120 s together, more than the evaluation period of 1000 s",
                )
            ],
            id="costs larger than the period are no goodput of zero",
        ),
        pytest.param(
            "program-goodput",
            {"tokens_per_second": 1e9, "flops_per_token": 1e9, "accelerators": 1, "peak_flops": 1e15},
            ProblemMetError,
            [
                (
                    "problem-met",
                    "$.inputs.peak_flops",
                    "the job would use 1000 times the peak of its accelerators",
                )
            ],
            id="more than the peak is a problem that names an input, not a derived value",
        ),
        pytest.param(
            "ml-productivity-goodput",
            {"scheduling_goodput": 80, "runtime_goodput": -0.1, "program_goodput": "0.5"},
            InputsRejectedError,
            [
                (
                    "out-of-range",
                    "$.inputs.scheduling_goodput",
                    "`scheduling_goodput` is 80, above the maximum of 1; it looks like a percentage: write 0.8",
                ),
                ("out-of-range", "$.inputs.runtime_goodput", "`runtime_goodput` is -0.1, below the minimum of 0"),
                (
                    "wrong-type",
                    "$.inputs.program_goodput",
                    '`program_goodput` must be a number such as 0.5, not `"0.5"`',
                ),
            ],
            id="a percentage, a negative share and text are no shares",
        ),
        pytest.param(
            "runtime-goodput",
            {"evaluation_period": 1, "interruptions": [ONE, {**ONE, "resume": "soon"}]},
            InputsRejectedError,
            [("wrong-type", "$.inputs.interruptions[1].resume", "`interruptions[1].resume` must be a duration")],
            id="a record is named by its number and its field",
        ),
    ],
)
def test_a_shipped_rule_refuses(
    rule: str, given: dict[str, Any], kind: type[DecisionError], issues: list[tuple[str, str, str]]
) -> None:
    with pytest.raises(kind) as refused:
        ENGINE.decide(shipped()[rule], given, "the decision")
    found = [
        (one.code, one.path, one.message[: len(words)])
        for one, (_, _, words) in zip(refused.value.issues, issues, strict=True)
    ]
    assert found == issues
