"""Replies as text: complete, and harmless whatever is in them."""

from itertools import chain

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from service.model.conversation import Button, Links, Notice, OpenQuestion, Reply
from service.model.decision import GivenAction, GivenOutcome
from service.usecases.conversing.rendering import escaped, markdown, one_line, plain

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
"""Another reading of what is Markdown."""

ASKING = Reply(
    turn=2,
    stage="asking",
    echo=("bottleneck = interruptions",),
    notices=(Notice(code="not-understood", text="I did not understand `*lot*`."),),
    text=("Because:", "- time is lost"),
    actions=(GivenAction(id="a", title="Save checkpoints", steps=("Often.",), caveats=("Not too often.",)),),
    question=OpenQuestion(
        input="fast_enough",
        question="Is it fast enough?",
        help="Measure it.",
        choices=(
            Button(label="Yes", answers={"fast_enough": True}),
            Button(label="No", answers={"fast_enough": False}),
        ),
    ),
)
ANSWERED = Reply(
    turn=3,
    stage="decided",
    outcome=GivenOutcome(id="l4", title="L4", summary="A good balance.", caveats=("Measure.",)),
    reasons=("it is small (vms = 1)",),
    caveats=("Measure.",),
    share=Links(decision="/v1/decisions/a?b=c_d", diagram="https://gpu.example/v1/rules/a/diagram?b=c_d"),
)

PLAIN = """\
Understood: bottleneck = interruptions
I did not understand `*lot*`.
Because:
- time is lost
Do this first:
- Save checkpoints
  - Often.
  - Not too often.
Is it fast enough?
Measure it.
- Yes
- No"""
MARKDOWN = """\
**L4**

A good balance\\.

Why:
- it is small \\(vms \\= 1\\)

Keep in mind:
- Measure\\.

Links:
- `/v1/decisions/a?b=c_d`
- <https://gpu.example/v1/rules/a/diagram?b=c_d>"""


def test_a_question_as_plain_text() -> None:
    assert plain(ASKING) == PLAIN


def test_an_answer_as_markdown() -> None:
    assert markdown(ANSWERED) == MARKDOWN


def test_what_was_told_before_is_not_told_again_beside_something_else() -> None:
    aside = Reply(turn=4, stage="decided", aside=True, outcome=ANSWERED.outcome, text=("It is L4.",))
    assert plain(aside) == "It is L4."


HOSTILE = [
    "**bold** _it_ `code` ~~x~~",
    "<!channel> <@U1> <script>alert(1)</script>",
    "[a](javascript:alert(1)) ![b](http://x/y)",
    "# head\n> quote\n- list\n1. one\n---\n===",
    "a | b\n--|--\n1 | 2",
    "&lt;b&gt; &#x41; \\*",
    "https://evil.example <https://evil.example>",
    "``` `` ` `a` `a b`",
    "\x1b[31mred\x07 \u202egnp\u2066",
    "    code by indent",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_takes_effect_in_markdown(text: str) -> None:
    assert shown(escaped(text)) == one_line(text).replace("`a`", "a").replace("`code`", "code")


@settings(max_examples=300)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60))
@example("+ x")
@example("1) x")
@example("\\")
def test_any_text_is_shown_as_it_is(text: str) -> None:
    assert shown(escaped(text.replace("`", "'"))) == one_line(text.replace("`", "'"))


@pytest.mark.parametrize("text", HOSTILE)
def test_plain_text_commands_no_terminal_and_stays_on_its_line(text: str) -> None:
    line = plain(Reply(turn=1, stage="choosing", text=(text,)))
    assert "\n" not in line
    assert line.isprintable()


def shown(text: str) -> str:
    """What a reader of Markdown shows; anything but text and code in a paragraph is a fault."""
    tokens = READER.parse(text)
    inline = [*chain.from_iterable(one.children or [] for one in tokens)]
    kinds = {one.type for one in chain(tokens, inline)}
    assert kinds <= {"paragraph_open", "paragraph_close", "inline", "text", "text_special", "code_inline"}, kinds
    return "".join(map(_content, inline))


def _content(token: Token) -> str:
    return str(token.content)
