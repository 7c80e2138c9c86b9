"""Questions to a conversation that change nothing: why, why not, what if, share, help."""

from collections.abc import Callable
from typing import Final, assert_never

from service.model.conversation import Drawing
from service.model.decision import Decision
from service.understanding.understood import Help, Share, WhatIf, Why, WhyNot
from service.usecases.conversing.composing import Said
from service.usecases.conversing.explaining import why
from service.usecases.conversing.otherwise import WhyNot as Otherwise
from service.usecases.conversing.sharing import shared
from service.usecases.conversing.steps import Step, Stepping
from service.usecases.conversing.supposing import what_if
from service.usecases.revision import Revision, Version

Draw = Callable[[Version, Decision | None], str]
"""Draws a version as a Mermaid flowchart, with the way of a decision."""
Peek = Why | WhyNot | WhatIf | Share | Help

HELP: Final = (
    "Answer the question, or say several things at once: a number with its unit, yes or no, one of the choices.",
    "You can also say:",
    "- why, or why not with another answer",
    "- what if, with other values: nothing changes by that",
    "- back, to take the last answer back; restart, to begin anew",
    "- measure again, once the changes are made",
    "- share, for links to the answer",
    "- list, for other rules",
)


class Peeking:
    """Answers such questions."""

    def __init__(self, otherwise: Otherwise, stepping: Stepping, draw: Draw, root: str) -> None:
        """Take the parts; `root` is what links begin with."""
        self._otherwise = otherwise
        self._step = stepping
        self._draw = draw
        self._root = root

    async def __call__(self, revision: Revision, look: Step, wanted: Peek, decision_id: str | None) -> Said:
        """What to say."""
        match wanted:
            case Why():
                link = shared(look, decision_id, self._root).diagram
                drawing = Drawing(mermaid=self._draw(look.version, look.decision), link=link)
                return Said(text=why(look, self._step), diagram=drawing)
            case WhyNot(outcome=outcome):
                text, buttons = await self._otherwise(revision, look, outcome)
                return Said(text=text, buttons=buttons)
            case WhatIf(values=values):
                return Said(text=what_if(look, values, self._step))
            case Share():
                return Said(share=shared(look, decision_id, self._root))
            case Help():
                return Said(text=HELP)
            case unreachable:
                assert_never(unreachable)
