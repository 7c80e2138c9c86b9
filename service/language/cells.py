"""One cell of a catalog: read as the input would be that takes the same."""

from typing import Any, Final, assert_never

from service.language.texts import text_or_texts
from service.language.values import Read, RefusedError, reader, what
from service.language.variables import cel_type
from service.model.catalog import AnyColumn, BooleanColumn, ChoiceColumn, IntegerColumn, NumberColumn, TextColumn
from service.model.inputs import AskedInput, BooleanInput, ChoiceInput, IntegerInput, NumberInput, TextInput

MAX_CELL: Final = 100
"""Values of one cell of a column with `many`."""


def as_input(column: AnyColumn) -> AskedInput:
    """The input that takes what a cell takes, or one value of it."""
    match column:
        case TextColumn():
            return TextInput()
        case IntegerColumn(minimum=low, maximum=high, unit=unit):
            return IntegerInput(minimum=low, maximum=high, unit=unit)
        case NumberColumn(minimum=low, maximum=high, unit=unit):
            return NumberInput(minimum=low, maximum=high, unit=unit)
        case BooleanColumn():
            return BooleanInput()
        case ChoiceColumn(values=values):
            return ChoiceInput(values=values)
        case unreachable:
            assert_never(unreachable)


def cell_type(column: AnyColumn) -> str:
    """The CEL type of a cell."""
    single = cel_type(as_input(column))
    return f"list({single})" if column.many else single


def cell_reader(column: AnyColumn) -> Read:
    """The function that reads a cell."""
    one = as_input(column)
    single = text_or_texts(many=False) if isinstance(one, TextInput) else reader(one)
    return _several(single) if column.many else single


def _several(single: Read) -> Read:
    def several(raw: Any) -> list[Any]:
        if raw.__class__ is not list:
            raise RefusedError("wrong-type", f"must be a list, not {what(raw)}")
        if len(raw) > MAX_CELL:
            raise RefusedError("limit", f"has {len(raw)} values; at most {MAX_CELL} are allowed")
        return [_at(index, single, one) for index, one in enumerate(raw)]

    return several


def _at(index: int, single: Read, raw: Any) -> Any:
    try:
        return single(raw)
    except RefusedError as refused:
        raise RefusedError(refused.code, str(refused), f"[{index}]") from refused
