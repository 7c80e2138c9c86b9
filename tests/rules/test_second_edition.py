"""A second reading of the second editions, from the GPUs themselves: what is recommended fits, and nothing is lost."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from service.model.files import RuleFiles
from service.model.text import read
from service.store.directory import Directory
from service.usecases.check import check_files
from tests.rules.shipped import RULES, decide, outcome

Inputs = dict[str, Any]
EDITION: Final = "2.0.0"
FACTS: Final = read((Path(__file__).parent / "second_edition.yaml").read_bytes())
GPUS: Final[dict[str, dict[str, Any]]] = FACTS.value["gpus"]
NVLINK: Final = [name for name, gpu in GPUS.items() if gpu.get("nvlink")]
FORMATS: Final = (None, "fp16", "bf16", "fp8")
NEEDS: Final = (None, 0, 16, 16.5, 24, 25, 40, 41, 80, 81, 96, 97, 141, 142, 180, 187, 279, 280)
MODELS: Final = ("small", "large-transformer", "other")
SCALES: Final = ((1, 32, False), (1, 33, True), (4, 32, False), (4, 32, True), (4, 33, False), (5, 32, False))
VERSIONS: Final = {"training-gpu": EDITION, "inference-gpu": EDITION, "nvlink-gpu": "1.0.0"}


def known(**given: Any) -> Inputs:
    """The inputs without those that are left out."""
    return {name: value for name, value in given.items() if value is not None}


def needs() -> Iterator[Inputs]:
    """Every need of one GPU: neither, one, or both of format and memory."""
    for form, memory in product(FORMATS, NEEDS):
        yield known(number_format=form, memory_gb_per_accelerator=memory)


def jobs(rule: str) -> Iterator[Inputs]:
    """Every question to a rule, with all said of the job that it asks for."""
    if rule == "nvlink-gpu":
        yield from needs()
        return
    for (vms, gpus, critical), model in product(SCALES, MODELS if rule == "training-gpu" else (None,)):
        job = known(model=model, vms=vms, gpus=gpus, latency_critical=critical)
        yield from (job | need for need in needs())


def fitting(given: Inputs, *names: str) -> set[str]:
    """Those GPUs that compute in the format and hold the need."""
    form, need = given.get("number_format", "any"), given.get("memory_gb_per_accelerator", 0)
    return {name for name in names if GPUS[name].get(form, True) and GPUS[name]["memory"] >= need}


def tiers(rule: str, given: Inputs) -> list[set[str]]:
    """What each tier has that fits, the most modest tier first."""
    linked = fitting(given, *NVLINK)
    if rule == "nvlink-gpu" or given.get("model") == "large-transformer":
        return [linked]
    if given["vms"] == 1 or given.get("model") == "small":
        one_host = ["nvidia-rtx-pro-6000"] if given["vms"] == 1 else []
        return [fitting(given, "nvidia-tesla-t4", "nvidia-l4"), fitting(given, *one_host), linked]
    moderate = given["vms"] <= 4 and given["gpus"] <= 32 and not given["latency_critical"]
    return [fitting(given, "nvidia-l4") if moderate else set(), linked]


@pytest.mark.parametrize("rule", VERSIONS)
def test_the_most_modest_tier_that_fits_is_recommended_and_all_of_it(rule: str) -> None:
    for given in jobs(rule):
        found = decide(rule, given, VERSIONS[rule]).outcome
        assert found is not None
        expected = next((tier for tier in tiers(rule, given) if tier), set())
        if expected:
            assert set(found.recommend["accelerators"]) == expected, given
        assert (found.id == "shard") == (not expected), given


def test_what_is_hardly_too_large_for_b200_is_for_gb300() -> None:
    found = decide("nvlink-gpu", {"memory_gb_per_accelerator": 183}).outcome
    assert found is not None
    assert found.recommend["accelerators"] == ["nvidia-gb300"]


def test_v100_is_the_last_of_those_with_nvlink() -> None:
    found = decide("nvlink-gpu", {"number_format": "fp16"}).outcome
    assert found is not None
    assert found.recommend["accelerators"][-1] == "nvidia-tesla-v100"


@pytest.mark.parametrize("workload", ["training", "fine-tuning", "inference"])
def test_the_first_question_goes_on_with_the_second_editions(workload: str) -> None:
    behind = "inference-gpu" if workload == "inference" else "training-gpu"
    given = {"workload": workload, "vms": 1, "gpus": 8, "memory_gb_per_accelerator": 60, "model": "other"}
    decision = decide("choose-gpu", given, EDITION)
    assert decision.outcome is not None
    assert decision.outcome.recommend["accelerators"] == ["nvidia-rtx-pro-6000"]
    assert {str(one) for one in decision.rules} == {f"choose-gpu {EDITION}", f"{behind} {EDITION}"}


@pytest.mark.parametrize("rule", ["training-gpu", "inference-gpu"])
def test_who_says_nothing_of_format_and_memory_is_answered_as_before(rule: str) -> None:
    models = (None, *MODELS) if rule == "training-gpu" else (None,)
    for model, vms, gpus, critical in product(models, (None, 1, 4, 5), (None, 4, 32, 33), (None, False, True)):
        given = known(model=model, vms=vms, gpus=gpus, latency_critical=critical)
        assert outcome(rule, given, EDITION) == outcome(rule, given, "1.0.0"), given


@pytest.mark.parametrize("rule", ["choose-gpu", "training-gpu", "inference-gpu", "training-time"])
def test_a_second_edition_can_go_live_without_the_others(rule: str) -> None:
    files = Directory(RULES).read()
    assert files.live is not None
    line = f"\n{rule}: 1.0.0\n".encode()
    assert line in files.live
    live = files.live.replace(line, f"\n{rule}: {EDITION}\n".encode())
    entering = {("choose-gpu", "1.0.0"), ("choose-gpu", EDITION), (rule, EDITION)}
    assert check_files(RuleFiles(files.documents, live), entering).diagnostics == []


SERIES = ["a3-ultra", "a4", "a4x", "a4x-max", "g4"]


@pytest.mark.parametrize("series", [*SERIES, "other"])
def test_pd_ssd_is_only_advised_where_there_is_persistent_disk(series: str) -> None:
    given = {"data_loading_bound": True, "machine_series": series, "fast_enough": True}
    [action] = decide("training-time", given, EDITION).actions
    steps = " ".join(action.steps)
    assert ("pd-ssd" in steps) == (series == "other")
    assert ("Hyperdisk ML or Local SSD" in steps) == (series != "other")
