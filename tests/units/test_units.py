"""What is said about the units of a rule, and where."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from service.analysis.unit_text import UnitTextError, factors
from service.language.counted import COUNTED
from service.model.files import RuleFiles
from service.model.text import dump
from service.usecases.check import check_files
from service.usecases.examine import Proving
from tests.tables import table
from tests.units.formulas import INPUTS, findings, formula

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "rules"
TEXTS = table(HERE / "texts.yaml")


def tree(unit: str) -> dict[str, Any]:
    return {
        "kind": "tree",
        "name": "tree",
        "version": "1.0.0",
        "title": "A tree",
        "inputs": {"n": {"type": "integer", "unit": unit, "ask": "How many?"}},
        "start": "first",
        "nodes": {"first": {"title": "First", "branches": [{"when": "n > 1", "then": "end"}]}},
        "outcomes": {"end": {"title": "End"}},
        "cases": [],
    }


@pytest.mark.parametrize("row", TEXTS)
def test_a_text_is_a_unit_or_is_refused(row: dict[str, Any]) -> None:
    said = [(one.code, one.message) for one in findings(tree(row["text"]))]
    if "factors" in row["expect"]:
        assert factors(row["text"]) == row["expect"]["factors"]
        assert said == []
    else:
        assert [code for code, _ in said] == ["unknown-unit"]
        assert row["expect"]["refused"] in said[0][1]


@pytest.mark.parametrize("text", ["s*" * 50 + "s", "s^25", "(s*m)^25", "s" * 41, "s**9**9**9"])
def test_a_text_without_bounds_is_refused(text: str) -> None:
    with pytest.raises(UnitTextError):
        factors(text)


@pytest.mark.parametrize("row", table(HERE / "expressions.yaml"))
def test_an_expression_gives_what_is_declared_or_a_lesson(row: dict[str, Any]) -> None:
    said = findings(formula(row["value"], row["unit"]))
    if row["expect"] == "fits":
        assert said == []
    else:
        assert [one.code for one in said] == ["unit-mismatch"], said
        assert row["expect"] in said[0].message


@pytest.mark.parametrize("word", COUNTED)
def test_what_is_counted_has_a_unit_of_its_own(word: str) -> None:
    assert findings(tree(word)) == []
    gives = [one.message for one in findings(formula("share", word))]
    assert gives == [f"`result` is declared in `{word}`, but its expression gives `1`"]


def test_units_are_read_wherever_they_are_written() -> None:
    inputs = {**INPUTS, "x": {"type": "number", "unit": "q1"}, "y": {"type": "list", "unit": "q2", "of": {
        "z": {"type": "number", "unit": "q3"}}}}  # fmt: skip
    document = formula("a", "q5", inputs=inputs, constants={"c": {"value": 1.0, "unit": "q4"}})
    said = [(one.path, one.code) for one in findings(document)]
    paths = ["inputs.x.unit", "inputs.y.unit", "inputs.y.of.z.unit", "constants.c.unit", "outputs.result.unit"]
    assert said == [(path, "unknown-unit") for path in paths]


@pytest.mark.parametrize(("unit", "fits"), [("s", True), ("sec", True), ("ms", False), ("h", False), ("VM", False)])
def test_a_duration_is_in_seconds(unit: str, fits: bool) -> None:
    duration = {"type": "duration", "unit": unit}
    inputs = {"t": duration, "r": {"type": "list", "of": {"u": {**duration}}}}
    said = [(one.path, one.code) for one in findings(formula("t + sum(r.u)", "s", inputs=inputs))]
    assert said == ([] if fits else [("inputs.t.unit", "unit-mismatch"), ("inputs.r.of.u.unit", "unit-mismatch")])


def test_a_finding_stands_where_the_expression_goes_wrong() -> None:
    problems = [{"when": "a > hours", "message": "no"}]
    document = formula("total", "s", derived={"total": "a + b + hours"}, problems=problems)
    said = findings(document)
    assert [one.path for one in said] == ["derived.total", "problems[0].when"]
    assert dump(document).splitlines()[said[0].line - 1][said[0].column - 1 :] == "+ hours"


def test_a_rate_that_is_added_to_a_duration_is_refused_with_file_line_and_place() -> None:
    """In a rule that is shipped, by the whole examination."""
    file = "expected-interruptions/1.0.0.yaml"
    text = (RULES / file).read_text(encoding="utf-8")
    broken = text.replace("value: failures_per_day * period / day", "value: failures_per_day + period")
    report = check_files(RuleFiles({file: broken.encode()}, None), scrutiny=Proving(seconds=20.0))
    assert report.revision is None
    [said] = [one for one in report.diagnostics if one.code == "unit-mismatch"]
    assert (said.file, said.severity, said.path) == (file, "error", "outputs.interruption_count.value")
    assert said.message == "`+` takes one unit, not `1/day` and `s`"
    assert broken.splitlines()[said.line - 1][said.column - 1 :] == "+ period"


def test_derived_values_and_outputs_carry_their_units_on() -> None:
    outputs = {
        "first": {"unit": "s", "value": "total"},
        "second": {"unit": "s/token", "value": "first / tokens"},
        "third": {"unit": "s", "value": "second"},
    }
    said = findings(formula("a", "s", derived={"total": "a + b"}, outputs=outputs))
    assert [(one.path, one.code) for one in said] == [("outputs.third.unit", "unit-mismatch")]


def test_a_unit_that_grows_without_end_is_refused_at_once() -> None:
    derived = {"d0": "a * hours"} | {f"d{i + 1}": f"d{i} * d{i}" for i in range(90)}
    said = findings(formula("a", "s", derived=derived))
    assert [one.path for one in said] == ["derived.d5"]
    assert "beyond all bounds" in said[0].message


def test_a_unit_that_is_unknown_is_reported_once() -> None:
    inputs = {**INPUTS, "x": {"type": "number", "unit": "tokn"}}
    said = findings(formula("x + a + hours * 0.0", "s", inputs=inputs))
    assert [one.path for one in said] == ["inputs.x.unit"]


def test_pint_is_loaded_for_a_check_only() -> None:
    """It takes most of a second and many megabytes, which a process that serves has no use for."""
    program = "import service.analysis.units, sys; sys.exit('pint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603
