"""A catalog: rows of facts under declared columns, each row with its source and its date.

What is not in a row is unknown, which is neither zero nor no. A catalog decides nothing; selections read it.
"""

from typing import Annotated, Any

from msgspec import Meta

from service.model.document import Heading
from service.model.inputs import Int64
from service.model.names import ChoiceValue, Identifier, Line, Text
from service.model.part import Part

COLUMN_LIMIT = 100
ROW_LIMIT = 2_000
"""A selection goes through all rows for every question, in the time of the one who asks."""

SOURCE, AS_OF, RETIRED = "source", "as_of", "retired"
RETIRED_ON, RETIRED_BECAUSE = "retired_on", "retired_because"
MARKS = (SOURCE, AS_OF, RETIRED, RETIRED_ON, RETIRED_BECAUSE)
"""What expressions see of a row beside its columns: no column has one of these names."""

DATE = r"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$"
"""A day, in the form in which days are in order when they are in order as text."""


class CatalogColumn(Part, frozen=True, kw_only=True, tag_field="type"):
    """What every column may say.

    A row without a value in an `optional` column does not know it; where there is a `default`, that is its value. With
    `many` the value is a list of them.
    """

    title: Line | None = None
    help: Text | None = None
    unit: Line | None = None
    many: bool = False
    optional: bool = False


class TextColumn(CatalogColumn, frozen=True, kw_only=True, tag="text"):
    """A line of text: `string` in CEL."""

    default: Line | None = None


class IntegerColumn(CatalogColumn, frozen=True, kw_only=True, tag="integer"):
    """A whole number: `int` in CEL."""

    minimum: Int64 | None = None
    maximum: Int64 | None = None
    default: Int64 | None = None


class NumberColumn(CatalogColumn, frozen=True, kw_only=True, tag="number"):
    """A finite number: `double` in CEL."""

    minimum: float | None = None
    maximum: float | None = None
    default: float | None = None


class BooleanColumn(CatalogColumn, frozen=True, kw_only=True, tag="boolean"):
    """Yes or no: `bool` in CEL."""

    default: bool | None = None


class ChoiceColumn(CatalogColumn, frozen=True, kw_only=True, tag="choice"):
    """One of the listed values, each with a label for people: `string` in CEL."""

    values: Annotated[dict[ChoiceValue, Line], Meta(min_length=1, max_length=200)]
    default: ChoiceValue | None = None


AnyColumn = TextColumn | IntegerColumn | NumberColumn | BooleanColumn | ChoiceColumn

Cells = Annotated[
    dict[Identifier, Any],
    Meta(
        description="The values of a row by column, with its `source`, its `as_of` and, where it is, `retired`.",
        extra_json_schema={"required": [SOURCE, AS_OF]},
    ),
]


class CatalogDocument(Heading, frozen=True, kw_only=True, tag="catalog"):
    """A catalog; no two rows have the same values in the columns of its `key`."""

    columns: Annotated[dict[Identifier, AnyColumn], Meta(min_length=1, max_length=COLUMN_LIMIT)]
    key: Annotated[list[Identifier], Meta(min_length=1, max_length=10)]
    rows: Annotated[list[Cells], Meta(min_length=1, max_length=ROW_LIMIT)]
