"""Versions that do not take the same inputs: new ones, other types, other defaults, other kinds of rules."""

from copy import deepcopy
from typing import Any, Final

import pytest

from service.analysis.budget import Budget
from service.analysis.difference import difference
from service.analysis.differences.lines import changed_lines
from service.model.difference import ChangedLine, Difference
from tests.difference.meanings import family

TREE: Final[dict[str, Any]] = {
    "kind": "tree",
    "name": "rule",
    "version": "1.0.0",
    "title": "A rule",
    "inputs": {
        "n": {"type": "integer", "minimum": 0, "maximum": 100, "ask": "How many?"},
        "fast": {"type": "boolean", "ask": "Is it fast?", "default": False},
    },
    "start": "first",
    "nodes": {
        "first": {
            "title": "First",
            "branches": [{"when": "n > 10", "then": "large"}, {"when": "fast", "then": "quick"}],
            "otherwise": {"then": "small"},
        }
    },
    "outcomes": {name: {"title": name} for name in ("large", "quick", "small")},
    "cases": [{"name": "a few", "given": {"n": 3}, "expect": {"outcome": "small"}}],
}


def version(**changes: Any) -> dict[str, Any]:
    """The tree with other inputs, or another first branch."""
    changed = deepcopy(TREE)
    changed["inputs"] |= changes.pop("inputs", {})
    for name in changes.pop("without", ()):
        del changed["inputs"][name]
    changed["nodes"]["first"]["branches"][0]["when"] = changes.pop("when", "n > 10")
    changed["nodes"]["first"]["branches"][1]["when"] = changes.pop("second", "fast")
    return changed | changes


def compared(old: dict[str, Any], new: dict[str, Any]) -> Difference:
    (before, old_text), (after, new_text) = family([old]), family([new])
    return difference(before, after, old_text, new_text, Budget(seconds=5))


def turns(found: Difference) -> dict[str, dict[str, Any]]:
    return {f"{one.before} -> {one.after}": one.witness for one in found.turns}


def test_a_new_input_turns_some_questions_and_is_unknown_to_the_old_version() -> None:
    new = version(inputs={"hot": {"type": "boolean", "ask": "Is it hot?"}}, when="n > 10 || hot")
    found = compared(TREE, new)
    assert turns(found) == {
        "small -> large": {"n": 0, "fast": False, "hot": True},
        "quick -> large": {"n": 0, "fast": True, "hot": True},
        "inputs-rejected -> small": {"n": 0, "fast": False, "hot": False},
    }
    assert found.not_proved == []


def test_an_input_that_is_gone_is_unknown_to_the_new_version() -> None:
    found = compared(TREE, version(without=["fast"], second="n == 7"))
    assert turns(found) == {
        "quick -> small": {"n": 0, "fast": True},
        "small -> quick": {"n": 7, "fast": False},
        "small -> inputs-rejected": {"n": 0, "fast": False},
    }


def test_another_default_turns_questions_that_leave_the_input_out() -> None:
    found = compared(TREE, version(inputs={"fast": {"type": "boolean", "ask": "Is it fast?", "default": True}}))
    assert turns(found) == {"small -> quick": {"n": 0}}
    assert found.not_proved == []


def test_another_default_of_an_input_that_does_not_matter_turns_nothing() -> None:
    old = version(second="n == 7", inputs={"fast": {"type": "boolean", "ask": "Is it fast?", "default": False}})
    new = version(second="n == 7", inputs={"fast": {"type": "boolean", "ask": "Is it fast?", "default": True}})
    assert compared(old, new).verdict == "equal"


def test_a_default_that_is_gone_makes_the_rule_ask() -> None:
    found = compared(TREE, version(inputs={"fast": {"type": "boolean", "ask": "Is it fast?"}}))
    assert turns(found) == {"small -> needs-input": {"n": 0}}


def test_another_type_is_told_by_examples() -> None:
    found = compared(TREE, version(inputs={"fast": {"type": "integer", "ask": "How fast?"}}, second="fast > 3"))
    assert found.verdict == "different"
    assert "small -> inputs-rejected" in turns(found)
    assert "the type of `fast` is another one" in found.not_proved[0]


def test_another_kind_of_rule_is_told_by_examples() -> None:
    formula = {key: value for key, value in TREE.items() if key not in ("start", "nodes", "outcomes")}
    formula |= {"kind": "formula", "outputs": {"twice": {"unit": "1", "value": "2 * n"}}}
    found = compared(TREE, formula)
    assert found.verdict == "different"
    assert "small -> answered" in turns(found)
    assert "different kinds" in found.not_proved[0]


def test_a_choice_that_is_new_is_rejected_by_the_old_version() -> None:
    choice = {"type": "choice", "values": {"a": "A", "b": "B"}, "ask": "Which?"}
    old = version(inputs={"kind": choice}, second='kind == "a"')
    new = version(inputs={"kind": {**choice, "values": {"a": "A", "b": "B", "c": "C"}}}, second='kind == "a"')
    found = compared(old, new)
    assert {one.before for one in found.turns} == {"inputs-rejected"}
    assert {one.witness["kind"] for one in found.turns} == {"c"}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(b"a\nb\nc\n", b"a\nb\nc\n", [], id="nothing"),
        pytest.param(b"a\nb\nc\n", b"a\nx\nc\n", ["-2 b", "+2 x"], id="another line"),
        pytest.param(b"a\nb\n", b"a\nb\nc", ["+3 c"], id="a line at the end"),
        pytest.param(b"a\nb\nc\nd\n", b"b\nc\ne\nd\n", ["-1 a", "+3 e"], id="lines that move on"),
        pytest.param(b"a\r\nb\r\n", b"a\nb\n", [], id="another end of lines"),
        pytest.param(b"a\n", b"\xff\n", ["-1 a", "+1 \ufffd"], id="what is no text"),
        pytest.param(b"", b"a\na\n", ["+1 a", "+2 a"], id="from nothing"),
        pytest.param(b"a\na\na\n", b"a\n", ["-2 a", "-3 a"], id="the same line again"),
    ],
)
def test_lines_have_the_numbers_of_their_document(old: bytes, new: bytes, expected: list[str]) -> None:
    found = [f"{one.sign}{one.line} {one.text}" for one in changed_lines(old, new)]
    assert found == expected
    assert changed_lines(old, old) == list[ChangedLine]()
