"""`gpu-rules decide` by the shipped rules, in this process."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from msgspec import json

Run = Callable[..., Result]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        pytest.param(
            "training-gpu model=other vms=3 gpus=16 latency_critical=false",
            0,
            "L4\n",
            id="a tree names its outcome first",
        ),
        pytest.param(
            "training-gpu model=other vms=8", 0, "GPUs with NVLink", id="a fact that can't matter is not asked for"
        ),
        pytest.param(
            "training-gpu model=other vms=2 gpus=16",
            1,
            "\n     latency_critical=true|false\n",
            id="a needed input is asked for in the form of an answer",
        ),
        pytest.param(
            "training-time data_loading_bound=true",
            1,
            "  1. Change the way the data are loaded\n",
            id="what is to be done before the answer is listed",
        ),
        pytest.param("training-gpu", 1, "\n     model=small|large-transformer|other\n", id="a choice shows its values"),
        pytest.param(
            "choose-gpu workload=inference", 1, "\n     vms=... (a whole number, in VM)\n", id="units are told"
        ),
        pytest.param(
            "choose-gpu workload=training model=small",
            0,
            "\n  - choose-gpu 1.0.0\n  - training-gpu 1.0.0\n",
            id="every rule that was used is named",
        ),
        pytest.param(
            "scheduling-goodput evaluation_period=10h available_time=PT9H",
            0,
            "scheduling_goodput  0.9\n",
            id="durations are read in both spellings",
        ),
        pytest.param(
            "goodput-levers scheduling_goodput=0.8 runtime_goodput=0.99 program_goodput=0.6",
            0,
            "\n  - dws_flex_start: needs `capacity_stockouts`\n",
            id="advice that can't be judged names what it needs",
        ),
        pytest.param(
            "goodput-levers scheduling_goodput=0.995 runtime_goodput=0.995 program_goodput=0.5 interruption_count=0",
            0,
            "No advice applies.\n",
            id="no advice is said in words",
        ),
        pytest.param(
            "checkpoint-interval save_time=50 mtbf=100",
            0,
            "\nKeep in mind\n  - a waste of 1 is no fraction of the time: ",
            id="what to keep in mind about values stands behind them",
        ),
        pytest.param("training-gpu model=small --version 1.0.0", 0, "T4 or L4\n", id="a version can be pinned"),
    ],
)
def test_an_answer(run: Run, words: str, code: int, said: str) -> None:
    result = run("decide", *words.split())
    assert said in result.stdout
    assert (result.exit_code, result.stderr) == (code, "")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        pytest.param(
            "training-gpu vmz=3", 1, "`vmz` is not an input of this rule; the nearest is `vms`", id="a misspelled input"
        ),
        pytest.param(
            "training-gpu vms=3.5", 1, "`vms` must be a whole number such as 3, not `3.5`", id="a fraction of a VM"
        ),
        pytest.param(
            "training-gpu vms=three",
            1,
            '`vms` must be a whole number such as 3, not `"three"`',
            id="a number as a word",
        ),
        pytest.param(
            "training-gpu vms=4 gpus=3", 1, "every VM needs at least one GPU", id="a requirement that is not met"
        ),
        pytest.param(
            "runtime-goodput interruptions=[]", 1, "`evaluation_period` is missing", id="a formula without its inputs"
        ),
        pytest.param(
            "scheduling-goodput evaluation_period=0 available_time=0", 1, "zero", id="a period that holds no time"
        ),
        pytest.param(
            "traning-gpu", 2, "no rule is named `traning-gpu`; the nearest is `training-gpu`", id="a misspelled rule"
        ),
        pytest.param("training-gpu --version 9.0.0", 2, "it has `1.0.0`", id="a version that does not exist"),
        pytest.param("training-gpu vms", 2, "`vms` is not of the form `key=value`", id="an input without a value"),
        pytest.param("training-gpu =3", 2, "`=3` is not of the form `key=value`", id="a value without an input"),
        pytest.param("training-gpu vms=3 vms=4", 2, "`vms` is given twice", id="an input that stands twice"),
        pytest.param("training-gpu version=1.0.0", 2, "use `--version`", id="the version as an input"),
        pytest.param("training-gpu vms=3 --inputs -", 2, "not both", id="inputs in two ways"),
        pytest.param("training-gpu --inputs nowhere.json", 2, "nowhere.json", id="a file that does not exist"),
        pytest.param("", 2, "missing argument `RULE`; see `gpu-rules decide --help`", id="no rule at all"),
    ],
)
def test_no_answer_is_one_line_on_standard_error(run: Run, words: str, code: int, said: str) -> None:
    result = run("decide", *words.split(), input=b"{}")
    assert result.stderr.startswith("error: ")
    assert said in result.stderr
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (code, "", 1)


def test_each_thing_that_is_wrong_has_a_line(run: Run) -> None:
    result = run("decide", "training-gpu", "vms=0", "gpus=0", "model=huge", "nodes=1", "latency_critical=yes")
    lines = result.stderr.splitlines()
    assert [line.split("`")[1] for line in lines] == ["vms", "gpus", "model", "nodes", "latency_critical"]
    assert all(line.startswith("error: ") for line in lines)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b'{"evaluation_period": 14400, "interruptions": []}', 0, id="inputs"),
        pytest.param(b'{"evaluation_period": null}', 1, id="null counts as missing"),
        pytest.param(b"[]", 2, id="a list is no inputs"),
        pytest.param(b"{", 2, id="broken JSON"),
        pytest.param(b"\xff", 2, id="no UTF-8"),
        pytest.param(b"", 2, id="nothing"),
        pytest.param(b'{"evaluation_period": 1, "evaluation_period": 14400}', 2, id="an input that stands twice"),
        pytest.param(b'{"interruptions": [{"resume": 1, "resume": 2}]}', 2, id="a member that stands twice further in"),
    ],
)
def test_inputs_from_a_file_and_from_standard_input(run: Run, tmp_path: Path, content: bytes, code: int) -> None:
    file = tmp_path / "job.json"
    file.write_bytes(content)
    from_file = run("decide", "runtime-goodput", "--inputs", file)
    from_input = run("decide", "runtime-goodput", "--inputs", "-", input=content)
    assert (from_file.exit_code, from_input.exit_code) == (code, code)
    assert from_file.stdout == from_input.stdout


def test_an_input_that_stands_twice_is_named(run: Run) -> None:
    result = run("decide", "training-gpu", "--inputs", "-", input=b'{"vms": 1, "vms": 8}')
    assert result.stderr.startswith(
        "error: `-` does not hold a JSON object of inputs: `vms` stands twice in one object"
    )


def test_json_is_the_decision_of_the_api(run: Run) -> None:
    # One interruption in four hours, of NVIDIA's cluster-readiness-engine test data: 13280 s of 14250 s.
    interruptions = '[{"since_checkpoint": "15 min", "resume": 70, "reschedule": "PT2M30S"}]'
    result = run("decide", "runtime-goodput", "evaluation_period=4h", f"interruptions={interruptions}", "--json")
    decision = json.decode(result.stdout)
    assert (result.exit_code, decision["status"]) == (0, "decided")
    assert decision["rule"]["name"] == "runtime-goodput"
    assert decision["inputs"]["interruptions"] == [{"since_checkpoint": 900.0, "resume": 70.0, "reschedule": 150.0}]
    assert decision["values"]["runtime_goodput"] == pytest.approx(0.9319298, abs=1e-7)
    assert decision["units"]["badput"] == "s"


def test_json_of_a_question_that_needs_more_is_the_decision_too(run: Run) -> None:
    result = run("decide", "training-gpu", "model=other", "vms=2", "gpus=16", "--json")
    decision = json.decode(result.stdout)
    assert (result.exit_code, decision["status"]) == (1, "needs-input")
    assert [one["input"] for one in decision["ask"]] == ["latency_critical"]


def test_json_of_a_refusal_is_a_problem(run: Run) -> None:
    result = run("decide", "training-gpu", "vms=4", "gpus=3", "--json")
    problem = json.decode(result.stdout)
    assert (result.exit_code, problem["type"]) == (1, "requirement-not-met")
    assert [(one["code"], one["path"]) for one in problem["errors"]] == [("requirement-not-met", "$.inputs.gpus")]
    assert result.stderr.startswith("error: every VM needs at least one GPU")


def test_broken_rules_are_named_by_file_and_line(run: Run, rules_dir: Path) -> None:
    file = rules_dir / "training-gpu" / "1.0.0.yaml"
    file.write_text(file.read_text().replace("vms > 4", "vms > 4.0"))
    result = run("decide", "training-gpu")
    assert result.exit_code == 1
    assert "error: training-gpu/1.0.0.yaml:86: cel-type: " in result.stderr
