"""JSON Schema 2020-12 of a rule's inputs: what a caller may send, in a form that other programs can read.

It says all that `service/language/reading.py` demands of one input at a time. What it has no words for is left to the
service: checks that join inputs (`requires`, `problems`), inputs that a formula needs for some values of others alone,
and the range of a duration that is given as text.
"""

from collections.abc import Mapping
from typing import Any, Final, assert_never

from service.engine.program import FormulaProgram, SelectionProgram, inputs_needed
from service.language.texts import MAX_CHARACTERS, MAX_TEXTS
from service.language.values import LARGEST, bounds, default
from service.model.catalog import CatalogDocument
from service.model.durations import FORMS, PATTERN
from service.model.inputs import (
    INT64_MAX,
    INT64_MIN,
    AnyInput,
    BooleanInput,
    ChoiceInput,
    DurationInput,
    IntegerInput,
    ListInput,
    NumberInput,
    TextInput,
)
from service.usecases.describing.rows import row_schema
from service.usecases.revision import Version

_TEXT: Final = {"type": "string", "minLength": 1, "maxLength": MAX_CHARACTERS}
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def document_schema(version: Version) -> Schema:
    """The schema of all inputs as a document of its own; of a catalog, which takes none, that of a row."""
    document = version.document
    words = {"title": document.title, **({"description": document.summary} if document.summary else {})}
    own = row_schema(document) if isinstance(document, CatalogDocument) else inputs_schema(version)
    return {"$schema": DIALECT, **words, **own}


def inputs_schema(version: Version) -> Schema:
    """The object of all inputs.

    A formula needs the inputs that every answer of it is made of; other rules decide with what they have. An input that
    may be missing may be null as well, which is the same.
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


def open_inputs_schema(version: Version) -> Schema:
    """The same, where any input may be left out, and any column of a record: something is looked for in its place."""
    inputs = version.program.common.inputs
    return {
        "type": "object",
        "properties": {name: _or_null(_open_input(one)) for name, one in inputs.items()},
        "additionalProperties": False,
    }


def constraints_schema(selection: SelectionProgram) -> Schema:
    """The object of all constraints of a selection, which may all be missing; formulas have objects of their own."""
    properties = {name: _or_null(input_schema(one)) for name, one in selection.document.inputs.items()}
    for name, formula in selection.estimates.items():
        own = formula.common
        properties[own.id.name] = {
            "type": ["object", "null"],
            "properties": {one: _or_null(input_schema(kind)) for one, kind in own.inputs.items()},
            "additionalProperties": False,
            "description": f"The inputs of rule `{own.id.name}`, which then estimates `{name}`.",
        }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def required_inputs(version: Version) -> list[str]:
    """The inputs without which the rule says nothing."""
    program = version.program
    if isinstance(program, SelectionProgram):
        return [name for name in program.plan.needs if name in program.common.inputs]
    if not isinstance(program, FormulaProgram):
        return []
    return [name for name in inputs_needed(program) if default(program.common.inputs[name]) is None]


def input_schema(one: AnyInput) -> Schema:
    """One input that is there."""
    schema = {**_words(one), **_form(one)}
    value = default(one)
    return schema if value is None else {**schema, "default": value}


def _open_input(one: AnyInput) -> Schema:
    schema = input_schema(one)
    if isinstance(one, ListInput):
        columns = {name: _or_null(input_schema(column)) for name, column in one.of.items()}
        schema["items"] = {"type": "object", "properties": columns, "additionalProperties": False}
    return schema


def _words(one: AnyInput) -> Schema:
    """Question, help and unit for people, and what each value of a choice means."""
    unit = f"In {one.unit}." if one.unit and one.unit != "1" and not isinstance(one, DurationInput) else None
    forms = f"A duration: {FORMS}." if isinstance(one, DurationInput) else None
    labels = [f"`{value}`: {label}." for value, label in one.values.items()] if isinstance(one, ChoiceInput) else []
    text = " ".join(part for part in (one.ask, one.help, unit, forms, *labels) if part)
    return {"description": text} if text else {}


def _form(one: AnyInput) -> Schema:
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
        case TextInput(many=True):
            return {"type": "array", "maxItems": MAX_TEXTS, "items": _TEXT}
        case TextInput():
            return dict(_TEXT)
        case ListInput(of=columns, min_items=least, max_items=most):
            return {"type": "array", "minItems": least, "maxItems": most, "items": _record(columns)}
        case unreachable:
            assert_never(unreachable)


def _number(one: NumberInput | DurationInput) -> Schema:
    low, high = bounds(one)
    least, most = (-LARGEST if low is None else low), (LARGEST if high is None else high)
    return {"type": "number", "minimum": least, "maximum": most}


def _record(columns: Mapping[str, AnyInput]) -> Schema:
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
