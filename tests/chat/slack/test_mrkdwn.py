"""Texts as Slack shows them: all of it, and nothing takes effect."""

import html
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.chat.slack.mrkdwn import code, entities, link, put, strong
from service.usecases.conversing.rendering import one_line

ALIKE = str.maketrans({"\u2217": "*", "\u02cd": "_", "\u223c": "~", "\u02cb": "`"})

CODE = r"`[A-Za-z0-9_.\-]{1,80}`"
CASES = {
    "plain words": ("3 VMs with 8 GPUs", "3 VMs with 8 GPUs"),
    "names in backticks": ("give `vms` and `since_checkpoint`", "give `vms` and `since_checkpoint`"),
    "names without": ("since_checkpoint = 15 min", "since_checkpoint = 15 min"),
    "a call of the whole channel": ("<!channel> &", "&lt;!channel&gt; &amp;"),
    "a mention": ("<@U123|boss>", "&lt;@U123|boss&gt;"),
    "a link under another name": ("<https://evil.example|login>", "&lt;https://evil.example|login&gt;"),
    "an entity": ("&lt;!here&gt;", "&amp;lt;!here&amp;gt;"),
    "bold": ("*now*", "\u2217now\u2217"),
    "italic": ("_now_ and snake_case", "\u02cdnow\u02cd and snake_case"),
    "struck": ("~now~", "\u223cnow\u223c"),
    "code that is no name": ("`rm -rf /`", "\u02cbrm -rf /\u02cb"),
    "lines": ("one\ntwo\n\n> three", "one two &gt; three"),
    "an order to a terminal": ("\x1b[2Jx\u202e", "\ufffd[2Jx\ufffd"),
}


@pytest.mark.parametrize("case", CASES)
def test_texts_are_shown_as_they_are(case: str) -> None:
    text, written = CASES[case]
    assert put(text) == written


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
@example("`a*b` *c*")
@example("``a``")
@example("_`a`_")
@example("a_ _b")
def test_no_mark_of_slack_is_left_and_no_word_is_lost(text: str) -> None:
    written = put(text)
    outside = f" {re.sub(CODE, ' ', written)} "
    assert not re.search(r"[<>*~`]|&(?!(?:amp|lt|gt);)", outside)
    within_words = [outside[at - 1].isalnum() and outside[at + 1].isalnum() for at in marks(outside)]
    assert all(within_words)
    assert html.unescape(written).translate(ALIKE) == one_line(text).translate(ALIKE)


def marks(text: str) -> list[int]:
    """Where underscores are."""
    return [found.start() for found in re.finditer("_", text)]


def test_what_is_ours_takes_effect() -> None:
    assert strong("T4 & L4") == "*T4 &amp; L4*"
    assert link("https://gpu.example/a?b=1&c=2", "the way > drawn") == (
        "<https://gpu.example/a?b=1&amp;c=2|the way &gt; drawn>"
    )
    assert link("/v1/a?b=1", "the way") == "the way: `/v1/a?b=1`"
    assert code('a{"b < c"}') == '```\na{"b &lt; c"}\n```'
    assert entities("a <b>\nc") == "a &lt;b&gt; c"
