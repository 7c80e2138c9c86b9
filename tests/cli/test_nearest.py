"""`gpu-rules nearest`: what is asked, and how the answer looks."""

from collections.abc import Callable

import pytest
from click.testing import Result
from msgspec import json

from service.model.nearest import ChangedInput, Nearest
from tests.cli.conftest import FakeTools
from tests.cli.examiners import Plain

Run = Callable[..., Result]

CHANGED = Nearest(
    status="changed",
    wanted="l4",
    changes=[
        ChangedInput(input="vms", before=6, after=4),
        ChangedInput(input="latency_critical", before=None, after=False),
    ],
    inputs={"model": "other", "vms": 4, "gpus": 16, "latency_critical": False},
)
CHANGED_PAGE = """\
to reach `l4`, change
  input             from         to
  vms               6            4
  latency_critical  (not given)  false

Then ask
  gpu-rules decide training-gpu model=other vms=4 gpus=16 latency_critical=false
"""
NOT_PROVED = Nearest(status="not-proved", wanted="l4", changes=[], inputs={}, not_proved=["it takes too long"])
NOT_FOUND = "nothing was found that leads to `l4`, and not everything could be proved"
QUESTION = ["training-gpu", "l4", "model=other", "vms=6", "gpus=16"]


@pytest.mark.parametrize(
    ("found", "page", "code"),
    [
        pytest.param(CHANGED, CHANGED_PAGE, 0, id="a change"),
        pytest.param(
            Nearest(status="reached", wanted="l4", changes=[], inputs={}),
            "these inputs lead to `l4` already\n",
            0,
            id="nothing to change",
        ),
        pytest.param(
            Nearest(status="unreachable", wanted="l4", changes=[], inputs={}),
            "proved: no inputs lead to `l4`\n",
            1,
            id="no way at all",
        ),
        pytest.param(
            NOT_PROVED,
            f"{NOT_FOUND}\n\nNot proved\n  - it takes too long\n",
            1,
            id="no way that was found",
        ),
    ],
)
def test_an_answer(run: Run, tools: FakeTools, found: Nearest, page: str, code: int) -> None:
    tools.examined_by = Plain(nearest=found)
    result = run("nearest", *QUESTION)
    assert (result.exit_code, result.stdout, result.stderr) == (code, page, "")
    assert json.decode(run("nearest", *QUESTION, "--json").stdout, type=Nearest) == found


def test_the_question_is_read_by_the_types_of_the_rule(run: Run, tools: FakeTools) -> None:
    examiner = tools.examined_by = Plain(nearest=CHANGED)
    run("nearest", *QUESTION, "--version", "1.0.0")
    assert examiner.asked is not None
    _, rule, given, wanted = examiner.asked
    assert (str(rule), given, wanted) == ("training-gpu 1.0.0", {"model": "other", "vms": 6, "gpus": 16}, "l4")
    run("nearest", "training-gpu", "nvlink", "--inputs", "-", input=b'{"vms": 2}')
    assert examiner.asked[2:] == ({"vms": 2}, "nvlink")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        pytest.param("training-gpu l5 vms=6", 2, "there are `t4_l4`, `l4`, `nvlink`", id="an unknown outcome"),
        pytest.param("program-goodput l4", 2, "only a tree has outcomes", id="a formula"),
        pytest.param("training-gpu l4 vms=0", 1, "below the minimum", id="an input out of range"),
        pytest.param("training-gpu l4 vms=0 --inputs -", 2, "not both", id="inputs in two ways"),
        pytest.param("training-gpu", 2, "missing argument `OUTCOME`", id="no outcome"),
    ],
)
def test_what_can_not_be_answered(run: Run, tools: FakeTools, words: str, code: int, said: str) -> None:
    tools.examined_by = Plain(nearest=CHANGED)
    result = run("nearest", *words.split(), input=b"{}")
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr
