"""`gpu-rules sensitivity`: what is asked, here and of a service, and how the answer looks."""

from collections.abc import Callable

import pytest
from click.testing import Result
from msgspec import json

from service.model.sensitivity import Sensitivity
from tests.cli.conftest import FakeService

Run = Callable[..., Result]

SHARES = ["ml-productivity-goodput", "scheduling_goodput=0.8", "runtime_goodput=0.75", "program_goodput=0"]


def test_a_table_for_each_output(run: Run) -> None:
    result = run("sensitivity", *SHARES, "--output", "lost_to_runtime")
    assert (result.exit_code, result.stderr) == (0, "")
    assert (
        result.stdout
        == """\
what each input does, the greatest effect first

lost_to_runtime is 0.2
  input               now   one more  one % more  halved  doubled
  runtime_goodput     0.75  -0.8      -3 %        +0.3    -
  scheduling_goodput  0.8   +0.25     +1 %        -0.1    -
  program_goodput     0     +0        -           +0      +0

Where there is a dash
  - runtime_goodput doubled: `runtime_goodput` is 1.5, above the maximum of 1
  - scheduling_goodput doubled: `scheduling_goodput` is 1.6, above the maximum of 1
  - program_goodput is 0: one percent of it is nothing
"""
    )
    every = run("sensitivity", *SHARES).stdout
    assert every.count("  input  ") == len(json.decode(run("sensitivity", *SHARES, "--json").stdout)["values"])


def test_units_are_shown_where_there_are_some(run: Run) -> None:
    words = [
        "program-goodput",
        "tokens_per_second=1000",
        "flops_per_token=1e12",
        "accelerators=8",
        "peak_flops=2.75e14",
    ]
    result = run("sensitivity", *words, "--output", "program_goodput")
    assert "  tokens_per_second  1000 token/s" in result.stdout
    assert "1/(token/s)" in result.stdout


def test_a_formula_without_numbers_says_so(run: Run) -> None:
    result = run("sensitivity", "accelerator-peak", "accelerator=a100", "number_format=bf16")
    assert (result.exit_code, result.stdout) == (0, "there is no number among the inputs\n")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        pytest.param(["runtime-goodput"], 1, "`evaluation_period` is missing", id="inputs are missing"),
        pytest.param([*SHARES, "--output", "goodput"], 2, "is not an output", id="no such output"),
        pytest.param(["training-gpu"], 2, "only a formula has outputs", id="a tree"),
    ],
)
def test_what_can_not_be_answered(run: Run, words: list[str], code: int, said: str) -> None:
    result = run("sensitivity", *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr


def test_a_service_is_asked(run: Run, service: FakeService) -> None:
    service.answers["GET /v1/rules/ml-productivity-goodput/schema?version=1.0.0"] = (200, {"properties": {}})
    service.body = Sensitivity(values={}, units={}, influences=[], complete=True)
    result = run("sensitivity", "ml-productivity-goodput", "--version", "1.0.0", "--server", service.url)
    assert (result.exit_code, result.stdout) == (0, "there is no number among the inputs\n")
    sent = service.requests[-1]
    assert (sent.method, sent.path) == ("POST", "/v1/decisions/ml-productivity-goodput/sensitivity")
    assert json.decode(sent.body) == {"inputs": {}, "version": "1.0.0"}
