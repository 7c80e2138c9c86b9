"""Replies as blocks: what is said is there, what can be pressed sends what it means, and all is within the limits."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from service.chat.buttons import sent_by, value_of
from service.chat.slack.messages import message, words
from service.chat.talking import Told
from service.model.conversation import Button, Drawing, Links, OpenQuestion
from service.model.decision import GivenOutcome
from tests.chat.replies import ASKING, IDENTITY, RULE, reply
from tests.chat.slack.strict import check


def sent(**members: Any) -> dict[str, Any]:
    told = message(Told(reply(**members)), "U0ADA0001")
    check(told)
    return told


def shown(told: dict[str, Any]) -> list[str]:
    """The texts of a message, block by block."""
    return [block["text"]["text"] for block in told["blocks"] if "text" in block]


def test_a_question_has_its_choices_as_buttons() -> None:
    told = sent(**ASKING)
    assert told["response_type"] == "ephemeral"
    said, question = shown(told)
    assert said == (
        "Understood: code_can_change = no\n"
        "I did not understand \u02cb&lt;!here&gt;\u02cb and \u02cb&lt;b&gt;\u02cb.\n"
        "*Do this first:*\n• Save checkpoints\n    ◦ Often.\n    ◦ Not too often."
    )
    assert question == "*Is it fast enough?*\nMeasure it."
    choices, more = [block for block in told["blocks"] if block["type"] == "actions"]
    assert choices["block_id"] == f"{IDENTITY}|choice0"
    assert [one["text"]["text"] for one in choices["elements"]] == ["Yes", "No"]
    assert [sent_by(one["value"]) for one in choices["elements"]] == [
        ("", {"fast_enough": True}),
        ("", {"fast_enough": False}),
    ]
    assert [sent_by(one["value"]) for one in more["elements"]] == [("why", None), ("back", None)]
    [small] = [block for block in told["blocks"] if block["type"] == "context"]
    assert small["elements"][0]["text"] == "training-time 1.0.0 with code_can_change = no, vms = 3"


def test_more_choices_than_fit_in_a_row_are_a_menu() -> None:
    many = tuple(Button(label=f"Rule {number}", answers={"rule": f"r{number}"}) for number in range(230))
    told = sent(stage="choosing", question=OpenQuestion(input="rule", question="Which?", type="choice", choices=many))
    menus = [block["elements"][0] for block in told["blocks"] if block["type"] == "actions"]
    assert [len(menu["options"]) for menu in menus] == [100, 100, 30]
    assert [sent_by(one["value"]) for menu in menus for one in menu["options"]] == [("", one.answers) for one in many]


def test_a_question_without_choices_is_a_field() -> None:
    told = sent(question=OpenQuestion(input="memory", question="How much?", type="number", unit="GB", help="Per GPU."))
    [field] = [block for block in told["blocks"] if block["type"] == "input"]
    assert (field["block_id"], field["label"]["text"], field["hint"]["text"]) == (
        f"{IDENTITY}|field",
        "How much? (GB)",
        "Per GPU.",
    )


ANSWERED = {
    "stage": "decided",
    "rule": RULE,
    "outcome": GivenOutcome(id="l4", title="L4 <3", summary="A good balance.", caveats=("Measure.",)),
    "reasons": ("it is small (vms = 1)",),
    "caveats": ("Measure.",),
    "buttons": (Button(label="Share", text="share"),),
}


def test_an_answer_has_its_reasons() -> None:
    told = sent(**ANSWERED)
    assert shown(told) == [
        "L4 &lt;3",
        "A good balance.\n*Why:*\n• it is small (vms = 1)\n*Keep in mind:*\n• Measure.",
    ]


def test_a_shared_answer_is_for_the_channel_without_anything_to_press() -> None:
    links = Links(decision="https://gpu.example/v1/decisions/a?b=1&c=2", record="/v1/records/d1")
    told = sent(**ANSWERED, aside=True, echo=("vms = 1",), share=links)
    assert told["response_type"] == "in_channel"
    assert [block["type"] for block in told["blocks"]] == ["header", "section", "context", "context"]
    assert "Understood" not in str(told)
    assert "• <https://gpu.example/v1/decisions/a?b=1&amp;c=2|the decision, made again>" in shown(told)[1]
    assert "• the record of it: `/v1/records/d1`" in shown(told)[1]
    assert told["blocks"][-1]["elements"][0]["text"] == "Shared by <@U0ADA0001>"


def test_links_before_the_answer_are_for_whoever_asks() -> None:
    assert sent(**ASKING, share=Links(decision="/v1/decisions/a"))["response_type"] == "ephemeral"


@pytest.mark.parametrize(
    ("link", "seen"),
    [
        ("https://gpu.example/d?a=1", "<https://gpu.example/d?a=1|The way so far, drawn>"),
        ("/d?a=1", '```\nflowchart TD\n    a{"b &lt; c"}\n```'),
        (None, '```\nflowchart TD\n    a{"b &lt; c"}\n```'),
    ],
    ids=["as a link", "as text, where links are paths", "as text, where there is no link"],
)
def test_the_way_is_drawn(link: str | None, seen: str) -> None:
    told = sent(diagram=Drawing(mermaid='flowchart TD\n    a{"b < c"}\n', link=link), stage="decided", aside=True)
    assert seen in shown(told)


def test_a_drawing_that_is_too_large_is_said_to_be() -> None:
    told = sent(diagram=Drawing(mermaid="a --> b\n" * 400), stage="decided", aside=True)
    assert shown(told) == ["The drawing of the way is too large for a message of Slack."]


def test_words_are_for_whoever_spoke() -> None:
    told = words("<!channel> wait")
    check(told)
    assert told == {"response_type": "ephemeral", "text": "&lt;!channel&gt; wait"}


def test_what_is_more_than_a_message_holds_is_said_to_be() -> None:
    told = sent(**{**ASKING, "text": ("x" * 2_900,) * 60})
    assert len(told["blocks"]) == 50
    assert "There is more to say" in shown(told)[-2]
    assert shown(told)[-1].startswith("*Is it fast enough?*")


WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Z"]), min_size=1, max_size=20)
TEXTS = st.tuples(WORDS | st.sampled_from(["&", "<!channel>", "a ", "`", "_ä*"]), st.sampled_from([1, 1, 8, 200]))
"""Words, and how often they are repeated."""
TIMES = st.sampled_from([0, 1, 3, 60, 120])


@given(text=TEXTS, label=TEXTS, lines=TIMES, choices=TIMES, buttons=TIMES, is_decided=st.booleans())
@settings(max_examples=100)
def test_any_reply_is_within_the_limits(  # noqa: PLR0913 - all that may be large
    *, text: tuple[str, int], label: tuple[str, int], lines: int, choices: int, buttons: int, is_decided: bool
) -> None:
    words, short = text[0] * text[1], label[0] * label[1]
    asked = OpenQuestion(
        input="a", question=words, help=words, choices=(Button(label=short, answers={"a": 1}),) * choices
    )
    told = reply(
        stage="decided" if is_decided else "asking",
        rule=RULE,
        echo=(words,),
        text=(words,) * lines,
        reasons=(words,),
        outcome=GivenOutcome(id="o", title=short) if is_decided else None,
        inputs={"a": words},
        known=(f"a = {words}",),
        question=None if is_decided else asked,
        buttons=(Button(label=short, text="why"),) * buttons,
        diagram=Drawing(mermaid=words),
    )
    check(message(Told(told), "U1"))


@given(st.dictionaries(st.text(max_size=5), st.booleans() | st.integers(-9, 9) | st.text(max_size=5)) | st.text())
def test_what_a_button_carries_comes_back(carried: dict[str, Any] | str) -> None:
    is_text = isinstance(carried, str)
    button = Button(label="x", text=carried) if isinstance(carried, str) else Button(label="x", answers=carried)
    assert sent_by(value_of(button)) == ((carried, None) if is_text else ("", carried))
    assert json.decode(value_of(button)) == carried
