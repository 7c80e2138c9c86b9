"""A formula: named outputs, each a CEL expression with a unit, evaluated in order."""

from typing import Annotated

from msgspec import Meta

from service.model.document import Document
from service.model.names import Cel, Identifier, Line, Text
from service.model.part import Part

Range = Annotated[list[float], Meta(min_length=2, max_length=2, description="The lowest and the highest right value.")]


class Output(Part, frozen=True, kw_only=True):
    """One result; later outputs may use it by its name."""

    unit: Line
    value: Cel
    symbol: Line | None = None
    title: Line | None = None
    help: Text | None = None
    range: Range | None = None


class FormulaDocument(Document, frozen=True, kw_only=True, tag="formula"):
    """A formula."""

    outputs: Annotated[dict[Identifier, Output], Meta(min_length=1, max_length=100)]
