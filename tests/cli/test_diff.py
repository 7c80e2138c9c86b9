"""`gpu-rules diff`: what is compared, and how a difference looks."""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from msgspec import json, structs

from service.model.difference import ChangedLine, Difference, Turn
from service.model.publication import Draft
from tests.cli.conftest import FakeTools
from tests.cli.examiners import Plain
from tests.cli.stores import fill, shipped, wider

Run = Callable[..., Result]

DIFFERENCE = Difference(
    verdict="different",
    lines=[
        ChangedLine(sign="-", line=9, text="version: 1.0.0"),
        ChangedLine(sign="+", line=9, text="version: 1.1.0"),
        ChangedLine(sign="+", line=173, text="      - when: vms > 8"),
    ],
    turns=[
        Turn(before="nvlink", after="l4", witness={"model": "other", "vms": 5, "gpus": 5, "latency_critical": False}),
        Turn(before="needs-input", after="l4", witness={"runs": [{"a": 1.5}]}),
    ],
    outcomes=["l4"],
    not_proved=["`log(x)` can't be expressed"],
)
EQUAL = Difference(verdict="equal", lines=[], turns=[], outcomes=[], not_proved=[])
PAGE = """\
different: some questions are answered differently

Changed lines
  -   9  version: 1.0.0
  +   9  version: 1.1.0
  + 173        - when: vms > 8

Changed answers
  before       after  for example
  nvlink       l4     model=other vms=5 gpus=5 latency_critical=false
  needs-input  l4     'runs=[{"a":1.5}]'

Outcomes that say something else
  - l4

Not proved
  - `log(x)` can't be expressed
"""


@pytest.fixture
def examiner(tools: FakeTools) -> Plain:
    """Finds the difference above in whatever it is given."""
    examiner = Plain(DIFFERENCE)
    tools.examined_by = examiner
    return examiner


@pytest.fixture
def draft(rules_dir: Path) -> Path:
    """A file in the directory of rules that is not published."""
    file = rules_dir / "training-gpu" / "1.1.0.yaml"
    file.write_bytes(wider())
    return file


@pytest.mark.usefixtures("examiner")
def test_a_difference_as_a_page(run: Run, draft: Path) -> None:
    result = run("diff", "training-gpu", "1.0.0", draft)
    assert (result.exit_code, result.stdout, result.stderr) == (0, PAGE, "")


def test_an_example_can_be_put_behind_decide(run: Run, examiner: Plain, draft: Path) -> None:
    row = next(line for line in run("diff", "training-gpu", "1.0.0", draft).stdout.splitlines() if "vms=5" in line)
    words = shlex.split(row)[2:]
    assert run("decide", "training-gpu", *words).stdout.startswith("GPUs with NVLink")
    assert run("decide", "training-gpu", *words, "--version", "1.1.0").stdout.startswith("L4\n")
    assert examiner.compared is not None


@pytest.mark.usefixtures("examiner")
def test_a_difference_as_json(run: Run, draft: Path) -> None:
    assert json.decode(run("diff", "training-gpu", "1.0.0", draft, "--json").stdout, type=Difference) == DIFFERENCE


@pytest.mark.usefixtures("draft")
@pytest.mark.parametrize(
    ("difference", "words", "code"),
    [
        pytest.param(EQUAL, "proved equal: no question is answered differently\n", 0, id="equal"),
        pytest.param(structs.replace(EQUAL, verdict="not-proved"), "not proved: nothing different", 1, id="not proved"),
        pytest.param(DIFFERENCE, "different: some questions", 1, id="different"),
    ],
)
def test_equality_can_be_demanded(run: Run, tools: FakeTools, difference: Difference, words: str, code: int) -> None:
    tools.examined_by = Plain(difference)
    plain = run("diff", "training-gpu", "1.0.0", "1.1.0")
    strict = run("diff", "training-gpu", "1.0.0", "1.1.0", "--equal")
    assert plain.stdout.startswith(words)
    assert (plain.exit_code, strict.exit_code, strict.stdout) == (0, code, plain.stdout)


def test_versions_of_the_directory_need_no_store(run: Run, tools: FakeTools, examiner: Plain, draft: Path) -> None:
    assert draft.exists()
    run("diff", "training-gpu", "1.0.0", "1.1.0")
    assert examiner.compared is not None
    files, old, new = examiner.compared
    assert (str(old), str(new)) == ("training-gpu 1.0.0", "training-gpu 1.1.0")
    assert files.documents["training-gpu/1.1.0.yaml"] == wider()
    assert not tools.data_dir.exists()


def test_a_version_that_the_directory_does_not_have_is_in_the_store(
    run: Run, tools: FakeTools, examiner: Plain, tmp_path: Path
) -> None:
    fill(tools, Draft("training-gpu", "0.9.0", shipped("training-gpu", "0.9.0")), live={"training-gpu": "0.9.0"})
    file = tmp_path / "draft.yaml"
    file.write_bytes(wider())
    assert run("diff", "training-gpu", "0.9.0", file).exit_code == 0
    assert examiner.compared is not None
    files, old, new = examiner.compared
    assert (old.version, new.version, new.digest) == ("0.9.0", "1.1.0", Draft("", "", wider()).digest)
    assert set(files.documents) == {"training-gpu/0.9.0.yaml", "training-gpu/1.1.0.yaml"}


@pytest.fixture
def files(tools: FakeTools, tmp_path: Path) -> Path:
    """Files that are of another version, edited without a new number, or broken; and 1.0.0 in the store."""
    fill(tools, Draft("training-gpu", "1.0.0", shipped("training-gpu")), live={})
    for name, content in {"draft": wider(), "edited": wider("1.0.0"), "broken": b"kind: ["}.items():
        (tmp_path / f"{name}.yaml").write_bytes(content)
    return tmp_path


@pytest.mark.usefixtures("examiner")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        pytest.param(
            "training-gpu 1.0.0 nowhere.yaml", 2, "neither a version such as `1.0.0` nor a file", id="nothing at all"
        ),
        pytest.param(
            "choose-gpu 1.0.0 draft.yaml", 2, "a version of `training-gpu`, not of `choose-gpu`", id="another rule"
        ),
        pytest.param("training-gpu 9.0.0 draft.yaml", 2, "has no version `9.0.0`", id="no such version"),
        pytest.param("traning-gpu 1.0.0 1.1.0", 2, "no rule is named `traning-gpu`", id="no such rule"),
        pytest.param("training-gpu 1.0.0 edited.yaml", 1, "was published before with another", id="an edited version"),
        pytest.param("training-gpu 1.0.0 broken.yaml", 1, "broken.yaml:1: yaml-syntax: ", id="a broken file"),
        pytest.param("training-gpu 1.0.0", 2, "takes 2 values", id="one version"),
    ],
)
def test_what_can_not_be_compared(run: Run, files: Path, words: str, code: int, said: str) -> None:
    result = run("diff", *(files / word if word.endswith(".yaml") else word for word in words.split()))
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr
