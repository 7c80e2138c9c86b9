"""Lines and words for people: wrapping, colors, and what a terminal must not see."""

import shlex
from typing import Any

import pytest
from msgspec import json

from service.cli.page import Page
from service.cli.words import as_words, plain, value_in_words


def test_at_a_terminal_lines_are_wrapped_below_their_text(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_terminal(monkeypatch, NO_COLOR="1", COLUMNS="40")
    Page().line("one two three four five six seven eight nine ten", mark="- ", indent=2)
    assert capsys.readouterr().out == "  - one two three four five six seven\n    eight nine ten\n"


def test_colors_only_at_a_terminal_that_wants_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_terminal(monkeypatch)
    Page().line("no", style="red")
    assert capsys.readouterr().out == "\x1b[31mno\x1b[0m\n"
    at_a_terminal(monkeypatch, NO_COLOR="1")
    Page().line("no", style="red")
    assert capsys.readouterr().out == "no\n"


def test_a_table_is_aligned_and_numbers_stand_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [("größer", "7", "a=1 b=2"), ("x", "1200", ""), ("", "", "y\x1b")]
    Page().table(("名", "count", "for example"), rows)
    assert capsys.readouterr().out.splitlines() == [
        "  名      count  for example",
        "  größer      7  a=1 b=2",
        "  x        1200",
        "                 y",
    ]


def test_a_terminal_breaks_the_last_column_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a_terminal(monkeypatch, COLUMNS="20")
    Page().table(("a", "b"), [("1", "one two three four five six seven")])
    assert capsys.readouterr().out == "\x1b[1m  a  b\x1b[0m\n  1  one two three four five six seven\n"


def test_code_keeps_its_spaces(capsys: pytest.CaptureFixture[str]) -> None:
    Page().code("  - 7      - when: a  > 1\x1b[31m")
    assert capsys.readouterr().out == "  - 7      - when: a  > 1[31m\n"


def test_progress_is_for_terminals(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for terminal in (False, True):
        if terminal:
            at_a_terminal(monkeypatch)
        with Page(stderr=True).progress("replaying") as advance:
            advance(3, 7)
        shown = capsys.readouterr()
        assert (bool(shown.err), shown.out) == (terminal, "")
        assert not terminal or "3/7" in shown.err


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        pytest.param({"vms": 5, "model": "other", "on": True}, "vms=5 model=other on=true", id="plain values"),
        pytest.param({"runs": [{"a": 0.5}]}, "'runs=[{\"a\":0.5}]'", id="records, for a shell"),
        pytest.param({"period": 1e-05}, "period=0.00001", id="small numbers"),
        pytest.param({}, "", id="nothing"),
    ],
)
def test_inputs_as_words_of_a_command(inputs: dict[str, Any], words: str) -> None:
    assert as_words(inputs) == words
    texts = dict(word.split("=", 1) for word in shlex.split(words))
    assert {name: text if inputs[name] == text else json.decode(text) for name, text in texts.items()} == inputs


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("one\n  two\tthree", "one two three", id="white space"),
        pytest.param("\x1b]0;title\x07 red \x1b[31m", "]0;title red [31m", id="sequences that steer a terminal"),
        pytest.param("a\x9bb\x7fc\x00", "abc", id="other control characters"),
        pytest.param("[bold]Σ größer[/bold]", "[bold]Σ größer[/bold]", id="markup and letters stay"),
    ],
)
def test_a_text_can_not_steer_the_terminal(text: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert plain(text) == shown
    Page().line(text)
    assert capsys.readouterr().out == f"{shown}\n"


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        pytest.param(True, None, "true", id="a yes"),
        pytest.param(5e11, "FLOP/s", "5e+11 FLOP/s", id="a number with its unit"),
        pytest.param(0.5, "1", "0.5", id="a ratio"),
        pytest.param([1, 2.5, "a", False], None, "1, 2.5, a, false", id="a list of values"),
        pytest.param([], None, "no records", id="an empty list"),
        pytest.param([{"a": 1}], None, "1 record", id="a list of records"),
        pytest.param(None, None, "null", id="nothing"),
    ],
)
def test_a_value_in_words(value: object, unit: str | None, words: str) -> None:
    assert value_in_words(value, unit) == words


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    for name in ("NO_COLOR", "COLUMNS", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"FORCE_COLOR": "1", "TERM": "xterm", **variables}.items():
        monkeypatch.setenv(name, value)
