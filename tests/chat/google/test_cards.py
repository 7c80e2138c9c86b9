"""Replies as cards: what is said is there, what can be pressed sends what it means, and all is within the limits."""

from typing import Any

import pytest
from msgspec import json

from service.chat.buttons import sent_by
from service.chat.google.events import Event, read_event
from service.chat.google.messages import message
from service.chat.talking import Told
from service.model.conversation import Button, Drawing, Links, OpenQuestion
from service.model.decision import GivenOutcome
from tests.chat.google.clicks import buttons, recorded, texts, widgets
from tests.chat.google.strict import check, shown
from tests.chat.replies import ASKING, IDENTITY, RULE, reply

ADA = "users/104000000000000000001"


def event(name: str) -> Event:
    read = read_event(json.encode(recorded(name)))
    assert read
    return read


def sent(to: str = "message", **members: Any) -> dict[str, Any]:
    told = message(Told(reply(**members)), event(to))
    check(told)
    return told


def test_a_question_has_its_choices_as_buttons() -> None:
    told = sent(**ASKING)
    assert shown(texts(told)) == (
        "Understood: code_can_change = no\n"
        "I did not understand `<!here>` and `<b>`.\n"
        "Do this first:\n• Save checkpoints\n  ◦ Often.\n  ◦ Not too often.\n"
        "Is it fast enough?\nMeasure it.\n"
        "training-time 1.0.0 with code_can_change = no, vms = 3"
    )
    carried = buttons(told)
    assert {label: sent_by(one["value"]) for label, one in carried.items()} == {
        "Yes": ("", {"fast_enough": True}),
        "No": ("", {"fast_enough": False}),
        "Why?": ("why", None),
        "Back": ("back", None),
    }
    assert {one["conversation"] for one in carried.values()} == {IDENTITY}
    assert told["fallbackText"].splitlines()[0] == "Understood: code_can_change = no"


def test_more_choices_than_fit_in_a_row_are_a_menu() -> None:
    many = tuple(Button(label=f"Rule {number}", answers={"rule": f"r{number}"}) for number in range(30))
    told = sent(stage="choosing", question=OpenQuestion(input="rule", question="Which?", type="choice", choices=many))
    [menu] = [one["selectionInput"] for one in widgets(told) if "selectionInput" in one]
    assert [sent_by(one["value"]) for one in menu["items"]] == [("", one.answers) for one in many]
    assert buttons(told) == {"Choose": {"conversation": IDENTITY, "chosen": "yes"}}


def test_a_question_without_choices_is_a_field() -> None:
    told = sent(question=OpenQuestion(input="memory", question="How much?", type="number", unit="GB", help="Per GPU."))
    [field] = [one["textInput"] for one in widgets(told) if "textInput" in one]
    assert field["name"] == "answer"
    assert shown(texts(told)) == "How much? (GB)\nPer GPU."
    assert buttons(told) == {"Send": {"conversation": IDENTITY}}


ANSWERED: dict[str, Any] = {
    "stage": "decided",
    "rule": RULE,
    "outcome": GivenOutcome(id="l4", title="L4 <3", summary="A good balance.", caveats=("Measure.",)),
    "reasons": ("it is small (vms = 1)",),
    "caveats": ("Measure.",),
    "buttons": (Button(label="Share", text="share"),),
}
LINKS = Links(decision="https://gpu.example/v1/decisions/a?b=1&c=2", record="/v1/records/d1")


@pytest.mark.parametrize(
    ("to", "how", "viewer"),
    [("message", None, {"name": ADA}), ("direct", None, None), ("button", "UPDATE_MESSAGE", {"name": ADA})],
)
def test_an_answer_is_for_whoever_asked_and_takes_the_place_of_the_card_that_was_pressed(
    to: str, how: str | None, viewer: dict[str, str] | None
) -> None:
    told = sent(to, **ANSWERED)
    assert told.get("actionResponse", {}).get("type") == how
    assert told.get("privateMessageViewer") == viewer
    assert "<b>L4 &lt;3</b>" in texts(told)


@pytest.mark.parametrize(("to", "how"), [("message", None), ("button", "NEW_MESSAGE")])
def test_a_shared_answer_is_for_the_space_without_anything_to_press(to: str, how: str | None) -> None:
    told = sent(to, **ANSWERED, aside=True, echo=("vms = 1",), share=LINKS)
    assert (told.get("privateMessageViewer"), told.get("actionResponse", {}).get("type")) == (None, how)
    assert (told["text"], buttons(told)) == (f"Shared by <{ADA}>", {})
    assert '<a href="https://gpu.example/v1/decisions/a?b=1&amp;c=2">the decision, made again</a>' in texts(told)
    assert "the record of it: /v1/records/d1" in texts(told)
    assert "Understood" not in texts(told)


def test_links_before_the_answer_are_for_whoever_asks() -> None:
    assert sent(**ASKING, share=LINKS)["privateMessageViewer"] == {"name": ADA}


@pytest.mark.parametrize(
    ("link", "seen"),
    [
        ("https://gpu.example/d?a=1", "The way so far, drawn"),
        ("/d?a=1", 'The way so far, for Mermaid to draw:\nflowchart TD\n    a{"b < c"}'),
        (None, 'The way so far, for Mermaid to draw:\nflowchart TD\n    a{"b < c"}'),
    ],
    ids=["as a link", "as text, where links are paths", "as text, where there is no link"],
)
def test_the_way_is_drawn(link: str | None, seen: str) -> None:
    told = sent(diagram=Drawing(mermaid='flowchart TD\n    a{"b < c"}\n', link=link), stage="decided", aside=True)
    assert shown(texts(told)) == seen


def test_words_are_for_whoever_spoke() -> None:
    told = message(Told(words="<users/all> *wait*"), event("button"))
    check(told)
    assert told == {
        "actionResponse": {"type": "NEW_MESSAGE"},
        "privateMessageViewer": {"name": ADA},
        "text": "\u2039users/all\u203a \u2217wait\u2217",
    }
