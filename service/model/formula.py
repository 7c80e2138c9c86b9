"""A formula: named outputs, each a CEL expression with a unit, evaluated in order."""

from typing import Annotated

from msgspec import Meta, field

from service.model.document import SECTION_LIMIT, Document
from service.model.names import Cel, Identifier, Line, Text
from service.model.part import Part

Range = Annotated[list[float], Meta(min_length=2, max_length=2, description="The lowest and the highest right value.")]


class Output(Part, frozen=True, kw_only=True):
    """One result; later outputs may use it by its name.

    An `optional` one is left out of the answer while it waits for missing inputs, which nobody is asked for then.
    """

    unit: Line
    value: Cel
    symbol: Line | None = None
    title: Line | None = None
    help: Text | None = None
    range: Range | None = None
    optional: bool = False


class Caveat(Part, frozen=True, kw_only=True):
    """What to keep in mind about results for which a condition holds; `{name}` in the text is replaced by that value.

    The condition and the text see everything, outputs included. It has a name, so that cases can expect it.
    """

    when: Cel
    text: Text


class FormulaDocument(Document, frozen=True, kw_only=True, tag="formula"):
    """A formula."""

    outputs: Annotated[dict[Identifier, Output], Meta(min_length=1, max_length=100)]
    caveats: Annotated[dict[Identifier, Caveat], Meta(max_length=SECTION_LIMIT)] = field(default_factory=dict)
