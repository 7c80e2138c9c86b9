"""JSON Schema 2020-12 of a rule's inputs: what a caller may send, in a form that other programs can read.

It says all that `service/language/reading.py` demands of one input at a time. What it has no words for is left to the
service: checks that join inputs (`requires`, `problems`), and the range of a duration that is given as text.
"""

from collections.abc import Mapping
from typing import Any, Final, assert_never

from service.engine.program import FormulaProgram
from service.language.values import bounds, default
from service.model.durations import FORMS, PATTERN
from service.model.inputs import (
    INT64_MAX,
    INT64_MIN,
    BooleanInput,
    ChoiceInput,
    DurationInput,
    Input,
    IntegerInput,
    ListInput,
    NumberInput,
)
from service.usecases.revision import Version

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_LARGEST: Final = 1.7976931348623157e308
"""The largest number that a double holds (IEEE 754)."""

Schema = dict[str, Any]


def document_schema(version: Version) -> Schema:
    """The schema of all inputs as a document of its own."""
    document = version.document
    words = {"title": document.title, **({"description": document.summary} if document.summary else {})}
    return {"$schema": DIALECT, **words, **inputs_schema(version)}


def inputs_schema(version: Version) -> Schema:
    """The object of all inputs.

    A formula needs every input that has no default; other rules decide with what they have, so there any input may be
    missing or null, which is the same.
    """
    inputs = version.program.common.inputs
    required = required_inputs(version)
    return {
        "type": "object",
        "properties": {
            name: input_schema(one) if name in required else _or_null(input_schema(one)) for name, one in inputs.items()
        },
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


def required_inputs(version: Version) -> list[str]:
    """The inputs without which the rule says nothing."""
    if not isinstance(version.program, FormulaProgram):
        return []
    return [name for name, one in version.program.common.inputs.items() if default(one) is None]


def input_schema(one: Input) -> Schema:
    """One input that is there."""
    schema = {**_words(one), **_form(one)}
    value = default(one)
    return schema if value is None else {**schema, "default": value}


def _words(one: Input) -> Schema:
    """Question, help and unit for people, and what each value of a choice means."""
    unit = f"In {one.unit}." if one.unit and one.unit != "1" and not isinstance(one, DurationInput) else None
    forms = f"A duration: {FORMS}." if isinstance(one, DurationInput) else None
    labels = [f"`{value}`: {label}." for value, label in one.values.items()] if isinstance(one, ChoiceInput) else []
    text = " ".join(part for part in (one.ask, one.help, unit, forms, *labels) if part)
    return {"description": text} if text else {}


def _form(one: Input) -> Schema:
    match one:
        case IntegerInput():
            low, high = bounds(one)
            least, most = (INT64_MIN if low is None else low), (INT64_MAX if high is None else high)
            return {"type": "integer", "minimum": least, "maximum": most}
        case NumberInput():
            return _number(one)
        case DurationInput():
            return {"anyOf": [_number(one), {"type": "string", "pattern": PATTERN}]}
        case BooleanInput():
            return {"type": "boolean"}
        case ChoiceInput(values=values):
            return {"type": "string", "enum": list(values)}
        case ListInput(of=columns, min_items=least, max_items=most):
            return {"type": "array", "minItems": least, "maxItems": most, "items": _record(columns)}
        case unreachable:
            assert_never(unreachable)


def _number(one: NumberInput | DurationInput) -> Schema:
    low, high = bounds(one)
    least, most = (-_LARGEST if low is None else low), (_LARGEST if high is None else high)
    return {"type": "number", "minimum": least, "maximum": most}


def _record(columns: Mapping[str, Input]) -> Schema:
    filled = [name for name, one in columns.items() if default(one) is not None]
    return {
        "type": "object",
        "properties": {
            name: _or_null(input_schema(one)) if name in filled else input_schema(one) for name, one in columns.items()
        },
        "required": [name for name in columns if name not in filled],
        "additionalProperties": False,
    }


def _or_null(schema: Schema) -> Schema:
    """The same, or null."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    nullable = {**schema, "type": [schema["type"], "null"]}
    return {**nullable, "enum": [*schema["enum"], None]} if "enum" in schema else nullable
