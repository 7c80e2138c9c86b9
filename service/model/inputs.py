"""What a rule asks for: the inputs and their types."""

from typing import Annotated

from msgspec import Meta

from service.model.names import ChoiceValue, Identifier, Line, Synonym, Text
from service.model.part import Part

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
"""The integers that CEL and JSON clients agree on."""

Int64 = Annotated[int, Meta(ge=INT64_MIN, le=INT64_MAX)]
Length = Annotated[int, Meta(ge=0, le=1_000_000)]
Synonyms = Annotated[list[Synonym], Meta(max_length=50)]


class Column(Part, frozen=True, kw_only=True, tag_field="type"):
    """What every input and every column of a list of records may say.

    `ask` is the question that a chat asks, `help` how to find the answer, `unit` the unit for people, `synonyms` other
    words by which people call it. A value that is given for a `sensitive` one is kept in no record of decisions.
    """

    ask: Line | None = None
    help: Text | None = None
    unit: Line | None = None
    synonyms: Synonyms = []  # noqa: RUF012 - msgspec copies it
    sensitive: bool = False


class IntegerInput(Column, frozen=True, kw_only=True, tag="integer"):
    """A whole number: `int` in CEL."""

    minimum: Int64 | None = None
    maximum: Int64 | None = None
    default: Int64 | None = None


class NumberInput(Column, frozen=True, kw_only=True, tag="number"):
    """A finite number: `double` in CEL."""

    minimum: float | None = None
    maximum: float | None = None
    default: float | None = None


class BooleanInput(Column, frozen=True, kw_only=True, tag="boolean"):
    """Yes or no: `bool` in CEL. Who uses its name or a synonym says yes, who uses one of the `opposites` says no."""

    default: bool | None = None
    opposites: Synonyms = []  # noqa: RUF012 - msgspec copies it


class ChoiceInput(Column, frozen=True, kw_only=True, tag="choice"):
    """One of the listed values, each with a label for people and perhaps with other words for it: `string` in CEL."""

    values: Annotated[dict[ChoiceValue, Line], Meta(min_length=1, max_length=100)]
    value_synonyms: Annotated[dict[ChoiceValue, Synonyms], Meta(max_length=100)] = {}  # noqa: RUF012 - the same
    default: ChoiceValue | None = None


class DurationInput(Column, frozen=True, kw_only=True, tag="duration"):
    """A length of time, in seconds: `double` in CEL. Bounds and default may be written as `15 min`."""

    minimum: float | str | None = None
    maximum: float | str | None = None
    default: float | str | None = None


ColumnInput = IntegerInput | NumberInput | BooleanInput | ChoiceInput | DurationInput


class ListInput(Column, frozen=True, kw_only=True, tag="list"):
    """A list of records; CEL sees each column as `name.column`, a list of the column's type."""

    of: Annotated[dict[Identifier, ColumnInput], Meta(min_length=1, max_length=50)]
    min_items: Length = 0
    max_items: Length = 10_000


Input = ColumnInput | ListInput
Inputs = Annotated[dict[Identifier, Input], Meta(max_length=200)]


class TextInput(Column, frozen=True, kw_only=True, tag="text"):
    """A line of text, or with `many` a list of them: `string` or `list(string)` in CEL.

    It may be anything, so nothing could be proved of it: only selections, of which nothing is proved, ask for text.
    """

    many: bool = False
    default: Line | None = None


AskedInput = ColumnInput | TextInput
"""What a selection asks for."""

AnyInput = Input | TextInput
