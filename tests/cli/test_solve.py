"""`gpu-rules solve`: what is asked, here and of a service, and how the answer looks."""

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result
from msgspec import json

from service.cli.page import Page
from service.cli.solve import _show
from service.model.solution import Limit, Sample, Solution, Target
from tests.cli.conftest import FakeService

Run = Callable[..., Result]

PEAK = ["program-goodput", "flops_per_token=3.27773e12", "accelerators=6144", "peak_flops=2.75e14"]
JOB = b'{"evaluation_period": "4 h", "interruptions": [{"resume": "70 s", "reschedule": "150 s"}]}'
COLUMN = "interruptions.since_checkpoint"
FOUND: dict[str, Any] = {
    "status": "solved",
    "unknown": "x",
    "target": Target(output="y", value=2, unit="USD"),
    "value": 3,
    "unit": "m",
    "reached": 2,
    "solutions": [3],
    "stretches": [],
    "complete": True,
    "constant": False,
    "reachable": (0, 5),
    "searched": (0, 10),
    "defined": [(0, 10)],
    "limits": [],
    "nearest": [],
}


def test_a_column_of_records_is_found(run: Run) -> None:
    asked = ("--unknown", COLUMN, "--target", "runtime_goodput=0.95", "--inputs", "-")
    result = run("solve", "runtime-goodput", *asked, input=JOB)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(
        f"`{COLUMN}` of 642.5 s brings `runtime_goodput` to 0.95\n"
        "\n"
        "Ranges\n"
        f"  {COLUMN}  0 to 315360000 s, all of which was searched\n"
        "                                  the rule answers for 0 to 14180 s\n"
        "  runtime_goodput                 0 to 0.9950877193\n"
        "\n"
        "Refused\n"
        "  - at 14180 s: "
    )
    as_json = run("solve", "runtime-goodput", *asked, "--json", input=JOB)
    assert json.decode(as_json.stdout, type=Solution).solutions == [642.5]


def test_a_target_that_is_a_time_may_be_written_as_one(run: Run) -> None:
    result = run(
        "solve", "runtime-goodput", "--unknown", COLUMN, "--target", "badput=15 min", "--inputs", "-", input=JOB
    )
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, f"`{COLUMN}` of 830 s brings `badput` to 900 s")


def test_what_can_not_be_reached_ends_with_one(run: Run) -> None:
    result = run("solve", *PEAK, "--unknown", "tokens_per_second", "--target", "program_goodput=-1")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == "no value of `tokens_per_second` brings `program_goodput` to -1"
    assert [line.split() for line in lines[2:5]] == [
        ["Nearest"],
        ["tokens_per_second", "program_goodput"],
        ["0", "token/s", "0"],
    ]


@pytest.mark.parametrize(
    ("changes", "page"),
    [
        pytest.param(
            {"solutions": [3, 7], "complete": False},
            """\
these values of `x` bring `y` to 2 USD
  - 3 m
  - 7 m
there may be more: not everything could be looked at

Ranges
  x  0 to 10 m, all of which was searched
  y  0 to 5 USD
""",
            id="several, and perhaps more",
        ),
        pytest.param(
            {"stretches": [(3, 10)], "constant": True, "reachable": (2, 2)},
            """\
these values of `x` bring `y` to 2 USD
  - 3 to 10 m

Ranges
  x  0 to 10 m, all of which was searched
  y  2 USD for all of them
""",
            id="a stretch",
        ),
        pytest.param(
            {"solutions": list(range(25))},
            "".join(["these values of `x` bring `y` to 2 USD\n", *(f"  - {n} m\n" for n in range(20))])
            + "  - ... and 5 more\n\nRanges\n  x  0 to 10 m, all of which was searched\n  y  0 to 5 USD\n",
            id="many",
        ),
        pytest.param(
            {
                "status": "unreachable",
                "value": None,
                "reached": None,
                "solutions": [],
                "nearest": [Sample(value=7, output=1.5), Sample(value=6, output=2.5)],
            },
            """\
no value of `x` brings `y` to 2 USD

Nearest
  x    y
  6 m  2.5 USD
  7 m  1.5 USD

Ranges
  x  0 to 10 m, all of which was searched
  y  0 to 5 USD
""",
            id="only something near",
        ),
        pytest.param(
            {
                "status": "unreachable",
                "value": None,
                "reached": None,
                "solutions": [],
                "reachable": None,
                "defined": [],
                "limits": [Limit(value=0, code="problem-met", message="0 is too short")],
            },
            """\
no value of `x` brings `y` to 2 USD

Ranges
  x  0 to 10 m, all of which was searched

Refused
  - at 0 m: 0 is too short
""",
            id="nothing at all",
        ),
    ],
)
def test_how_an_answer_looks(capsys: pytest.CaptureFixture[str], changes: dict[str, Any], page: str) -> None:
    _show(Solution(**{**FOUND, **changes}), Page())
    assert capsys.readouterr().out == page


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        pytest.param(
            f"--unknown {COLUMN} --target runtime_goodput", 2, "not of the form `output=value`", id="no value"
        ),
        pytest.param("--target runtime_goodput=1", 2, "missing option `--unknown`", id="no unknown"),
        pytest.param("--unknown resume --target runtime_goodput=1", 2, "is not an input", id="no such input"),
        pytest.param(f"--unknown {COLUMN} --target goodput=1", 2, "is not an output", id="no such output"),
        pytest.param(
            f"--unknown {COLUMN} --target badput=1 evaluation_period=-1", 1, "below the minimum", id="refused"
        ),
        pytest.param(f"--unknown {COLUMN} --target badput=1 x=1 --inputs -", 2, "not both", id="inputs in two ways"),
    ],
)
def test_what_can_not_be_answered(run: Run, words: str, code: int, said: str) -> None:
    result = run("solve", "runtime-goodput", *words.split(), input=b"{}")
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr


def test_a_service_is_asked_with_numbers_as_numbers(run: Run, service: FakeService) -> None:
    schema = {"properties": {name: {"type": "number"} for name in ("flops_per_token", "accelerators", "peak_flops")}}
    service.answers["GET /v1/rules/program-goodput/schema"] = (200, schema)
    service.body = Solution(**FOUND)
    asked = ("--unknown", "tokens_per_second", "--target", "program_goodput=0.5", "--server", service.url)
    result = run("solve", *PEAK, *asked)
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "`x` of 3 m brings `y` to 2 USD")
    sent = service.requests[-1]
    assert (sent.method, sent.path) == ("POST", "/v1/decisions/program-goodput/solve")
    assert json.decode(sent.body) == {
        "inputs": {"flops_per_token": 3.27773e12, "accelerators": 6144, "peak_flops": 2.75e14},
        "unknown": "tokens_per_second",
        "target": {"output": "program_goodput", "value": 0.5},
    }
