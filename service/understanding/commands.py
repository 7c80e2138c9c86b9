"""What a person wants beside giving facts: whole texts such as `back`, `why not l4?`, `what if gpus=64`."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from service.language.phrases import Token, folded, phrase
from service.understanding.understood import (
    AnyCommand,
    Back,
    Help,
    ListRules,
    MeasureAgain,
    Restart,
    Share,
    Start,
    Why,
    WhyNot,
)

_LONGEST: Final = 80
"""Characters of what follows a command."""

_PLAIN: Final[Mapping[AnyCommand, str]] = {
    Back(): "back|go back|undo|step back|previous|previous question|one step back|"
    "zurueck|einen schritt zurueck|rueckgaengig",
    Restart(): "restart|start over|start again|start anew|reset|begin again|from the beginning|new start|"
    "neu starten|neustart|von vorn|von vorne|neu anfangen|nochmal von vorn",
    Why(): "why|why that|why this|why is that|why so|explain|explain that|how come|reason|reasons|"
    "warum|wieso|weshalb|warum das|begruendung|erklaere",
    Share(): "share|share it|share this|share that|permalink|link|teilen|teile das",
    ListRules(): "list|list rules|rules|show rules|list all|what can you do|which rules are there|"
    "liste|regeln|zeige regeln",
    MeasureAgain(): "measure again|measured again|i measured again|remeasure|re measure|measure anew|measured|"
    "new measurements|nochmal messen|noch einmal messen|erneut messen|neu gemessen|nochmal gemessen",
    Help(): "help|help me|usage|how does this work|hilfe|hilf mir",
}
_WHOLE: Final = {phrase(words): command for command, text in _PLAIN.items() for words in text.split("|")}
_WHY_NOT: Final = tuple(
    map(phrase, ("why not", "why is it not", "why isn't it", "warum nicht", "wieso nicht", "warum kein"))
)
_WHAT_IF: Final = tuple(
    map(
        phrase,
        ("what if", "what about", "how about", "what would happen if", "was waere wenn", "was ist wenn", "was wenn"),
    )
)
_START: Final = tuple(
    map(
        phrase,
        ("start with", "start", "begin with", "begin", "use rule", "use the rule", "run rule", "starte", "beginne mit"),
    )
)
_POLITE: Final = frozenset({("please",), ("pl",), ("bitte",), ("ok",), ("so",), ("and",), ("und",), ("but",)})


class Rest(Struct, frozen=True):
    """A text that begins with `what if`; what follows is read like any other."""

    text: str


def command(text: str, tokens: list[Token]) -> AnyCommand | Rest | None:
    """The command that a text is as a whole, if it is one."""
    words = [one for one in tokens if one.kind != "sign" or one.text in "=/%"]
    while words and (words[0].stem,) in _POLITE:
        words = words[1:]
    while words and (words[-1].stem,) in _POLITE:
        words = words[:-1]
    stems = tuple(one.stem for one in words)
    if stems in _WHOLE:
        return _WHOLE[stems]
    for openings, make in ((_WHAT_IF, Rest), (_WHY_NOT, _why_not), (_START, _start)):
        size = next((len(key) for key in openings if stems[: len(key)] == key and len(stems) > len(key)), 0)
        if size:
            return make(text[words[size].start : words[-1].end])
    return None


def _why_not(rest: str) -> AnyCommand | None:
    words = " ".join(folded(rest).split())
    return WhyNot(outcome=words) if len(words) <= _LONGEST else None


def _start(rest: str) -> AnyCommand | None:
    """A rule is called by its name; a longer text is no name."""
    words = phrase_of_rule(rest)
    return Start(rule=words) if words else None


def phrase_of_rule(text: str) -> str:
    """A name in kebab-case as people may write it, or nothing if it has none of its form."""
    words = folded(text).replace("_", " ").replace("-", " ").split()
    plain = all(one.isascii() and one.isalnum() for one in words)
    return "-".join(words) if plain and 0 < len(words) <= 5 and words[0][0].isalpha() else ""  # noqa: PLR2004
