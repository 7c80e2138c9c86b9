"""`gpu-rules goodput`: from files and standard input, for people and for programs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from msgspec import json

from tests.cli.conftest import FakeService, rules_dir, run, service, tools
from tests.timeline.shorthand import event, lines

__all__ = ["rules_dir", "run", "service", "tools"]  # fixtures

Run = Callable[..., Result]
JOB = [
    *("0 requested", "600 allocated", "720 initialized", "1320 step 1", "1920 step 2"),
    *("1980 checkpoint_saved duration=60", "2580 step 3", "2880 interrupted cause=node", "3030 allocated"),
    *("3100 checkpoint_restored duration=40", "3700 step 3", "3700-3900 badput name=evaluation", "3900 released"),
]
EVENTS = [event(text) for text in JOB]
TEXT = b"".join(lines(JOB))
SAID = """\
46.2 % of the time was productive; 1 interruption, 3 steps kept
65 min, from 0 s to 3900 s

Where the time went
  category               time      share
  productive             30 min    46.2 %
  lost progress          15 min    23.1 %
  saving                 1 min     1.5 %
  restoring              40 s      1.0 %
  start-up               2.5 min   3.8 %
  other                  3.33 min  5.1 %
  rescheduling           2.5 min   3.8 %
  waiting for resources  10 min    15.4 %

Badput by name
  evaluation  3.33 min

Goodput
  scheduling       80.8 %
  runtime          57.1 %
  program (MFU)    not known
  ML productivity  not known

Interruptions
  at      lost progress  reschedule  resume  cause
  2880 s  15 min         2.5 min     70 s    node

Ask next
  gpu-rules decide goodput-levers evaluation_period=3900.0 interruption_count=1 since_checkpoint=900.0 \
resume=70.0 reschedule=150.0 scheduling_goodput=0.807692 runtime_goodput=0.571429
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "job.ndjson"
    made.write_bytes(TEXT)
    return made


def test_a_ledger_in_words(run: Run, file: Path) -> None:
    result = run("goodput", file)
    assert (result.exit_code, result.output) == (0, SAID)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(TEXT, id="lines"),
        pytest.param(b"\n\n" + TEXT, id="lines after blank ones"),
        pytest.param(json.encode(EVENTS), id="a list"),
        pytest.param(json.encode({"events": EVENTS}), id="an object"),
        pytest.param(json.format(json.encode({"events": EVENTS})), id="an object over many lines"),
    ],
)
def test_a_timeline_is_read_in_each_form(run: Run, content: bytes) -> None:
    result = run("goodput", "-", "--json", input=content)
    made = json.decode(result.output)
    assert (made["seconds"]["productive"], made["steps"]) == (1800, 3)


def test_options_of_the_command_go_before_those_in_the_file(run: Run) -> None:
    content = json.encode({"events": EVENTS, "program_goodput": 0.5, "accelerators": 8})
    result = run("goodput", "-", "--program-goodput", "0.25", "--price", "9", input=content)
    assert "\n  program (MFU)    25.0 %\n" in result.output
    assert "\n  rescheduling           2.5 min   3.8 %   3.00\n" in result.output


def test_the_advice_follows(run: Run, file: Path) -> None:
    result = run("goodput", file, "--advise", "--program-goodput", "0.4")
    assert "\nWhat raises the goodput\n1. Enable auto-checkpointing\n" in result.output
    assert "Ask next" not in result.output
    both = json.decode(run("goodput", file, "--advise", "--json").output)
    assert both["advice"]["advice"][0]["id"] == "auto_checkpointing"
    assert both["ledger"]["interruption_count"] == 1


def test_the_advice_of_a_service(run: Run, file: Path, service: FakeService) -> None:
    advice: dict[str, Any] = json.decode(run("goodput", file, "--advise", "--json").output)["advice"]
    service.body = advice
    assert json.decode(run("goodput", file, "--advise", "--json", "--server", service.url).output)["advice"] == advice
    [request] = service.requests
    assert request.path == "/v1/decisions/goodput-levers"
    assert json.decode(request.body)["inputs"]["reschedule"] == 150


def test_a_job_that_never_ran_gets_no_advice(run: Run) -> None:
    result = run("goodput", "-", "--advise", input=b"".join(lines(["0 requested", "9 released"])))
    assert result.exit_code == 0
    assert "What raises the goodput" not in result.output


def test_a_picture_is_written(run: Run, file: Path, tmp_path: Path) -> None:
    picture = tmp_path / "out.svg"
    assert run("goodput", file, "--plot", picture).exit_code == 0
    assert picture.read_bytes().startswith(b"<?xml") or picture.read_bytes().startswith(b"<svg")


def test_repairs_are_told_together(run: Run) -> None:
    doubled = [line for line in lines(JOB) for _ in range(2)]
    result = run("goodput", "-", input=b"".join(doubled))
    assert "\n  - records 8, 10, 14 and 1 more: the same step at the same time again" in result.output


@pytest.mark.parametrize(
    ("arguments", "content", "code", "said"),
    [
        pytest.param([], b"{}", 1, "line 1: `event` is missing: it says what happened", id="a wrong event"),
        pytest.param([], b"", 1, "there are no events", id="nothing"),
        pytest.param([], b"[1]", 1, "event 1: ", id="a list of something else"),
        pytest.param([], b'{"events":', 2, "the timeline is not JSON", id="no JSON"),
        pytest.param(["--accelerators", "0"], TEXT, 2, "an option does not fit", id="no accelerators"),
        pytest.param(["--price", "2"], TEXT, 1, "a price per accelerator and hour needs", id="a price of nothing"),
        pytest.param(["--plot", "/nowhere/at/all.svg"], TEXT, 2, "can't be written", id="a place that is not there"),
        pytest.param(["--format", "google"], TEXT, 1, "", id="events that are said to be another log"),
    ],
)
def test_what_can_not_be_done(run: Run, arguments: list[str], content: bytes, code: int, said: str) -> None:
    result = run("goodput", "-", *arguments, input=content)
    assert result.exit_code == code
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    result = run("goodput", tmp_path / "missing.ndjson")
    assert result.exit_code == 2
    assert "does not exist" in result.stderr
