"""Lines and words for people: wrapping, colors, and what a terminal must not see."""

import pytest

from service.cli.page import Page
from service.cli.words import plain, value_in_words


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
