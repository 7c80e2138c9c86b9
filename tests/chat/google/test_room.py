"""What makes way where a card is full: pictures before text, text before the question, and what is pressed is typed."""

from typing import Any

import pytest

from service.chat.google import markup
from service.model.conversation import Button, Drawing, OpenQuestion
from service.model.decision import GivenOutcome
from tests.chat.google.clicks import buttons, texts, widgets
from tests.chat.google.strict import shown
from tests.chat.google.test_cards import sent
from tests.chat.replies import ASKING

ANSWER: dict[str, Any] = {"stage": "decided", "outcome": GivenOutcome(id="o", title="Take an L4")}
MORE = "There is more to say than a card holds"


def many(count: int, label: str = "Rule") -> OpenQuestion:
    choices = tuple(Button(label=f"{label} {number}", answers={"a": number}) for number in range(count))
    return OpenQuestion(input="a", question="Which?", type="choice", choices=choices)


@pytest.mark.parametrize("lines", [300, 600, 3_000])
def test_a_drawing_makes_way_for_the_answer(lines: int) -> None:
    told = shown(texts(sent(**ANSWER, diagram=Drawing(mermaid="    node1 --> node2\n" * lines))))
    assert "Take an L4" in told
    assert ("-->" in told) is (MORE not in told)


def test_of_a_long_list_as_much_is_shown_as_fits() -> None:
    told = shown(texts(sent(**ANSWER, text=tuple(f"- {'word ' * 14}{number}" for number in range(900)))))
    assert "word 0" in told
    assert "word 200" in told
    assert MORE in told


@pytest.mark.parametrize("lines", [60, 90])
def test_many_short_lines_are_all_shown(lines: int) -> None:
    told = shown(texts(sent(**ANSWER, text=("x",) * lines)))
    assert "Take an L4" in told
    assert MORE not in told


@pytest.mark.parametrize(("count", "items"), [(6, 6), (100, 100), (101, None)])
def test_a_menu_has_no_more_lines_than_google_shows(count: int, items: int | None) -> None:
    told = sent(question=many(count))
    menus = [len(one["selectionInput"]["items"]) for one in widgets(told) if "selectionInput" in one]
    assert menus == ([] if items is None else [items])
    assert list(buttons(told)) == ["Send" if items is None else "Choose"]


def test_labels_are_cut_and_told_in_full() -> None:
    told = sent(question=many(2, "a few words and then some more " * 5))
    assert max(map(len, buttons(told))) <= 100
    assert f"• {'a few words and then some more ' * 5}1".replace("  ", " ") in shown(texts(told)).replace("  ", " ")


def test_a_question_is_cut_before_it_is_too_much() -> None:
    told = sent(**{**ASKING, "question": OpenQuestion(input="a", question="x" * 40_000, help="y" * 40_000)})
    assert "xxx" in shown(texts(told))
    assert list(buttons(told)) == ["Send", "Why?", "Back"]


def test_what_is_left_out_says_so_beside_the_question() -> None:
    told = sent(**{**ASKING, "text": ("x " * 900,) * 60})
    assert MORE in shown(texts(told))
    assert shown(texts(told)).count("x") > 5_000
    assert list(buttons(told)) == ["Yes", "No", "Why?", "Back"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("[login](https://evil.example) of [3]", "[login\uff3d(https://evil.example) of [3]"),
        ("[a[b]](c)", "[a[b]\uff3d(c)"),
        ("&lt;users/all&gt; & more", "\uff06lt;users/all\uff06gt; & more"),
        ("# 1 of #2", "\uff03 1 of #2"),
    ],
)
def test_markdown_takes_no_effect_either(text: str, written: str) -> None:
    assert markup.plain(text) == written
