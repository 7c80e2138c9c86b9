"""JSON Schema 2020-12 of a candidate, as callers see it: what a selection says of a row, beside its rank."""

from typing import Any, Final

from service.engine.program import SelectionProgram
from service.model.selection import Field

_TEXTS: Final = {"type": "array", "items": {"type": "string"}}
_OWN: Final[dict[str, dict[str, Any]]] = {
    "rank": {"type": "integer", "minimum": 1},
    "key": {"type": "string", "description": "The row of the catalog, by its key."},
    "because": {**_TEXTS, "description": "Why it is a candidate, and why it stands behind the one before."},
    "caveats": {**_TEXTS, "description": "What to keep in mind about it."},
}
_TYPES: Final = {"string": "string", "int": "integer", "double": "number", "bool": "boolean"}
"""What a value of CEL is in JSON."""


def machine_schema(selection: SelectionProgram) -> dict[str, Any]:
    """The object of a candidate; a field that is null is unknown."""
    fields = selection.document.candidate.fields
    told = {name: _field(one, selection.plan.fields[name].expression.type) for name, one in fields.items()}
    properties = {"rank": _OWN["rank"], "key": _OWN["key"], **told, **_OWN}
    return {
        "type": "object",
        "description": "A machine that meets all constraints; a field that is null is unknown.",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _field(field: str | Field, kind: str) -> dict[str, Any]:
    text = _words(field) if isinstance(field, Field) else ""
    return {**({"description": text} if text else {}), **_form(kind)}


def _words(field: Field) -> str:
    unit = f"In {field.unit}." if field.unit and field.unit != "1" else ""
    return " ".join(part for part in (f"{field.title}." if field.title else "", unit) if part)


def _form(kind: str) -> dict[str, Any]:
    if kind in _TYPES:
        return {"type": [_TYPES[kind], "null"]}
    inner = kind.removeprefix("list(").removesuffix(")")
    return {"type": ["array", "null"], **({"items": {"type": _TYPES[inner]}} if inner in _TYPES else {})}
