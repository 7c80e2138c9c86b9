"""Values of choices in expressions: a comparison with a value that the choice does not have is never true."""

from collections.abc import Iterator, Mapping

from service.analysis.declarations import unknown
from service.errors import Diagnostic
from service.language.syntax import Call, Items, Literal, Name, Syntax, walk
from service.language.typed import Typed
from service.model.inputs import AnyInput, ChoiceInput
from service.model.places import place_in
from service.model.text import Path

_COMPARISONS = frozenset({"_==_", "_!=_", "@in"})


def choices(typed: Typed, inputs: Mapping[str, AnyInput]) -> Iterator[Diagnostic]:
    """Every comparison of a choice with text that is none of its values."""
    for path, expression in typed.expressions.items():
        for part in walk(expression.tree):
            if isinstance(part, Call) and part.function in _COMPARISONS:
                yield from _compared(typed, path, expression.text, part.arguments, inputs)


def _compared(
    typed: Typed, path: Path, text: str, sides: tuple[Syntax, ...], inputs: Mapping[str, AnyInput]
) -> Iterator[Diagnostic]:
    for one, other in (sides, sides[::-1]):
        choice = inputs.get(one.name) if isinstance(one, Name) else None
        if not isinstance(choice, ChoiceInput):
            continue
        for literal in (other, *(other.items if isinstance(other, Items) else ())):
            if isinstance(literal, Literal) and isinstance(literal.value, str) and literal.value not in choice.values:
                place = typed.loaded.inside(path, place_in(text, literal.offset))
                message = unknown(literal.value, choice.values, "value")
                yield typed.loaded.at(path, "unknown-choice", message, place=place)
