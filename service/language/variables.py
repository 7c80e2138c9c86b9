"""Which names an expression of a rule may use, with their types."""

from collections.abc import Mapping
from typing import assert_never

from service.model.inputs import (
    AnyInput,
    AskedInput,
    BooleanInput,
    ChoiceInput,
    DurationInput,
    IntegerInput,
    ListInput,
    NumberInput,
    TextInput,
)


def variables(inputs: Mapping[str, AnyInput]) -> dict[str, str]:
    """CEL types by variable name; each column of a list is a variable of its own, `name.column`."""
    types: dict[str, str] = {}
    for name, one in inputs.items():
        if isinstance(one, ListInput):
            types |= {f"{name}.{column}": f"list({cel_type(kind)})" for column, kind in one.of.items()}
        else:
            types[name] = cel_type(one)
    return types


def cel_type(one: AskedInput) -> str:
    """The CEL type of an input."""
    match one:
        case IntegerInput():
            return "int"
        case NumberInput() | DurationInput():
            return "double"
        case BooleanInput():
            return "bool"
        case TextInput(many=True):
            return "list(string)"
        case ChoiceInput() | TextInput():
            return "string"
        case unreachable:
            assert_never(unreachable)
