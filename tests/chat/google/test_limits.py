"""Cards within the limits of Google Chat, whatever a reply holds, and texts that take no effect."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.chat.google import markup
from service.chat.google.messages import message
from service.chat.talking import Told
from service.model.conversation import Button, Drawing, OpenQuestion
from service.model.decision import GivenOutcome
from service.usecases.conversing.rendering import one_line
from tests.chat.google.clicks import texts, widgets
from tests.chat.google.strict import check, shown
from tests.chat.google.test_cards import event, sent
from tests.chat.replies import ASKING, RULE, reply


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"text": ("x" * 2_000,) * 60}, "There is more to say than a card holds"),
        ({"text": ("x",) * 200}, "There is more to say than a card holds"),
        (
            {
                "question": OpenQuestion(
                    input="a",
                    question="Which?",
                    choices=tuple(Button(label=f"{n}" * 40, answers={"a": n}) for n in range(999)),
                )
            },
            "There are more choices than a card holds: type one of them.",
        ),
    ],
    ids=["long lines", "many lines", "many choices"],
)
def test_what_is_more_than_a_card_holds_is_said_to_be(more: dict[str, Any], words: str) -> None:
    told = sent(**{**ASKING, **more})
    assert words in shown(texts(told))
    assert any("buttonList" in one for one in widgets(told))


WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Z"]), min_size=1, max_size=20)
TEXTS = st.tuples(
    WORDS | st.sampled_from(["&", "<users/all>", "a ", "`", "\U0001f3f4*"]), st.sampled_from([1, 1, 8, 200])
)
"""Words, and how often they are repeated."""
TIMES = st.sampled_from([0, 1, 3, 60, 120])


@given(text=TEXTS, lines=TIMES, choices=TIMES, buttons=st.integers(0, 8), is_decided=st.booleans())
@settings(max_examples=100)
def test_any_reply_is_within_the_limits(
    *, text: tuple[str, int], lines: int, choices: int, buttons: int, is_decided: bool
) -> None:
    words = text[0] * text[1]
    asked = OpenQuestion(
        input="a", question=words, help=words, choices=(Button(label=words[:80], answers={"a": 1}),) * choices
    )
    told = reply(
        stage="decided" if is_decided else "asking",
        rule=RULE,
        text=(words,) * lines,
        outcome=GivenOutcome(id="o", title=words) if is_decided else None,
        inputs={"a": words},
        known=(f"a = {words}",),
        question=None if is_decided else asked,
        buttons=(Button(label=words[:80], text="why"),) * buttons,
        diagram=Drawing(mermaid=words),
    )
    check(message(Told(told), event("message")))


HOSTILE = [
    "<b>bold</b> <i>it</i>",
    '<a href="https://evil.example">login</a>',
    "<script>alert(1)</script><!-- x --><?php ?>",
    "&lt;b&gt; &#x41; &amp;",
    "<users/all> *now* _now_ ~now~ `now`",
    "<https://evil.example|login>",
    "\x1b[31mred\x07 \u202egnp\u2066",
]


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=80) | st.sampled_from(HOSTILE))
@example(HOSTILE[0])
@example(HOSTILE[2])
def test_any_text_is_shown_as_it_is(text: str) -> None:
    assert shown(markup.put(text)) == one_line(text).replace("\u00a0", " ")
    assert not set(markup.plain(text)) & set("*~`<>")
    assert len(markup.plain(text)) == len(one_line(text))
