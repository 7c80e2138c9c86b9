"""A second reading of the sources, in plain Python: every shipped tree must come to the same end on every input."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations, product
from typing import Any

import pytest

from tests.rules.shipped import decide, outcome

Inputs = dict[str, Any]
Domains = Mapping[str, tuple[Any, ...]]

SCALE: Domains = {
    "vms": (1, 2, 4, 5, 33),
    "gpus": (1, 4, 5, 32, 33),
    "latency_critical": (False, True),
}
MODEL: Domains = {"model": ("small", "large-transformer", "other")}
REFUSED = "RequirementNotMetError"


def training(given: Mapping[str, Any]) -> str:
    """Transformers need NVLink; one VM or a small model does not; then scale or latency decides."""
    if given["model"] == "large-transformer":
        return "nvlink"
    if given["model"] == "small" or given["vms"] == 1:
        return "t4_l4"
    return distributed(given)


def inference(given: Mapping[str, Any]) -> str:
    """One VM, with one GPU or several, is T4 or L4; then scale or latency decides."""
    return "t4_l4" if given["vms"] == 1 else distributed(given)


def distributed(given: Mapping[str, Any]) -> str:
    """L4 up to 4 VMs and 32 GPUs, both included, where latency is not critical; else NVLink."""
    moderate = given["vms"] <= 4 and given["gpus"] <= 32 and not given["latency_critical"]
    return "l4" if moderate else "nvlink"


def choice(given: Mapping[str, Any]) -> str:
    """Training and fine-tuning are sized alike."""
    return inference(given) if given["workload"] == "inference" else training(given)


def grid(domains: Domains) -> Iterator[Inputs]:
    for values in product(*domains.values()):
        yield dict(zip(domains, values, strict=True))


TREES: dict[str, tuple[Callable[[Inputs], str], Domains]] = {
    "training-gpu": (training, {**MODEL, **SCALE}),
    "inference-gpu": (inference, SCALE),
    "choose-gpu": (choice, {"workload": ("training", "fine-tuning", "inference"), **MODEL, **SCALE}),
}


@pytest.mark.parametrize("rule", TREES)
def test_with_everything_known_the_trees_agree_with_the_second_reading(rule: str) -> None:
    read, domains = TREES[rule]
    for given in grid(domains):
        expected = read(given) if given["gpus"] >= given["vms"] else REFUSED
        assert outcome(rule, given) == expected, given


@pytest.mark.parametrize("rule", ["training-gpu", "inference-gpu"])
def test_with_inputs_missing_what_all_completions_share_is_decided_and_else_is_asked(rule: str) -> None:
    read, domains = TREES[rule]
    names = list(domains)
    for known in chain.from_iterable(combinations(names, count) for count in range(len(names))):
        for given in grid({name: domains[name] for name in known}):
            if given.get("gpus", 10**6) < given.get("vms", 1):
                continue
            ends = {
                read({**given, **rest}) for rest in grid({name: domains[name] for name in names if name not in known})
            }
            found = outcome(rule, given)
            assert found == ends.pop() if len(ends) == 1 else found.startswith("["), given


def cost_efficiency(given: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Right-size to the bottleneck; reserve when fast enough; else TPUs if the code can change; else the model."""
    if given["gpu_class"] == "smaller":
        return "not_applicable", []
    remedy = {
        "low-utilization": ["right_size"],
        "does-not-fit": ["adjust_model_or_data"],
        "interruptions": ["reduce_interruptions"],
        "other": [],
    }[given["bottleneck"]]
    if given["fast_enough"]:
        return "reserve", remedy
    if given["code_can_change"]:
        return "migrate_to_tpu", remedy
    return ("optimize_further" if given["model_fits"] else "simplify_model"), remedy


def training_time(given: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Treat the first slow layer, else the code; reserve when fast enough; else a TPU; else begin again."""
    if given["data_loading_bound"]:
        fix = ["change_data_strategy"]
    elif given["gpu_utilization_low"]:
        fix = ["faster_gpu"]
    elif given["network_latency_high"]:
        fix = ["improve_network"]
    else:
        fix = ["review_code"] if given["code_can_change"] else ["review_code", "help_update_code"]
    if given["fast_enough"]:
        return "reserve", fix
    return ("rewrite_for_tpu" if given["code_can_change"] else "measure_again"), fix


BOTH = (False, True)
FLOWS: dict[str, tuple[Callable[[Inputs], tuple[str, list[str]]], Domains]] = {
    "cost-efficiency": (
        cost_efficiency,
        {
            "gpu_class": ("smaller", "a100-or-newer"),
            "bottleneck": ("low-utilization", "does-not-fit", "interruptions", "other"),
            **dict.fromkeys(("fast_enough", "code_can_change", "model_fits"), BOTH),
        },
    ),
    "training-time": (
        training_time,
        dict.fromkeys(
            ("data_loading_bound", "gpu_utilization_low", "network_latency_high", "fast_enough", "code_can_change"),
            BOTH,
        ),
    ),
}


@pytest.mark.parametrize("rule", FLOWS)
def test_the_flows_end_and_act_as_in_the_second_reading(rule: str) -> None:
    read, domains = FLOWS[rule]
    for given in grid(domains):
        decision = decide(rule, given)
        assert decision.outcome is not None
        assert (decision.outcome.id, [one.id for one in decision.actions]) == read(given), given


def test_the_code_layer_asks_for_the_code_before_the_speed() -> None:
    nowhere = {"data_loading_bound": False, "gpu_utilization_low": False, "network_latency_high": False}
    assert outcome("training-time", nowhere) == "[code_can_change, fast_enough]"


def test_what_measures_again_begins_at_the_first_layer() -> None:
    found = decide(
        "training-time", {"data_loading_bound": True, "fast_enough": False, "code_can_change": False}
    ).outcome
    assert found is not None
    assert found.repeat is not None
    assert found.repeat.from_ == "data_layer"


ASKED = [
    ("training-gpu", {"model": "other", "vms": 8}, "nvlink"),
    ("training-gpu", {"model": "other", "vms": 2, "gpus": 16}, "[latency_critical]"),
    ("training-time", {"data_loading_bound": True}, "[fast_enough, code_can_change]"),
]


@pytest.mark.parametrize(("rule", "given", "expected"), ASKED)
def test_a_fact_that_cannot_matter_is_not_asked_for(rule: str, given: Inputs, expected: str) -> None:
    assert outcome(rule, given) == expected


def test_what_is_asked_names_the_action_to_carry_out_first() -> None:
    decision = decide("training-time", {"data_loading_bound": True})
    assert [(one.input, one.after) for one in decision.ask][:1] == [("fast_enough", ("change_data_strategy",))]
