"""What can be seen when a rule is run with a question."""

from typing import Literal

from msgspec import Struct

from service.model.text import Path

Kind = Literal["passed", "met", "admitted", "taken", "decided", "stopped", "overlaps", "fails", "fires", "rests"]


class Mark(Struct, frozen=True):
    """Something that happened, at a place of the document.

    - `passed`: this check of `requires` and all before it hold; `met`: this problem refuses the question;
      `admitted`: nothing does.
    - `taken`: a question leaves its node this way; `decided`: and comes to an outcome in the rule that it enters;
      `stopped`: no way out of this node holds.
    - `overlaps`: this branch holds, too, where one before it is taken that leads elsewhere.
    - `fires` and `rests`: this advice, or this caveat of a formula, is given, or is not.
    - `fails`: this expression is needed and has no value.
    """

    kind: Kind
    path: Path = ()
