"""How long conversations are kept, and how much of them there may be."""

from msgspec import Struct


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of conversations.

    Attributes:
        days: days without a turn after which one is forgotten.
        turns: most turns of one.
        text: most characters of a message.
        per_person: most conversations that one person has open at once.
        seconds: longest time that the search for another outcome may take.
        rule: the rule that a text begins with which names none.
        root: what links begin with, the address of the service or a path.
    """

    days: float = 30.0
    turns: int = 200
    text: int = 4_000
    per_person: int = 50
    seconds: float = 2.0
    rule: str = "choose-gpu"
    root: str = ""
